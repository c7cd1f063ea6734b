package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The fast exponential against exact values. */
class FastExponentialTest {
    private static final MathContext PRECISE = new MathContext(50);

    @Test
    void agreesWithExactValuesTo2e16() {
        SplittableRandom random = new SplittableRandom(1);
        double worst = 0;
        for (int i = 0; i < 4000; i++) {
            double argument = -Math.pow(10, 6 * random.nextDouble() - 3.15);
            if (argument < -708) {
                continue;
            }
            BigDecimal exact = exactExponential(argument);
            BigDecimal error = new BigDecimal(FastExponential.ofNonPositive(argument)).subtract(exact);
            worst = Math.max(worst, Math.abs(error.divide(exact, PRECISE).doubleValue()));
        }
        assertThat(worst).isLessThan(2e-16);
    }

    @Test
    void itsTablesArePowersOfTwo() {
        MathContext precise = new MathContext(40);
        long[] bits = PowersOfTwo.bits();
        double[] tails = PowersOfTwo.tails();
        assertThat(bits).hasSize(128);
        assertThat(tails).hasSize(128);
        BigDecimal root = BigDecimal.valueOf(2);
        for (int n = 1; n < bits.length; n *= 2) {
            root = root.sqrt(precise);
        }
        BigDecimal power = BigDecimal.ONE;
        for (int i = 0; i < bits.length; i++) {
            double rounded = power.doubleValue();
            assertThat(Double.longBitsToDouble(bits[i])).isEqualTo(rounded);
            assertThat(tails[i])
                    .isEqualTo(power.subtract(new BigDecimal(rounded)).doubleValue() / rounded);
            power = power.multiply(root, precise);
        }
    }

    @Test
    void isWithinOneUnitInTheLastPlaceOfTheLibrary() {
        SplittableRandom random = new SplittableRandom(2);
        double worst = 0;
        for (int i = 0; i < 200_000; i++) {
            double argument = -700 * random.nextDouble() * random.nextDouble();
            double library = Math.exp(argument);
            worst = Math.max(worst, Math.abs(FastExponential.ofNonPositive(argument) - library) / Math.ulp(library));
        }
        assertThat(worst).isLessThanOrEqualTo(1);
    }

    @Test
    void holdsAtTheEdges() {
        assertThat(FastExponential.ofNonPositive(0)).isEqualTo(1);
        assertThat(FastExponential.ofNonPositive(-0.0)).isEqualTo(1);
        assertThat(FastExponential.ofNonPositive(-Double.MIN_VALUE)).isEqualTo(1);
        assertThat(FastExponential.ofNonPositive(-708)).isBetween(0.0, 1e-307);
        assertThat(FastExponential.ofNonPositive(-1e300)).isBetween(0.0, 1e-307);
        assertThat(FastExponential.ofNonPositive(Double.NEGATIVE_INFINITY)).isBetween(0.0, 1e-307);
        assertThat(FastExponential.ofNonPositive(Double.NaN)).isNaN();
    }

    @Test
    void agreesWithExactValuesOnBothSides() {
        SplittableRandom random = new SplittableRandom(3);
        double worst = 0;
        for (int i = 0; i < 4000; i++) {
            double argument = Math.pow(10, 6 * random.nextDouble() - 3.15) * (i % 2 == 0 ? 1 : -1);
            if (Math.abs(argument) > 708) {
                continue;
            }
            BigDecimal exact = exactExponential(argument);
            BigDecimal error = new BigDecimal(FastExponential.of(argument)).subtract(exact);
            worst = Math.max(worst, Math.abs(error.divide(exact, PRECISE).doubleValue()));
        }
        assertThat(worst).isLessThan(2e-16);
    }

    @Test
    void overflowsUnderflowsAndKeepsNaNAsTheLibraryDoes() {
        double[] arguments = {
            708.5,
            709.78,
            709.79,
            1e300,
            Double.POSITIVE_INFINITY,
            -708.5,
            -744,
            -746,
            Double.NEGATIVE_INFINITY,
            Double.NaN
        };
        for (double argument : arguments) {
            assertThat(FastExponential.of(argument)).isEqualTo(Double.valueOf(Math.exp(argument)));
        }
        assertThat(FastExponential.of(0)).isEqualTo(1);
        assertThat(FastExponential.of(Double.MIN_VALUE)).isEqualTo(1);
        assertThat(FastExponential.of(708)).isCloseTo(Math.exp(708), offset(Math.ulp(Math.exp(708))));
    }

    /** The series at x / 2^20, squared twenty times. */
    private static BigDecimal exactExponential(double argument) {
        BigDecimal x = new BigDecimal(argument).divide(BigDecimal.valueOf(1 << 20), PRECISE);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int n = 1; n < 20; n++) {
            term = term.multiply(x, PRECISE).divide(BigDecimal.valueOf(n), PRECISE);
            sum = sum.add(term, PRECISE);
        }
        for (int n = 0; n < 20; n++) {
            sum = sum.multiply(sum, PRECISE);
        }
        return sum;
    }
}
