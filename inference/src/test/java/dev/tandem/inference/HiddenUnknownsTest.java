package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Courses;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Unknowns that nobody asked to see are judged all the same, and change nothing about the draws. */
class HiddenUnknownsTest {
    /** Two sites hold each other where they start, with a sampler that has no joint draws. */
    private static final String LOCKED = """
            model {
              a ~ dbern(0.5)
              b ~ dbern(0.5)
              one ~ dbern(equals(a, b))
              s ~ dunif(0, 10)
              for (i in 1:3) { z[i] ~ dbern(0.4)  y[i] ~ dnorm(mu * z[i], 1 / (s * s)) }
              seen ~ dbern(z[1])
              mu ~ dnorm(0, 1)
              m <- mu + 1
            }
            """;

    private static final Settings SETTINGS = Settings.defaults()
            .withKernel(KernelFamily.of(KernelFamily.Method.GAUSSIAN_BINARY))
            .withWarmup(200)
            .withDraws(300)
            .withSeed(4);

    private static BoundModel model() {
        return Model.of(LOCKED)
                .with(Map.of(
                        "one", DataArray.scalar(1),
                        "seen", DataArray.scalar(1),
                        "y", DataArray.vector(1, 2, 3)))
                .summing(Summing.joint());
    }

    @Test
    void whatIsMonitoredChangesNoDraw() {
        Run all = model().sample(SETTINGS).run();
        Run some = model().monitoring("mu", "z").sample(SETTINGS).run();
        for (String name : List.of("mu", "z[2]")) {
            assertThat(some.draws().element(name)).isDeepEqualTo(all.draws().element(name));
        }
        Courses courses = some.courses();
        assertThat(courses.elements()).isEqualTo(4);
        assertThat(List.of(courses.name(0), courses.name(1), courses.name(2), courses.name(3)))
                .containsExactly("the log density", "s", "a", "b");
        // So few draws are kept as they are: what is hidden is judged as if it were seen.
        assertThat(courses.measure(1)).isEqualTo(Convergence.measure(all.draws().element("s")));
        assertThat(all.courses().measure(0)).isEqualTo(courses.measure(0));
    }

    @Test
    void chainsThatLockApartAreFoundWhereNobodyLooks() {
        Run run = model().monitoring("mu").sample(SETTINGS).run();
        Convergence convergence = Convergence.of(run.draws(), run.courses());
        assertThat(convergence.rhat()).isInfinite();
        assertThat(convergence.rhatOf()).isIn("a", "b");
        // Draws are looked at a second time, and never enough.
        assertThat(convergence.reached(1, StoppingRule.RHAT)).isFalse();
    }

    @Test
    void rolesTellWhatIsProvedAndWhatIsComputed() {
        CompiledDensity density = model().compile();
        var roles = density.space().roles();
        List<String> names = density.space().reported().stream()
                .flatMap(variable -> IntStream.range(0, variable.size()).mapToObj(variable::elementName))
                .toList();
        assertThat(roles.isSettled(names.indexOf("z[1]"))).isTrue();
        assertThat(roles.isSettled(names.indexOf("z[2]"))).isFalse();
        assertThat(roles.isComputed(names.indexOf("m"))).isTrue();
        assertThat(roles.isComputed(names.indexOf("mu"))).isFalse();
        assertThat(roles.hiddenSize()).isZero();
        CompiledDensity narrow = model().monitoring("m").compile();
        assertThat(narrow.space().roles().hiddenSize()).isEqualTo(2 + 1 + 1 + 2);
    }

    @Test
    void largeArraysAreLeftOutByDefaultAndSaidToBe() {
        CompiledDensity density = Model.of("""
                model {
                  for (i in 1:6000) { x[i] ~ dnorm(0, 1)  p[i] <- 2 * x[i] }
                  y ~ dnorm(x[1] + p[2], 1)
                }
                """)
                .with(Map.of("y", DataArray.scalar(1)))
                .summing(Summing.joint())
                .compile();
        assertThat(density.leftOut())
                .extracting(left -> left.name() + " " + left.size() + " " + left.computed())
                .containsExactlyInAnyOrder("x 6000 false", "p 6000 true");
        assertThat(density.space().roles().hiddenSize()).isEqualTo(6000);
        assertThat(density.space().roles().hiddenName(5999)).isEqualTo("x[6000]");
    }

    /** States that never change are asked for values that are no place in the matrix: a finished run is not lost by that. */
    @Test
    void lookingForLocksLeavesTheModel() {
        Posterior posterior = Model.of("""
                model {
                  z[1] ~ dcat(P[1,])
                  for (t in 2:6) { z[t] ~ dcat(P[z[t-1],]) }
                  for (t in 1:6) { y[t] ~ dnorm(mu[z[t]], 1) }
                  for (s in 1:2) { P[s,1:2] ~ ddirch(one[]) }
                  mu[1] ~ dnorm(0, 1)
                  mu[2] ~ dnorm(90, 1)
                }
                """)
                .with(Map.of(
                        "one", DataArray.vector(1, 1),
                        "y", DataArray.vector(0.1, 90, 90.3, -0.4, 0.2, 89.9)))
                .summing(Summing.none())
                .sample(Settings.defaults().withWarmup(100).withDraws(50).withSeed(2));
        for (double[] chain : posterior.run().draws().element("z[2]")) {
            assertThat(chain).containsOnly(2);
        }
        assertThat(posterior.outcome().findings()).isNotNull();
    }
}
