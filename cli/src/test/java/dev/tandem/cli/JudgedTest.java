package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs are judged by all of their unknowns, and nothing is claimed that they do not show. Seeds are fixed. */
class JudgedTest {
    @TempDir
    private Path folder;

    private String model;
    private String data;

    @BeforeEach
    void write() throws IOException {
        model = Files.writeString(folder.resolve("locked.bug"), """
                model {
                  a ~ dbern(0.5)
                  b ~ dbern(0.5)
                  one ~ dbern(equals(a, b))
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                }
                """).toString();
        data = Files.writeString(folder.resolve("data.json"), "{\"one\": 1, \"y\": 0.3}")
                .toString();
    }

    /** A run of a pair that the sampler never takes from where it began. */
    private Terminal locked(String... more) {
        List<String> words = new ArrayList<>(List.of("sample", model, "--data", data, "--seed", "3", "--quiet"));
        words.addAll(List.of("--sum", "joint", "--sampler", "gaussian-binary"));
        words.addAll(List.of(more));
        return Terminal.run(words.toArray(String[]::new));
    }

    @Test
    void sitesThatLockAreReportedAlthoughNobodyLooksAtThem() {
        Terminal terminal = locked("--monitor", "mu", "--strict");
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
        assertThat(terminal.out())
                .contains("R-hat is above 1.01 for 2 of 3 unknowns, worst for ")
                .contains("(infinite)")
                .contains("different modes")
                .doesNotContain("--draws");
    }

    @Test
    void infiniteRhatIsValidJsonAndTheSameFromTheFolder() {
        String out = folder.resolve("run").toString();
        Terminal sampled = locked("--monitor", "a", "--json", "--out", out, "--no-report");
        JsonNode json = JsonMapper.shared().readTree(sampled.out());
        assertThat(json.at("/variables/0/rhat").isNull()).isTrue();
        assertThat(json.at("/variables/0/rhat_infinite").asBoolean()).isTrue();
        assertThat(json.at("/judged/not_reported").asInt()).isEqualTo(2);
        JsonNode stored = JsonMapper.shared()
                .readTree(Terminal.run("summary", out, "--json").out());
        assertThat(stored.at("/judged")).isEqualTo(json.at("/judged"));
        assertThat(stored.at("/warnings")).isEqualTo(json.at("/warnings"));
    }

    @Test
    void untilGoesByUnknownsThatAreNotReported() {
        // mu alone would be done at the first look; the chains of a and b never agree.
        Terminal terminal = locked("--monitor", "mu", "--until", "ess=20", "--draws", "100", "--max-time", "3s");
        assertThat(terminal.out()).contains("the run was stopped");
    }

    @Test
    void compareClaimsNoAgreementOfRunsThatHaveNotConverged() {
        Terminal terminal = Terminal.run(
                "compare",
                "--example",
                "gmm24-printed",
                "--samplers",
                "node,hmc-within-gibbs",
                "--draws",
                "200",
                "--warmup",
                "200",
                "--quiet");
        assertThat(terminal.out())
                .contains("has not converged")
                .contains("Whether the means agree cannot be told: node, hmc-within-gibbs have not converged.")
                .doesNotContain("The means agree");
    }

    @Test
    void whatIsLeftOutIsSaid() throws IOException {
        Path large = Files.writeString(folder.resolve("large.bug"), """
                model {
                  for (i in 1:30) { x[i] ~ dnorm(0, 1)  p[i] <- 2 * x[i] }
                  y ~ dnorm(x[1], 1)
                }
                """);
        Terminal terminal = Terminal.run("sample", large.toString(), "--data", data, "--warmup", "50", "--draws", "20");
        assertThat(terminal.err())
                .contains("note: not reported, as computed arrays of more than 20 elements: p (30); --monitor reports"
                        + " what it names");
    }

    /** All four chains begin, and stay, where both are 0, with a sampler that has no joint draws: half was never seen. */
    @Test
    void aRunInWhichNothingMovedIsNotTrusted() throws IOException {
        Path locked = Files.writeString(
                folder.resolve("still.bug"),
                "data { e <- 1 } model { x1 ~ dbern(0.5)  x2 ~ dbern(0.5)  e ~ dbern(equals(x1, x2)) }");
        Terminal terminal = Terminal.run(
                "sample",
                locked.toString(),
                "--seed",
                "14",
                "--quiet",
                "--strict",
                "--sum",
                "joint",
                "--sampler",
                "gaussian-binary");
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
        assertThat(terminal.out())
                .contains("warning: no chain moved: 2 of 2 unknowns had one value in all draws, first x1, and the model"
                        + " does not rule out others.")
                .doesNotContain("note: ");
    }

    /** mu moves, so that there is more than stillness to see: what is proved is that x1 = x2 = 1 was out of reach. */
    @Test
    void unknownsThatHoldEachOtherFastAreNamed() throws IOException {
        Path pair = Files.writeString(folder.resolve("pair.bug"), """
                model {
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                  x1 ~ dbern(0.4)
                  x2 ~ dbern(0.4)
                  one ~ dbern(equals(x1, x2))
                }
                """);
        Path seen = Files.writeString(folder.resolve("pair.json"), "{\"y\": 1, \"one\": 1}");
        Path starts = Files.writeString(folder.resolve("starts.json"), "{\"x1\": 0, \"x2\": 0}");
        Path run = folder.resolve("pair");
        Terminal terminal = Terminal.run(
                "sample",
                pair.toString(),
                "--data",
                seen.toString(),
                "--init",
                starts.toString(),
                "--sampler",
                "published",
                "--sum",
                "joint",
                "--seed",
                "5",
                "--warmup",
                "200",
                "--draws",
                "400",
                "--quiet",
                "--strict",
                "--out",
                run.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.WARNINGS);
        assertThat(terminal.out())
                .contains("warning: x1 and x2 hold each other fast: no chain changed either, and x1 = 1 with x2 = 1 is"
                        + " possible too (log density ");
        assertThat(Terminal.run("summary", run.toString()).out()).contains("x1 and x2 hold each other fast");
    }

    /** Improbable is not out of reach: such unknowns get a note, as before. */
    @Test
    void unknownsThatAreMerelyImprobableAreNot() throws IOException {
        Path rare = Files.writeString(folder.resolve("rare.bug"), """
                model {
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                  x1 ~ dbern(1.0E-9)
                  x2 ~ dbern(1.0E-9)
                  one ~ dbern(ifelse(x1 == x2, 0.5, 0.4))
                }
                """);
        Path seen = Files.writeString(folder.resolve("rare.json"), "{\"y\": 1, \"one\": 1}");
        Terminal terminal = Terminal.run(
                "sample",
                rare.toString(),
                "--data",
                seen.toString(),
                "--sum",
                "joint",
                "--warmup",
                "200",
                "--draws",
                "400",
                "--quiet");
        assertThat(terminal.out()).contains("were never seen to change").doesNotContain("hold each other fast");
    }

    /** Values beside those that were drawn may lead out of an array: that is impossible, and no mistake of the model. */
    @Test
    void valuesThatLeadOutOfAnArrayAreImpossible() throws IOException {
        Path states = Files.writeString(folder.resolve("states.bug"), """
                model {
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                  x1 ~ dcat(p[])
                  x2 ~ dcat(P[x1,])
                  x3 ~ dcat(P[x2,])
                  one ~ dbern(ifelse(x3 == 1, 0.5, 0.4))
                }
                """);
        Path seen = Files.writeString(
                folder.resolve("states.json"),
                "{\"y\": 1, \"one\": 1, \"p\": [1, 1.0E-12], \"P\": [[1, 1.0E-12], [1.0E-12, 1]]}");
        Terminal terminal = Terminal.run(
                "sample",
                states.toString(),
                "--data",
                seen.toString(),
                "--sum",
                "none",
                "--warmup",
                "100",
                "--draws",
                "100",
                "--quiet");
        assertThat(terminal.out()).as(terminal.err()).contains("never seen to change");
        assertThat(terminal.code()).isZero();
    }

    @Test
    void whatIsAskedForInVainIsSaid() throws IOException {
        Path known = Files.writeString(folder.resolve("known.bug"), """
                model {
                  mu ~ dnorm(0, 1)
                  y ~ dnorm(mu, 1)
                  twice <- 2 * y
                  above <- mu + 1
                }
                """);
        Terminal terminal = Terminal.run(
                "sample",
                known.toString(),
                "--data",
                data,
                "--monitor",
                "mu,twice,above,y",
                "--warmup",
                "50",
                "--draws",
                "20",
                "--quiet");
        assertThat(terminal.err()).contains("note: not reported, as the data leave nothing open about it: y");
        assertThat(terminal.out()).contains("above").contains("twice");
    }
}
