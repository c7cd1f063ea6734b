package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.array.Bartlett;
import dev.tandem.distributions.catalogue.Distributions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Log densities against JAGS 4.3.1 itself, among them those that R lacks. */
class AgainstJagsTest {
    /** JAGS takes its noncentral densities from R, which are good to 1e-8 or so; its values carry 13 decimals. */
    private static final double TOLERANCE = 1e-11;

    private static final Set<String> MATRICES =
            Set.of("dmnorm 2", "dmnorm.vcov 2", "dmt 2", "dwish 0", "dwish 1", "dscaled.wishart 0", "dmstate 3");

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
        if (Distributions.scalar(name).isPresent()) {
            double[] p = Arrays.stream(a, 1, a.length).mapToDouble(v -> v[0]).toArray();
            return Distributions.scalar(name).orElseThrow().logDensity(a[0][0], p);
        }
        int[][] dims = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int side = (int) Math.sqrt(a[i].length);
            dims[i] = MATRICES.contains(name + " " + i) ? new int[] {side, side} : new int[] {a[i].length};
        }
        ArrayDistribution law = Distributions.array(name).orElseThrow();
        assertThat(law.complaint(dims)).as(name).isEmpty();
        double log = law.logDensity(a, dims);
        // JAGS adds the multivariate gamma function where it should subtract it: see ScaledWishart.
        return name.equals("dscaled.wishart") ? log + 2 * Bartlett.logGamma(a[2][0] + dims[0][0] - 1, dims[0][0]) : log;
    }
}
