package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.cli.DocPage.Block;
import dev.tandem.inference.Model;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs every command and every block of code in the README and in docs, each page from top to bottom in a folder of its
 * own, compares what is printed with what the page shows, and lists what it ran in {@code target/docs-run.txt}. With
 * {@code -Dtandem.docs.write=true}, as {@code docs/write.sh} has it, pages are not compared but written anew.
 *
 * <p>What a block is follows from its fence: {@code sh} and {@code console} are commands, the latter with all that they
 * print, but for lines that {@code ..} stands for ({@code exit 2} follows where they fail on purpose); {@code console
 * screen} is a screen of a terminal; {@code bug}, {@code json}, {@code r}, {@code python} and {@code java} are what they
 * say, and are saved if a name of a file follows; {@code java skeleton} is a whole file that is compiled; {@code text} names
 * the test that holds it. Programs in R and Python are skipped where their packages are missing. A fence that ends in {@code
 * shown}, and code of other programs, is not run.
 */
@Order(1)
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    private static final boolean WRITE = Boolean.getBoolean("tandem.docs.write");

    /** Commands that cannot be run from within a test, and why. */
    private static final Map<String, String> NOT_RUN = Map.of("mvn -B verify", "it runs this test");

    /** Pages that are written as a whole, and by what. */
    private static final Map<String, String> WHOLE = Map.of(
            "docs/commands.md", "CommandReferenceTest",
            // JAGS is needed for it; the scripts themselves are run by the tests of the package for R.
            "docs/r-scripts.md", "r/beside-jags/write.sh");

    private static final String HELD_BY = "held by ";

    private static final String SKELETON = "skeleton";

    private static final Pattern HEADING =
            Pattern.compile("(?<model>\\S+): (?<chains>\\d+) chains of (?<draws>\\d+) draws, sampler .*");

    private static final Map<String, List<String>> LOG = new ConcurrentSkipListMap<>();

    /** Starts the command; empty until a page needs it. */
    private static final List<String> START = new ArrayList<>();

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        for (String folder : List.of("docs", "docs/guides")) {
            try (Stream<Path> docs = Files.list(ROOT.resolve(folder))) {
                docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages.stream();
    }

    @AfterAll
    static void list() throws IOException {
        Path target = Files.createDirectories(ROOT.resolve("cli/target"));
        List<String> lines = LOG.values().stream().flatMap(List::stream).toList();
        Files.write(target.resolve("docs-run.txt"), lines);
        lines.forEach(System.out::println);
    }

    /** All pages, or those that are asked for. */
    static Stream<Path> chosen() throws IOException {
        Pattern pattern = Pattern.compile(System.getProperty("tandem.docs.pages", ""));
        return pages().filter(page -> pattern.matcher(page.toString()).find());
    }

    @ParameterizedTest
    @MethodSource("chosen")
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("normal")
    void showsWhatIsPrinted(Path page) throws Exception {
        prepare();
        if (!follow(page, WRITE)) {
            record(page);
        }
    }

    /**
     * Runs a page from top to bottom, and writes it or compares it; false if it has screens that are to be taken anew.
     */
    private boolean follow(Path file, boolean write) throws Exception {
        DocPage page = DocPage.read(file);
        boolean screensHold = true;
        for (Block block : page.blocks()) {
            if (block.language().equals("console") && block.rest().equals("screen")) {
                screensHold &= screen(block, write);
            } else {
                page.renew(block, run(block, write));
            }
        }
        List<String> text = page.text();
        if (!write) {
            assertThat(text)
                    .as("figures in the text of %s; docs/write.sh writes them", file)
                    .isEqualTo(Files.readAllLines(file));
        } else if (!text.equals(Files.readAllLines(file))) {
            Files.write(file, text);
        }
        return screensHold;
    }

    /** Takes the screens of a page anew. The launcher has to be up to date, lest it builds what is being tested. */
    private static void record(Path page) throws Exception {
        Path log = ROOT.resolve("cli/target/record.log");
        Process process = new ProcessBuilder(ROOT.resolve("docs/record.sh").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as("%s is to be recorded anew: %s", page, Files.readString(log))
                .isZero();
    }

    @Test
    void noBlockIsOfAnUnknownKind() throws IOException {
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                assertThat(block.language())
                        .as(block.place(ROOT))
                        .isIn("sh", "console", "bug", "json", "r", "python", "java", "text", "stan", "diff");
            }
        }
    }

    /** What is not run here is held by something that exists. */
    @Test
    void everyTextIsHeldByATest() throws IOException {
        Set<String> names = new HashSet<>();
        // Not all that is there: other modules may be built meanwhile, and folders of theirs come and go.
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(ROOT, Files::isDirectory)) {
            for (Path module : modules) {
                Path tests = module.resolve("src/test");
                if (Files.exists(tests)) {
                    try (Stream<Path> files = Files.walk(tests)) {
                        files.forEach(file -> names.add(file.getFileName().toString()));
                    }
                }
            }
        }
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                if (block.language().equals("text")
                        && !WHOLE.containsKey(ROOT.relativize(page).toString())) {
                    assertThat(block.rest()).as(block.place(ROOT)).startsWith(HELD_BY);
                    assertThat(names)
                            .as(block.place(ROOT))
                            .contains(block.rest().substring(HELD_BY.length()) + ".java");
                }
            }
        }
    }

    /** One digit of a page that is wrong is seen, and mended by writing, which a second time changes nothing. */
    @Test
    @Tag("normal")
    void aWrongDigitIsSeenAndMended() throws Exception {
        prepare();
        Path page = folder.resolve("page.md");
        String command = "./tandem sample examples/changepoint/model.bug --data examples/changepoint/data.R"
                + " --warmup 50 --draws 50 --chains 2";
        Files.writeString(page, "```console\n$ " + command + "\n```\n\n<!--= change mean-->0.0<!--=--> years\n");
        follow(page, true);
        String right = Files.readString(page);
        assertThat(right).contains("\nchange  ").doesNotContain(">0.0<");
        follow(page, true);
        assertThat(page).content().isEqualTo(right);
        follow(page, false);
        for (String wrong : List.of(
                right.replaceFirst("(?m)^(change .*?)(\\d)(\\.)", "$17$3"),
                right.replaceFirst("(?m)^( +1  .*)(\\d)( +diagonal| +unit| +dense)", "$1x$3"),
                right.replaceFirst("(?m)-->\\d", "-->9"))) {
            assertThat(wrong).isNotEqualTo(right);
            Files.writeString(page, wrong);
            assertThatThrownBy(() -> follow(page, false))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("docs/write.sh");
        }
        follow(page, true);
        assertThat(page).content().isEqualTo(right);
    }

    @Test
    void aSkeletonThatDoesNotCompileIsSeen() throws Exception {
        Path page = folder.resolve("page.md");
        String right = "```java skeleton\npackage dev.tandem.draws;\n\nfinal class Right { Draws draws; }\n```\n";
        Files.writeString(page, right);
        follow(page, false);
        Files.writeString(page, right.replace("Draws draws", "Drawers draws"));
        assertThatThrownBy(() -> follow(page, false)).hasMessageContaining("Drawers");
    }

    /** The reader's folder: the launcher, and the examples. */
    private void prepare() throws Exception {
        Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
        Path launcher = Files.writeString(
                folder.resolve("tandem"), "#!/bin/sh\nexec '" + String.join("' '", start()) + "' \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** What starts the command: with an archive of its classes, each of a hundred starts takes little more than half. */
    private static List<String> start() throws Exception {
        synchronized (START) {
            if (START.isEmpty()) {
                Path archive = shared.resolve("tandem.jsa");
                String classes = jars();
                List<String> first = new ArrayList<>(start("-XX:ArchiveClassesAtExit=" + archive, classes));
                Path example = ROOT.resolve("examples/changepoint");
                Stream.of("sample", example.resolve("model.bug"), "--data", example.resolve("data.R"), "--draws", 50)
                        .map(Object::toString)
                        .forEach(first::add);
                first.addAll(List.of("--out", shared.resolve("run").toString()));
                Process process = new ProcessBuilder(first)
                        .redirectErrorStream(true)
                        .redirectOutput(shared.resolve("first.txt").toFile())
                        .start();
                assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
                assertThat(archive).exists();
                START.addAll(start("-XX:SharedArchiveFile=" + archive, classes));
            }
            return List.copyOf(START);
        }
    }

    /** Short runs are over before the second compiler would pay; SameDrawsTest shows that it changes no bit. */
    private static List<String> start(String archive, String classes) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:disable",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                archive,
                "-cp",
                classes,
                "dev.tandem.cli.Tandem");
    }

    /** The class path of this test with each folder of classes made a jar, since an archive is of jars alone. */
    private static String jars() {
        List<String> jars = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!part.isEmpty() && Files.isDirectory(Path.of(part))) {
                String jar = shared.resolve("classes-" + jars.size() + ".jar").toString();
                java.util.spi.ToolProvider.findFirst("jar")
                        .orElseThrow()
                        .run(System.out, System.err, "--create", "--no-compress", "--file", jar, "-C", part, ".");
                jars.add(jar);
            } else {
                jars.add(part);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    @AfterEach
    void leaveTheExamplesAlone() throws IOException {
        Files.deleteIfExists(folder.resolve("examples"));
    }

    private static List<Block> blocks(Path page) throws IOException {
        return DocPage.read(page).blocks();
    }

    /** Runs a block; what it should show. */
    private List<String> run(Block block, boolean write) throws Exception {
        if (block.rest().endsWith("shown") || block.language().equals("stan")) {
            log(block, "of another program, not run");
            return block.lines();
        }
        if (Set.of("sh", "console").contains(block.language())) {
            return commands(block, write);
        }
        if (block.language().equals("text")) {
            String page = ROOT.relativize(block.page()).toString();
            log(block, WHOLE.containsKey(page) ? HELD_BY + WHOLE.get(page) : block.rest());
            return block.lines();
        }
        if (block.rest().equals(SKELETON)) {
            compile(block);
            return block.lines();
        }
        if (!block.rest().isEmpty()) {
            Files.writeString(folder.resolve(block.rest()), block.text());
        }
        switch (block.language()) {
            case "bug" -> {
                assertThat(Model.of(block.text()).parsed())
                        .as(block.place(ROOT))
                        .isNotNull();
                log(block, "read");
            }
            case "json" -> {
                assertThat(JsonMapper.shared().readTree(block.text()))
                        .as(block.place(ROOT))
                        .isNotNull();
                log(block, "read");
            }
            case "r" ->
                script(
                        block,
                        "Rscript",
                        "library\\((\\w+)\\)",
                        "if (!requireNamespace('%s', quietly = TRUE)) quit(status = 77)\n");
            case "python" ->
                script(
                        block,
                        System.getenv().getOrDefault("TANDEM_PYTHON", "python3"),
                        "import (\\w+)",
                        "import importlib.util, sys\nif not importlib.util.find_spec('%s'): sys.exit(77)\n");
            case "java" -> java(block);
            default -> log(block, "for reading");
        }
        return block.lines();
    }

    /** Runs the commands of a block one by one; the block with what they print, or as it is where that is the same. */
    private List<String> commands(Block block, boolean write) throws Exception {
        if (block.language().equals("sh")) {
            for (String command : block.lines()) {
                command(block, command);
            }
            return block.lines();
        }
        List<String> text = new ArrayList<>();
        List<String> lines = block.lines();
        assertThat(lines.get(0)).as(block.place(ROOT)).startsWith("$ ");
        for (int i = 0; i < lines.size(); ) {
            int next = i + 1;
            while (next < lines.size() && !lines.get(next).startsWith("$ ")) {
                next++;
            }
            String command = lines.get(i).substring(2);
            List<String> shown = lines.subList(i + 1, next);
            List<String> renewed = Shown.renewed(shown, command(block, command));
            if (!write) {
                assertThat(String.join("\n", shown))
                        .as(
                                "%s: what '%s' prints is not what is shown; docs/write.sh writes it",
                                block.place(ROOT), command)
                        .isEqualTo(String.join("\n", renewed));
            }
            text.add(lines.get(i));
            text.addAll(renewed);
            i = next;
        }
        return text;
    }

    /** The lines that a command prints. */
    private List<String> command(Block block, String command) throws Exception {
        if (command.isBlank() || command.startsWith("#")) {
            return List.of();
        }
        if (NOT_RUN.containsKey(command)) {
            log(block, "$ " + command, NOT_RUN.get(command));
            return List.of();
        }
        Matcher exit = Pattern.compile("exit (\\d+)").matcher(block.rest());
        long begun = System.nanoTime();
        String printed = execute(
                block,
                List.of("bash", "-euo", "pipefail", "-c", command),
                exit.matches() ? Integer.parseInt(exit.group(1)) : 0,
                0);
        log(block, "$ " + command, seconds(begun));
        return printed.lines().toList();
    }

    /**
     * Whether a screen of a terminal holds. Progress depends on the clock alone. The rest has to be printed again, and of a
     * run that was stopped, wherever that was, the table is that of a run of so many draws.
     */
    private boolean screen(Block block, boolean write) throws Exception {
        List<String> lines = block.lines();
        int heading = 0;
        while (heading < lines.size() && !HEADING.matcher(lines.get(heading)).matches()) {
            String line = lines.get(heading++);
            // A note that comes before the chains is compared where the same run is shown to its end.
            assertThat(Clock.isProgress(line) || line.startsWith("$ ") || line.startsWith("note: "))
                    .as("%s: %s", block.place(ROOT), line)
                    .isTrue();
        }
        if (heading == lines.size()) {
            log(block, "screen of progress, taken by docs/record.sh");
            return true;
        }
        assertThat(lines.get(0)).as(block.place(ROOT)).startsWith("$ ");
        String command = lines.get(0).substring(2);
        boolean stopped = lines.stream().anyMatch(line -> line.startsWith("note: the run was stopped"));
        Matcher first = HEADING.matcher(lines.get(heading));
        assertThat(first.matches()).isTrue();
        List<String> printed = stopped
                ? table(command(
                        block,
                        command.replaceFirst("--draws \\d+", "--draws " + first.group("draws"))
                                .replaceFirst(" --out \\S+", "")))
                : command(block, command);
        // The bar of the whole run is for terminals alone.
        List<String> shown = stopped
                ? table(lines)
                : lines.subList(1, lines.size() - 1).stream()
                        .filter(line -> !Clock.isBar(line))
                        .toList();
        List<String> renewed = Shown.renewed(shown, printed);
        if (!write) {
            assertThat(String.join("\n", shown))
                    .as(
                            "%s: what '%s' prints is not what the screen shows; docs/write.sh takes it anew",
                            block.place(ROOT), command)
                    .isEqualTo(String.join("\n", renewed));
        }
        return renewed.equals(shown);
    }

    /** The first table below the heading of a run. */
    private static List<String> table(List<String> lines) {
        List<String> table = new ArrayList<>();
        int heading = 0;
        while (!HEADING.matcher(lines.get(heading)).matches()) {
            heading++;
        }
        for (int i = heading + 2; !lines.get(i).isEmpty(); i++) {
            table.add(lines.get(i));
        }
        return table;
    }

    private void script(Block block, String interpreter, String imports, String guard) throws Exception {
        StringBuilder guards = new StringBuilder();
        Matcher matcher = Pattern.compile(imports).matcher(block.text());
        while (matcher.find()) {
            guards.append(String.format(Locale.ROOT, guard, matcher.group(1)));
        }
        Path script = Files.writeString(folder.resolve("script"), guards + block.text());
        long begun = System.nanoTime();
        try {
            String printed = execute(block, List.of(interpreter, script.toString()), 0, 77);
            log(block, printed == null ? "SKIPPED: " + interpreter + " lacks its packages" : seconds(begun));
        } catch (IOException e) {
            log(block, "SKIPPED: there is no " + interpreter);
        }
    }

    /** Compiles what a reader would begin with, as a class of the package that it names. */
    private void compile(Block block) throws IOException {
        Matcher name = Pattern.compile("(?m)^(?:public )?final class (\\w+)").matcher(block.text());
        assertThat(name.find()).as(block.place(ROOT)).isTrue();
        Path file = Files.writeString(folder.resolve(name.group(1) + ".java"), block.text());
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        printed,
                        printed,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(code)
                .as(block.place(ROOT) + "\n" + printed.toString(StandardCharsets.UTF_8))
                .isZero();
        log(block, "class " + name.group(1), "compiled");
    }

    /** Programs in Java are those of the module that shows them, whose test runs them. */
    private static void java(Block block) throws IOException {
        Matcher name = Pattern.compile("public class (\\w+)").matcher(block.text());
        assertThat(name.find()).as(block.place(ROOT)).isTrue();
        assertThat(ROOT.resolve("example/src/main/java/dev/tandem/example/" + name.group(1) + ".java"))
                .as(block.place(ROOT))
                .content()
                .endsWith(block.text());
        log(block, "class " + name.group(1), "run by ProgramsTest in example");
    }

    /** What a process printed; null if it ended with the code that says that something is missing. */
    private String execute(Block block, List<String> command, int expected, int missing)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES))
                .as("%s: %s", block.place(ROOT), command)
                .isTrue();
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        if (missing != 0 && process.exitValue() == missing) {
            return null;
        }
        assertThat(process.exitValue())
                .as("%s: %s%n%s", block.place(ROOT), command, printed)
                .isEqualTo(expected);
        return printed;
    }

    private static String seconds(long begun) {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begun) * 1e-9);
    }

    private static void log(Block block, String outcome) {
        log(block, block.language(), outcome);
    }

    private static void log(Block block, String what, String outcome) {
        LOG.computeIfAbsent(block.page().toString(), page -> Collections.synchronizedList(new ArrayList<>()))
                .add(block.place(ROOT) + "  " + what + "  (" + outcome + ")");
    }

    @Test
    void thePageAboutTheSamplerListsThoseThatThereAre() throws IOException {
        assertThat(blocks(ROOT.resolve("docs/sampler.md")))
                .anySatisfy(block -> assertThat(block.text())
                        .startsWith("$ ./tandem samplers\n")
                        .endsWith(Terminal.run("samplers").out()));
    }

    /** What is said about the bias of the published algorithm is quoted from the page about the paper. */
    @Test
    void theBiasIsQuotedFromThePaper() throws IOException {
        List<String> page = Files.readAllLines(ROOT.resolve("docs/published-algorithm.md"));
        List<String> quoted = page
                .subList(page.indexOf("## Why not the published algorithm"), page.indexOf("## The paper, reproduced"))
                .stream()
                .filter(line -> line.startsWith("|"))
                .toList();
        assertThat(quoted).isNotEmpty();
        assertThat(Files.readString(ROOT.resolve("docs/paper.md"))).contains(String.join("\n", quoted));
    }

    /** Also where it is not run, in text and tables: a command that is mentioned exists, and has the options mentioned. */
    @Test
    void everyCommandMentionedExists() throws IOException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine tandem = Tandem.commandLine(nowhere, nowhere);
        // Up to the end of the line or of the code, or to the blanks before what a list says about it.
        Pattern mention = Pattern.compile("tandem (?<command>[a-z]+)(?<rest>(?:(?!  |`).)*)");
        Pattern option = Pattern.compile("(?<= )--[a-z-]+");
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                // A skeleton may be that of a command which does not exist yet.
                Matcher matcher = mention.matcher(block.rest().equals(SKELETON) ? "" : block.text());
                while (matcher.find()) {
                    if (!isCommand(block.text(), matcher.start())) {
                        continue;
                    }
                    CommandLine command = tandem.getSubcommands().get(matcher.group("command"));
                    assertThat(command)
                            .as("%s: %s", block.place(ROOT), matcher.group())
                            .isNotNull();
                    Matcher options = option.matcher(matcher.group("rest"));
                    while (options.find()) {
                        assertThat(isOption(command, options.group()))
                                .as("%s: %s has %s", block.place(ROOT), matcher.group(), options.group())
                                .isTrue();
                    }
                }
            }
        }
    }

    /** Whether it stands where a command would, and not in a sentence. */
    private static boolean isCommand(String text, int start) {
        return text.startsWith("./", Math.max(0, start - 2)) || text.startsWith("  ", Math.max(0, start - 2));
    }

    /** Whether a command, or one below it, has an option. */
    private static boolean isOption(CommandLine command, String name) {
        return command.getCommandSpec().findOption(name) != null
                || command.getSubcommands().values().stream().anyMatch(below -> isOption(below, name));
    }
}
