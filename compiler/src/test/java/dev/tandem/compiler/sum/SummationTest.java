package dev.tandem.compiler.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums over small graphs of every kind against enumeration. */
class SummationTest {
    /** Unknowns, the scopes of their tables, and the log weights of each table. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Graph(int[] sizes, List<int[]> scopes, double[][] weights) {
        int states() {
            return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        }

        int[] state(int number) {
            int[] state = new int[sizes.length];
            int rest = number;
            for (int i = 0; i < state.length; i++) {
                state[i] = rest % sizes[i];
                rest /= sizes[i];
            }
            return state;
        }

        int place(int table, int[] state) {
            int place = 0;
            for (int unknown : scopes.get(table)) {
                place = place * sizes[unknown] + state[unknown];
            }
            return place;
        }

        double logWeight(int[] state) {
            double sum = 0;
            for (int t = 0; t < weights.length; t++) {
                double weight = weights[t][place(t, state)];
                // As in a density: what is no number is impossible.
                sum += Double.isNaN(weight) ? Double.NEGATIVE_INFINITY : weight;
            }
            return sum;
        }

        double logSum() {
            double most = IntStream.range(0, states())
                    .mapToDouble(s -> logWeight(state(s)))
                    .max()
                    .orElseThrow();
            double sum = IntStream.range(0, states())
                    .mapToDouble(s -> Math.exp(logWeight(state(s)) - most))
                    .sum();
            return most == Double.NEGATIVE_INFINITY ? most : most + Math.log(sum);
        }
    }

    private static Graph random(String kind, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 2 + random.nextInt(5);
        int[] sizes = IntStream.range(0, count).map(i -> 1 + random.nextInt(3)).toArray();
        List<int[]> scopes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scopes.add(new int[] {i});
            if (random.nextBoolean()) {
                scopes.add(new int[] {i});
            }
        }
        for (int i = 1; i < count; i++) {
            switch (kind) {
                case "path" -> scopes.add(random.nextBoolean() ? new int[] {i - 1, i} : new int[] {i, i - 1});
                case "tree" -> scopes.add(new int[] {random.nextInt(i), i});
                case "clique" ->
                    scopes.add(IntStream.range(0, Math.min(count, 4)).toArray());
                case "loop" -> {
                    scopes.add(new int[] {i - 1, i});
                    if (i == count - 1 && count > 2) {
                        scopes.add(new int[] {i, 0});
                    }
                }
                default -> {
                    // Stars have no ties.
                }
            }
        }
        double[][] weights = scopes.stream()
                .map(scope -> {
                    double[] table =
                            new double[Arrays.stream(scope).map(u -> sizes[u]).reduce(1, (a, b) -> a * b)];
                    Arrays.setAll(
                            table,
                            e -> random.nextInt(8) == 0
                                    ? (random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.NaN)
                                    : 6 * random.nextDouble() - 3);
                    return table;
                })
                .toArray(double[][]::new);
        return new Graph(sizes, scopes, weights);
    }

    private static Sums sums(Graph graph, int copies) {
        Shape shape = Shape.of(graph.sizes(), graph.scopes());
        int tables = graph.weights().length;
        int[] members = IntStream.range(0, copies * graph.sizes().length).toArray();
        return new Sums(
                List.of(new Sums.Component(shape, IntStream.range(0, tables).toArray(), new int[tables], members)),
                new int[members.length]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"star", "path", "tree", "clique", "loop"})
    void agreesWithEnumeration(String kind) {
        int possible = 0;
        for (long seed = 0; seed < 300; seed++) {
            Graph graph = random(kind, seed);
            Summation summation = new Summation(sums(graph, 1));
            double expected = graph.logSum();
            double found = summation.logSum(graph.weights());
            if (expected == Double.NEGATIVE_INFINITY) {
                assertThat(found).as("%s, seed %d", kind, seed).isEqualTo(expected);
                continue;
            }
            possible++;
            assertThat(found)
                    .as("%s, seed %d", kind, seed)
                    .isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
            double[][] bars = Arrays.stream(graph.weights())
                    .map(table -> new double[table.length])
                    .toArray(double[][]::new);
            summation.logSumAndProbabilities(graph.weights(), bars);
            double[][] probabilities = Arrays.stream(graph.weights())
                    .map(table -> new double[table.length])
                    .toArray(double[][]::new);
            for (int s = 0; s < graph.states(); s++) {
                int[] state = graph.state(s);
                double probability = Math.exp(graph.logWeight(state) - expected);
                for (int t = 0; t < probabilities.length; t++) {
                    probabilities[t][graph.place(t, state)] += probability;
                }
            }
            for (int t = 0; t < bars.length; t++) {
                assertThat(bars[t])
                        .as("%s, seed %d, table %d", kind, seed, t)
                        .containsExactly(probabilities[t], within(1e-12));
            }
        }
        assertThat(possible).isGreaterThan(100);
    }

    /** All unknowns of each of two equal components, or one of them alone. */
    @ParameterizedTest
    @ValueSource(strings = {"star", "path", "tree", "clique", "loop"})
    void probabilitiesOfSingleUnknownsAreThoseOfEnumeration(String kind) {
        for (long seed = 0; seed < 300; seed++) {
            Graph graph = random(kind, seed);
            int count = graph.sizes().length;
            double logSum = graph.logSum();
            BitSet wanted = new BitSet();
            wanted.set(seed % 2 == 0 ? 0 : (int) (seed % count), seed % 2 == 0 ? 2 * count : (int) (seed % count) + 1);
            Marginals marginals = new Marginals(sums(graph, 2), wanted);
            double[] found = new double[marginals.size()];
            marginals.at(graph.weights(), found);
            for (int unknown = wanted.nextSetBit(0); unknown >= 0; unknown = wanted.nextSetBit(unknown + 1)) {
                double[] expected = new double[graph.sizes()[unknown % count]];
                for (int s = 0; s < graph.states(); s++) {
                    int[] state = graph.state(s);
                    expected[state[unknown % count]] += Math.exp(graph.logWeight(state) - logSum);
                }
                int start = marginals.start(unknown);
                assertThat(Arrays.copyOfRange(found, start, start + marginals.values(unknown)))
                        .as("%s, seed %d, unknown %d", kind, seed, unknown)
                        .containsExactly(
                                logSum == Double.NEGATIVE_INFINITY
                                        ? Arrays.stream(expected)
                                                .map(p -> Double.NaN)
                                                .toArray()
                                        : expected,
                                within(1e-12));
            }
        }
    }

    /**
     * Stars of two, three and four values that read tables of their own or the same few, often or once, with weights as near as
     * in a posterior and as far as where a search begins: every way to take these sums.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void starsAgreeWithEnumerationHoweverTheyAreTaken(int values) {
        int impossible = 0;
        for (long seed = 0; seed < 400; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int stars = 1 + random.nextInt(40);
            int tables = 1 + random.nextInt(7);
            // Of few tables exponentials are multiplied, of many logarithms are added.
            int choices = random.nextBoolean() ? 1 + random.nextInt(3) : 60;
            double spread = new double[] {3, 150, 2000}[random.nextInt(3)];
            boolean holes = random.nextInt(3) == 0;
            double[][] weights = new double[tables][choices * values];
            for (double[] table : weights) {
                Arrays.setAll(
                        table,
                        e -> holes && random.nextInt(20) == 0
                                ? new double[] {Double.NEGATIVE_INFINITY, Double.NaN, Double.POSITIVE_INFINITY}
                                        [random.nextInt(3)]
                                : spread * (random.nextDouble() - 0.5));
            }
            List<int[]> scopes =
                    IntStream.range(0, tables).mapToObj(t -> new int[] {0}).toList();
            Shape shape = Shape.of(new int[] {values}, scopes);
            List<Sums.Component> components = new ArrayList<>();
            int unknowns = 0;
            double expected = 0;
            double[][] probabilities = new double[tables][choices * values];
            double[][] bars = new double[tables][choices * values];
            for (int s = 0; s < stars; s++) {
                int[] offsets = new int[tables];
                Arrays.setAll(offsets, t -> values * random.nextInt(choices));
                int copies = random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1;
                int first = unknowns;
                unknowns += copies;
                components.add(new Sums.Component(
                        shape,
                        IntStream.range(0, tables).toArray(),
                        offsets,
                        IntStream.range(first, unknowns).toArray()));
                double[] logs = new double[values];
                for (int v = 0; v < values; v++) {
                    for (int t = 0; t < tables; t++) {
                        double weight = weights[t][offsets[t] + v];
                        logs[v] += weight < Double.POSITIVE_INFINITY ? weight : Double.NEGATIVE_INFINITY;
                    }
                }
                double most = Arrays.stream(logs).max().orElseThrow();
                double sum =
                        Arrays.stream(logs).map(log -> Math.exp(log - most)).sum();
                expected += copies * (most + Math.log(sum));
                for (int t = 0; t < tables; t++) {
                    for (int v = 0; v < values; v++) {
                        probabilities[t][offsets[t] + v] += copies * Math.exp(logs[v] - most) / sum;
                    }
                }
            }
            Summation summation =
                    new Summation(new Sums(components, new int[unknowns]), seed % 2 == 0 ? 1 : Integer.MAX_VALUE);
            double found = summation.logSumAndProbabilities(weights, bars);
            if (!(expected > Double.NEGATIVE_INFINITY)) {
                assertThat(found).as("seed %d", seed).isEqualTo(Double.NEGATIVE_INFINITY);
                impossible++;
                continue;
            }
            assertThat(found).as("seed %d", seed).isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
            for (int t = 0; t < tables; t++) {
                assertThat(bars[t]).as("seed %d, table %d", seed, t).containsExactly(probabilities[t], within(1e-10));
            }
        }
        assertThat(impossible).isBetween(5, 200);
    }

    /** Two leaves of one tree are one sum, which must not be entered twice on the way back. */
    @Test
    void equalLeavesHaveTheirOwnWayBack() {
        Shape shape = Shape.of(new int[] {2, 2, 2}, List.of(new int[] {0}, new int[] {0, 1}, new int[] {0, 2}));
        Sums sums = new Sums(
                List.of(new Sums.Component(shape, new int[] {0, 1, 1}, new int[3], new int[] {0, 1, 2})), new int[3]);
        double[][] weights = {{0, 0}, {Math.log(0.9), Math.log(0.1), Math.log(0.2), Math.log(0.8)}};
        BitSet all = new BitSet();
        all.set(0, 3);
        Marginals marginals = new Marginals(sums, all);
        double[] found = new double[marginals.size()];
        marginals.at(weights, found);
        assertThat(found[marginals.start(1)]).isCloseTo(0.55, within(1e-12));
        assertThat(found[marginals.start(2)]).isCloseTo(0.55, within(1e-12));
    }

    @Test
    void equalComponentsCountAsOftenAsThereAreSome() {
        Graph graph = random("path", 4);
        double[][] bars = new double[graph.weights().length][];
        Arrays.setAll(bars, t -> new double[graph.weights()[t].length]);
        double one = new Summation(sums(graph, 1)).logSumAndProbabilities(graph.weights(), bars);
        double[][] thrice = new double[bars.length][];
        Arrays.setAll(thrice, t -> new double[bars[t].length]);
        double three = new Summation(sums(graph, 3)).logSumAndProbabilities(graph.weights(), thrice);
        assertThat(three).isCloseTo(3 * one, within(1e-12));
        assertThat(thrice[0][0]).isCloseTo(3 * bars[0][0], within(1e-12));
    }

    @Test
    void weightsThatNumbersCannotHoldAreSummedInLogarithms() {
        // What the first table leaves is dead in numbers for the only state that the last allows.
        Graph graph =
                new Graph(new int[] {2, 2}, List.of(new int[] {0}, new int[] {0, 1}, new int[] {1}), new double[][] {
                    {0, -2_000}, {0, -3_000, -3_000, 0}, {Double.NEGATIVE_INFINITY, -5}
                });
        Summation summation = new Summation(sums(graph, 1));
        assertThat(summation.logSum(graph.weights())).isCloseTo(-2_005, within(1e-9));
        double[][] bars = {new double[2], new double[4], new double[2]};
        summation.logSumAndProbabilities(graph.weights(), bars);
        assertThat(bars[0]).containsExactly(new double[] {0, 1}, within(1e-12));
    }

    /** Every state is counted within 5.5 standard deviations; 300 counts are wrong by chance once in 10^5 runs. */
    @ParameterizedTest
    @ValueSource(strings = {"star", "path", "tree", "clique", "loop"})
    void drawsFollowTheJointLaw(String kind) {
        int draws = 20_000;
        Graph graph = random(kind, 11);
        double logSum = graph.logSum();
        Summation summation = new Summation(sums(graph, 1));
        int[] counts = new int[graph.states()];
        int[] values = new int[graph.sizes().length];
        var random = RandomSource.L64_X128_MIX.create(5L);
        for (int d = 0; d < draws; d++) {
            summation.draw(graph.weights(), random, values);
            int number = 0;
            for (int i = values.length - 1; i >= 0; i--) {
                number = number * graph.sizes()[i] + values[i];
            }
            counts[number]++;
        }
        for (int s = 0; s < counts.length; s++) {
            double p = Math.exp(graph.logWeight(graph.state(s)) - logSum);
            double deviation = Math.sqrt(draws * p * (1 - p)) + 1e-9;
            assertThat(Math.abs(counts[s] - draws * p))
                    .as("state %d of %s", s, kind)
                    .isLessThan(5.5 * deviation + 3);
        }
    }

    @Test
    void tablesThatWouldBeTooLargeAreRefused() {
        int count = 24;
        int[] sizes = new int[count];
        Arrays.fill(sizes, 2);
        assertThat(Shape.of(sizes, List.of(IntStream.range(0, count).toArray())))
                .isNull();
    }

    @Test
    void aChainOfAHundredThousandTakesNoTimeToOrder() {
        int count = 100_000;
        int[] sizes = new int[count];
        Arrays.fill(sizes, 2);
        List<int[]> scopes = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            scopes.add(new int[] {i - 1, i});
        }
        assertThat(Shape.of(sizes, scopes).widest()).isEqualTo(2);
    }

    /**
     * Many unknowns without ties that read some tables together, some of them more than once, against sums one by one; also
     * where weights are impossible, or far apart, and where equal ones stand for several.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void starsThatShareTables(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int stars = 300;
        double[][] arrays = {new double[3 * stars], new double[60]};
        double scale = seed % 2 == 0 ? 300 : 2;
        for (double[] array : arrays) {
            Arrays.setAll(array, i -> random.nextInt(12) == 0 ? impossible(random) : scale * random.nextDouble(-2, 1));
        }
        List<Sums.Component> components = new ArrayList<>();
        double expected = 0;
        double[][] bars = {new double[arrays[0].length], new double[arrays[1].length]};
        int members = 0;
        for (int s = 0; s < stars; s++) {
            int size = s % 7 == 0 ? 3 : 2;
            int own = random.nextInt(10) == 0 ? 0 : 1;
            int shared = random.nextInt(own == 0 ? 1 : 0, 5);
            int[] from = new int[own + shared];
            int[] offsets = new int[from.length];
            for (int t = 0; t < from.length; t++) {
                from[t] = t < own ? 0 : 1;
                offsets[t] = t < own ? 3 * s : 3 * random.nextInt(seed < 3 ? 2 : 5);
            }
            double[] logs = new double[size];
            for (int k = 0; k < size; k++) {
                for (int t = 0; t < from.length; t++) {
                    double weight = arrays[from[t]][offsets[t] + k];
                    logs[k] += weight < Double.POSITIVE_INFINITY ? weight : Double.NEGATIVE_INFINITY;
                }
            }
            double most = Arrays.stream(logs).max().orElseThrow();
            if (most == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double sum = Arrays.stream(logs).map(log -> Math.exp(log - most)).sum();
            int multiplicity = random.nextInt(5) == 0 ? 3 : 1;
            expected += multiplicity * (most + Math.log(sum));
            for (int t = 0; t < from.length; t++) {
                for (int k = 0; k < size; k++) {
                    bars[from[t]][offsets[t] + k] += multiplicity * Math.exp(logs[k] - most) / sum;
                }
            }
            Shape shape = Shape.of(
                    new int[] {size},
                    IntStream.range(0, from.length).mapToObj(t -> new int[] {0}).toList());
            int first = members;
            members += multiplicity;
            components.add(new Sums.Component(
                    shape, from, offsets, IntStream.range(first, members).toArray()));
        }
        Sums sums = new Sums(components, new int[members]);
        Summation summation = new Summation(sums);
        double[][] seen = {new double[arrays[0].length], new double[arrays[1].length]};
        assertThat(summation.logSumAndProbabilities(arrays, seen))
                .isEqualTo(expected, within(1e-10 * Math.abs(expected)));
        for (int a = 0; a < seen.length; a++) {
            assertThat(seen[a]).containsExactly(bars[a], within(1e-10 * stars));
        }
        // Once more: nothing is left behind by the last sum.
        assertThat(summation.logSum(arrays)).isEqualTo(expected, within(1e-10 * Math.abs(expected)));
        // Of few tables there are few sets, which are added up once.
        assertThat(sums.stars().sharedBars() > 0).isEqualTo(seed < 3);
    }

    private static double impossible(SplittableRandom random) {
        double[] kinds = {Double.NEGATIVE_INFINITY, Double.NaN, Double.POSITIVE_INFINITY};
        return kinds[random.nextInt(3)];
    }
}
