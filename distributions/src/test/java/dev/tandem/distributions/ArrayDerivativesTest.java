package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** The gradients by arrays against central differences, entry by entry. */
class ArrayDerivativesTest {
    private static final double[] WEIGHTS = {2, 0.5, 4};
    private static final double[] SCRATCH = new double[4];
    private static final double[] INVERSE = new double[4];

    /** Perturbs each entry of {@code argument} in place and restores it. */
    private static void check(String what, DoubleSupplier density, double[] argument, double[] gradient) {
        for (int i = 0; i < argument.length; i++) {
            double at = argument[i];
            double h = 1e-5;
            argument[i] = at + h;
            double above = density.getAsDouble();
            argument[i] = at - h;
            double below = density.getAsDouble();
            argument[i] = at;
            assertThat(gradient[i]).as(what + " entry " + i).isCloseTo((above - below) / (2 * h), within(1e-7));
        }
    }

    @Test
    void categoricalAndMultinomial() {
        double[] p = WEIGHTS.clone();
        double[] g = new double[3];
        Categorical.addByWeights(3, p, 0, 3, 1, g, 0);
        check("dcat", () -> Categorical.logDensity(3, p, 0, 3), p, g);
        double[] x = {2, 0, 3};
        double[] h = new double[3];
        Multinomial.addByWeights(x, 0, p, 0, 3, 5, 1, h, 0);
        check("dmulti", () -> Multinomial.logDensity(x, 0, p, 0, 3, 5), p, h);
    }

    @Test
    void dirichlet() {
        double[] x = {0.2, 0.3, 0.5};
        double[] alpha = WEIGHTS.clone();
        double[] byValue = new double[3];
        double[] byAlpha = new double[3];
        Dirichlet.addByValue(x, 0, alpha, 0, 3, 1, byValue, 0);
        Dirichlet.addByAlpha(x, 0, alpha, 0, 3, 1, byAlpha, 0);
        check("ddirch by value", () -> Dirichlet.logDensity(x, 0, alpha, 0, 3), x, byValue);
        check("ddirch by alpha", () -> Dirichlet.logDensity(x, 0, alpha, 0, 3), alpha, byAlpha);
    }

    @Test
    void ordered() {
        double[] cut = {-1, 2};
        double[] mean = {0.3};
        for (int x = 1; x <= 3; x++) {
            int k = x;
            double[] logit = new double[2];
            double[] probit = new double[2];
            OrderedLogit.addByCut(k, mean[0], cut, 0, 2, 1, logit, 0);
            OrderedProbit.addByCut(k, mean[0], cut, 0, 2, 1, probit, 0);
            check("logit by cut", () -> OrderedLogit.logDensity(k, mean[0], cut, 0, 2), cut, logit);
            check("probit by cut", () -> OrderedProbit.logDensity(k, mean[0], cut, 0, 2), cut, probit);
            double[] byLogit = {OrderedLogit.d1(k, mean[0], cut, 0, 2)};
            double[] byProbit = {OrderedProbit.d1(k, mean[0], cut, 0, 2)};
            check("logit by mean", () -> OrderedLogit.logDensity(k, mean[0], cut, 0, 2), mean, byLogit);
            check("probit by mean", () -> OrderedProbit.logDensity(k, mean[0], cut, 0, 2), mean, byProbit);
        }
    }

    @Test
    void normalMixture() {
        double[] x = {0.4};
        double[] mean = {-1, 2};
        double[] tau = {1.5, 0.7};
        double[] weight = {0.7, 0.9};
        double[] byMean = new double[2];
        double[] byTau = new double[2];
        double[] byWeight = new double[2];
        DoubleSupplier density = () -> NormalMixture.logDensity(x[0], mean, tau, weight, 0, 2);
        NormalMixture.addByParameters(x[0], mean, tau, weight, 0, 2, 1, byMean, byTau, byWeight);
        check("dnormmix by mean", density, mean, byMean);
        check("dnormmix by precision", density, tau, byTau);
        check("dnormmix by weight", density, weight, byWeight);
        check("dnormmix by value", density, x, new double[] {NormalMixture.d0(x[0], mean, tau, weight, 0, 2)});
    }

    @Test
    void multivariateNormal() {
        double[] x = {0.5, -1};
        double[] mean = {0, 1};
        double[] omega = {2, 0.6, 0.6, 1};
        double[] byValue = new double[2];
        double[] byOmega = new double[4];
        DoubleSupplier density = () -> MultivariateNormal.logDensity(x, 0, mean, 0, omega, 0, 2, SCRATCH);
        MultivariateNormal.addByValue(x, 0, mean, 0, omega, 0, 2, 1, byValue, 0);
        MultivariateNormal.addByPrecision(x, 0, mean, 0, omega, 0, 2, 1, byOmega, 0, SCRATCH, INVERSE);
        check("dmnorm by value", density, x, byValue);
        check("dmnorm by mean", density, mean, new double[] {-byValue[0], -byValue[1]});
        checkSymmetric("dmnorm by precision", density, omega, byOmega);
    }

    @Test
    void wishart() {
        double[] x = {1.2, 0.3, 0.3, 0.8};
        double[] r = {2, 0.6, 0.6, 1};
        double[] byValue = new double[4];
        double[] byScale = new double[4];
        DoubleSupplier density = () -> Wishart.logDensity(x, 0, r, 0, 2, 4.5, SCRATCH);
        Wishart.addByValue(x, 0, r, 0, 2, 4.5, 1, byValue, 0, SCRATCH, INVERSE);
        Wishart.addByScale(x, 0, r, 0, 2, 4.5, 1, byScale, 0, SCRATCH, INVERSE);
        checkSymmetric("dwish by value", density, x, byValue);
        checkSymmetric("dwish by R", density, r, byScale);
    }

    /** The density reads a symmetric matrix, so that both off-diagonal entries move together. */
    private static void checkSymmetric(String what, DoubleSupplier density, double[] m, double[] gradient) {
        double[] single = {m[0]};
        double[] entry = {m[1]};
        double[] last = {m[3]};
        check(what, () -> with(density, m, single[0], entry[0], last[0]), single, new double[] {gradient[0]});
        check(what, () -> with(density, m, single[0], entry[0], last[0]), entry, new double[] {gradient[1] + gradient[2]
        });
        check(what, () -> with(density, m, single[0], entry[0], last[0]), last, new double[] {gradient[3]});
    }

    private static double with(DoubleSupplier density, double[] m, double first, double off, double last) {
        double[] before = m.clone();
        m[0] = first;
        m[1] = off;
        m[2] = off;
        m[3] = last;
        double value = density.getAsDouble();
        System.arraycopy(before, 0, m, 0, 4);
        return value;
    }
}
