package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.Passes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables in docs/architecture.md are those of the code, and what the pages for contributors name exists. With {@code
 * -Dtandem.docs.write=true}, as {@code docs/write.sh} has it, the tables are written anew.
 */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Path PAGE = ROOT.resolve("docs/architecture.md");
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "tandem");
    private static final String PACKAGE_INFO = "package-info.java";

    private static final Pattern MODULE = Pattern.compile("<module>(\\S+)</module>");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern OWN_ARTIFACT = Pattern.compile("<artifactId>tandem-(\\S+)</artifactId>");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");
    private static final String NAME = "([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?";
    private static final Pattern NAMED = Pattern.compile("`" + NAME + "`");
    private static final Pattern NAMED_IN_PICTURE = Pattern.compile("\\b" + NAME);

    @Test
    void passesAreThoseOfTheCompiler() throws IOException {
        StringBuilder table =
                new StringBuilder("| pass | what it does | why it stands there | left out by |\n|---|---|---|---|\n");
        for (Passes.Row row : Passes.all().rows()) {
            table.append("| `").append(row.name()).append("` | ");
            table.append(row.reason()).append(" | ").append(row.place()).append(" | ");
            table.append(row.required() ? "cannot be" : "`--without " + row.name() + "`")
                    .append(" |\n");
        }
        holds("passes", table.toString());
    }

    @Test
    void modulesAndPackagesAreThoseOfTheSource() throws IOException {
        StringBuilder table = new StringBuilder("| package | its job | its module sees |\n|---|---|---|\n");
        for (String module : modules()) {
            boolean first = true;
            for (Path folder : packages(module)) {
                Path info = folder.resolve(PACKAGE_INFO);
                assertThat(info).as("what the package is for").exists();
                String name = ROOT.resolve(module)
                        .resolve(SOURCES)
                        .relativize(folder)
                        .toString()
                        .replace(folder.getFileSystem().getSeparator(), ".");
                table.append("| ").append(first ? "**`" + name + "`**" : "`" + name + "`");
                table.append(" | ")
                        .append(firstSentence(Files.readString(info)))
                        .append(" | ");
                table.append(first ? String.join(", ", seenBy(module)) : "").append(" |\n");
                first = false;
            }
        }
        holds("packages", table.toString());
    }

    /** A page that speaks of a type, a member or a test that was renamed misleads whoever reads it. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/architecture.md", "docs/extending.md", "CONTRIBUTING.md"})
    void whatAPageNamesExists(String name) throws IOException {
        assertThat(missing(ROOT.resolve(name), name.equals("docs/architecture.md")))
                .isEmpty();
    }

    @Test
    void whatDoesNotExistIsFound(@TempDir Path folder) throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"),
                "`Lowering.lower` makes a `Programme`, and\n`Lowering.raise` another.\n\n    Graph -> Graf\n");
        assertThat(missing(page, false)).containsExactly("1: Programme", "2: Lowering.raise");
        assertThat(missing(page, true)).containsExactly("1: Programme", "2: Lowering.raise", "4: Graf");
    }

    /** What a page names that neither the source nor a skeleton on the page has; in its pictures too, if it has some. */
    private static List<String> missing(Path file, boolean pictures) throws IOException {
        Map<String, List<String>> types = types();
        DocPage page = DocPage.read(file);
        String skeletons = page.blocks().stream().map(DocPage.Block::text).collect(Collectors.joining("\n"));
        List<String> missing = new ArrayList<>();
        page.prose().forEach((line, text) -> {
            boolean picture = pictures && text.startsWith("    ");
            Matcher named = (picture ? NAMED_IN_PICTURE : NAMED).matcher(text);
            while (named.find()) {
                String type = named.group(1);
                String member = named.group(2);
                boolean exists = types.containsKey(type)
                        && (member == null || types.get(type).stream().anyMatch(source -> hasWord(source, member)));
                if (!exists && !hasWord(skeletons, type)) {
                    missing.add(line + ": " + type + (member == null ? "" : "." + member));
                }
            }
        });
        return missing;
    }

    private static boolean hasWord(String text, String word) {
        return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
    }

    /** Every type of the source, tests included, with the text of the files that declare one of this name. */
    private static Map<String, List<String>> types() throws IOException {
        Map<String, List<String>> types = new HashMap<>();
        for (String module : modules()) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String text = Files.readString(file);
                    Matcher type = TYPE.matcher(text);
                    while (type.find()) {
                        types.computeIfAbsent(type.group(1), t -> new ArrayList<>())
                                .add(text);
                    }
                }
            }
        }
        return types;
    }

    private static void holds(String name, String table) throws IOException {
        Matcher found = Pattern.compile("(?s)(<!-- " + name + " -->\n)(.*?)(<!-- end -->\n)")
                .matcher(Files.readString(PAGE));
        assertThat(found.find()).isTrue();
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(
                    PAGE, found.replaceFirst(Matcher.quoteReplacement(found.group(1) + table + found.group(3))));
        } else {
            assertThat(found.group(2)).as("docs/write.sh writes it").isEqualTo(table);
        }
    }

    /** The modules with source, in the order of the pipeline. */
    private static List<String> modules() throws IOException {
        return MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .filter(module -> Files.exists(ROOT.resolve(module).resolve(SOURCES)))
                .toList();
    }

    /** The folders of a module that have classes. */
    private static List<Path> packages(String module) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve(SOURCES))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getParent)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    /** The modules that the classes of a module may use, as its build says. */
    private static List<String> seenBy(String module) throws IOException {
        List<String> seen = DEPENDENCY
                .matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                .results()
                .map(dependency -> dependency.group(1))
                .filter(dependency -> !dependency.contains("<scope>test</scope>"))
                .flatMap(dependency -> OWN_ARTIFACT.matcher(dependency).results())
                .map(artifact -> artifact.group(1))
                .toList();
        return modules().stream().filter(seen::contains).toList();
    }

    private static String firstSentence(String info) {
        String comment = info.substring(info.indexOf("/**") + 3, info.indexOf("*/"))
                .replaceAll("(?m)^ \\* ?", "")
                .replaceAll("\\s+", " ")
                .strip()
                .replaceAll("\\{@(?:code|link) (?:[a-z]+\\.)*([^}]*)}", "`$1`");
        Matcher end = Pattern.compile("\\.( |$)").matcher(comment);
        assertThat(end.find()).as(comment).isTrue();
        return comment.substring(0, end.end()).strip();
    }
}
