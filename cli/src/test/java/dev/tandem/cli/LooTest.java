package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands loo, sensitivity and derive, the log likelihood in exports, and what they say when asked for what cannot be. */
class LooTest {
    private static final String MODEL = """
            model {
              for (i in 1:6) { y[i] ~ dnorm(alpha[group[i]], tau) }
              for (g in 1:3) { alpha[g] ~ dnorm(0, 0.1) }
              tau ~ dgamma(2, 2)
            }
            """;

    @TempDir
    static Path folder;

    private static Path first;
    private static Path second;
    private static Path otherData;
    private static Path partial;

    @BeforeAll
    static void sample() throws IOException {
        Path model = write("model.bug", MODEL);
        Path data = write("data.json", "{\"y\": [0.1, 0.7, -0.3, 1.2, 2.1, 1.9], \"group\": [1, 1, 2, 2, 3, 3]}");
        Path other = write("other.json", "{\"y\": [0.1, 0.7, -0.3, 1.2, 2.1, 5], \"group\": [1, 1, 2, 2, 3, 3]}");
        Path flat = write(
                "flat.bug", "model { for (i in 1:6) { y[i] ~ dnorm(mu, tau) } mu ~ dnorm(0, 0.1) tau ~ dgamma(2, 2) }");
        first = sample("first", model, data);
        second = sample("second", flat, data);
        otherData = sample("third", model, other);
        partial = sample("partial", model, data, "--monitor", "tau,deviance");
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Path sample(String name, Path model, Path data, String... more) {
        Path out = folder.resolve(name);
        List<String> arguments = new ArrayList<>(List.of(
                "sample",
                model.toString(),
                "--data",
                data.toString(),
                "--chains",
                "2",
                "--warmup",
                "150",
                "--draws",
                "100",
                "--quiet",
                "--no-report",
                "--out",
                out.toString()));
        arguments.addAll(List.of(more));
        Terminal terminal = Terminal.run(arguments.toArray(String[]::new));
        assertThat(terminal.code()).as(terminal.err()).isZero();
        return out;
    }

    private static Terminal run(Object... words) {
        return Terminal.run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
    }

    @Test
    void oneRun() {
        Terminal terminal = run("loo", first);
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("200 draws, 6 units of data", "elpd_loo", "p_waic", "Pareto k", "as JAGS has it");
        JsonNode json = JsonMapper.shared().readTree(run("loo", first, "--json").out());
        assertThat(json.get("units").size()).isEqualTo(6);
        double sum = 0;
        for (JsonNode unit : json.get("units")) {
            sum += unit.get("elpd_loo").asDouble();
        }
        assertThat(json.get("elpd_loo").get("estimate").asDouble()).isCloseTo(sum, within(1e-9));
    }

    @Test
    void severalRuns() {
        Terminal terminal = run("loo", first, second);
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains("stacking", "pseudo-BMA+", "DIC by pV");
        assertThat(run("loo", first, second).out()).isEqualTo(terminal.out());
        JsonNode json =
                JsonMapper.shared().readTree(run("loo", first, second, "--json").out());
        assertThat(json.get("comparison").size()).isEqualTo(2);
    }

    @Test
    void unitsByGroups() {
        Terminal terminal = run("loo", first, "--unit", "alpha");
        assertThat(terminal.out()).contains("3 units of data with 6 observations");
        Terminal wrong = run("loo", first, "--unit", "alhpa");
        assertThat(wrong.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(wrong.err()).contains("no variable alhpa", "alpha");
    }

    @Test
    void whatCannotBeIsSaid() throws IOException {
        assertThat(run("loo", first, otherData).err())
                .contains("different data", "y[6] is 1.9 in")
                .doesNotContain("Exception");
        assertThat(run("loo", first, otherData).code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run("loo", partial).err()).contains("alpha[1], which was not monitored", "--monitor");
        assertThat(run("loo", first, first).err()).contains("given twice");
        assertThat(run("loo", folder.resolve("nowhere")).err()).contains("there is no folder");
        Path unobserved = sample("prior", write("prior.bug", "model { x ~ dnorm(0, 1) }"), write("none.json", "{}"));
        assertThat(run("loo", unobserved).err()).contains("nothing was observed");
        Path damaged = sample("damaged", folder.resolve("flat.bug"), folder.resolve("data.json"));
        Files.writeString(damaged.resolve("data.json"), "{}");
        Terminal terminal = run("loo", first, damaged);
        assertThat(terminal.code()).isNotZero();
        assertThat(terminal.err()).contains("damaged").doesNotContain("Exception");
    }

    @Test
    void unitsOfLargeShapeAreMovedOrSampledAgain() throws IOException {
        Path outlier = sample(
                "outlier",
                write("outlier.bug", "model { for (i in 1:6) { y[i] ~ dnorm(mu, 1) } mu ~ dnorm(0, 0.1) }"),
                write("outlier.json", "{\"y\": [0.1, 0.7, -0.3, 1.2, 2.1, 12]}"));
        assertThat(run("loo", outlier, "--no-matching").out()).contains("k is above 0.7", "y[6]", "--refit does so.");
        assertThat(run("loo", outlier).out())
                .contains("left out by moment matching", "y[6]")
                .doesNotContain("--refit");
        Terminal refitted = run("loo", outlier, "--no-matching", "--refit");
        assertThat(refitted.out()).contains("left out by sampling again");
        assertThat(refitted.err()).contains("sampling again without y[6]");
        assertThat(run("loo", outlier, "--refit=-1").code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(run("loo", outlier, "--refit", "--given-states").code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void sensitivityToPriors() {
        Terminal terminal = run("sensitivity", first);
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(terminal.out())
                .contains(
                        "200 draws; the priors of alpha, tau and the likelihood of 6 units of data", "alpha[3]", "tau");
        JsonNode json = JsonMapper.shared()
                .readTree(run("sensitivity", first, "--prior", "tau", "--json").out());
        assertThat(json.get("priors").toString()).isEqualTo("[\"tau\"]");
        assertThat(json.get("unknowns").size()).isEqualTo(4);
        assertThat(run("sensitivity", first, "--prior", "alhpa").err())
                .contains("no variable alhpa; did you mean alpha?");
        assertThat(run("sensitivity", first, "--prior", "y").err()).contains("y has no prior");
        assertThat(run("sensitivity", partial).err()).contains("alpha[1], which was not monitored", "--monitor");
        assertThat(run("sensitivity", first, "--rows", "-1").code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void theDevianceIsInTheSummary() {
        assertThat(run("summary", partial).out()).contains("deviance");
    }

    @Test
    void theLogLikelihoodIsExported() throws IOException {
        Path out = folder.resolve("draws.csv");
        Terminal terminal = run("export", first, "--log-lik", "--out", out);
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(Files.readAllLines(out).get(0)).contains("log_lik[6]", "lprior");
        Path zarr = folder.resolve("run.zarr");
        assertThat(run("export", first, "--out", zarr).code()).isZero();
        assertThat(zarr.resolve("log_likelihood").resolve("log_lik")).isDirectory();
        assertThat(zarr.resolve("log_prior").resolve("lprior")).isDirectory();
        assertThat(run("export", partial, "--log-lik", "--out", folder.resolve("no.csv"))
                        .err())
                .contains("not monitored");
    }

    /** Groups in the export are those of loo, and each adds up its observations. */
    @Test
    void unitsAreExported() throws IOException {
        Path out = folder.resolve("groups.csv");
        Terminal terminal = run("export", first, "--log-lik", "--unit", "alpha", "--out", out);
        assertThat(terminal.code()).as(terminal.err()).isZero();
        Path single = folder.resolve("single.csv");
        assertThat(run("export", first, "--log-lik", "--out", single).code()).isZero();
        List<String> heading = List.of(Files.readAllLines(out).get(0).split(",", -1));
        assertThat(heading).contains("log_lik[3]").doesNotContain("log_lik[4]");
        assertThat(sum(out, "log_lik")).isCloseTo(sum(single, "log_lik"), within(1e-9));
        assertThat(run("export", first, "--unit", "alpha", "--out", folder.resolve("groups.zarr"))
                        .code())
                .isZero();
        for (String name : List.of("no.csv", "no.zarr")) {
            Terminal wrong = run("export", first, "--log-lik", "--unit", "alhpa", "--out", folder.resolve(name));
            assertThat(wrong.code()).isEqualTo(ExitCode.BAD_USAGE);
            assertThat(wrong.err()).contains("alhpa", "alpha");
            assertThat(folder.resolve(name)).doesNotExist();
        }
        assertThat(run("export", first, "--unit", "alpha", "--out", folder.resolve("no.csv"))
                        .err())
                .contains("add --log-lik");
    }

    /** The sum of all columns that begin so, in the first row. */
    private static double sum(Path table, String name) throws IOException {
        List<String> lines = Files.readAllLines(table);
        String[] heading = lines.get(0).split(",", -1);
        String[] values = lines.get(1).split(",", -1);
        double sum = 0;
        for (int i = 0; i < heading.length; i++) {
            sum += heading[i].startsWith(name) ? Double.parseDouble(values[i]) : 0;
        }
        return sum;
    }

    @Test
    void derived() {
        Terminal terminal = run("derive", first, "d <- alpha[1] - alpha[2]");
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains("mean", "d ");
        Path out = folder.resolve("derived.csv");
        assertThat(run("derive", first, "d <- alpha[1] - alpha[2]", "--out", out)
                        .code())
                .isZero();
        assertThat(out).exists();
        Terminal wrong = run("derive", first, "d <- alhpa[1]");
        assertThat(wrong.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(wrong.err()).contains("derived:1:6", "alhpa");
    }
}
