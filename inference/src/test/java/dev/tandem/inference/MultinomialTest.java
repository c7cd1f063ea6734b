package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Multinomials that are not observed: the same density, the same posteriors. Bounds of means are 5 standard errors wide. */
class MultinomialTest {
    private static final Settings SHORT =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(1000).withSeed(1);

    private static CompiledDensity density(String model, String data, Summing summing) {
        DataSet known = DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Model.of(model).with(known).summing(summing).compile();
    }

    private static double mean(Draws draws, String name) {
        for (int e = 0; e < draws.elements(); e++) {
            if (draws.elementName(e).equals(name)) {
                return Arrays.stream(draws.element(e))
                        .flatMapToDouble(Arrays::stream)
                        .average()
                        .orElseThrow();
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** At every state, zeros of p included; weights need not add up to one. */
    @ParameterizedTest
    @ValueSource(strings = {"0.2, 0.5, 0.3", "1, 0, 3", "2, 1, 0", "0, 0, 1"})
    void theDensityIsThatOfAMultinomial(String weights) {
        String data = "p <- c(" + weights + "); y <- 1";
        CompiledDensity density =
                density("model { x[1:3] ~ dmulti(p[], 4)  y ~ dpois(x[1] + 2 * x[3] + 0.5) }", data, Summing.joint());
        double[] p = Arrays.stream(weights.split(", "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        Cursor cursor = density.cursor();
        double offset = Double.NaN;
        int possible = 0;
        for (int first = 0; first <= 4; first++) {
            for (int second = 0; second <= 4; second++) {
                int[] x = {first, second, 4 - first - second};
                double expected = x[2] < 0 ? Double.NEGATIVE_INFINITY : 0;
                for (int k = 0; k < 3 && x[2] >= 0; k++) {
                    expected += (x[k] == 0 ? 0 : x[k] * Math.log(p[k])) - GammaFunction.logGamma(x[k] + 1);
                }
                double mean = first + 2 * x[2] + 0.5;
                expected += x[2] < 0 ? 0 : Math.log(mean) - mean;
                if (!place(cursor, first, second)) {
                    assertThat(expected)
                            .as("%d, %d cannot be placed", first, second)
                            .isEqualTo(Double.NEGATIVE_INFINITY);
                    continue;
                }
                double got = cursor.logDensity();
                if (expected == Double.NEGATIVE_INFINITY) {
                    assertThat(got).isEqualTo(expected);
                    continue;
                }
                offset = Double.isNaN(offset) ? got - expected : offset;
                assertThat(got - expected).as("x = %d, %d", first, second).isCloseTo(offset, within(1e-10));
                possible++;
            }
        }
        assertThat(possible).isPositive();
    }

    /** Puts the sites to values, as far as their supports go; elements that are no sites have one value alone. */
    private static boolean place(Cursor cursor, int first, int second) {
        double[] before = new double[cursor.space().reportedSize()];
        double[] after = new double[before.length];
        for (int site = 0; site < cursor.space().sites(); site++) {
            // The element that a site is moves with it.
            cursor.assign(site, cursor.space().support(site).lower());
            cursor.report(before);
            cursor.assign(site, cursor.space().support(site).lower() + 1);
            cursor.report(after);
            int value = before[0] != after[0] ? first : second;
            if (!cursor.space().support(site).contains(value)) {
                return false;
            }
            cursor.assign(site, value);
        }
        cursor.report(after);
        return after[0] == first && after[1] == second;
    }

    /** What was missed is multinomial again: x - y of 6 by p. */
    @Test
    void countsThatWereMissed() {
        CompiledDensity density = density(
                "model { x[1:4] ~ dmulti(p[], 10)  for (k in 1:4) { y[k] ~ dbin(0.5, x[k]) } }",
                "p <- c(0.1, 0.2, 0.3, 0.4); y <- c(1, 0, 2, 1)",
                Summing.joint());
        assertThat(DensityContract.checkBriefly(density, 1, 20, true)).isEmpty();
        Draws draws = Sampling.run(density, SHORT).draws();
        double[] truth = {1.6, 1.2, 3.8, 3.4};
        for (int k = 0; k < 4; k++) {
            // Standard deviations up to 1.2, effective sizes above 400.
            assertThat(mean(draws, "x[" + (k + 1) + "]")).isCloseTo(truth[k], within(0.3));
        }
    }

    /** Nobody looks at the replicates: they are drawn forwards, by rows, and their sum is kept. */
    @Test
    void replicatesAreDrawnForwards() {
        CompiledDensity density = density("""
                model {
                  theta[1:3] ~ ddirch(a[])
                  y[1:3] ~ dmulti(theta[], 20)
                  for (i in 1:2) { again[i,1:3] ~ dmulti(theta[], 20)  total[i] <- sum(again[i,]) }
                }
                """, "a <- c(1, 1, 1); y <- c(10, 6, 4)", Summing.automatic());
        assertThat(density.drawnForwards()).containsExactly("again");
        Draws draws = Sampling.run(density, SHORT).draws();
        assertThat(mean(draws, "total[2]")).isEqualTo(20);
        assertThat(mean(draws, "again[2,1]")).isCloseTo(20 * 11 / 23.0, within(0.4));
        assertThat(mean(draws, "again[1,3]")).isCloseTo(20 * 5 / 23.0, within(0.4));
    }
}
