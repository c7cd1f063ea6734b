package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Regressions on covariates as they come, a year, a temperature in Kelvin and an altitude, beside the same with covariates that
 * are centred and scaled. Posteriors differ by an affine map, which costs nothing once it is known: about as many gradients for
 * an effective draw. What warmup takes to know it is not held here; it is several times as many.
 */
class RawCovariatesTest {
    private static final int ROWS = 100;

    private static final String PRIORS =
            " a ~ dnorm(0, 1.0E-6); for (k in 1:3) { b[k] ~ dnorm(0, 1.0E-6) } tau ~ dgamma(1, 1) }";

    /** Gradients for each effective draw of the slowest unknown. */
    private static double cost(String model, boolean raw) {
        SplittableRandom random = new SplittableRandom(20);
        double[] middle = {2005, 285, 1400};
        double[] spread = {9, 6, 600};
        double[] x = new double[3 * ROWS];
        double[] y = new double[ROWS];
        double[] group = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double mean = 0.5;
            for (int k = 0; k < 3; k++) {
                double z = random.nextGaussian();
                mean += (k - 0.5) * 0.5 * z;
                x[k * ROWS + i] = raw ? middle[k] + spread[k] * z : z;
            }
            group[i] = 1 + i % 10;
            y[i] = model.contains("dnorm(m")
                    ? mean + random.nextGaussian()
                    : random.nextDouble() < 1 / (1 + Math.exp(-mean)) ? 1 : 0;
        }
        Map<String, DataArray> data = new LinkedHashMap<>();
        data.put("x", DataArray.of(new int[] {ROWS, 3}, x));
        data.put("y", DataArray.of(new int[] {ROWS}, y));
        if (model.contains("g[")) {
            data.put("g", DataArray.of(new int[] {ROWS}, group));
        }
        Run run = Sampling.run(
                Model.of(model).with(DataSet.of(data)).compile(),
                Settings.defaults().withSeed(20).withThreads(2));
        assertThat(run.divergences()).isLessThan(5);
        double least = run.summary().rows().stream()
                .mapToDouble(SummaryRow::essBulk)
                .min()
                .orElseThrow();
        double gradients =
                run.chains().stream().mapToLong(ChainReport::gradients).sum();
        return gradients / least;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model { for (i in 1:100) { y[i] ~ dnorm(m[i], tau); m[i] <- a + inprod(x[i,], b[]) }",
                "model { for (i in 1:100) { y[i] ~ dbern(p[i]); logit(p[i]) <- a + inprod(x[i,], b[]) } z ~ dnorm(0, tau)",
                "model { for (i in 1:100) { y[i] ~ dnorm(m[i], tau); m[i] <- a + u[g[i]] + inprod(x[i,], b[]) } "
                        + "for (j in 1:10) { u[j] ~ dnorm(0, 4) }"
            })
    void costNothing(String statements) {
        assertThat(cost(statements + PRIORS, true)).isLessThan(1.5 * cost(statements + PRIORS, false));
    }
}
