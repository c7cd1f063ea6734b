package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mixtures whose components have the same prior: chains agree, and find the whole posterior with all of its copies. */
class ExchangeableGroupsTest {
    private static final String MODEL =
            "model { for (i in 1:8) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) } p[1:3] ~ ddirch(e[]) "
                    + "for (k in 1:3) { mu[k] ~ dnorm(0, 0.01) } first <- equals(z[1], 1); same <- equals(z[1], z[2]) }";

    private static final DataSet DATA = DataFile.parse(
            SourceText.of("data.R", "y <- c(-20, -21, -19, 0, 1, 20, 21, 19); e <- c(1, 1, 1)"), Dialect.JAGS);

    @ParameterizedTest
    @ValueSource(strings = {"joint", "all"})
    void chainsAgree(String summing) {
        Run run = Sampling.run(
                Model.of(MODEL)
                        .with(DATA)
                        .summing(summing.equals("all") ? Summing.all() : Summing.joint())
                        .compile(),
                Settings.defaults().withSeed(20).withThreads(2));
        Draws draws = run.draws();
        for (String name : new String[] {"mu[1]", "mu[2]", "mu[3]", "p[1]", "p[3]", "first"}) {
            double[][] values = draws.element(name);
            assertThat(Diagnostics.rhat(values)).as(name).isLessThan(1.01);
            double truth = name.startsWith("mu") ? Double.NaN : 1 / 3.0;
            if (!Double.isNaN(truth)) {
                // Six comparisons at four standard errors: a false alarm in 2,500 seeds.
                assertThat(Diagnostics.mean(values))
                        .as(name)
                        .isCloseTo(truth, within(4 * Diagnostics.mcseMean(values)));
            }
        }
        double[][] one = draws.element("mu[1]");
        double[][] other = draws.element("mu[3]");
        double error = Math.hypot(Diagnostics.mcseMean(one), Diagnostics.mcseMean(other));
        assertThat(Diagnostics.mean(one)).isCloseTo(Diagnostics.mean(other), within(4 * error));
        // 19 standard deviations lie between the first two and the others.
        assertThat(Diagnostics.mean(draws.element("same"))).isGreaterThan(0.99);
    }
}
