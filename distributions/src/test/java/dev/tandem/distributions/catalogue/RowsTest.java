package dev.tandem.distributions.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.scalar.ScalarDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row agrees with the class of its arithmetic: ends, what lies just outside and just inside them, derivatives. */
class RowsTest {
    private static final int TRIALS = 200;
    private static final int SIZE = 4;

    /** A parameter with a random value. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Given(double[] values, int rows) implements Argument {
        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double get(int position) {
            return values[position];
        }

        int[] dims() {
            return rows == values.length ? new int[] {rows} : new int[] {rows, values.length / rows};
        }
    }

    static Stream<Distribution> rows() {
        return Distributions.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRowIsComplete(Distribution row) {
        assertThat(row.parameters()).isNotEmpty();
        assertThat(row.scalar().isPresent()).isNotEqualTo(row.array().isPresent());
        assertThat(row.signature().toString()).startsWith(row.name() + "(").endsWith(")");
        Stream.of(row.values().lower(), row.values().upper())
                .flatMap(bound -> Stream.concat(bound.values().stream(), bound.sizes().stream()))
                .forEach(i -> assertThat(i).isBetween(0, row.parameters().size() - 1));
        row.scalar().ifPresent(scalar -> {
            assertThat(scalar.parameters())
                    .isEqualTo(row.parameters().stream().map(Parameter::name).toList());
            // What is differentiated is a number that can move.
            assertThat(scalar.differentiable(0)).isEqualTo(!row.discreteValued());
            for (int i = 0; i < row.parameters().size(); i++) {
                if (row.parameters().get(i).domain() == Domain.COUNT) {
                    assertThat(scalar.differentiable(i + 1))
                            .as("%s by %d", row, i)
                            .isFalse();
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theEndsAreThoseOfTheDensity(Distribution row) {
        if (row.form() != Distribution.Form.SINGLE || row.kind() == Distribution.Kind.OBSERVABLE) {
            return;
        }
        UniformRandomProvider rng =
                RandomSource.XO_SHI_RO_256_PP.create(row.name().hashCode());
        for (int trial = 0; trial < TRIALS; trial++) {
            List<Given> parameters = parameters(row, rng);
            Bound.Known known = known(parameters);
            double lower = row.values().lower().least(known);
            double upper = row.values().upper().greatest(known);
            assertThat(lower).as("%s %s", row, parameters).isLessThanOrEqualTo(upper);
            row.scalar().ifPresent(scalar -> endsOf(scalar, parameters, lower, upper));
            double step = row.values().whole() ? 1 : 1e-3;
            String where = row + " with " + parameters;
            for (double outside : new double[] {lower - step, upper + step}) {
                if (!Double.isInfinite(outside)) {
                    assertThat(logDensity(row, parameters, outside))
                            .as("%s at %s", where, outside)
                            .isEqualTo(Double.NEGATIVE_INFINITY);
                }
            }
            for (double inside : inside(row, lower, upper)) {
                assertThat(logDensity(row, parameters, inside))
                        .as("%s at %s", where, inside)
                        .isGreaterThan(Double.NEGATIVE_INFINITY)
                        .isFinite();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void quantilesInvertTheDistributionFunction(Distribution row) {
        if (row.scalar().isEmpty() || !row.scalar().get().has("quantile")) {
            return;
        }
        ScalarDistribution scalar = row.scalar().get();
        UniformRandomProvider rng =
                RandomSource.XO_SHI_RO_256_PP.create(~row.name().hashCode());
        for (int trial = 0; trial < TRIALS / 10; trial++) {
            double[] parameters = parameters(row, rng).stream()
                    .mapToDouble(given -> given.get(0))
                    .toArray();
            for (double p : new double[] {1e-9, 0.02, 0.3, 0.5, 0.7, 0.98, 1 - 1e-9}) {
                double x = scalar.quantile(p, parameters);
                String where = row + " at p = " + p + ", x = " + x + ", with " + Arrays.toString(parameters);
                // The least value that reaches p, but for some roundings.
                double before = row.discreteValued() ? x - 1 : x - 4 * Math.ulp(x);
                double slack = 1e-9 * Math.min(p, 1 - p) + 1e-14;
                assertThat(excess(scalar, x, p, parameters)).as(where).isGreaterThanOrEqualTo(-slack);
                assertThat(excess(scalar, before, p, parameters)).as(where).isLessThanOrEqualTo(slack);
            }
        }
    }

    /** By how much the distribution function is above p, from the smaller tail. */
    private static double excess(ScalarDistribution scalar, double x, double p, double[] parameters) {
        return p < 0.5
                ? Math.exp(scalar.logCumulative(x, parameters)) - p
                : 1 - p - Math.exp(scalar.logSurvival(x, parameters));
    }

    private static void endsOf(ScalarDistribution scalar, List<Given> parameters, double lower, double upper) {
        double[] p = parameters.stream().mapToDouble(given -> given.get(0)).toArray();
        if (scalar.has("lower")) {
            assertThat(scalar.lower(p)).as("%s %s", scalar, parameters).isEqualTo(lower);
            assertThat(scalar.upper(p)).as("%s %s", scalar, parameters).isEqualTo(upper);
        }
    }

    /** Values that have a density, the ends too where they are whole numbers. */
    private static double[] inside(Distribution row, double lower, double upper) {
        if (row.discreteValued()) {
            return new double[] {lower, Double.isInfinite(upper) ? lower + 3 : upper};
        }
        if (Double.isInfinite(lower)) {
            return new double[] {-1.5, 0, 1.5};
        }
        double width = Double.isInfinite(upper) ? 1 : upper - lower;
        return new double[] {lower + 1e-3 * width, lower + 0.999 * width};
    }

    private static double logDensity(Distribution row, List<Given> parameters, double x) {
        if (row.scalar().isPresent()) {
            return row.scalar()
                    .get()
                    .logDensity(
                            x,
                            parameters.stream()
                                    .mapToDouble(given -> given.get(0))
                                    .toArray());
        }
        ArrayDistribution law = row.array().orElseThrow();
        double[][] arguments = new double[parameters.size() + 1][];
        int[][] dims = new int[parameters.size() + 1][];
        arguments[0] = new double[] {x};
        dims[0] = new int[] {1};
        for (int i = 0; i < parameters.size(); i++) {
            arguments[i + 1] = parameters.get(i).values();
            dims[i + 1] = parameters.get(i).dims();
        }
        return law.logDensity(arguments, dims);
    }

    private static Bound.Known known(List<Given> parameters) {
        return new Bound.Known() {
            @Override
            public double least(int parameter) {
                return parameters.get(parameter).get(0);
            }

            @Override
            public double greatest(int parameter) {
                return parameters.get(parameter).get(0);
            }

            @Override
            public double size(int parameter) {
                return parameters.get(parameter).size();
            }
        };
    }

    /** Parameters that go with each other. */
    private static List<Given> parameters(Distribution row, UniformRandomProvider rng) {
        for (int attempt = 0; attempt < 1000; attempt++) {
            List<Given> parameters = new ArrayList<>();
            for (Parameter parameter : row.parameters()) {
                parameters.add(random(parameter, rng));
            }
            if (row.relation().fault(parameters).isEmpty()) {
                return parameters;
            }
        }
        throw new IllegalStateException("no parameters of " + row + " go with each other");
    }

    private static Given random(Parameter parameter, UniformRandomProvider rng) {
        return switch (parameter.shape()) {
            case SCALAR -> new Given(new double[] {number(parameter.domain(), 0, rng)}, 1);
            case VECTOR -> {
                double[] values = new double[SIZE];
                for (int i = 0; i < SIZE; i++) {
                    values[i] = number(parameter.domain(), i, rng);
                }
                yield new Given(values, SIZE);
            }
            case MATRIX -> new Given(rates(rng), SIZE);
        };
    }

    private static double number(Domain domain, int i, UniformRandomProvider rng) {
        return switch (domain) {
            case FINITE -> 4 * rng.nextDouble() - 2;
            case POSITIVE, NOT_NEGATIVE, WEIGHTS, POSITIVE_DEFINITE -> 0.2 + 3 * rng.nextDouble();
            case PROBABILITY, POSITIVE_PROBABILITY -> 0.05 + 0.9 * rng.nextDouble();
            case COUNT -> 1 + rng.nextInt(5);
            case UP_TO_ONE -> 2 * rng.nextDouble() - 1;
            case FROM_MINUS_ONE -> 3 * rng.nextDouble() - 1;
            case FROM_ONE -> 1 + 3 * rng.nextDouble();
            case ASCENDING -> i + 0.9 * rng.nextDouble();
        };
    }

    /** Rates between all states, from each to itself what is left. */
    private static double[] rates(UniformRandomProvider rng) {
        double[] rates = new double[SIZE * SIZE];
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                if (i != j) {
                    rates[i + j * SIZE] = 0.2 + rng.nextDouble();
                    rates[i + i * SIZE] -= rates[i + j * SIZE];
                }
            }
        }
        return rates;
    }
}
