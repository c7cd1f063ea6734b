package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check command on model and data files: what a model is, and where its mistakes are. */
class CheckTest {
    private static final String MIXTURE = """
            model {
              for (i in 1:N) {
                z[i] ~ dcat(w[])   # which component
                y[i] ~ dnorm(mu[z[i]], tau)
              }
              mu[1] ~ dnorm(0, 0.01)
              mu[2] ~ dnorm(0, 0.01)
              w ~ ddirch(alpha)
              tau <- 1 / pow(sigma, 2)
              sigma ~ dunif(0, 10)
            }
            """;

    @TempDir
    private Path folder;

    private Path model;

    @BeforeEach
    void write() throws IOException {
        model = Files.writeString(folder.resolve("model.bug"), MIXTURE);
    }

    @Test
    void saysWhatTheModelIsAndWhichDataItNeeds() {
        Terminal terminal = Terminal.run("check", model.toString());
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "3 z[i] ~ dcat(w[]) discrete",
                        "4 y[i] ~ dnorm(mu[z[i]], tau) continuous",
                        "9 tau <- 1 / pow(sigma, 2) computed",
                        "to be given as data: N, alpha");
    }

    @Test
    void drawsTheGraphWhereTheDataAreKnown() throws IOException {
        Path file = folder.resolve("graph.svg");
        Path data = Files.writeString(folder.resolve("data.json"), "{\"N\": 3, \"alpha\": [1, 1], \"y\": [1, 2, 3]}");
        String[] line = {"check", model.toString(), "--data", data.toString(), "--graph", file.toString()};
        Terminal drawn = Terminal.run(line);
        assertThat(drawn.code()).as(drawn.err()).isZero();
        assertThat(Files.readString(file))
                .startsWith("<svg ")
                .contains("mu: sampled", "i in 1:N")
                .containsPattern("z: summed out, [0-9.]+% of the work, from w")
                .containsPattern("tau: computed, [0-9.]+% of the work, from sigma");
        assertThat(Terminal.run(line).err()).contains("graph.svg is there already; --overwrite replaces it");
        Terminal without = Terminal.run("check", model.toString(), "--graph", folder + "/other.svg");
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).contains("--graph needs the data too");
        assertThat(folder.resolve("other.svg")).doesNotExist();
    }

    @Test
    void showsLinksAndTruncationAsTheyAreWritten() throws IOException {
        Files.writeString(model, """
                model {
                  for (i in 1:3) { logit(psi[i]) <- a + x[i]  y[i] ~ dbern(psi[i]) }
                  a ~ dnorm(0, 1) T(0, )
                }
                """);
        assertThat(Terminal.run("check", model.toString()).out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains("2 logit(psi[i]) <- a + x[i] computed", "3 a ~ dnorm(0, 1) T(0, ) continuous");
    }

    @Test
    void tellsDataFromUnknownsAndNamesDataTheModelDoesNotHave() throws IOException {
        Path data = Files.writeString(
                folder.resolve("data.json"), "{\"N\": 3, \"y\": [1.5, null, 2], \"alpha\": [1, 1], \"yy\": 4}");
        Terminal terminal = Terminal.run("check", model.toString(), "--data", data.toString());
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err()).contains("the model does not use yy");
        assertThat(terminal.out())
                .contains("observed [3], 1 missing: continuous unknowns")
                .contains("discrete unknown");
    }

    @Test
    void aTypoIsShownWhereItIs() throws IOException {
        Files.writeString(model, MIXTURE.replace("dnorm(mu[z[i]], tau)", "dnrom(mu[z[i]], tau)"));
        Terminal terminal = Terminal.run("check", model.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err())
                .contains("model.bug:4:12: unknown distribution dnrom; did you mean dnorm?")
                .contains("^");
    }

    @Test
    void anUndefinedNameIsAnErrorOnceDataAreThere() throws IOException {
        Path data = Files.writeString(folder.resolve("data.R"), "N <- 3\ny <- c(1.5, NA, 2)\n");
        Terminal terminal = Terminal.run("check", model.toString(), "--data", data.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).contains("model.bug:8:14: alpha is used but never defined");
    }

    @Test
    void missingAndEmptyFilesAreNamed() throws IOException {
        Terminal missing = Terminal.run("check", folder.resolve("none.bug").toString());
        assertThat(missing.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(missing.err()).contains("none.bug");
        Path empty = Files.writeString(folder.resolve("empty.bug"), "");
        Terminal nothing = Terminal.run("check", empty.toString());
        assertThat(nothing.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(nothing.err()).contains("empty.bug");
        Terminal dialect = Terminal.run("check", model.toString(), "--dialect", "jag");
        assertThat(dialect.err()).contains("unknown dialect jag; did you mean jags?");
    }
}
