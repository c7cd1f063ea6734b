package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.report.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run on its page, in a real browser: watched, stopped, gone on with, and the same draws as without. */
@Tag("normal")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WatchTest {
    private static final String MODEL = """
            model {
              for (i in 1:8) { y[i] ~ dnorm(theta[i], 0.01)  theta[i] ~ dnorm(mu, 1 / (tau * tau)) }
              mu ~ dnorm(0, 0.001)
              tau ~ dunif(0, 100)
            }
            """;

    private static final String DATA = "{\"y\": [28, 8, -3, 7, -1, 1, 18, 12]}";

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private Browser browser;

    @AfterEach
    void end() {
        if (browser != null) {
            browser.close();
        }
        processes.forEach(Process::destroyForcibly);
    }

    /** A command in a process of its own, and what it says. */
    private record Started(Process process, Path out, Path err) {
        String said() {
            try {
                return Files.readString(err) + Files.readString(out);
            } catch (IOException e) {
                return "";
            }
        }
    }

    private Started start(String name, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.cli.Tandem"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        processes.add(process);
        return new Started(process, out, err);
    }

    private void await(Started command, String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as(what + "; said " + command.said() + "; the page " + browserComplaints())
                    .isLessThan(end);
            Thread.sleep(100);
        }
    }

    private String browserComplaints() {
        return browser == null ? "" : browser.complaints().toString();
    }

    private URI address(Started command) throws InterruptedException {
        Pattern pattern = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
        await(command, "the address", () -> pattern.matcher(command.said()).find());
        Matcher matcher = pattern.matcher(command.said());
        assertThat(matcher.find()).isTrue();
        return URI.create(matcher.group());
    }

    /** Before anything is sampled, so that nothing has to wait for it. */
    private void startBrowser() throws IOException {
        Optional<Path> program = Browser.program();
        assumeThat(program).as("a Chromium").isPresent();
        browser = Browser.start(program.orElseThrow());
        browser.screen(1280, 1800, false);
    }

    private String read(String expression) {
        return browser.evaluate(expression).asString("");
    }

    private String phase() {
        return read("document.documentElement && document.documentElement.dataset.phase || ''");
    }

    private boolean shown(String selector) {
        return browser.evaluate("!!document.querySelector('" + selector + "') && !document.querySelector('" + selector
                        + "').hidden")
                .asBoolean();
    }

    private void click(String selector) {
        browser.evaluate("document.querySelector('" + selector + "').click()");
    }

    /** Kept for whoever wants to see what the test saw. */
    private void picture() throws IOException {
        browser.waitUntilDrawn();
        Path target = Path.of(System.getProperty("tandem.root"), "cli", "target");
        Files.write(target.resolve("watch.png"), browser.picture());
    }

    private Path model(String name) throws IOException {
        Files.writeString(folder.resolve("data.json"), DATA);
        return Files.writeString(folder.resolve(name), MODEL);
    }

    @Test
    void aRunIsWatchedStoppedAndGoneOnWith() throws Exception {
        startBrowser();
        // A name that would be a script, were it not shown as text.
        Path model = model("<img src=x onerror=window.harmed=true>.bug");
        Path run = folder.resolve("run");
        Started sampling = start(
                "watched",
                "sample",
                model,
                "--data",
                folder.resolve("data.json"),
                "--chains",
                2,
                "--warmup",
                500,
                "--draws",
                1_000_000,
                "--thin",
                2_000,
                "--out",
                run,
                "--watch",
                "--quiet");
        browser.open(address(sampling));
        await(sampling, "draws", () -> phase().equals("sampling") && shown("#worst h3 .name"));
        assertThat(read("document.querySelector('.headline').textContent")).isNotBlank();
        assertThat(read("document.querySelector('h1').textContent")).contains("<img src=x onerror=");
        assertThat(browser.evaluate("window.harmed === true").asBoolean()).isFalse();
        assertThat(browser.evaluate("document.querySelectorAll('#chains tbody tr').length")
                        .asInt())
                .isEqualTo(2);
        assertThat(read("[...document.querySelectorAll('.tile')].map(t => t.firstChild.textContent).join()"))
                .isEqualTo("worst R-hat,effective draws,divergences,time left");
        await(sampling, "the graph", () -> shown("#graph .variable.suspicious"));
        assertThat(read("document.querySelector('#graph .lead').textContent"))
                .contains("The red ring marks "
                        + read("document.querySelector('#worst h3 .name').textContent")
                                .replaceAll("\\[.*", ""));
        browser.evaluate("""
                document.querySelector('#graph .variable[data-name=theta]')
                  .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))""");
        assertThat(read("document.querySelector('#graph .about').textContent")).contains("theta[i] ~ dnorm(mu");
        picture();

        click("#stop");
        await(sampling, "the stop", () -> phase().equals("stopped") && shown("#go-on"));
        assertThat(sampling.process().isAlive()).isTrue();
        long stopped = Files.size(run.resolve("chain-1.draws"));
        assertThat(stopped).isGreaterThan(0);
        assertThat(Files.readString(run.resolve("log.txt"))).contains("stopped: ");

        click("#go-on");
        await(sampling, "going on", () -> phase().equals("sampling"));
        await(
                sampling,
                "more draws",
                () -> run.resolve("chain-1.draws").toFile().length() > stopped);
        assertThat(browser.complaints()).isEmpty();

        click("#stop");
        await(sampling, "the second stop", () -> phase().equals("stopped"));
        browser.close();
        assertThat(sampling.process().waitFor(60, TimeUnit.SECONDS))
                .as("closing the page ends the program: " + sampling.said())
                .isTrue();
        assertThat(sampling.process().exitValue()).as(sampling.said()).isZero();
        assertThat(sampling.said()).contains("stopped from the page").doesNotContain("Exception");
    }

    @Test
    void whatIsWatchedHasTheSameDrawsAndBecomesTheReport() throws Exception {
        startBrowser();
        Path model = model("model.bug");
        Object[] options = {"--chains", 2, "--warmup", 300, "--draws", 4_000, "--thin", 150, "--quiet", "--seed", 7};
        Path plain = folder.resolve("plain");
        Path watched = folder.resolve("watched");
        List<Object> line = new ArrayList<>(List.of("sample", model, "--data", folder.resolve("data.json")));
        line.addAll(List.of(options));
        List<Object> without = new ArrayList<>(line);
        without.addAll(List.of("--out", plain, "--no-report"));
        List<Object> with = new ArrayList<>(line);
        with.addAll(List.of("--out", watched, "--watch"));
        Started watchedRun = start("with", with.toArray());
        browser.open(address(watchedRun));
        await(
                watchedRun,
                "the end",
                () -> read("document.readyState + (document.querySelector('section#unknown') ? ' report' : '')")
                        .equals("complete report"));
        assertThat(watchedRun.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(watchedRun.process().exitValue()).as(watchedRun.said()).isZero();
        assertThat(read("document.querySelector('.headline').textContent"))
                .as("the report has taken the place of the page")
                .isNotBlank();
        assertThat(browser.evaluate("document.querySelectorAll('section#unknown').length")
                        .asInt())
                .isEqualTo(1);
        Started plainRun = start("without", without.toArray());
        assertThat(plainRun.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
        for (String file : List.of("chain-1.draws", "chain-2.draws")) {
            assertThat(Files.readAllBytes(watched.resolve(file))).isEqualTo(Files.readAllBytes(plain.resolve(file)));
        }
    }

    @Test
    void aFolderThatAnotherProgramFillsIsWatchedAndStopped() throws Exception {
        startBrowser();
        Path model = model("model.bug");
        Path run = folder.resolve("run");
        Started sampling = start(
                "other",
                "sample",
                model,
                "--data",
                folder.resolve("data.json"),
                "--chains",
                2,
                "--draws",
                1_000_000,
                "--thin",
                2_000,
                "--out",
                run,
                "--quiet",
                "--no-report");
        await(sampling, "the folder", () -> Files.exists(run.resolve("run.json")));
        Started watching = start("watching", "watch", run);
        browser.open(address(watching));
        await(watching, "draws", () -> phase().equals("sampling") && shown("#worst h3 .name"));
        click("#stop");
        assertThat(sampling.process().waitFor(60, TimeUnit.SECONDS))
                .as(sampling.said())
                .isTrue();
        assertThat(sampling.process().exitValue()).as(sampling.said()).isZero();
        await(watching, "the stop", () -> phase().equals("stopped") && shown("#go-on"));
        long stopped = Files.size(run.resolve("chain-1.draws"));
        click("#go-on");
        await(watching, "going on", () -> phase().equals("sampling"));
        await(
                watching,
                "more draws",
                () -> run.resolve("chain-1.draws").toFile().length() > stopped);
        assertThat(browser.complaints()).isEmpty();
        // The program that went on is this one: ending it keeps what was drawn.
        watching.process().destroy();
        assertThat(watching.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Terminal.run("summary", run.toString()).code()).isZero();
    }

    @Test
    void aPortInUseHarmsNoRun() throws Exception {
        Path model = model("model.bug");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Terminal terminal = Terminal.run(
                    "sample",
                    model.toString(),
                    "--data",
                    folder.resolve("data.json").toString(),
                    "--draws",
                    "100",
                    "--warmup",
                    "100",
                    "--quiet",
                    "--out",
                    folder.resolve("run").toString(),
                    "--watch",
                    "--watch-port",
                    port);
            assertThat(terminal.code()).as(terminal.err()).isZero();
            assertThat(terminal.err()).contains("warning: the run goes on without a page: nothing at port " + port);
            assertThat(terminal.out()).contains("theta[1]");
            Terminal watch = Terminal.run("watch", folder.resolve("run").toString(), "--port", port);
            assertThat(watch.code()).isEqualTo(2);
            assertThat(watch.err()).contains("nothing at port " + port + " can be served here");
        }
    }

    @Test
    void whatCannotBeShownIsRefused() throws Exception {
        Path model = model("model.bug");
        assertThat(Terminal.run("sample", model.toString(), "--watch-port", "80")
                        .err())
                .contains("--watch-port needs --watch");
        assertThat(Terminal.run("sample", model.toString(), "--watch", "--watch-port", "70000")
                        .err())
                .contains("there is no port 70000");
        assertThat(Terminal.run("sample", model.toString(), "--watch", "--each", folder.toString(), "--out", "x")
                        .err())
                .contains("--watch shows one run");
        Terminal nothing = Terminal.run("watch", folder.toString());
        assertThat(nothing.code()).isEqualTo(2);
    }
}
