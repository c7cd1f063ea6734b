package dev.tandem.draws.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tandem.draws.Fixtures;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the test of Kolmogorov and Smirnov to R's ks.test. */
class KolmogorovSmirnovTest {
    @TestFactory
    Stream<DynamicNode> agreesWithR() throws IOException {
        return Fixtures.read("kolmogorov-smirnov.json")
                .map(fixture -> dynamicTest(Fixtures.name(fixture), () -> {
                    double[] a = Fixtures.vector(fixture.get("a"));
                    double[] b = Fixtures.vector(fixture.get("b"));
                    assertThat(KolmogorovSmirnov.statistic(a, b))
                            .isCloseTo(Fixtures.number(fixture.get("statistic")), within(1e-13))
                            .isEqualTo(KolmogorovSmirnov.statistic(b, a));
                    assertThat(KolmogorovSmirnov.pValue(a, b))
                            .isCloseTo(Fixtures.number(fixture.get("roughPValue")), within(1e-5));
                    double expected = Fixtures.number(fixture.get("pValue"));
                    assertThat(KolmogorovSmirnov.pValue(a, b)).isCloseTo(expected, within(1e-8 * expected));
                }));
    }

    @Test
    void bothSeriesMeet() {
        assertThat(KolmogorovSmirnov.survival(Math.nextDown(1.0)))
                .isCloseTo(KolmogorovSmirnov.survival(1), within(1e-14));
        assertThat(KolmogorovSmirnov.survival(0)).isEqualTo(1);
        assertThat(KolmogorovSmirnov.survival(Math.nextDown(0.04)))
                .isCloseTo(KolmogorovSmirnov.survival(0.04), within(1e-14));
    }

    @Test
    void emptyOrUndefinedSamplesSayNothing() {
        double[] some = {1, 2};
        assertThat(KolmogorovSmirnov.statistic(some, new double[0])).isNaN();
        assertThat(KolmogorovSmirnov.pValue(new double[] {1, Double.NaN}, some)).isNaN();
    }

    @Test
    void zerosOfBothSignsTie() {
        assertThat(KolmogorovSmirnov.statistic(new double[] {0.0, 1}, new double[] {-0.0, 1}))
                .isZero();
    }
}
