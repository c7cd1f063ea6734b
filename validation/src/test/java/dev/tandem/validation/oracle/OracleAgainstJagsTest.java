package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Statement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The oracle's own functions and densities against those of JAGS 4.3.1, from the fixtures of the compiler's tests. */
class OracleAgainstJagsTest {
    private static final String FIXTURES = "/dev/tandem/compiler/values/";
    private static final double TOLERANCE = 1e-10;
    /** R's noncentral functions, which JAGS uses, are no better than this. */
    private static final double NONCENTRAL = 1e-8;
    /** Refused or known to differ: JAGS adds a constant here that ours, normalised, subtracts. */
    private static final String OTHER_CONSTANT = "scaled.wishart";

    private final Map<String, DataArray> data = DataFile.parse(SourceText.of("data.R", text("data.R")), Dialect.JAGS)
            .arrays();

    private static String text(String name) {
        try (InputStream in = OracleAgainstJagsTest.class.getResourceAsStream(FIXTURES + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double[] numbers(String field) {
        return Arrays.stream(field.split(" "))
                .mapToDouble(OracleAgainstJagsTest::number)
                .toArray();
    }

    private static double number(String field) {
        return switch (field) {
            case "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(field);
        };
    }

    private static boolean close(double expected, double got, String what) {
        double tolerance = what.matches(".*[dpq.](nt|nchisqr)\\(.*") ? NONCENTRAL : TOLERANCE;
        return Double.compare(expected, got) == 0 || Math.abs(expected - got) <= tolerance * (1 + Math.abs(expected));
    }

    @Test
    void expressionsAgree() {
        Oracle oracle = Oracle.of(Model.of("model { zz ~ dnorm(0, 1) }"), data);
        List<String> failures = new ArrayList<>();
        for (String line : text("expressions.tsv").lines().toList()) {
            String[] field = line.split("\t", -1);
            if (field[0].contains(OTHER_CONSTANT)) {
                continue;
            }
            try {
                Statement statement = Model.of("model { r <- " + field[0] + "\n}")
                        .statements()
                        .get(0);
                Tensor value = oracle.evaluate(((Statement.Deterministic) statement).value(), Map.of());
                double[] expected = numbers(field[2]);
                boolean same = Arrays.equals(
                        Arrays.stream(numbers(field[1])).mapToInt(d -> (int) d).toArray(), value.dims());
                for (int i = 0; same && i < expected.length; i++) {
                    same = close(expected[i], value.values()[i], field[0]);
                }
                if (!same) {
                    failures.add(line + " but here " + Arrays.toString(value.dims()) + " "
                            + Arrays.toString(value.values()));
                }
            } catch (RuntimeException e) {
                failures.add(line + " but " + e);
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void densitiesAgree() {
        List<String> failures = new ArrayList<>();
        for (String line : text("densities.tsv").lines().toList()) {
            String[] field = line.split("\t", -1);
            if (field[0].contains(OTHER_CONSTANT)) {
                continue;
            }
            Map<String, DataArray> all = new LinkedHashMap<>(data);
            all.put(
                    "y",
                    DataArray.of(
                            Arrays.stream(numbers(field[1]))
                                    .mapToInt(d -> (int) d)
                                    .toArray(),
                            numbers(field[2])));
            double expected = number(field[3]);
            double got;
            try {
                got = Oracle.of(Model.of("model { " + field[0] + "\n}"), all).logDensity();
            } catch (RuntimeException e) {
                failures.add(line + " but " + e);
                continue;
            }
            if (!close(expected, got, field[0].replace("~ d", "."))) {
                failures.add(line + " but here " + got);
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void noDistributionIsLeftOut() {
        String densities = text("densities.tsv");
        assertThat(Distributions.all().stream()
                        .filter(Distribution::inJags)
                        .map(Distribution::name)
                        .filter(name -> !densities.contains("~ " + name + "(")))
                .isEmpty();
    }
}
