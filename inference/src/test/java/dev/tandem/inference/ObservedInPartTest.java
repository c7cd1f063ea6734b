package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import org.junit.jupiter.api.Test;

/** Multivariate nodes of which some elements are missing, held against what these are given the others. */
class ObservedInPartTest {
    private static BoundModel bound(String model, String data) {
        DataSet known = DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Model.of(model).with(known);
    }

    private static CompiledDensity density(String model, String data) {
        return bound(model, data).summing(Summing.joint()).compile();
    }

    private static final double[][] PRECISION = {{2, 0.5, -0.3}, {0.5, 1, 0.2}, {-0.3, 0.2, 1.5}};
    private static final String MATRIX =
            "O <- structure(c(2, 0.5, -0.3, 0.5, 1, 0.2, -0.3, 0.2, 1.5), .Dim = c(3, 3))\n";

    /** The quadratic form of what is missing, elements 0 and 2, around its mean given that element 1 is off by d. */
    private static double quadratic(double a, double c, double d) {
        double[][] o = PRECISION;
        double determinant = o[0][0] * o[2][2] - o[0][2] * o[2][0];
        double meanA = -d * (o[2][2] * o[0][1] - o[0][2] * o[2][1]) / determinant;
        double meanC = -d * (o[0][0] * o[2][1] - o[2][0] * o[0][1]) / determinant;
        double x = a - meanA;
        double z = c - meanC;
        return o[0][0] * x * x + 2 * o[0][2] * x * z + o[2][2] * z * z;
    }

    /** What is missing of a normal vector is normal with the precision's own block, around the regression on the rest. */
    @Test
    void aNormalVectorIsTheConditionalNormal() {
        CompiledDensity density =
                density("model { y[1:3] ~ dmnorm(m, O) }", MATRIX + "m <- c(1, -1, 2)\ny <- c(NA, 0.7, NA)");
        assertThat(DensityContract.checkBriefly(density, 1, 20, true)).isEmpty();
        assertThat(density.space().dimension()).isEqualTo(2);
        double[][] places = {{0, 0}, {1.5, -2}, {-3, 0.25}, {0.1, 4}};
        double constant = Double.NaN;
        double wrong = Double.NaN;
        double apart = 0;
        for (double[] place : places) {
            Cursor cursor = density.cursor();
            cursor.moveTo(place);
            double got = cursor.logDensity();
            double expected = -quadratic(place[0] - 1, place[1] - 2, 1.7) / 2;
            constant = Double.isNaN(constant) ? got - expected : constant;
            assertThat(got - expected).isCloseTo(constant, within(1e-12));
            // What the rest shows of it matters: as if the rest were at its mean.
            double ignoring = -quadratic(place[0] - 1, place[1] - 2, 0) / 2;
            wrong = Double.isNaN(wrong) ? got - ignoring : wrong;
            apart = Math.max(apart, Math.abs(got - ignoring - wrong));
        }
        assertThat(apart).isGreaterThan(0.1);
    }

    /** With heavy tails: degrees of freedom and scale grow with what was observed. */
    @Test
    void aVectorWithHeavyTailsIsTheConditionalT() {
        double k = 4;
        CompiledDensity density =
                density("model { y[1:3] ~ dmt(m, O, " + k + ") }", MATRIX + "m <- c(1, -1, 2)\ny <- c(NA, 0.7, NA)");
        assertThat(DensityContract.checkBriefly(density, 1, 20, true)).isEmpty();
        // The precision of the observed element alone.
        double[][] o = PRECISION;
        double determinant = o[0][0] * o[2][2] - o[0][2] * o[2][0];
        double own = o[1][1]
                - (o[0][1] * (o[2][2] * o[0][1] - o[0][2] * o[2][1])
                                + o[2][1] * (o[0][0] * o[2][1] - o[2][0] * o[0][1]))
                        / determinant;
        double seen = own * 1.7 * 1.7;
        double constant = Double.NaN;
        for (double[] place : new double[][] {{0, 0}, {1.5, -2}, {-3, 0.25}, {0.1, 4}}) {
            Cursor cursor = density.cursor();
            cursor.moveTo(place);
            double form = quadratic(place[0] - 1, place[1] - 2, 1.7);
            double expected = -(k + 1 + 2) / 2 * Math.log1p(form / (k + seen));
            double got = cursor.logDensity();
            constant = Double.isNaN(constant) ? got - expected : constant;
            assertThat(got - expected).isCloseTo(constant, within(1e-12));
        }
    }

    /** Categories that were not counted share what is left, by their own shares; the last of them is what remains. */
    @Test
    void countsAreTheConditionalMultinomial() {
        double[] p = {0.1, 0.2, 0.3, 0.4};
        CompiledDensity density =
                density("model { x[1:4] ~ dmulti(p[], 9) }", "p <- c(0.1, 0.2, 0.3, 0.4)\nx <- c(NA, 3, NA, NA)");
        assertThat(DensityContract.checkBriefly(density, 1, 20, true)).isEmpty();
        assertThat(density.space().sites()).isEqualTo(2);
        int possible = 0;
        double constant = Double.NaN;
        Cursor cursor = density.cursor();
        double[] row = new double[density.space().reportedSize()];
        for (int first = 0; first <= 6; first++) {
            for (int third = 0; third <= 6; third++) {
                cursor.assign(0, first);
                cursor.assign(1, third);
                int fourth = 6 - first - third;
                double got = cursor.logDensity();
                if (fourth < 0) {
                    assertThat(got).isEqualTo(Double.NEGATIVE_INFINITY);
                    continue;
                }
                cursor.report(row);
                assertThat(row).containsExactly(first, third, fourth);
                double expected = part(first, p[0]) + part(third, p[2]) + part(fourth, p[3]);
                constant = Double.isNaN(constant) ? got - expected : constant;
                assertThat(got - expected).isCloseTo(constant, within(1e-11));
                possible++;
            }
        }
        assertThat(possible).isEqualTo(28);
    }

    private static double part(int count, double share) {
        return count * Math.log(share) - GammaFunction.logGamma(count + 1);
    }

    /** Where all but one category were counted, that one is known. */
    @Test
    void oneMissingCategoryIsKnown() {
        CompiledDensity density = density(
                "model { for (i in 1:2) { x[i,1:3] ~ dmulti(p[], n[i]) }  p[1:3] ~ ddirch(a[]) }",
                "a <- c(1, 1, 1)\nn <- c(4, 6)\nx <- structure(c(1, 2, NA, 3, 1, NA), .Dim = c(2, 3))");
        assertThat(density.space().sites()).isZero();
    }

    @Test
    void othersAreRefusedInPart() {
        assertThatThrownBy(() -> density("model { p[1:3] ~ ddirch(a[]) }", "a <- c(1, 1, 1)\np <- c(0.2, NA, NA)"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("p[1:3] is observed only in part: 1 of 3 elements");
    }

    /** The density of a whole vector is no log likelihood of what was observed of it. */
    @Test
    void noDevianceIsMadeUp() {
        BoundModel model = bound(
                "model { y[1:3] ~ dmnorm(m, O)  s ~ dnorm(0, 1) }", MATRIX + "m <- c(1, -1, 2)\ny <- c(NA, 0.7, NA)");
        assertThatThrownBy(() -> model.monitoring("deviance").compile())
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("no log likelihood of what was observed");
    }
}
