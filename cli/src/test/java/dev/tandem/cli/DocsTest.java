package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tandem.inference.Model;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs every command and every block of code in the README and in docs, each page from top to bottom in a folder of its
 * own, and lists what it ran in {@code target/docs-run.txt}; with {@code -Dtandem.docs.write=true}, in {@code
 * docs/blocks.txt} too.
 *
 * <p>What a block is follows from its fence: {@code sh} and {@code console} are commands, the latter with what they print;
 * {@code bug}, {@code json}, {@code r}, {@code python} and {@code java} are what they say, and are saved if a name of a file
 * follows; {@code text} is for reading. Programs in R and Python are skipped where their packages are missing. A fence that
 * ends in {@code shown}, and code of other programs, is not run.
 */
class DocsTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    /** Commands that cannot be run from within a test, and why. */
    private static final Map<String, String> NOT_RUN = Map.of("mvn -B verify", "it runs this test");

    private static final Pattern FENCE = Pattern.compile("```(?<language>\\w*) *(?<rest>.*)");

    private static final List<String> LOG = new ArrayList<>();

    @TempDir
    Path folder;

    private record Block(Path page, int line, String language, String rest, String text) {
        String place() {
            return ROOT.relativize(page) + ":" + line;
        }
    }

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages.stream();
    }

    @AfterAll
    static void list() throws IOException {
        Path target = Files.createDirectories(ROOT.resolve("cli/target"));
        Files.write(target.resolve("docs-run.txt"), LOG);
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.write(ROOT.resolve("docs/blocks.txt"), LOG);
        }
        LOG.forEach(System.out::println);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyBlockRuns(Path page) throws Exception {
        prepare();
        for (Block block : blocks(page)) {
            run(block);
        }
    }

    @Test
    void noBlockIsOfAnUnknownKind() throws IOException {
        for (Path page : pages().toList()) {
            for (Block block : blocks(page)) {
                assertThat(block.language())
                        .as(block.place())
                        .isIn("sh", "console", "bug", "json", "r", "python", "java", "text", "stan");
            }
        }
    }

    /** The reader's folder: the launcher, and the examples. */
    private void prepare() throws IOException {
        Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // Short runs are over before the second compiler would pay.
        Path launcher = Files.writeString(
                folder.resolve("tandem"),
                "#!/bin/sh\nexec '" + java + "' -Xlog:disable -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
                        + System.getProperty("java.class.path") + "' dev.tandem.cli.Tandem \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void leaveTheExamplesAlone() throws IOException {
        Files.deleteIfExists(folder.resolve("examples"));
    }

    private static List<Block> blocks(Path page) throws IOException {
        List<String> lines = Files.readAllLines(page);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int start = i;
                StringBuilder text = new StringBuilder();
                while (!lines.get(++i).equals("```")) {
                    text.append(lines.get(i)).append('\n');
                }
                blocks.add(new Block(page, start + 1, fence.group("language"), fence.group("rest"), text.toString()));
            }
        }
        return blocks;
    }

    private void run(Block block) throws Exception {
        if (block.rest().endsWith("shown") || block.language().equals("stan")) {
            log(block, "of another program, not run");
            return;
        }
        if (!block.rest().isEmpty()) {
            Files.writeString(folder.resolve(block.rest()), block.text());
        }
        switch (block.language()) {
            case "sh", "console" -> commands(block);
            case "bug" -> {
                assertThat(Model.of(block.text()).parsed()).as(block.place()).isNotNull();
                log(block, "read");
            }
            case "json" -> {
                assertThat(JsonMapper.shared().readTree(block.text()))
                        .as(block.place())
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
    }

    /** Runs the commands of a block one by one, and compares what they print with what is shown. */
    private void commands(Block block) throws Exception {
        boolean console = block.language().equals("console");
        String command = null;
        StringBuilder shown = new StringBuilder();
        for (String line : block.text().lines().toList()) {
            if (!console || line.startsWith("$ ")) {
                command(block, command, shown.toString());
                command = console ? line.substring(2) : line;
                shown.setLength(0);
            } else {
                shown.append(line).append('\n');
            }
        }
        command(block, command, shown.toString());
    }

    private void command(Block block, String command, String shown) throws Exception {
        if (command == null || command.isBlank() || command.startsWith("#")) {
            return;
        }
        if (NOT_RUN.containsKey(command)) {
            log(block, "$ " + command, NOT_RUN.get(command));
            return;
        }
        long begun = System.nanoTime();
        String printed = execute(block, List.of("bash", "-euo", "pipefail", "-c", command), 0);
        assertShown(block, command, shown, printed);
        log(block, "$ " + command, seconds(begun));
    }

    /**
     * What is shown was printed, in this order: of a line with numbers its first word without them, which does not depend on
     * the machine or on how tuning is found; of others all. Warnings come and go with the tuning.
     */
    private static void assertShown(Block block, String command, String shown, String printed) {
        List<String> lines = printed.lines().map(DocsTest::label).toList();
        int next = 0;
        boolean inWarning = false;
        for (String line : shown.lines().toList()) {
            inWarning = line.startsWith("warning:") || line.startsWith("note:") || (inWarning && line.startsWith(" "));
            String label = label(line);
            if (label.isEmpty() || label.equals("..") || inWarning || line.matches("chain \\d+ .*")) {
                continue;
            }
            int place = lines.subList(next, lines.size()).indexOf(label);
            if (place < 0) {
                fail(
                        "%s shows of '%s' the line%n  %s%nwhich is not, or not there, in%n%s",
                        block.place(), command, line, printed);
            }
            next += place + 1;
        }
    }

    private static String label(String line) {
        String stripped = line.strip();
        return stripped.matches(".*\\d.*")
                ? stripped.replaceFirst(" .*", "").replaceAll("\\d+", "#")
                : stripped.replaceAll(" +", " ");
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
            String printed = execute(block, List.of(interpreter, script.toString()), 77);
            log(block, printed == null ? "SKIPPED: " + interpreter + " lacks its packages" : seconds(begun));
        } catch (IOException e) {
            log(block, "SKIPPED: there is no " + interpreter);
        }
    }

    /** Programs in Java are those of the module that shows them, whose test runs them. */
    private static void java(Block block) throws IOException {
        Matcher name = Pattern.compile("public class (\\w+)").matcher(block.text());
        assertThat(name.find()).as(block.place()).isTrue();
        assertThat(ROOT.resolve("example/src/main/java/dev/tandem/example/" + name.group(1) + ".java"))
                .as(block.place())
                .content()
                .endsWith(block.text());
        log(block, "class " + name.group(1), "run by ProgramsTest in example");
    }

    /** What a process printed; null if it ended with the code that says that something is missing. */
    private String execute(Block block, List<String> command, int missing) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES))
                .as("%s: %s", block.place(), command)
                .isTrue();
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        if (missing != 0 && process.exitValue() == missing) {
            return null;
        }
        assertThat(process.exitValue())
                .as("%s: %s%n%s", block.place(), command, printed)
                .isZero();
        return printed;
    }

    private static String seconds(long begun) {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - begun) * 1e-9);
    }

    private static void log(Block block, String outcome) {
        log(block, block.language(), outcome);
    }

    private static void log(Block block, String what, String outcome) {
        LOG.add(block.place() + "  " + what + "  (" + outcome + ")");
    }

    @Test
    void theReadmeListsTheSamplersThatThereAre() throws IOException {
        assertThat(blocks(ROOT.resolve("README.md")))
                .anySatisfy(block -> assertThat(block.text())
                        .startsWith("$ ./tandem samplers\n")
                        .endsWith(Terminal.run("samplers").out()));
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
                Matcher matcher = mention.matcher(block.text());
                while (matcher.find()) {
                    if (!isCommand(block.text(), matcher.start())) {
                        continue;
                    }
                    CommandLine command = tandem.getSubcommands().get(matcher.group("command"));
                    assertThat(command)
                            .as("%s: %s", block.place(), matcher.group())
                            .isNotNull();
                    Matcher options = option.matcher(matcher.group("rest"));
                    while (options.find()) {
                        assertThat(isOption(command, options.group()))
                                .as("%s: %s has %s", block.place(), matcher.group(), options.group())
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
