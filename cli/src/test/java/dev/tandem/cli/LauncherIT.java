package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The launcher and the jar as a user runs them. */
class LauncherIT {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Path LAUNCHER = ROOT.resolve("tandem");

    @TempDir
    Path elsewhere;

    @BeforeEach
    void isBuilt() {
        assertThat(ROOT.resolve("cli/target/tandem.jar")).exists();
    }

    private Terminal launch(Path launcher, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(launcher, environment, arguments);
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return result(process);
    }

    private Process start(Path launcher, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectOutput(elsewhere.resolve("out").toFile())
                .redirectError(elsewhere.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private String errors() throws IOException {
        return Files.readString(elsewhere.resolve("err"));
    }

    private Terminal result(Process process) throws IOException {
        return new Terminal(process.exitValue(), Files.readString(elsewhere.resolve("out")), errors());
    }

    @Test
    void startsFromAnywhereAndThroughLinks() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("first"), LAUNCHER);
        Path second = Files.createSymbolicLink(elsewhere.resolve("second"), link.getFileName());
        Terminal terminal = launch(second, Map.of(), "--version");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).startsWith("tandem ").doesNotContain("development");
        assertThat(terminal.code()).isZero();
    }

    @Test
    void printsJsonThatOtherProgramsCanRead() throws Exception {
        Terminal terminal =
                launch(LAUNCHER, Map.of(), "sample", "--example", "gmm", "--json", "--draws", "50", "--warmup", "50");
        assertThat(JsonMapper.shared().readTree(terminal.out()).get("variables").size())
                .isEqualTo(2);
    }

    @Test
    void passesExitCodesOn() throws Exception {
        assertThat(launch(LAUNCHER, Map.of(), "sample", "--example", "gmm", "--sampler", "nut")
                        .code())
                .isEqualTo(ExitCode.BAD_USAGE);
        assertThat(launch(
                                LAUNCHER,
                                Map.of(),
                                "sample",
                                "--example",
                                "gmm",
                                "--draws",
                                "50",
                                "--sampler",
                                "naive",
                                "--strict")
                        .code())
                .isEqualTo(ExitCode.WARNINGS);
    }

    /**
     * Ended by SIGTERM, which takes the same way through the program as Ctrl-C: a test that itself runs in the background
     * hands down SIGINT as ignored, and Java then leaves it so.
     */
    @Test
    void aRunThatIsStoppedKeepsWhatWasDrawn() throws Exception {
        Process process = start(
                LAUNCHER,
                Map.of(),
                "sample",
                "--example",
                "gmm",
                "--draws",
                "1000000",
                "--thin",
                "1000",
                "--chains",
                "1");
        for (int tenths = 0; tenths < 600 && !errors().contains("sampling"); tenths++) {
            Thread.sleep(100);
        }
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        Terminal terminal = result(process);
        assertThat(terminal.code()).isEqualTo(143);
        assertThat(terminal.out())
                .startsWith("gmm: 1 chain of ")
                .contains("ess bulk")
                .contains("note: the run was stopped: kept ");
    }

    /** As docs/java-api.md says: the jar is all that a program in Java needs. */
    @Test
    void programsInJavaRunWithTheJarAlone() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        ROOT.resolve("cli/target/tandem.jar").toString(),
                        ROOT.resolve("example/src/main/java/dev/tandem/example/ChangePoint.java")
                                .toString())
                .redirectOutput(elsewhere.resolve("out").toFile())
                .redirectError(elsewhere.resolve("err").toFile())
                .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        Terminal terminal = result(process);
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains("log.rate[2]");
    }

    @Test
    void saysWhatIsWrongWithJava() throws Exception {
        Terminal terminal = launch(LAUNCHER, Map.of("JAVA_HOME", "/nowhere"), "--version");
        assertThat(terminal.code()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.err()).startsWith("tandem: JAVA_HOME is /nowhere, which has no bin/java");
    }

    @Test
    void refusesAnOldJava() throws Exception {
        Path bin = Files.createDirectories(elsewhere.resolve("old/bin"));
        Files.writeString(elsewhere.resolve("old/release"), "JAVA_VERSION=\"11.0.2\"\n");
        Path java = Files.createFile(bin.resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Terminal terminal =
                launch(LAUNCHER, Map.of("JAVA_HOME", elsewhere.resolve("old").toString()), "--version");
        assertThat(terminal.code()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.err()).startsWith("tandem: Java 11.0.2 at ").contains("too old");
    }
}
