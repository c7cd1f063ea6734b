package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.language.data.DataArray;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A link on the left, its inverse on the right and its inverse inside a distribution are one model, and the same density. */
class LinksTest {
    private static CompiledDensity density(String node, String probability, String law) {
        return Model.of("model { a ~ dnorm(0, 1)  b ~ dnorm(0, 1)  for (i in 1:4) { " + node + "  y[i] ~ "
                        + law.formatted(probability) + " } }")
                .with(Map.of("x", DataArray.vector(-1.5, 0.2, 1, 30), "y", DataArray.vector(1, 0, 1, 1)))
                .compile();
    }

    private static String withoutComments(CompiledDensity density) {
        return density.terms().lines().filter(line -> !line.contains("#")).collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "logit, ilogit, dbern(%s)",
        "probit, phi, dbern(%s)",
        "cloglog, icloglog, dbern(%s)",
        "logit, ilogit, 'dbin(%s, 3)'",
        "probit, phi, 'dbin(%s, 3)'",
        "cloglog, icloglog, 'dbin(%s, 3)'"
    })
    void aLinkMayBeWrittenAsAFunction(String link, String inverse, String law) {
        CompiledDensity left = density(link + "(p[i]) <- a + b * x[i]", "p[i]", law);
        CompiledDensity right = density("p[i] <- " + inverse + "(a + b * x[i])", "p[i]", law);
        CompiledDensity inside = density("", inverse + "(a + b * x[i])", law);
        assertThat(withoutComments(right)).isEqualTo(withoutComments(left));
        Cursor one = left.cursor();
        Cursor other = inside.cursor();
        double[] gradient = new double[2];
        double[] same = new double[2];
        // At the second point a probability rounds to 1, and its complement would be lost.
        for (double[] q : new double[][] {{0.3, -0.2}, {0.5, 2}, {-1, -1}}) {
            one.moveTo(q);
            other.moveTo(q);
            double value = one.logDensityAndGradient(gradient);
            assertThat(other.logDensityAndGradient(same)).isCloseTo(value, within(1e-12 * Math.abs(value)));
            assertThat(same[0]).isCloseTo(gradient[0], within(1e-12 * (1 + Math.abs(gradient[0]))));
            assertThat(same[1]).isCloseTo(gradient[1], within(1e-12 * (1 + Math.abs(gradient[1]))));
        }
    }
}
