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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void reportsElementsAndPartsAsTheWholeHasThem() {
        String[] whole = {"sample", "--quiet", "--warmup", "100", "--draws", "50", "--json"};
        JsonNode all = rows(whole, "beta0,z,p");
        JsonNode parts = rows(whole, "beta0,z[2],z[99:100],p[7,2:3],p[100,]");
        assertThat(names(parts))
                .containsExactly(
                        "beta0",
                        "p[100,1]",
                        "p[7,2]",
                        "p[100,2]",
                        "p[7,3]",
                        "p[100,3]",
                        "p[100,4]",
                        "z[2]",
                        "z[99]",
                        "z[100]");
        for (JsonNode row : parts) {
            int place = names(all).indexOf(row.get("name").asString());
            assertThat(row.get("mean")).isEqualTo(all.get(place).get("mean"));
            assertThat(row.get("fate")).isEqualTo(all.get(place).get("fate"));
        }
    }

    private static JsonNode rows(String[] command, String monitored) {
        String[] arguments = java.util.Arrays.copyOf(command, command.length + 2);
        arguments[command.length] = "--monitor";
        arguments[command.length + 1] = monitored;
        Terminal terminal =
                Terminal.run(occupancy(arguments[0], java.util.Arrays.copyOfRange(arguments, 1, arguments.length)));
        assertThat(terminal.code()).isZero();
        return JsonMapper.shared().readTree(terminal.out()).get("variables");
    }

    private static List<String> names(JsonNode rows) {
        List<String> names = new ArrayList<>();
        rows.forEach(row -> names.add(row.get("name").asString()));
        return names;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            z[101]    | cannot monitor z[101]: the subscripts of z end at 100
            p[1,5]    | cannot monitor p[1,5]: the subscripts of dimension 2 of p end at 4
            p[1]      | cannot monitor p[1]: this has 1 subscript, and p has 2 dimensions
            z[0]      | cannot monitor z[0]: a subscript is a whole number from 1 on, a range such as 1:5, or empty for all; this has '0'
            z[5:2]    | cannot monitor z[5:2]: the range is empty, as 5 is greater than 2
            z[1       | cannot monitor z[1: a part of a variable is written as in z[2] or z[1:5,]
            zz[1]     | cannot monitor zz: the model has no such variable; did you mean z?
            """)
    void aWrongPartIsSaid(String monitored, String complaint) {
        Terminal terminal = Terminal.run(occupancy("sample", "--monitor", monitored));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).contains(complaint);
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
                .contains("1. centring")
                .contains("site-storage (always)")
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
        Terminal noted = Terminal.run(
                occupancy("sample", "--quiet", "--warmup", "100", "--draws", "100", "--init", wrong.toString()));
        assertThat(noted.code()).isZero();
        assertThat(noted.err()).contains("wrong.R:1:1: the model has no variable alpha");
    }

    @Test
    void aModelWithoutUnknownsTellsWhatIsComputed() throws IOException {
        Path model = Files.writeString(folder.resolve("m.bug"), "model { y ~ dnorm(0, 1)  twice <- 2 * y }");
        Path data = Files.writeString(folder.resolve("d.json"), "{\"y\": 1}");
        Terminal terminal = Terminal.run("sample", "--quiet", model.toString(), "--data", data.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.err()).contains("note: nothing is unknown here");
        // The deviance is log(2 pi) + 1.
        assertThat(terminal.out()).containsPattern("twice +2 ").containsPattern("deviance +2\\.84 ");
    }

    @Test
    void aModelWithNothingToSampleIsSaid() throws IOException {
        Path model = Files.writeString(folder.resolve("m.bug"), "model { for (i in 1:n) { y[i] ~ dnorm(0, 1) } }");
        Path data = Files.writeString(folder.resolve("d.json"), "{\"n\": 0}");
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
