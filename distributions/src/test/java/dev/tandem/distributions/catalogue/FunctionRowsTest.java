package dev.tandem.distributions.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of a function agrees with itself: value, derivatives and intervals at random arguments. */
class FunctionRowsTest {
    private static final int TRIALS = 300;

    static Stream<Function> rows() {
        return Functions.all().stream();
    }

    static Stream<Function> ofSingleNumbers() {
        return rows().filter(row -> row.method().isPresent());
    }

    static Stream<Function> ofArrays() {
        return rows().filter(row -> row.array().isPresent());
    }

    private static UniformRandomProvider random(Function row) {
        return RandomSource.XO_SHI_RO_256_PP.create(row.name().hashCode());
    }

    @Test
    void noNameStandsTwice() {
        Set<String> seen = new HashSet<>();
        rows().forEach(row -> {
            assertThat(seen.add(row.name())).as(row.name()).isTrue();
            row.aliases().forEach(alias -> assertThat(seen.add(alias)).as(alias).isTrue());
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aRowIsComplete(Function row) {
        assertThat(row.parameters()).isNotEmpty();
        assertThat(Functions.find(row.name())).containsSame(row);
        boolean arranges = row.form() == Function.Form.JOINED || row.form() == Function.Form.REPEATED;
        int arithmetics = (row.method().isPresent() ? 1 : 0)
                + (row.array().isPresent() ? 1 : 0)
                + (row.probability().isPresent() ? 1 : 0)
                + (row.kind() == Function.Kind.SHAPE || arranges ? 1 : 0);
        assertThat(arithmetics).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("ofSingleNumbers")
    void slopesAreThoseOfTheValue(Function row) {
        UniformRandomProvider rng = random(row);
        for (int i = 0; i < row.parameters().size(); i++) {
            if (!row.slope(i).exists()) {
                continue;
            }
            for (int trial = 0; trial < TRIALS; trial++) {
                double[] x = point(row, rng);
                if (i == 1) {
                    // The exponent of a power can only move over a positive base.
                    x[0] = Math.abs(x[0]);
                }
                double expected = difference(row, x, i);
                double slope = row.slope(i).in(new InNumbers(row, x));
                assertThat(slope)
                        .as("%s by %d at %s", row, i, Arrays.toString(x))
                        .isCloseTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
            }
        }
    }

    /** A central difference of fourth order, in steps that stay inside the domain. */
    private static double difference(Function row, double[] x, int i) {
        Domain domain = row.parameters().get(i).domain();
        double room = Math.min(x[i] - domain.least(), domain.greatest() - x[i]);
        // A kink, at zero, is not stepped over.
        double h = 1e-5 * Math.min(Math.min(1, room), Math.max(1e-3, Math.abs(x[i])));
        return (8 * (at(row, x, i, h) - at(row, x, i, -h)) - (at(row, x, i, 2 * h) - at(row, x, i, -2 * h))) / (12 * h);
    }

    private static double at(Function row, double[] x, int i, double step) {
        double[] moved = x.clone();
        moved[i] += step;
        return row.apply(moved);
    }

    @ParameterizedTest
    @MethodSource("ofSingleNumbers")
    void intervalsContainTheValues(Function row) {
        UniformRandomProvider rng = random(row);
        int parameters = row.parameters().size();
        for (int trial = 0; trial < TRIALS; trial++) {
            double[][] ends = {anything(row, rng), anything(row, rng)};
            Interval[] around = new Interval[parameters];
            for (int i = 0; i < parameters; i++) {
                around[i] = Interval.between(Math.min(ends[0][i], ends[1][i]), Math.max(ends[0][i], ends[1][i]));
            }
            Interval enclosure = row.rule().of(around);
            for (int inner = 0; inner < 20; inner++) {
                double[] x = new double[parameters];
                for (int i = 0; i < parameters; i++) {
                    double share = inner < 2 ? inner : rng.nextDouble();
                    x[i] = inside(around[i], share);
                }
                contains(row, enclosure, row.apply(x), Arrays.toString(x) + " in " + Arrays.toString(around));
            }
        }
    }

    private static double inside(Interval around, double share) {
        if (share == 0 || share == 1) {
            return share == 0 ? around.low() : around.high();
        }
        double low = Math.max(around.low(), -1e4);
        double high = Math.min(around.high(), 1e4);
        return low <= high ? low + share * (high - low) : around.low();
    }

    /** A number that rounds to an end from which it is kept off counts as inside. */
    private static void contains(Function row, Interval enclosure, double value, String where) {
        double slack = 1e-13 * Math.abs(value) + Double.MIN_VALUE;
        boolean contained = Double.isNaN(value)
                ? enclosure.nan()
                : enclosure.contains(value) || (value + slack >= enclosure.low() && value - slack <= enclosure.high());
        assertThat(contained)
                .as("%s: %s of %s in %s", row, value, where, enclosure)
                .isTrue();
        assertThat(!enclosure.whole() || Double.isNaN(value) || value == Math.rint(value))
                .as("%s: %s of %s is whole", row, value, where)
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("ofSingleNumbers")
    void aPointBecomesAPoint(Function row) {
        UniformRandomProvider rng = random(row);
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] x = point(row, rng);
            Interval[] points = Arrays.stream(x).mapToObj(Interval::point).toArray(Interval[]::new);
            Interval enclosure = row.rule().of(points);
            assertThat(enclosure.point())
                    .as("%s at %s", row, Arrays.toString(x))
                    .isTrue();
            contains(row, enclosure, row.apply(x), Arrays.toString(x));
        }
    }

    @ParameterizedTest
    @MethodSource("ofArrays")
    void intervalsContainTheElementsOfArrays(Function row) {
        UniformRandomProvider rng = random(row);
        int parameters = row.parameters().size();
        for (int trial = 0; trial < 50; trial++) {
            double[][] arguments = new double[parameters][];
            int[][] dims = new int[parameters][];
            Interval[] around = new Interval[parameters];
            for (int i = 0; i < parameters; i++) {
                boolean matrix = row.parameters().get(i).shape() == Parameter.Shape.MATRIX;
                boolean first = row.parameters().get(0).shape() == Parameter.Shape.SCALAR && i == 0 && parameters > 1;
                arguments[i] = matrix ? positiveDefinite(rng) : ascending(first ? 1 : 4, rng);
                dims[i] = matrix ? new int[] {2, 2} : new int[] {arguments[i].length};
                double[] sorted = arguments[i].clone();
                Arrays.sort(sorted);
                around[i] = Interval.between(sorted[0], sorted[sorted.length - 1]);
            }
            ArrayFunction function = row.array().orElseThrow();
            double[] result =
                    new double[Arrays.stream(function.resultDims(dims)).reduce(1, (a, b) -> a * b)];
            function.value(arguments, dims, result);
            Interval enclosure = row.rule().enclose(new IntervalRule.Arguments() {
                @Override
                public int count() {
                    return parameters;
                }

                @Override
                public Interval interval(int argument) {
                    return around[argument];
                }

                @Override
                public double size(int argument) {
                    return arguments[argument].length;
                }
            });
            for (double element : result) {
                contains(row, enclosure, element, Arrays.deepToString(arguments));
            }
        }
    }

    private static double[] ascending(int size, UniformRandomProvider rng) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            values[i] = 4 * rng.nextDouble() - 2;
        }
        Arrays.sort(values);
        return values;
    }

    private static double[] positiveDefinite(UniformRandomProvider rng) {
        double off = rng.nextDouble() - 0.5;
        return new double[] {1 + rng.nextDouble(), off, off, 1 + rng.nextDouble()};
    }

    /** Arguments inside their domains, and not next to their ends. */
    private static double[] point(Function row, UniformRandomProvider rng) {
        return row.parameters().stream()
                .mapToDouble(parameter -> {
                    double u = 0.02 + 0.96 * rng.nextDouble();
                    return switch (parameter.domain()) {
                        case PROBABILITY -> u;
                        case UP_TO_ONE -> 2 * u - 1;
                        case FROM_MINUS_ONE -> 3 * u - 1;
                        case FROM_ONE -> 1 + 3 * u;
                        case NOT_NEGATIVE, POSITIVE -> 4 * u;
                        default -> row.parameters().size() > 1 ? 3 * u : 3 * u - 1.5;
                    };
                })
                .toArray();
    }

    /** Arguments anywhere, outside their domains and infinite ones too. */
    private static double[] anything(Function row, UniformRandomProvider rng) {
        return row.parameters().stream()
                .mapToDouble(parameter -> switch (rng.nextInt(8)) {
                    case 0 -> 0;
                    case 1 -> rng.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
                    case 2 -> rng.nextInt(5) - 2;
                    case 3 -> (rng.nextDouble() - 0.5) * 2000;
                    default -> (rng.nextDouble() - 0.5) * 6;
                })
                .toArray();
    }

    /** Works slopes out in numbers. */
    @SuppressWarnings("ArrayRecordComponent")
    private record InNumbers(Function row, double[] arguments) implements Slope.Arithmetic<Double> {
        @Override
        public Double value() {
            return row.apply(arguments);
        }

        @Override
        public Double argument(int i) {
            return arguments[i];
        }

        @Override
        public Double number(double value) {
            return value;
        }

        @Override
        public Double negative(Double a) {
            return -a;
        }

        @Override
        public Double minus(Double a, Double b) {
            return a - b;
        }

        @Override
        public Double times(Double a, Double b) {
            return a * b;
        }

        @Override
        public Double over(Double a, Double b) {
            return a / b;
        }

        @Override
        public Double call(Class<?> owner, String method) {
            return new Method(owner, method, arguments.length).apply(arguments);
        }
    }
}
