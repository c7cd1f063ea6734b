package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that start from a model: prior, calibrate and compare; and completion. */
class ModelCommandsTest {
    @TempDir
    Path folder;

    private String model;

    @BeforeEach
    void write() throws IOException {
        Path text = Files.writeString(folder.resolve("m.bug"), """
                model {
                  for (i in 1:6) {
                    z[i] ~ dbern(0.4)
                    y[i] ~ dnorm(mu + 3 * z[i], 1)
                  }
                  mu ~ dnorm(0, 0.25)
                  twice <- 2 * mu
                }
                """);
        Path data = Files.writeString(folder.resolve("d.json"), "{\"y\": [0.1, 3.2, null, 2.8, -0.4, 0.3]}");
        model = text + " --data " + data;
    }

    private Terminal run(String arguments) {
        return Terminal.run(arguments
                .replace("MODEL", model)
                .replace("OUT", folder.toString())
                .split(" "));
    }

    private static JsonNode json(Terminal terminal) {
        return JsonMapper.shared().readTree(terminal.out());
    }

    @Test
    void priorTellsOfEveryVariableAndOfTheData() {
        Terminal terminal = run("prior MODEL --draws 4000");
        assertThat(terminal.code()).isZero();
        List<String> lines = terminal.out().lines().toList();
        assertThat(lines.get(0)).endsWith("m.bug: 4000 draws from the prior, seed 1");
        assertThat(lines.subList(3, lines.size()).stream()
                        .map(line -> line.strip().replaceFirst(" .*", "")))
                .containsExactly("z[6]", "mu", "y[6]", "twice");
        // mu has mean 0 and standard deviation 2: 4000 draws have it to 6 standard errors.
        String[] mu = lines.get(4).split(" +", -1);
        assertThat(Double.parseDouble(mu[1])).isCloseTo(0, within(6 * 2 / Math.sqrt(4000)));
        assertThat(Double.parseDouble(mu[2])).isCloseTo(2, within(6 * 2 / Math.sqrt(8000)));
    }

    @Test
    void priorCanBeWritten() throws IOException {
        assertThat(run("prior MODEL --draws 10 --out OUT/prior.csv --monitor mu,y")
                        .code())
                .isZero();
        List<String> lines = Files.readAllLines(folder.resolve("prior.csv"));
        assertThat(lines.get(0)).isEqualTo("chain,draw,mu,y[1],y[2],y[3],y[4],y[5],y[6]");
        assertThat(lines).hasSize(11);
        assertThat(run("prior MODEL --draws 10 --out OUT/prior.zarr").code()).isZero();
        assertThat(folder.resolve("prior.zarr/prior/mu/.zarray")).exists();
        assertThat(folder.resolve("prior.zarr/prior_predictive/y/.zarray")).exists();
        assertThat(folder.resolve("prior.zarr/observed_data/y/.zarray")).exists();
        assertThat(folder.resolve("prior.zarr/prior/y")).doesNotExist();
    }

    @Test
    void calibratesARightModel() {
        Terminal terminal = run("calibrate MODEL --replications 90 --warmup 150 --strict");
        assertThat(terminal.out())
                .contains("90 replications of 62 draws, thinned as needed")
                .contains("mu ", "z[2]", "sum(z)", "y[3]", "log density", "log likelihood", "no fault found")
                .contains("No fault was found in ", "Smaller errors")
                .doesNotContain("finds what the model makes");
        assertThat(terminal.err()).contains("9 of 90 replications").contains("90 of 90 replications");
        assertThat(terminal.code()).isZero();
    }

    @Test
    void findsDrawsThatAreTooAlike() throws IOException {
        // Neighbours hold each other so fast that a sampler which visits one site at a time hardly moves; others draw
        // tied
        // sites together.
        Path sticky = Files.writeString(folder.resolve("sticky.bug"), """
                model {
                  s[1] ~ dbern(0.5)
                  for (t in 2:12) { s[t] ~ dbern(0.998 * s[t-1] + 0.001) }
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                }
                """);
        Path data = Files.writeString(folder.resolve("y.json"), "{\"y\": 1}");
        Terminal terminal = run(
                "calibrate " + sticky + " --data " + data
                        + " --replications 200 --warmup 150 --thin 1 --quiet --json --strict --sum joint --sampler gaussian-binary");
        JsonNode root = json(terminal);
        assertThat(root.get("calibrated").asBoolean()).isFalse();
        assertThat(root.toString()).contains("draws too narrow, or too alike");
        assertThat(root.get("unknowns").get(0).get("ranks").size()).isEqualTo(200);
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
    }

    @Test
    void comparesSamplersThatAgree() {
        Terminal terminal = run("compare MODEL --samplers node,nuts,naive --draws 1000 --warmup 300");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err()).contains("sampling with node\nsampling with nuts\nsampling with naive\n");
        assertThat(terminal.out())
                .contains("sampler", "per second", "per gradient", "apart")
                .contains("warning: THE SAMPLER naive IS BIASED")
                .contains("Most effective draws per second: ");
    }

    @Test
    void seesThatABiasedSamplerDisagrees() {
        Terminal terminal = Terminal.run(
                "compare --example discrete-gaussian --samplers node,naive --draws 5000 --chains 2 --quiet --json --strict"
                        .split(" "));
        JsonNode samplers = json(terminal).get("samplers");
        assertThat(samplers.get(0).get("agrees").asBoolean()).isTrue();
        assertThat(samplers.get(0).get("ess_per_gradient").asDouble()).isPositive();
        assertThat(samplers.get(1).get("agrees").asBoolean()).isFalse();
        assertThat(samplers.get(1).get("standard_errors_apart").asDouble()).isGreaterThan(5);
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
    }

    @Test
    void aSamplerThatCannotIsSaidAndTheOthersGoOn() {
        Terminal terminal = Terminal.run(
                "compare --example binomial-poisson --samplers node,published,nuts --draws 200 --warmup 200"
                        .split(" "));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .contains("note: published cannot sample this: published lists all values of a site")
                .contains("nuts ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            prior MODEL --draws 0                    | draws must be at least 1, not 0
            prior MODEL --monitor muu                | cannot monitor muu: the model has no such variable; did you mean mu?
            prior MODEL --overwrite                  | --out is missing: it says where to write
            calibrate MODEL --replications 10        | replications must be at least 45, not 10: fewer ranks say nothing about their law
            calibrate MODEL --sampler nutz           | unknown sampler nutz; did you mean nuts?
            calibrate MODEL --thin 0                 | thin must be at least 1, not 0
            compare MODEL --samplers node            | there is nothing to compare: give at least two samplers
            compare MODEL --samplers node,nutz       | unknown sampler nutz; did you mean nuts?
            compare MODEL --example gmm              | give either a model file or --example, not both
            compare                                  | no model was given: tandem compare MODEL --data FILE, or tandem compare --example gmm
            compare --example gmmm                   | unknown example gmmm; did you mean gmm?
            compare MODEL --chains 0                 | chains must be at least 1, not 0
            """)
    void saysWhatIsWrongInOneLine(String arguments, String complaint) {
        Terminal terminal = run(arguments);
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines().findFirst().orElseThrow()).endsWith(": " + complaint);
    }

    @Test
    void dataThatTheModelDoesNotHaveAreSaid() throws IOException {
        Path more = Files.writeString(folder.resolve("more.json"), "{\"muu\": 1}");
        Terminal terminal = run("prior MODEL --draws 2 --data " + more);
        assertThat(terminal.err()).contains("warning: ").contains("the model does not use muu; did you mean mu?");
        assertThat(terminal.code()).isZero();
    }

    private String complete(String... words) throws IOException, InterruptedException {
        Path script = Files.writeString(
                folder.resolve("completion"), Terminal.run("completion").out());
        String line = "source " + script + "; COMP_WORDS=(" + String.join(" ", words) + "); COMP_CWORD="
                + (words.length - 1) + "; _complete_tandem 2>/dev/null; echo \"${COMPREPLY[@]}\"";
        Process process =
                new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return printed.strip();
    }

    @Test
    void bashCompletes() throws Exception {
        assertThat(complete("tandem", "comp").split("\\s+")).contains("compare", "compile", "completion");
        assertThat(complete("tandem", "export", "--for")).isEqualTo("--format");
        assertThat(complete("tandem", "export", "--format", "a").split("\\s+")).containsExactly("arviz", "arrow");
        assertThat(complete("tandem", "calibrate", "--sampler", "node")).isEqualTo("node");
    }
}
