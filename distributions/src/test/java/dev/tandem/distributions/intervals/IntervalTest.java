package dev.tandem.distributions.intervals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Intervals contain what their numbers make, and keep zero and infinity for what is truly so. */
class IntervalTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void arithmeticContainsTheValues() {
        check(Interval::plus, (a, b) -> a + b);
        check((a, b) -> a.plus(b.negated()), (a, b) -> a - b);
        check(Interval::times, (a, b) -> a * b);
        check(Interval::over, (a, b) -> a / b);
        check(Interval::power, Math::pow);
        check(Interval::or, (a, b) -> a);
        check(Interval::or, (a, b) -> b);
        check((a, b) -> a.abs(), (a, b) -> Math.abs(a));
        check((a, b) -> a.log(), (a, b) -> Math.log(a));
        check((a, b) -> a.truncated(), (a, b) -> (int) a);
    }

    private static void check(BinaryOperator<Interval> intervals, DoubleBinaryOperator numbers) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(17);
        for (int trial = 0; trial < 20_000; trial++) {
            Interval a = random(rng);
            Interval b = random(rng);
            Interval result = intervals.apply(a, b);
            for (int inner = 0; inner < 4; inner++) {
                double x = inside(a, rng);
                double y = inside(b, rng);
                double value = numbers.applyAsDouble(x, y);
                boolean rounded =
                        value == 0 && (result.contains(Double.MIN_VALUE) || result.contains(-Double.MIN_VALUE));
                double slack = 1e-14 * Math.abs(value);
                assertThat(result.contains(value)
                                || rounded
                                || (value + slack >= result.low() && value - slack <= result.high()))
                        .as("%s and %s in %s and %s give %s, not in %s", x, y, a, b, value, result)
                        .isTrue();
                assertThat(!result.whole() || !Double.isFinite(value) || value == Math.rint(value))
                        .as("%s is whole", value)
                        .isTrue();
            }
        }
    }

    private static Interval random(UniformRandomProvider rng) {
        double a = end(rng);
        double b = end(rng);
        boolean whole = a == Math.rint(a) && b == Math.rint(b) && rng.nextBoolean();
        return new Interval(Math.min(a, b), Math.max(a, b), whole, false);
    }

    private static double end(UniformRandomProvider rng) {
        return switch (rng.nextInt(6)) {
            case 0 -> 0;
            case 1 -> rng.nextBoolean() ? INFINITY : -INFINITY;
            case 2, 3 -> rng.nextInt(7) - 3;
            default -> 8 * (rng.nextDouble() - 0.5);
        };
    }

    private static double inside(Interval interval, UniformRandomProvider rng) {
        double share = rng.nextInt(3) == 0 ? rng.nextInt(2) : rng.nextDouble();
        double low = Math.max(interval.low(), -1e3);
        double high = Math.min(interval.high(), 1e3);
        if (!(low <= high)) {
            return interval.low();
        }
        double x = share == 0 ? interval.low() : share == 1 ? interval.high() : low + share * (high - low);
        x = interval.whole() && !Double.isInfinite(x) ? Math.rint(x) : x;
        return Math.max(interval.low(), Math.min(interval.high(), x));
    }

    /** Improbable is not impossible. */
    @Test
    void whatRoundsToZeroIsNotZero() {
        Interval tiny = Interval.between(1e-200, 1e-190);
        assertThat(tiny.times(tiny).low()).isPositive();
        assertThat(tiny.negated().times(tiny).high()).isNegative();
        assertThat(Interval.point(1e-300).over(Interval.point(1e300)).low()).isPositive();
        assertThat(Interval.point(1e-300).power(Interval.point(2)).low()).isPositive();
        assertThat(Interval.point(0).times(tiny)).isEqualTo(Interval.point(0).fractional());
    }

    @Test
    void zeroTimesInfinityMayBeNaN() {
        Interval product = Interval.point(0).times(Interval.REALS);
        assertThat(product.low()).isZero();
        assertThat(product.high()).isZero();
        assertThat(product.nan()).isTrue();
        assertThat(Interval.REALS.plus(Interval.REALS).nan()).isTrue();
        assertThat(Interval.NOT_NEGATIVE.plus(Interval.NOT_NEGATIVE).nan()).isFalse();
    }

    @Test
    void divisorsThatMayBeZeroGiveAnything() {
        assertThat(Interval.point(1).over(Interval.between(-1, 1))).isEqualTo(Interval.ANY);
        assertThat(Interval.point(1).over(Interval.between(2, 4))).isEqualTo(Interval.between(0.25, 0.5));
    }

    @Test
    void functionsThatComeNearToAnEndDoNotReachIt() {
        var share = Interval.strictlyBetween(0, 1, x -> x < 0 ? 0 : 1);
        assertThat(share.applyAsDouble(-800)).isEqualTo(Double.MIN_VALUE);
        assertThat(share.applyAsDouble(800)).isLessThan(1);
        assertThat(share.applyAsDouble(INFINITY)).isEqualTo(1);
    }

    @Test
    void boundsCutWholeNumbersAtWholeNumbers() {
        Interval counts = Interval.whole(0, INFINITY);
        assertThat(counts.between(Interval.point(1.5), Interval.between(3.2, 4.8)))
                .isEqualTo(Interval.whole(2, 4));
    }
}
