package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.screen.RunScreen;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.RunMemory;
import dev.tandem.models.GaussianMixture;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of options that nobody means: each ends with one complaint and exit code 2, and nothing is written. */
class ExtremeOptionsTest {
    @TempDir
    Path folder;

    private Path model;
    private Path data;

    @BeforeEach
    void write() throws IOException {
        model = Files.writeString(
                folder.resolve("model.bug"), "model { a ~ dnorm(0, 1)\n for (i in 1:3) { y[i] ~ dnorm(a, 1) } }");
        data = Files.writeString(folder.resolve("data.json"), "{\"y\": [1, 2, 3]}");
    }

    /** A command, with what it complains about. */
    private record Extreme(String command, String complaint) {
        @Override
        public String toString() {
            return command;
        }
    }

    static Stream<Extreme> extremes() {
        Stream<Extreme> numbers = Stream.of("NaN", "Infinity", "-Infinity", "0", "-1", "1e308", "1e-320")
                .flatMap(value -> Stream.of("step-size", "trajectory-time")
                        .map(option -> new Extreme(
                                "sample MODEL --" + option + "=" + value,
                                option.replace('-', ' ') + " must be between 1e-12 and 1e12")));
        Stream<Extreme> acceptances = Stream.of("NaN", "Infinity", "0", "1", "-1", "1e308")
                .map(value -> new Extreme("sample MODEL --target-acceptance=" + value, "must be between 0 and 1"));
        Stream<Extreme> counts = Stream.of("chains", "draws", "thin", "threads", "warmup")
                .flatMap(option -> Stream.of(
                        new Extreme("sample MODEL --" + option + "=-1", option + " must be at least"),
                        new Extreme("sample MODEL --" + option + "=NaN", "is not an int"),
                        new Extreme("sample MODEL --" + option + "=1e3", "is not an int"),
                        new Extreme("sample MODEL --" + option + "=99999999999", "is not an int")));
        Stream<Extreme> times = Stream.of("1m1m", "1s1m", "1", "m", "", "NaN", "-1s", "1e308s", "1 m 1 m")
                .map(value -> new Extreme("sample MODEL --max-time=" + value, "cannot read the time " + value));
        Stream<Extreme> others = Stream.of(
                new Extreme("sample MODEL --max-time=0s", "the time 0s is nothing"),
                new Extreme("sample MODEL --max-time=99999999999d", "longer than 30 years"),
                new Extreme("sample MODEL --rows=-1", "rows must be at least 0"),
                new Extreme("sample MODEL --until=ess=NaN", "cannot read --until ess=NaN"),
                new Extreme("sample MODEL --until=ess=-1", "cannot read --until ess=-1"),
                new Extreme("sample MODEL --until=ess=0", "must be positive"),
                new Extreme("sample MODEL --until=rhat=1", "cannot read --until rhat=1"),
                new Extreme("sample MODEL --draws=2147483647", "are more than 2147483647"),
                new Extreme("sample MODEL --draws=2000000000 --warmup=1", "of memory, and Java has"),
                new Extreme("sample MODEL --chains=1000000", "chains must be at most 100000, not 1000000"),
                new Extreme("sample MODEL --chains=1000000 --out=OUT", "chains must be at most 100000, not 1000000"),
                new Extreme("compare MODEL --samplers=nuts,node --chains=1000000", "chains must be at most 100000"),
                new Extreme("compare MODEL --samplers=nuts,node --draws=2000000000 --warmup=1", "of memory"),
                new Extreme("compare MODEL --samplers=nuts,nuts", "--samplers names nuts twice"),
                new Extreme("sample MODEL --monitor=a,a", "--monitor names a twice"),
                new Extreme("sample MODEL --monitor=a --monitor=a", "--monitor names a twice"),
                new Extreme("sample MODEL --monitor=,", "--monitor has an empty name"),
                new Extreme("sample MODEL --monitor=,a", "--monitor has an empty name"),
                new Extreme("sample MODEL --monitor=a,a --each=. --out=OUT", "--monitor names a twice"),
                new Extreme("check MODEL --monitor=a,a", "--monitor names a twice"),
                new Extreme("compile MODEL --monitor=a,a", "--monitor names a twice"),
                new Extreme("prior MODEL --monitor=a,a", "--monitor names a twice"),
                new Extreme("compare MODEL --samplers=nuts,node --monitor=a,a", "--monitor names a twice"),
                new Extreme("calibrate MODEL --monitor=a,a", "--monitor names a twice"));
        return Stream.of(numbers, acceptances, counts, times, others).flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("extremes")
    void endInOneComplaint(Extreme extreme) {
        Path out = folder.resolve("out");
        List<String> words = Stream.of(extreme.command().split(" (?=--|MODEL)"))
                .flatMap(word -> word.equals("MODEL")
                        ? Stream.of(model.toString(), "--data", data.toString())
                        : Stream.of(word.replace("OUT", out.toString())))
                .toList();
        Terminal terminal = Terminal.run(words.toArray(new String[0]));
        assertThat(terminal.err()).contains(extreme.complaint()).doesNotContain("Exception");
        assertThat(terminal.err().lines()).hasSize(2);
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(out).doesNotExist();
    }

    @Test
    void whatFitsIsNotRefused() {
        Settings settings = Settings.defaults().withChains(1_000).withDraws(1_000);
        double needed = RunMemory.bytes(GaussianMixture.oneDimensional().space(), settings, false);
        // Two unknowns, so the draws themselves are 16 MB of it; statistics and warmup are a few dozen columns more.
        assertThat(needed).isBetween(16e6, 600e6);
        assertThat(RunMemory.bytes(GaussianMixture.oneDimensional().space(), settings, true))
                .isLessThan(10e6);
    }

    /** So long a warmup that no machine is through with it before a clock of a millisecond has rung. */
    private static final String LONG_WARMUP = "100000";

    private Terminal sampleForAMillisecond(String... more) {
        Stream<String> command = Stream.of("sample", model.toString(), "--data", data.toString(), "--quiet");
        Stream<String> time = Stream.of("--warmup", LONG_WARMUP, "--max-time", "0.001s");
        return Terminal.run(Stream.of(command, time, Stream.of(more))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }

    @Test
    void aTimeTooShortForADrawIsAFailure() {
        Terminal terminal = sampleForAMillisecond();
        assertThat(terminal.code()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err())
                .contains("the time was over before the first draw: --max-time 0.001s is too short for warmup")
                .contains("--out DIR");
    }

    @Test
    void inAFolderItCanGoOn() {
        String out = folder.resolve("run").toString();
        Terminal stopped = sampleForAMillisecond("--json", "--out", out);
        assertThat(stopped.code()).isEqualTo(ExitCode.FAILED);
        assertThat(stopped.out()).isEmpty();
        assertThat(stopped.err()).contains("To go on: tandem sample --resume " + out);
        Terminal resumed = Terminal.run("sample", "--resume", out, "--quiet", "--no-report", "--json");
        assertThat(resumed.code()).as(resumed.err()).isZero();
    }

    @Test
    void chainsThatAreLeftOutAreNamed() {
        Settings settings =
                Settings.defaults().withChains(3).withThreads(1).withWarmup(20).withDraws(60);
        Cancellation cancellation = new Cancellation();
        Run run = Sampling.run(
                GaussianMixture.oneDimensional(),
                settings,
                progress -> {
                    // One after the other: the first is through, the second has drawn a little, the third has not
                    // begun.
                    if (progress.chain() == 1 && progress.iteration() > settings.warmup() + 3) {
                        cancellation.cancel();
                    }
                },
                cancellation);
        Outcome outcome = new Outcome(
                "gmm",
                1,
                1,
                settings,
                0,
                Optional.empty(),
                false,
                run,
                Outcome.summarise(run),
                OptionWords.OPTIONS,
                Optional.empty(),
                Optional.empty());
        int second = run.chains().get(1).draws();
        assertThat(second).isBetween(1, 29);
        assertThat(RunScreen.leftOut(outcome))
                .isEqualTo("note: left out, being too short: chain 2 has "
                        + (second == 1 ? "1 draw" : second + " draws") + "; chain 3 has no draw yet\n");
    }

    @Test
    void nothingButOrdinaryFilesIsReplaced() throws IOException {
        Path run = folder.resolve("run");
        assertThat(Terminal.run(
                                "sample",
                                model.toString(),
                                "--data",
                                data.toString(),
                                "--warmup=20",
                                "--draws=20",
                                "--quiet",
                                "--out",
                                run.toString())
                        .code())
                .isZero();
        // A link to a device stands for the device, which a test should not put at stake.
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("/dev/null"));
        Terminal export = Terminal.run("export", run.toString(), "--out", link.toString(), "--overwrite");
        assertThat(export.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(export.err()).contains("is not an ordinary file");
        Terminal report = Terminal.run("report", run.toString(), "--out", link.toString(), "--overwrite");
        assertThat(report.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(report.err()).contains("is not an ordinary file");
        assertThat(link).isSymbolicLink();
        Terminal twice = Terminal.run(
                "export",
                run.toString(),
                "--monitor=a,a",
                "--out",
                folder.resolve("a.csv").toString());
        assertThat(twice.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(twice.err()).contains("--monitor names a twice");
    }
}
