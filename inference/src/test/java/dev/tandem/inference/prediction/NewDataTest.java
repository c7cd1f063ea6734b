package dev.tandem.inference.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Draws;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Predictions for new data, against closed forms and against what must not be predicted. */
class NewDataTest {
    private static final double NA = Double.NaN;

    /** The seed is fixed; an error of more than this many standard errors has a probability below 1e-5 before that. */
    private static final double ERRORS = 4.5;

    private static Settings settings(int draws) {
        return Settings.defaults()
                .withChains(4)
                .withWarmup(300)
                .withDraws(draws)
                .withSeed(11);
    }

    private static DataSet data(Object... namesAndArrays) {
        Map<String, DataArray> arrays = new java.util.LinkedHashMap<>();
        for (int i = 0; i < namesAndArrays.length; i += 2) {
            arrays.put((String) namesAndArrays[i], (DataArray) namesAndArrays[i + 1]);
        }
        return DataSet.of(arrays);
    }

    private static double mean(Draws draws, String element) {
        return draws.element(element).length == 0 ? NA : moments(draws, element)[0];
    }

    private static double[] moments(Draws draws, String element) {
        double sum = 0;
        double squares = 0;
        int n = 0;
        for (double[] chain : draws.element(element)) {
            for (double value : chain) {
                sum += value;
                squares += value * value;
                n++;
            }
        }
        return new double[] {sum / n, squares / n - (sum / n) * (sum / n), n};
    }

    /**
     * A normal mean: 5 observations of precision 1 with mean 2, prior precision 1. The posterior is normal with mean 10/6
     * and variance 1/6, a new observation at x has mean x 10/6 and variance x^2/6 + 1. Another variant, the posterior mean
     * put in for the unknown, has variance 1 and fails.
     */
    @Test
    void aNewCovariateHasItsClosedForm() {
        Posterior posterior = Model.of("""
                model {
                  for (i in 1:n) { y[i] ~ dnorm(b * x[i], 1) }
                  b ~ dnorm(0, 1)
                }
                """)
                .with(data(
                        "n", DataArray.scalar(5),
                        "x", DataArray.vector(1, 1, 1, 1, 1),
                        "y", DataArray.vector(1, 1.5, 2, 2.5, 3)))
                .sample(settings(5000));
        NewData found = posterior.with(data("n", DataArray.scalar(2), "x", DataArray.vector(3, 0)));
        assertThat(found.kept()).containsExactly(Map.entry("b", 1));
        assertThat(found.drawn()).isEmpty();
        Draws predicted = found.predictions(7, 1).collect();
        double[] third = moments(predicted, "y[1]");
        double n = third[2];
        assertThat(n).isEqualTo(20_000);
        // Draws of b are worth at least a quarter of their number.
        double sd = Math.sqrt(9.0 / 6 + 1);
        assertThat(third[0]).isCloseTo(5, within(ERRORS * 2 * sd / Math.sqrt(n)));
        assertThat(third[1]).isCloseTo(sd * sd, within(ERRORS * 2 * sd * sd * Math.sqrt(2 / n)));
        assertThat(Math.abs(1 - sd * sd)).isGreaterThan(ERRORS * 2 * sd * sd * Math.sqrt(2 / n));
        double[] zero = moments(predicted, "y[2]");
        assertThat(zero[0]).isCloseTo(0, within(ERRORS / Math.sqrt(n)));
        assertThat(zero[1]).isCloseTo(1, within(ERRORS * Math.sqrt(2 / n)));
        assertThat(found.predictions(7, 1).collect().element("y[1]")).isDeepEqualTo(predicted.element("y[1]"));
    }

    private static Posterior groups() {
        return Model.of("""
                model {
                  for (i in 1:n) { y[i] ~ dnorm(a[g[i]], 100) }
                  for (k in 1:groups) { a[k] ~ dnorm(mu, 1) }
                  mu ~ dnorm(0, 0.01)
                }
                """)
                .with(data(
                        "n", DataArray.scalar(6),
                        "groups", DataArray.scalar(3),
                        "g", DataArray.vector(1, 1, 2, 2, 3, 3),
                        "y", DataArray.vector(-2, -2.1, 0, 0.1, 2, 2.1)))
                .sample(settings(1000));
    }

    /** A group of the run keeps its effect, one that was not seen is drawn around the mean of all. */
    @Test
    void knownLevelsKeepTheirEffectsAndNewOnesAreDrawn() {
        Posterior posterior = groups();
        DataSet fresh = data("n", DataArray.scalar(2), "groups", DataArray.scalar(4), "g", DataArray.vector(3, 4));
        NewData found = posterior.with(fresh);
        assertThat(found.kept()).containsEntry("a", 3);
        assertThat(found.drawn()).containsExactly(Map.entry("a", 1));
        Draws predicted = found.predictions(1, 1).collect();
        assertThat(moments(predicted, "y[1]")[1]).isLessThan(0.05);
        assertThat(moments(predicted, "y[2]")[1]).isBetween(1.0, 2.0);
        // Said otherwise, all groups are new.
        NewData anew = posterior.with(fresh, new NewData.Choice(Set.of(), Set.of("a"), List.of("a")));
        assertThat(anew.drawn()).containsExactly(Map.entry("a", 4));
        assertThat(moments(anew.predictions(1, 1).collect(), "a[3]")[1]).isBetween(1.0, 2.0);
    }

    @Test
    void aLevelThatWasNotSeenIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> groups().with(data("n", DataArray.scalar(1), "g", DataArray.vector(4))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("a[g[i]]")
                .satisfies(
                        e -> assertThat(((SourceException) e).problems().get(0).hint())
                                .contains("not in the new data, and so as in the run: groups"));
    }

    private static Posterior sites() {
        return Model.of("""
                model {
                  for (i in 1:n) {
                    z[i] ~ dbern(psi)
                    for (j in 1:3) { y[i,j] ~ dbern(z[i] * p) }
                  }
                  psi ~ dbeta(1, 1)
                  p ~ dbeta(1, 1)
                }
                """)
                .with(data(
                        "n", DataArray.scalar(4),
                        "y", DataArray.of(new int[] {4, 3}, new double[] {1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0})))
                .sample(settings(1000));
    }

    /** New sites have new states: z[1] is certain in the run, since something was seen there, and open at a new site. */
    @Test
    void newSitesHaveNewStates() {
        Posterior posterior = sites();
        NewData found = posterior.with(
                data("n", DataArray.scalar(2)), new NewData.Choice(Set.of(), Set.of(), List.of("z", "y")));
        assertThat(found.drawn()).containsExactly(Map.entry("z", 2));
        Draws predicted = found.predictions(3, 1).collect();
        double psi = posterior.mean("psi");
        assertThat(posterior.mean("z[1]")).isEqualTo(1);
        // 4000 draws, of which psi is worth at least 400: its spread is below 0.3, that of z below 0.5.
        assertThat(mean(predicted, "z[1]")).isCloseTo(psi, within(ERRORS * (0.3 / 20 + 0.5 / Math.sqrt(4000))));
        NewData kept =
                posterior.with(data("n", DataArray.scalar(2)), new NewData.Choice(Set.of("z"), Set.of(), List.of("z")));
        assertThat(mean(kept.predictions(3, 1).collect(), "z[1]")).isEqualTo(1);
    }

    /** What a new site shows tells of its state, which is not learned here: to compare with is all it is good for. */
    @Test
    void halfSeenSitesAreRefusedAndWholeOnesHeldAgainstPredictions() {
        Posterior posterior = sites();
        DataSet half = data("n", DataArray.scalar(1), "y", DataArray.of(new int[] {1, 3}, new double[] {0, 1, NA}));
        assertThatThrownBy(() -> posterior.with(half))
                .hasMessageContaining("the new data give y[1,1] and leave y[1,3] open");
        DataSet whole = data("n", DataArray.scalar(1), "y", DataArray.of(new int[] {1, 3}, new double[] {0, 1, 1}));
        NewData found = posterior.with(whole);
        assertThat(found.given()).containsExactly(0, 1, 1);
        double predicted = mean(found.predictions(1, 1).collect(), "y[1,1]");
        assertThat(predicted).isBetween(0.05, 0.7);
    }

    /** Five more steps of a walk: each adds its variance, and the states of the run stay where they were. */
    @Test
    void aSeriesGoesOn() {
        Posterior posterior = Model.of("""
                model {
                  x[1] ~ dnorm(0, 1)
                  for (t in 2:n) { x[t] ~ dnorm(x[t-1], 1) }
                  for (t in 1:n) { y[t] ~ dnorm(x[t], 100) }
                }
                """)
                .with(data("n", DataArray.scalar(4), "y", DataArray.vector(0.1, 1.2, 2.1, 3.3)))
                .sample(settings(2500));
        NewData found = posterior.with(
                data("n", DataArray.scalar(6), "y", DataArray.vector(0.1, 1.2, 2.1, 3.3, NA, NA)),
                new NewData.Choice(Set.of(), Set.of(), List.of("x", "y[5:6]")));
        assertThat(found.kept()).containsExactly(Map.entry("x", 4));
        assertThat(found.drawn()).containsExactly(Map.entry("x", 2));
        Draws predicted = found.predictions(5, 1).collect();
        assertThat(predicted.element("x[4]")).isDeepEqualTo(posterior.draws().element("x[4]"));
        double last = posterior.summary().row("x[4]").sd();
        double variance = last * last + 2 + 0.01;
        double[] sixth = moments(predicted, "y[6]");
        assertThat(sixth[0]).isCloseTo(posterior.mean("x[4]"), within(ERRORS * Math.sqrt(variance / sixth[2])));
        assertThat(sixth[1]).isCloseTo(variance, within(ERRORS * variance * Math.sqrt(2 / sixth[2])));
    }

    @Test
    void mistakesAreNamed() {
        Posterior posterior = groups();
        assertThatThrownBy(() -> posterior.with(data("n", DataArray.scalar(1), "q", DataArray.vector(1, 2))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the model does not use q");
        assertThatThrownBy(() -> posterior.with(data("mu", DataArray.scalar(1))))
                .hasMessageContaining("mu is unknown in the run");
        assertThatThrownBy(() -> posterior.with(data("g", DataArray.of(new int[] {1, 2}, new double[] {1, 2}))))
                .hasMessageContaining("g has 2 dimensions and has one dimension in the run");
        assertThatThrownBy(() -> posterior.with(data("n", DataArray.scalar(8), "y", DataArray.vector(NA, NA, 1))))
                .hasMessageContaining("the new data give y and not g");
        assertThatThrownBy(() -> posterior.with(data(
                        "n",
                        DataArray.scalar(6),
                        "y",
                        posterior.model().graph().data().find("y").orElseThrow())))
                .hasMessageContaining("there is nothing to predict");
        assertThatThrownBy(() -> posterior.with(
                        data("n", DataArray.scalar(1), "g", DataArray.vector(1)),
                        new NewData.Choice(Set.of("b"), Set.of(), List.of())))
                .hasMessageContaining("b has no distribution");
    }

    /** Only what is needed has to be among the draws. */
    @Test
    void unknownsThatAreNotNeededNeedNotBeMonitored() {
        BoundModel model = Model.of("""
                model {
                  for (i in 1:n) { e[i] ~ dnorm(mu, 1)  y[i] ~ dnorm(e[i], 1) }
                  mu ~ dnorm(0, 1)
                }
                """).with(data("n", DataArray.scalar(2), "y", DataArray.vector(1, 2)));
        DataSet fresh = data("n", DataArray.scalar(3));
        Posterior some = model.monitoring("mu").sample(settings(50));
        assertThat(some.with(fresh).predictions(1, 1).collect().drawsPerChain()).isEqualTo(50);
        Posterior others = model.monitoring("e").sample(settings(50));
        assertThatThrownBy(() -> others.with(fresh).predictions(1, 1))
                .hasMessageContaining("predictions need mu, which was not monitored");
    }
}
