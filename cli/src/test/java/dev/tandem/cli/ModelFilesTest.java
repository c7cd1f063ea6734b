package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs model files through the commands, as a user would. */
class ModelFilesTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("tandem.root"), "examples");

    @TempDir
    Path folder;

    private static String[] occupancy(String command, String... more) {
        String[] head = {
            command,
            EXAMPLES.resolve("occupancy/model.bug").toString(),
            "--data",
            EXAMPLES.resolve("occupancy/data.json").toString()
        };
        String[] all = java.util.Arrays.copyOf(head, head.length + more.length);
        System.arraycopy(more, 0, all, head.length, more.length);
        return all;
    }

    @Test
    void samplesAModelFile() {
        Terminal terminal = Terminal.run(occupancy("sample", "--quiet", "--warmup", "200", "--draws", "200"));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("alpha0").contains("occupied").contains("z[1]");
    }

    @Test
    void printsJsonOfWhatIsMonitored() {
        Terminal terminal = Terminal.run(occupancy(
                "sample", "--quiet", "--warmup", "200", "--draws", "200", "--json", "--monitor", "psi,beta1"));
        JsonNode variables = JsonMapper.shared().readTree(terminal.out()).get("variables");
        assertThat(variables.size()).isEqualTo(101);
        assertThat(variables.get(0).get("kind").asString()).isEqualTo("continuous");
    }

    @Test
    void aWrongMonitorIsSaid() {
        Terminal terminal = Terminal.run(occupancy("sample", "--monitor", "alpha"));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).contains("cannot monitor alpha").contains("did you mean alpha0");
    }

    @Test
    void showsTheGeneratedCode() {
        Terminal terminal = Terminal.run(occupancy("compile", "--show"));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("final class CompiledModel").contains("// z[i] ~ dbern(psi[i])");
    }

    @Test
    void showsTermsAndPasses() {
        Terminal terms = Terminal.run(occupancy("compile", "--show=terms", "--without", "aliases,demand"));
        assertThat(terms.code()).isZero();
        assertThat(terms.out()).contains("log density\n").contains("# z[i] ~ dbern(psi[i])");
        Terminal passes = Terminal.run(occupancy("compile", "--show=passes", "--without", "hoisting"));
        assertThat(passes.code()).isZero();
        assertThat(passes.out())
                .contains("1. site-storage (always)")
                .contains("changes nothing here")
                .contains("left out");
    }

    @Test
    void whatCannotBeShownOrLeftOutIsSaid() {
        Terminal shown = Terminal.run(occupancy("compile", "--show=tems"));
        assertThat(shown.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(shown.err()).contains("there is no tems to show, but code, terms, passes; did you mean terms?");
        Terminal unknown = Terminal.run(occupancy("compile", "--without", "hosting"));
        assertThat(unknown.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(unknown.err()).contains("there is no pass hosting; did you mean hoisting?");
        Terminal required = Terminal.run(occupancy("compile", "--without", "site-storage"));
        assertThat(required.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(required.err()).contains("the pass site-storage cannot be left out");
    }

    @Test
    void theModelAfterShowIsNoValueOfIt() {
        List<String> arguments = new ArrayList<>(List.of(occupancy("compile")));
        arguments.add(1, "--show");
        Terminal terminal = Terminal.run(arguments.toArray(String[]::new));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("final class CompiledModel");
    }

    @Test
    void startsWhereItIsTold() throws IOException {
        Path init = Files.writeString(folder.resolve("init.R"), "alpha0 <- 0.2\nbeta1 <- -1\n.RNG.seed <- 3\n");
        Terminal terminal = Terminal.run(
                occupancy("sample", "--quiet", "--warmup", "100", "--draws", "100", "--init", init.toString()));
        assertThat(terminal.code()).isZero();
        Path wrong = Files.writeString(folder.resolve("wrong.R"), "alpha <- 0.2\n");
        Terminal refused = Terminal.run(occupancy("sample", "--quiet", "--init", wrong.toString()));
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err()).contains("wrong.R:1:1").contains("alpha");
    }

    @Test
    void aModelWithNothingToSampleIsSaid() throws IOException {
        Path model = Files.writeString(folder.resolve("m.bug"), "model { y ~ dnorm(0, 1) }");
        Path data = Files.writeString(folder.resolve("d.json"), "{\"y\": 1}");
        Terminal terminal = Terminal.run("sample", model.toString(), "--data", data.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).contains("nothing to sample");
    }

    @Test
    void aProblemOfTheModelIsShownWhereItIs() throws IOException {
        Path model =
                Files.writeString(folder.resolve("m.bug"), "model {\n  x ~ dnorm(muu, 1)\n  mu ~ dnorm(0, 1)\n}\n");
        Terminal terminal = Terminal.run("sample", model.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).contains("m.bug:2:13: muu is used but never defined; did you mean mu?");
        assertThat(terminal.out()).isEmpty();
    }
}
