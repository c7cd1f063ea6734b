package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Log densities against JAGS 4.3.1 itself, among them those that R lacks. */
class AgainstJagsTest {
    /** JAGS takes its noncentral densities from R, which are good to 1e-8 or so; its values carry 13 decimals. */
    private static final double TOLERANCE = 1e-11;

    @Test
    void agrees() {
        List<String> failures = new ArrayList<>();
        for (String[] field : Fixtures.fields("jags.csv")) {
            double[][] argument = Arrays.stream(field, 1, field.length - 1)
                    .map(Fixtures::numbers)
                    .toArray(double[][]::new);
            double expected = Double.parseDouble(field[field.length - 1]);
            double actual = logDensity(field[0], argument);
            double tolerance = field[0].startsWith("dn") && field[0].endsWith("t") ? 1e-8 : TOLERANCE;
            if (!(Fixtures.error(actual, expected) <= tolerance)) {
                failures.add(String.join(",", field) + " but here " + actual);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static double logDensity(String name, double[][] a) {
        double x = a[0][0];
        int n = a[0].length;
        double[] scratch = new double[16];
        return switch (name) {
            case "dordered.logit" -> OrderedLogit.logDensity(x, a[1][0], a[2], 0, a[2].length);
            case "dordered.probit" -> OrderedProbit.logDensity(x, a[1][0], a[2], 0, a[2].length);
            case "dnormmix" -> NormalMixture.logDensity(x, a[1], a[2], a[3], 0, a[1].length);
            case "dcat" -> Categorical.logDensity(x, a[1], 0, a[1].length);
            case "dround" -> Round.logDensity(x, a[1][0], a[2][0]);
            case "dinterval" -> Interval.logDensity(x, a[1][0], a[2], 0, a[2].length);
            case "ddirch" -> Dirichlet.logDensity(a[0], 0, a[1], 0, n);
            case "dmulti" -> Multinomial.logDensity(a[0], 0, a[1], 0, n, a[2][0]);
            case "dmnorm" -> MultivariateNormal.logDensity(a[0], 0, a[1], 0, a[2], 0, n, scratch);
            case "dmnorm.vcov" ->
                MultivariateNormal.logDensityOfCovariance(a[0], 0, a[1], 0, a[2], 0, n, scratch, new double[n]);
            case "dmt" -> MultivariateNormal.logDensityOfT(a[0], 0, a[1], 0, a[2], 0, n, a[3][0], scratch);
            case "dwish" -> Wishart.logDensity(a[0], 0, a[1], 0, 2, a[2][0], scratch);
            default ->
                ScalarDistribution.find(name)
                        .orElseThrow()
                        .logDensity(
                                x,
                                Arrays.stream(a, 1, a.length)
                                        .mapToDouble(v -> v[0])
                                        .toArray());
        };
    }
}
