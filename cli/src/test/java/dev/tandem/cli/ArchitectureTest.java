package dev.tandem.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between packages, and a few habits. */
class ArchitectureTest {
    /** Whoever may see one of these may see its rooms: they are one library, cut by subject. */
    private static final Map<String, Set<String>> ROOMS = Map.of(
            "distributions",
                    Set.of(
                            "distributions.special",
                            "distributions.matrix",
                            "distributions.scalar",
                            "distributions.array",
                            "distributions.function",
                            "distributions.transform"),
            "language", Set.of("language.source", "language.token", "language.syntax", "language.data"),
            "draws", Set.of("draws.statistics", "draws.summary", "draws.judging"),
            "report", Set.of("report.text", "report.findings", "report.graph", "report.plot"),
            "inference",
                    Set.of(
                            "inference.basis",
                            "inference.prediction",
                            "inference.description",
                            "inference.judging",
                            "inference.outcome",
                            "inference.export",
                            "inference.page"));

    /** What each package may see of the others; a package not listed here fails the test. */
    private static final Map<String, Set<String>> MAY_SEE = Map.ofEntries(
            Map.entry("density", Set.of()),
            Map.entry("density.contract", Set.of("density")),
            Map.entry("language.source", Set.of()),
            Map.entry("language.token", Set.of("language.source")),
            Map.entry("language.syntax", Set.of("distributions.catalogue", "language.source")),
            Map.entry("language.data", Set.of("language.source", "language.syntax", "language.token")),
            Map.entry("language", Set.of("distributions.catalogue")),
            Map.entry("draws", Set.of("density")),
            Map.entry("draws.statistics", Set.of("draws")),
            Map.entry("draws.summary", Set.of("density", "draws", "draws.statistics")),
            Map.entry("draws.judging", Set.of("draws", "draws.statistics", "draws.summary")),
            Map.entry("report.text", Set.of()),
            Map.entry("report.findings", Set.of("density", "draws", "report.text")),
            Map.entry("report.graph", Set.of("report.text")),
            Map.entry("report.plot", Set.of("density", "draws", "report.text")),
            Map.entry("report", Set.of("density", "draws")),
            Map.entry("exports", Set.of("density", "draws")),
            Map.entry("sampling.random", Set.of("distributions")),
            Map.entry("sampling.continuous", Set.of("density", "distributions", "sampling.random")),
            Map.entry(
                    "sampling.discrete", Set.of("density", "distributions", "sampling.random", "sampling.continuous")),
            Map.entry(
                    "sampling.trajectory",
                    Set.of("density", "distributions", "sampling.random", "sampling.continuous", "sampling.discrete")),
            Map.entry(
                    "sampling.warmup",
                    Set.of(
                            "density",
                            "distributions",
                            "sampling.random",
                            "sampling.continuous",
                            "sampling.discrete",
                            "sampling.trajectory")),
            Map.entry(
                    "sampling",
                    Set.of(
                            "density",
                            "distributions",
                            "draws",
                            "sampling.random",
                            "sampling.continuous",
                            "sampling.discrete",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry("distributions.special", Set.of()),
            Map.entry("distributions.matrix", Set.of("distributions.special")),
            Map.entry("distributions.scalar", Set.of("distributions.special")),
            Map.entry(
                    "distributions.array",
                    Set.of("distributions.special", "distributions.matrix", "distributions.scalar")),
            Map.entry("distributions.function", Set.of("distributions.matrix", "distributions.array")),
            Map.entry(
                    "distributions.transform",
                    Set.of("distributions.special", "distributions.matrix", "distributions.array")),
            Map.entry("distributions.intervals", Set.of("distributions")),
            Map.entry("distributions.catalogue", Set.of("distributions", "distributions.intervals")),
            Map.entry("compiler.values", Set.of("language", "distributions", "distributions.catalogue")),
            Map.entry(
                    "compiler.graph",
                    Set.of(
                            "compiler.values",
                            "language",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals")),
            Map.entry(
                    "compiler.simulate",
                    Set.of("compiler.graph", "compiler.values", "density", "distributions.catalogue", "language")),
            Map.entry("compiler.code", Set.of()),
            Map.entry(
                    "compiler.terms",
                    Set.of("compiler.code", "distributions", "distributions.catalogue", "distributions.intervals")),
            Map.entry("compiler.sum", Set.of("compiler.terms", "density", "distributions")),
            Map.entry(
                    "compiler.program",
                    Set.of(
                            "compiler.graph",
                            "compiler.sum",
                            "compiler.terms",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "language")),
            Map.entry(
                    "compiler.lower.enclose",
                    Set.of("compiler.program", "compiler.terms", "distributions", "distributions.intervals")),
            Map.entry(
                    "compiler.lower.sums",
                    Set.of("compiler.graph", "compiler.program", "compiler.sum", "compiler.terms", "distributions")),
            Map.entry(
                    "compiler.lower.expression",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry(
                    "compiler.lower.unknown",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.lower.expression",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry(
                    "compiler.lower.ties",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.lower.expression",
                            "compiler.lower.unknown",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry(
                    "compiler.lower.pointwise",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.lower.expression",
                            "compiler.lower.unknown",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry(
                    "compiler.lower.groups",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.lower.expression",
                            "compiler.lower.unknown",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry(
                    "compiler.lower",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.lower.enclose",
                            "compiler.lower.sums",
                            "compiler.lower.expression",
                            "compiler.lower.unknown",
                            "compiler.lower.ties",
                            "compiler.lower.pointwise",
                            "compiler.lower.groups",
                            "compiler.program",
                            "compiler.terms",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "distributions.intervals",
                            "language")),
            Map.entry("compiler.pass", Set.of("compiler.code", "compiler.program", "compiler.terms")),
            Map.entry(
                    "compiler.generate",
                    Set.of(
                            "compiler.code",
                            "compiler.graph",
                            "compiler.program",
                            "compiler.sum",
                            "compiler.terms",
                            "density",
                            "distributions",
                            "distributions.catalogue")),
            Map.entry(
                    "compiler",
                    Set.of(
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.lower",
                            "compiler.program",
                            "compiler.pass",
                            "compiler.simulate",
                            "compiler.values",
                            "language")),
            Map.entry(
                    "inference.basis",
                    Set.of(
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "density",
                            "draws",
                            "language",
                            "sampling")),
            Map.entry(
                    "inference.prediction",
                    Set.of(
                            "compiler",
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.simulate",
                            "compiler.values",
                            "density",
                            "draws",
                            "inference.basis",
                            "language",
                            "report.text")),
            Map.entry(
                    "inference.description",
                    Set.of(
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "compiler.values",
                            "density",
                            "distributions",
                            "distributions.catalogue",
                            "inference.basis",
                            "language",
                            "report.graph",
                            "sampling",
                            "sampling.trajectory")),
            Map.entry(
                    "inference.judging",
                    Set.of(
                            "compiler",
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "compiler.simulate",
                            "density",
                            "draws",
                            "inference.basis",
                            "inference.prediction",
                            "language",
                            "report.text",
                            "sampling")),
            Map.entry(
                    "inference.outcome",
                    Set.of(
                            "compiler",
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "density",
                            "draws",
                            "inference.basis",
                            "inference.prediction",
                            "language",
                            "report",
                            "sampling",
                            "sampling.continuous",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry(
                    "inference.export",
                    Set.of(
                            "compiler.graph",
                            "density",
                            "draws",
                            "exports",
                            "inference.basis",
                            "inference.judging",
                            "inference.prediction",
                            "language",
                            "sampling",
                            "sampling.continuous",
                            "sampling.trajectory")),
            Map.entry(
                    "inference.page",
                    Set.of(
                            "compiler.generate",
                            "compiler.graph",
                            "density",
                            "draws",
                            "inference.basis",
                            "inference.description",
                            "inference.judging",
                            "inference.outcome",
                            "inference.prediction",
                            "language",
                            "report",
                            "sampling",
                            "sampling.random",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry(
                    "inference",
                    Set.of(
                            "compiler",
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "compiler.simulate",
                            "density",
                            "draws",
                            "language",
                            "report",
                            "sampling",
                            "sampling.random",
                            "sampling.trajectory")),
            Map.entry("models", Set.of("density", "distributions")),
            // A model in the language is what particle Gibbs is held to: it draws chains that a compiler finds.
            Map.entry(
                    "validation",
                    Set.of(
                            "compiler",
                            "compiler.generate",
                            "compiler.program",
                            "language",
                            "density",
                            "draws",
                            "models",
                            "sampling",
                            "sampling.random",
                            "sampling.continuous",
                            "sampling.discrete",
                            "sampling.trajectory",
                            "sampling.warmup")),
            // The oracle shares the syntax tree with the compiler, and none of its arithmetic.
            Map.entry(
                    "validation.oracle",
                    Set.of(
                            "compiler.graph",
                            "compiler",
                            "compiler.generate",
                            "compiler.program",
                            "density",
                            "density.contract",
                            "distributions.catalogue",
                            "draws",
                            "language",
                            "sampling",
                            "validation")),
            Map.entry("paper.plot", Set.of()),
            Map.entry("paper.algebra", Set.of("distributions")),
            Map.entry(
                    "paper.gibbs",
                    Set.of(
                            "density",
                            "distributions",
                            "models",
                            "paper.algebra",
                            "sampling.random",
                            "sampling.trajectory")),
            Map.entry("paper.topics", Set.of("distributions", "models", "paper.algebra", "sampling.random")),
            Map.entry("paper.trees", Set.of("density", "distributions", "sampling.random", "sampling.trajectory")),
            Map.entry(
                    "paper",
                    Set.of(
                            "distributions",
                            "density",
                            "draws",
                            "models",
                            "paper.gibbs",
                            "paper.plot",
                            "paper.topics",
                            "paper.trees",
                            "sampling",
                            "sampling.random",
                            "sampling.continuous",
                            "sampling.discrete",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry("runs.files", Set.of("density", "draws")),
            Map.entry(
                    "runs.each",
                    Set.of(
                            "compiler.generate",
                            "density",
                            "draws",
                            "inference",
                            "language",
                            "report",
                            "runs",
                            "runs.files",
                            "sampling")),
            Map.entry("runs.watch", Set.of("draws", "inference", "report", "runs", "sampling")),
            Map.entry("runs.cluster", Set.of("density", "runs", "runs.each", "sampling")),
            Map.entry(
                    "runs",
                    Set.of(
                            "compiler.program",
                            "runs.files",
                            "compiler.generate",
                            "density",
                            "draws",
                            "inference",
                            "language",
                            "report",
                            "sampling",
                            "sampling.continuous",
                            "sampling.discrete",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry(
                    "serve",
                    Set.of(
                            "compiler.generate",
                            "compiler.graph",
                            "compiler.program",
                            "density",
                            "draws",
                            "exports",
                            "inference",
                            "language",
                            "report",
                            "runs",
                            "sampling",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry("cli.screen", Set.of("draws", "inference", "report", "sampling")),
            Map.entry(
                    "cli.options",
                    Set.of(
                            "cli.screen",
                            "compiler.generate",
                            "compiler.program",
                            "density",
                            "draws",
                            "exports",
                            "inference",
                            "language",
                            "report",
                            "runs",
                            "sampling",
                            "sampling.trajectory")),
            Map.entry("cli.examples", Set.of("cli.options", "density", "draws", "inference", "models", "report")),
            Map.entry(
                    "cli.paper",
                    Set.of(
                            "cli.options",
                            "cli.screen",
                            "draws",
                            "inference",
                            "models",
                            "paper",
                            "paper.topics",
                            "report",
                            "sampling")),
            Map.entry(
                    "cli.commands",
                    Set.of(
                            "compiler.program",
                            "cli.examples",
                            "cli.options",
                            "cli.screen",
                            "compiler.generate",
                            "density",
                            "draws",
                            "exports",
                            "inference",
                            "language",
                            "report",
                            "runs",
                            "runs.files",
                            "sampling",
                            "sampling.trajectory")),
            Map.entry(
                    "cli.sample",
                    Set.of(
                            "compiler.program",
                            "cli.commands",
                            "cli.examples",
                            "cli.options",
                            "cli.screen",
                            "compiler.generate",
                            "density",
                            "draws",
                            "inference",
                            "language",
                            "report",
                            "runs",
                            "runs.cluster",
                            "runs.each",
                            "runs.watch",
                            "sampling",
                            "sampling.trajectory",
                            "sampling.warmup")),
            Map.entry(
                    "cli",
                    Set.of(
                            "cli.commands",
                            "cli.examples",
                            "cli.options",
                            "cli.paper",
                            "cli.sample",
                            "draws",
                            "language",
                            "runs",
                            "serve")));

    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tandem");
    }

    static Stream<Arguments> arrows() {
        return MAY_SEE.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("arrows")
    void packagesSeeOnlyThoseToTheirLeft(String name, Set<String> visible) {
        String[] allowed = Stream.concat(Stream.of(name), visible.stream())
                .flatMap(seen -> Stream.concat(Stream.of(seen), ROOMS.getOrDefault(seen, Set.of()).stream()))
                .map(ArchitectureTest::qualified)
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(qualified(name))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(resideOutsideOfPackage("dev.tandem..")))
                .check(classes);
    }

    @Test
    void theOracleComputesByItself() {
        noClasses()
                .that()
                .resideInAPackage("dev.tandem.validation.oracle")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Stream.concat(
                                Stream.of("compiler.values", "distributions.intervals"),
                                ROOMS.get("distributions").stream())
                        .map(ArchitectureTest::qualified)
                        .toArray(String[]::new))
                .check(classes);
    }

    @Test
    void everyPackageHasItsPlace() {
        // A package may be nothing but a page about its rooms.
        assertThat(classes.stream()
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .map(type -> type.getPackageName())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(MAY_SEE.keySet().stream()
                        .map(ArchitectureTest::qualified)
                        .toList());
    }

    private static String qualified(String name) {
        return "dev.tandem." + name;
    }

    @Test
    void noPackageDependsOnItself() {
        slices().matching("dev.tandem.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void contractAndModelsNeedNoLibraries() {
        classes()
                .that()
                .resideInAnyPackage("dev.tandem.density", "dev.tandem.models")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.tandem..", "java..")
                .check(classes);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Util|Utils|Manager|Helper)")
                .check(classes);
    }

    /**
     * Files of run folders are opened in two places: one is for reading, and checks that what comes out of it is what was
     * written, the other for writing, and follows no links. Whoever wants to read a run has to go through the first.
     */
    @Test
    void runFoldersHaveOneDoorForReadingAndOneForWriting() {
        openingFiles("dev.tandem.runs..", "dev.tandem.runs.files.StoredFiles", "dev.tandem.runs.files.Disk")
                .check(classes);
        // The command reads the files that the user names, to take their digests, and no others; results are no file.
        openingFiles("dev.tandem.cli..", "dev.tandem.cli.sample.Inputs", "dev.tandem.cli.StandardOutput")
                .check(classes);
        // What is not held against a digest at the door is held against checksums by those who ask for it.
        noClasses()
                .that(not(within(
                        "dev.tandem.runs.files.StoredFiles",
                        "dev.tandem.runs.StoredModel",
                        "dev.tandem.runs.DescriptionJson",
                        "dev.tandem.runs.Checkpoint",
                        "dev.tandem.runs.AgreementsFile",
                        "dev.tandem.runs.files.TableReader",
                        "dev.tandem.runs.files.TableSums",
                        "dev.tandem.runs.each.EachTables",
                        "dev.tandem.runs.RunLock",
                        "dev.tandem.runs.SharedRun")))
                .should()
                .callMethodWhere(target(owner(name("dev.tandem.runs.files.StoredFiles")))
                        .and(target(nameMatching("bytes|channel"))))
                .check(classes);
    }

    /** A rule that holds itself to be right could be one that never fails. */
    @Test
    void whoOpensAFileElsewhereIsFound() {
        assertThatThrownBy(() -> openingFiles("dev.tandem.runs..", "dev.tandem.runs.files.StoredFiles")
                        .check(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("dev.tandem.runs.files.Disk");
    }

    private static ArchRule openingFiles(String where, String... allowed) {
        return noClasses()
                .that(resideInAnyPackage(where))
                .and(not(within(allowed)))
                .should()
                .callMethodWhere(target(owner(name("java.nio.file.Files")))
                        .and(target(
                                nameMatching("read(AllBytes|String|AllLines)|lines|new.*(Stream|Reader|Writer|Channel)"
                                        + "|write.*|copy"))))
                .orShould()
                .callMethodWhere(
                        target(owner(resideInAnyPackage("java.nio.channels"))).and(target(nameMatching("open"))))
                .orShould()
                .callConstructorWhere(target(owner(resideInAnyPackage("java.io")))
                        .and(target(owner(nameMatching(
                                ".*\\.(File(Input|Output)Stream|File(Reader|Writer)|RandomAccessFile|PrintStream)")))));
    }

    /** Classes of these names, and those inside them. */
    private static DescribedPredicate<JavaClass> within(String... names) {
        return DescribedPredicate.describe(
                "within " + List.of(names),
                type -> Stream.of(names)
                        .anyMatch(name ->
                                type.getName().equals(name) || type.getName().startsWith(name + "$")));
    }

    /** Libraries say what is wrong, and what should change; only a command line knows what its options are called. */
    @Test
    void librariesNameNoOptions() throws IOException {
        assertThat(optionsNamed("density", "distributions", "language", "compiler", "draws", "exports", "report"))
                .isEmpty();
        assertThat(optionsNamed("sampling", "models", "validation", "paper", "inference", "runs", "serve", "spark"))
                .isEmpty();
        // The command itself names them, or this would find nothing anywhere.
        assertThat(optionsNamed("cli")).isNotEmpty();
    }

    private static List<String> optionsNamed(String... modules) throws IOException {
        Pattern option = Pattern.compile("\"[^\"]*(--[a-z]|tandem (sample|predict|report|export|summary) )");
        List<String> found = new ArrayList<>();
        for (String module : modules) {
            Path main = Path.of(System.getProperty("tandem.root"), module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(main)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    Files.readAllLines(file).stream()
                            .filter(line -> !line.strip().startsWith("*"))
                            .filter(line -> option.matcher(line).find())
                            .forEach(line -> found.add(file.getFileName() + ": " + line.strip()));
                }
            }
        }
        return found;
    }

    @Test
    void onlyTheCommandEndsTheProgram() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tandem.cli")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(classes);
    }

    @Test
    void nothingStaticChanges() {
        fields().that().areStatic().should().beFinal().check(classes);
        fields().that()
                .areStatic()
                .and()
                .haveRawType(double[].class)
                .or()
                .haveRawType(int[].class)
                .should()
                .notBePublic()
                .check(classes);
    }

    @Test
    void randomnessIsPassedIn() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .callMethod(Math.class, "random")
                .check(classes);
    }

    /** Functions of Math whose last bits are left to the processor, or that newer Javas compute by other means than 17 does. */
    @Test
    void processorsAndJavasGiveTheSameBits() {
        noClasses()
                .that(resideInAnyPackage(
                        "dev.tandem.density..",
                        "dev.tandem.distributions..",
                        "dev.tandem.compiler..",
                        "dev.tandem.sampling..",
                        "dev.tandem.models..",
                        "dev.tandem.paper",
                        "dev.tandem.paper.algebra..",
                        "dev.tandem.paper.gibbs..",
                        "dev.tandem.paper.topics..",
                        "dev.tandem.paper.trees.."))
                .should()
                .accessTargetWhere(
                        target(owner(type(Math.class)))
                                .and(
                                        target(
                                                nameMatching(
                                                        "exp|log|pow|sin|cos|tan|log10|log1p|expm1|asin|acos|atan|atan2|hypot|tanh|cbrt|sinh|cosh"))))
                .because("Elementary and StrictMath have the same bits on every machine")
                .check(classes);
        noClasses()
                .should()
                .accessTargetWhere(target(owner(type(Math.class))).and(target(nameMatching("tanh|cbrt|sinh|cosh"))))
                .because("StrictMath has the same bits on every Java")
                .check(classes);
    }
}
