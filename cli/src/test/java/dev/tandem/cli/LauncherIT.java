package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
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

    /** Whoever passes the jar on passes on the terms of all that is in it. */
    @Test
    void theJarHasItsLicences() throws Exception {
        try (ZipFile jar = new ZipFile(ROOT.resolve("cli/target/tandem.jar").toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(ROOT.resolve("LICENSE")));
            assertThat(text(jar, "META-INF/NOTICE"))
                    .contains("Commons RNG", "Commons Numbers", "Arrow", "FlatBuffers", "Jackson", "picocli", "ECharts")
                    .contains("Oliver Siegmar", "Copyright (c) 2000-2011 INRIA, France Telecom");
            assertThat(jar.stream()
                            .filter(entry -> entry.getName().endsWith(".class"))
                            .map(entry -> entry.getName().replaceFirst("^META-INF/versions/\\d+/", ""))
                            .map(name -> name.substring(0, name.indexOf('/')))
                            .distinct())
                    .as("a new library has to be named in NOTICE")
                    .containsExactlyInAnyOrder("dev", "org", "com", "de", "picocli", "tools");
        }
    }

    private static String text(ZipFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
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

    /** What the launcher says by itself is what Java says, and a Java with options of its own is asked. */
    @Test
    void saysTheVersionAsJavaDoes() throws Exception {
        Terminal asked = launch(LAUNCHER, Map.of("TANDEM_JAVA_OPTIONS", "-Xmx200m"), "--version");
        for (String option : List.of("--version", "-V")) {
            assertThat(launch(LAUNCHER, Map.of(), option)).isEqualTo(asked);
        }
        // With a Java that can no longer be started, the kept line is still there; nothing else is.
        Path home = elsewhere.resolve("kept");
        Files.createDirectories(home.resolve("bin"));
        Files.copy(Path.of(System.getProperty("java.home"), "release"), home.resolve("release"));
        Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\nexit 77\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Map<String, String> broken = Map.of("JAVA_HOME", home.toString());
        assertThat(launch(LAUNCHER, broken, "--version")).isEqualTo(asked);
        assertThat(launch(LAUNCHER, broken, "--version", "--help").code()).isEqualTo(77);
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

    private Terminal shell(String line) throws IOException, InterruptedException {
        Path script = Files.writeString(elsewhere.resolve("script"), "tandem() { " + LAUNCHER + " \"$@\"; }\n" + line);
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString())
                .directory(elsewhere.toFile())
                .redirectOutput(elsewhere.resolve("out").toFile())
                .redirectError(elsewhere.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return result(process);
    }

    /** Whatever a command prints, losing it is a failure. */
    @Test
    void aResultThatIsLostIsAFailure() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no device that is always full");
        for (String command : List.of(
                "samplers", "--version", "--help", "sample --example gmm --draws 50 --warmup 50 --quiet --json")) {
            Terminal terminal = shell("tandem " + command + " > /dev/full");
            assertThat(terminal.code()).as(command).isEqualTo(ExitCode.FAILED);
            assertThat(terminal.err())
                    .as(command)
                    .contains("the result is lost")
                    .contains("No space left on device");
        }
        assertThat(shell("tandem samplers >&-").code()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aReaderThatHasGoneIsQuiet() throws Exception {
        Terminal terminal =
                shell("{ tandem sample --example gmm --draws 50 --warmup 50 --quiet; echo $? > code; } | true");
        assertThat(terminal.err()).isEmpty();
        assertThat(Files.readString(elsewhere.resolve("code")).trim()).isEqualTo("141");
    }

    /**
     * A Java that dies of a signal the first so many times that a command is started with it, and says in the end how it was
     * started. It cannot be trained.
     */
    private Map<String, String> mortal(int deaths, String signal) throws IOException {
        Path home = elsewhere.resolve("mortal");
        Path bin = Files.createDirectories(home.resolve("bin"));
        // A version that no Java has, lest what the launcher keeps for it be taken for that of a true one.
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25.0.999\"\n");
        Path java = Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                case "$*" in *dev.tandem.cli.Training*) exit 1 ;; esac
                deaths=$(cat "%1$s/deaths" 2>/dev/null || echo 0)
                echo $((deaths + 1)) > "%1$s/deaths"
                if [ "$deaths" -lt %2$d ]; then
                    [ ! -d "%1$s/../run" ] || : > "%1$s/../run/run.json"
                    kill -%3$s $$
                    sleep 10
                fi
                printf '%%s\\n' "$@"
                exit 1
                """.formatted(home, deaths, signal));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return Map.of("JAVA_HOME", home.toString(), "TMPDIR", elsewhere.toString());
    }

    /** An installation that its user may not write to: what Java keeps between starts goes into the user's cache. */
    @Test
    void whatIsKeptForAUserOfAnInstallationOfAnotherIsInTheirCache() throws Exception {
        Path lib = Files.createDirectories(elsewhere.resolve("installed/lib"));
        Path launcher = Files.copy(LAUNCHER, elsewhere.resolve("installed/tandem"));
        Files.writeString(lib.resolve("tandem.jar"), "");
        Path bin = Files.createDirectories(elsewhere.resolve("kept/bin"));
        Files.writeString(elsewhere.resolve("kept/release"), "JAVA_VERSION=\"25.0.999\"\n");
        Path java = Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                case "$*" in
                *dev.tandem.cli.Training*)
                    for word; do case $word in -XX:AOTCacheOutput=*) echo kept > "${word#*=}" ;; esac; done
                    echo the version ;;
                *) printf '%s\\n' "$@" ;;
                esac
                """);
        assertThat(java.toFile().setExecutable(true, false)).isTrue();
        Path home = Files.createDirectories(elsewhere.resolve("home"));
        List<String> way = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // Whom nothing is forbidden: somebody else has to try.
            assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")));
            way.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            assertThat(elsewhere.toFile().setExecutable(true, false)).isTrue();
            assertThat(elsewhere.toFile().setReadable(true, false)).isTrue();
            assertThat(home.toFile().setWritable(true, false)).isTrue();
        } else {
            assertThat(lib.toFile().setWritable(false)).isTrue();
        }
        way.addAll(List.of("env", "HOME=" + home, "XDG_CACHE_HOME=", launcher.toString()));
        Map<String, String> environment =
                Map.of("JAVA_HOME", elsewhere.resolve("kept").toString());
        List<String> rest = new ArrayList<>(way.subList(1, way.size()));
        rest.addAll(List.of("check", "model.bug"));
        Terminal terminal = launch(Path.of(way.get(0)), environment, rest.toArray(String[]::new));
        Path archive = home.resolve(".cache/tandem/tandem-25.0.999.aot");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out().lines()).contains("-XX:AOTCache=" + archive, "check", "model.bug");
        assertThat(archive).hasContent("kept");
        assertThat(lib).isDirectoryNotContaining(file -> !file.endsWith("tandem.jar"));
    }

    @Test
    void whenTheMachineDiesTheRunStartsAgainWithoutVectors() throws Exception {
        Terminal terminal = launch(LAUNCHER, mortal(1, "ABRT"), "sample", "a model.bug", "--data", "d.json");
        assertThat(terminal.code()).isEqualTo(1);
        assertThat(terminal.err())
                .contains("the Java virtual machine died (exit code 134, Java 25.0.999)")
                .contains("Starting again, without vector code.");
        assertThat(terminal.out().lines())
                .contains("-XX:-UseSuperWord")
                .containsSubsequence("sample", "a model.bug", "--data", "d.json");
    }

    @Test
    void aRunInAFolderGoesOnThere() throws Exception {
        Files.createDirectory(elsewhere.resolve("run"));
        Terminal terminal = launch(
                LAUNCHER,
                mortal(1, "SEGV"),
                "sample",
                "model.bug",
                "--data",
                "d.json",
                "--out",
                "run",
                "--seed=3",
                "--threads",
                "2",
                "--json");
        assertThat(terminal.err()).contains("exit code 139").contains("Going on with the run in run");
        List<String> arguments = terminal.out().lines().toList();
        assertThat(arguments).contains("-XX:-UseSuperWord");
        assertThat(arguments.subList(arguments.indexOf("sample"), arguments.size()))
                .containsExactly("sample", "--resume", "run", "--threads", "2", "--json");
    }

    @Test
    void aRunThatWasToReplaceAnotherIsBegunAgain() throws Exception {
        Files.createDirectory(elsewhere.resolve("run"));
        Terminal terminal = launch(LAUNCHER, mortal(1, "ABRT"), "sample", "model.bug", "--out=run", "--overwrite");
        assertThat(terminal.err()).contains("Starting again");
        assertThat(terminal.out().lines()).containsSubsequence("sample", "model.bug", "--out=run", "--overwrite");
    }

    @Test
    void aMachineThatDiesTwiceIsTheEnd() throws Exception {
        Terminal terminal = launch(LAUNCHER, mortal(2, "ABRT"), "sample", "model.bug");
        assertThat(terminal.code()).isEqualTo(134);
        assertThat(terminal.err())
                .contains("died again")
                .contains("set JAVA_HOME to a JDK 25")
                .contains(elsewhere.toString());
    }

    @Test
    void otherEndsArePassedOn() throws Exception {
        Terminal terminal = launch(LAUNCHER, mortal(1, "KILL"), "sample", "model.bug");
        assertThat(terminal.code()).isEqualTo(137);
        assertThat(terminal.err()).doesNotContain("virtual machine");
    }

    /** A true death in the middle, by the signal of a bad access to memory: the same bytes as without. */
    @Test
    void aDeathChangesNoDraw() throws Exception {
        String[] sample = {
            "sample", "--example", "gmm", "--chains", "2", "--draws", "2000", "--thin", "1000", "--no-report", "--out"
        };
        Terminal whole = launch(LAUNCHER, Map.of(), with(sample, "whole"));
        assertThat(whole.code()).as(whole.err()).isZero();
        Process process = start(LAUNCHER, Map.of("TMPDIR", elsewhere.toString()), with(sample, "died"));
        // The last file of a new folder: from then on there is a run to go on with.
        Path description = elsewhere.resolve("died").resolve("run.json");
        for (int hundredths = 0; hundredths < 6000 && !Files.exists(description); hundredths++) {
            Thread.sleep(10);
        }
        for (ProcessHandle java : process.descendants().toList()) {
            new ProcessBuilder("kill", "-SEGV", Long.toString(java.pid()))
                    .start()
                    .waitFor();
        }
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        Terminal died = result(process);
        assertThat(died.err()).contains("the Java virtual machine died").contains("Going on with the run in died");
        assertThat(died.code()).as(died.err()).isZero();
        assertThat(died.out()).startsWith("gmm: 2 chains of 2000 draws");
        for (String draws : List.of("chain-1.draws", "chain-2.draws")) {
            assertThat(elsewhere.resolve("died").resolve(draws))
                    .hasSameBinaryContentAs(elsewhere.resolve("whole").resolve(draws));
        }
        assertThat(elsewhere.toFile().list((folder, name) -> name.startsWith("hs_err") || name.startsWith("core")))
                .isEmpty();
    }

    private static String[] with(String[] arguments, String last) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(last);
        return all.toArray(new String[0]);
    }

    @Test
    void whoKillsTheLauncherKillsJava() throws Exception {
        Process process =
                start(LAUNCHER, Map.of(), "sample", "--example", "gmm", "--draws", "1000000", "--thin", "1000");
        for (int tenths = 0; tenths < 600 && !errors().contains("sampling"); tenths++) {
            Thread.sleep(100);
        }
        List<ProcessHandle> java = process.descendants().toList();
        assertThat(java).isNotEmpty();
        process.destroyForcibly().waitFor();
        for (ProcessHandle child : java) {
            child.onExit().get(1, TimeUnit.MINUTES);
        }
    }
}
