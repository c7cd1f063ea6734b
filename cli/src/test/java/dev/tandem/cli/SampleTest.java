package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real runs, small ones. */
class SampleTest {
    private static Terminal sample(String more) {
        String example = more.contains("--example") ? "" : "--example gmm ";
        return Terminal.run(("sample --warmup 100 --draws 100 --chains 2 " + example + more).split(" "));
    }

    private static JsonNode json(String more) {
        return JsonMapper.shared().readTree(sample("--quiet --json " + more).out());
    }

    static Stream<String> examples() {
        return Example.names().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void samplesEveryExample(String name) {
        Terminal terminal = sample("--quiet --example " + name);
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out()).startsWith(name + ": 2 chains of 100 draws, sampler ");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void printsUnknownsAndChains() {
        List<String> lines =
                sample("--quiet --example discrete-gaussian").out().lines().toList();
        assertThat(lines.get(2)).contains("mean", "mcse", "sd", "5%", "95%", "P(mode)", "rhat", "ess bulk", "ess tail");
        assertThat(lines.subList(3, 11).stream().map(line -> line.replaceFirst(" .*", "")))
                .containsExactly("x[1]", "x[2]", "x[3]", "x[4]", "x[5]", "q[1]", "q[2]", "q[3]");
        assertThat(lines.get(12)).contains("step", "metric", "sites", "accepted", "divergent", "E-BFMI");
        assertThat(lines.get(13).strip()).startsWith("1 ");
        assertThat(lines.get(14).strip()).startsWith("2 ");
    }

    @Test
    void leavesOutWhatTheModelDoesNotHave() {
        assertThat(sample("--quiet --example ising").out()).doesNotContain("metric", "E-BFMI");
        assertThat(sample("--quiet --example gmm-summed").out())
                .doesNotContain("sites")
                .contains("sampler nuts", "depth");
    }

    @Test
    void shortensLongTables() {
        assertThat(sample("--quiet --example ising").out()).contains(".. and 24 more; --rows 0 shows all");
        assertThat(sample("--quiet --example ising --rows 0").out()).contains("x[8,8]");
    }

    @Test
    void printsJsonAndNothingElse() {
        JsonNode root = json("--example binomial-poisson --seed 5");
        assertThat(root.propertyNames())
                .containsExactly(
                        "model",
                        "seed",
                        "sampler",
                        "chains",
                        "draws",
                        "seconds",
                        "divergences",
                        "tuning",
                        "variables",
                        "judged",
                        "warnings",
                        "stopped");
        assertThat(root.get("model").asString()).isEqualTo("binomial-poisson");
        assertThat(root.get("seed").asInt()).isEqualTo(5);
        assertThat(root.get("sampler").asString()).isEqualTo("node");
        assertThat(root.get("chains").asInt()).isEqualTo(2);
        assertThat(root.get("draws").asInt()).isEqualTo(100);
        assertThat(root.get("seconds").propertyNames()).containsExactly("compile", "warmup", "sampling");
        assertThat(root.get("tuning").get("chains").size()).isEqualTo(2);
        assertThat(root.get("tuning").get("chains").get(0).get("step_size").asDouble())
                .isPositive();
        assertThat(root.get("stopped").asBoolean()).isFalse();
        JsonNode variables = root.get("variables");
        assertThat(variables.size()).isEqualTo(3);
        assertThat(variables.get(0).propertyNames())
                .startsWith(
                        "name",
                        "kind",
                        "fate",
                        "mean",
                        "sd",
                        "mcse_mean",
                        "q5",
                        "q50",
                        "q95",
                        "rhat",
                        "ess_bulk",
                        "ess_tail");
        assertThat(variables.get(0).get("kind").asString()).isEqualTo("discrete");
        assertThat(variables.get(2).get("name").asString()).isEqualTo("logit.p");
        assertThat(variables.get(2).get("kind").asString()).isEqualTo("continuous");
    }

    @Test
    void writesNullForWhatIsNoNumber() {
        Terminal terminal = Terminal.run("sample --quiet --json --example ising --warmup 10 --draws 1".split(" "));
        JsonNode root = JsonMapper.shared().readTree(terminal.out());
        assertThat(root.get("variables").get(0).get("rhat").isNull()).isTrue();
    }

    @Test
    void drawsTheSameWhateverTheThreads() {
        JsonNode one = json("--example topic --seed 3 --threads 1");
        JsonNode two = json("--example topic --seed 3 --threads 2");
        JsonNode other = json("--example topic --seed 4 --threads 2");
        assertThat(two.get("variables")).isEqualTo(one.get("variables"));
        assertThat(other.get("variables")).isNotEqualTo(one.get("variables"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"published", "naive"})
    void saysLoudlyThatASamplerIsBiased(String sampler) {
        Terminal terminal = sample("--quiet --example gmm --sampler " + sampler);
        String warning = "warning: THE SAMPLER " + sampler + " IS BIASED";
        assertThat(terminal.err()).startsWith(warning);
        assertThat(terminal.out()).contains(warning);
        assertThat(json("--example gmm --sampler " + sampler)
                        .get("warnings")
                        .get(0)
                        .asString())
                .contains("IS BIASED");
        assertThat(sample("--quiet --strict --example gmm --sampler " + sampler).code())
                .isEqualTo(ExitCode.WARNINGS);
    }

    @Test
    void warnsOfChainsThatDoNotAgreeAndSaysWhatToDo() {
        Terminal terminal = sample("--quiet --strict --seed 3 --example gmm24-printed --sampler mid-step");
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
        assertThat(terminal.out())
                .contains("warning: R-hat is above 1.01 for ")
                .contains("the chains stayed in 2 different places")
                .contains("These are different modes")
                .doesNotContain("--draws")
                .contains("warning: the effective size is below 400 for ");
    }

    @Test
    void warnsOfDivergences() {
        assertThat(sample("--quiet --example gmm24 --step-size 50 --trajectory-time 500")
                        .out())
                .contains(" diverged: the steps were too long")
                .contains("Try --target-acceptance 0.9");
    }

    @Test
    void strictRunsWithoutWarningsAreDone() {
        Terminal terminal = Terminal.run("sample --quiet --strict --example discrete-gaussian --draws 2000".split(" "));
        assertThat(terminal.out()).doesNotContain("warning");
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void failsInOneLine() {
        Terminal terminal = sample("--quiet --example binomial-poisson --sampler published");
        assertThat(terminal.code()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err())
                .contains("tandem sample: published lists all values of a site, and N has the unbounded support")
                .doesNotContain("\tat ");
    }

    @Test
    void showsProgressOnStandardErrorInPlainLines() {
        Terminal terminal = sample("--example gmm");
        assertThat(terminal.err().lines().toList())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).matches("chain \\d  done +100% +[\\d,]+/s  0 divergent  .* s"));
    }
}
