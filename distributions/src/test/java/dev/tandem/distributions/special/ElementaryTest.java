package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The elementary functions against the platform's, against exact powers, and against the bits that they had elsewhere. */
class ElementaryTest {
    private static final double[] EDGES = {
        0,
        -0.0,
        1,
        -1,
        2,
        3,
        -2,
        0.5,
        -0.5,
        1e-5,
        708,
        -708,
        710,
        -745,
        800,
        -800,
        1e-310,
        -1e-320,
        3e300,
        -3e300,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        1e18,
        -1e18,
        9007199254740991.0,
        Math.nextUp(1),
        Math.nextDown(1)
    };

    private static double units(double value, double platform) {
        return value == platform || (Double.isNaN(value) && Double.isNaN(platform))
                ? 0
                : Math.abs(value - platform) / Math.ulp(platform);
    }

    private static double worst(DoubleUnaryOperator own, DoubleUnaryOperator platform, double size) {
        SplittableRandom random = new SplittableRandom(1);
        double worst = 0;
        for (int i = 0; i < 200_000; i++) {
            double x = (2 * random.nextDouble() - 1) * size * Math.pow(10, -9 * random.nextDouble());
            worst = Math.max(worst, units(own.applyAsDouble(x), platform.applyAsDouble(x)));
        }
        for (double x : EDGES) {
            worst = Math.max(worst, units(own.applyAsDouble(x), platform.applyAsDouble(x)));
        }
        return worst;
    }

    @Test
    void areThoseOfThePlatformButForTheLastBit() {
        assertThat(worst(Elementary::exp, StrictMath::exp, 700)).isLessThanOrEqualTo(1);
        assertThat(worst(Elementary::log, StrictMath::log, 1e9)).isLessThanOrEqualTo(1);
        assertThat(worst(Elementary::log1p, StrictMath::log1p, 1)).isLessThanOrEqualTo(2);
        assertThat(worst(Elementary::log1p, StrictMath::log1p, 1e6)).isLessThanOrEqualTo(2);
        assertThat(worst(Elementary::expm1, StrictMath::expm1, 3)).isLessThanOrEqualTo(2);
        assertThat(worst(Elementary::expm1, StrictMath::expm1, 700)).isLessThanOrEqualTo(2);
    }

    @Test
    void powersAreThoseOfThePlatformButForTheLastBit() {
        SplittableRandom random = new SplittableRandom(2);
        double worst = 0;
        for (int i = 0; i < 200_000; i++) {
            double x = Math.exp(40 * random.nextDouble() - 20);
            double y = 35 * random.nextDouble() - 17;
            worst = Math.max(worst, units(Elementary.pow(x, y), StrictMath.pow(x, y)));
        }
        for (double x : EDGES) {
            for (double y : EDGES) {
                worst = Math.max(worst, units(Elementary.pow(x, y), StrictMath.pow(x, y)));
            }
        }
        assertThat(worst).isLessThanOrEqualTo(1);
    }

    /** Whole powers of numbers with few digits are known exactly. */
    @Test
    void powersAreWithin0Point6Units() {
        SplittableRandom random = new SplittableRandom(4);
        double worst = 0;
        for (int i = 0; i < 20_000; i++) {
            double x = (float) (0.01 + 3 * random.nextDouble()) * (i % 3 == 0 ? -1 : 1);
            int n = 3 + random.nextInt(60);
            BigDecimal exact = new BigDecimal(x).pow(n, new MathContext(60));
            double error = new BigDecimal(Elementary.pow(x, n)).subtract(exact).doubleValue();
            worst = Math.max(worst, Math.abs(error) / Math.ulp(exact.doubleValue()));
        }
        assertThat(worst).isLessThan(0.6);
    }

    /** Written down on one machine; on any other they have to be the same. */
    @Test
    void haveTheSameBitsEverywhere() {
        long sum = 0;
        for (int i = 1; i <= 4000; i++) {
            double x = i / 300.0;
            double[] values = {
                Elementary.exp(x),
                Elementary.log(x),
                Elementary.pow(x, 0.3),
                Elementary.log1p(x),
                Elementary.expm1(-x),
                Elementary.sin(x),
                Elementary.cos(x),
                Elementary.tan(x),
                Elementary.atan(x),
                Elementary.tanh(x),
                NormalIntegral.cumulative(x - 6),
                NormalTail.scaled(x),
                NormalIntegral.quantile(x / 14),
                IncompleteGamma.lower(x, x + 1),
                IncompleteGamma.upper(9 * x, 8 * x),
                IncompleteBeta.lower(x / 14, 2.5, x)
            };
            for (double value : values) {
                sum = 31 * sum + Double.doubleToLongBits(value);
            }
        }
        assertThat(Long.toHexString(sum)).isEqualTo("de542192acc3fcec");
    }
}
