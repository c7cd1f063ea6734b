package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.sum.CountMarginals;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Marginals;
import dev.tandem.compiler.sum.Sums;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The exact probabilities of discrete unknowns that are summed out, given values of all others on the model's own scale.
 * Immutable; whoever computes has an {@link Evaluation} of their own.
 */
public final class StateProbabilities {
    private final GivenUnknowns given;
    private final Program program;
    private final CompiledDensity density;

    /** The numbers of the elements with few values, and of the counts. */
    private final Map<String, Integer> unknowns;

    private final Map<String, Integer> counts;

    private StateProbabilities(Program lowered, String title, Generator.Choices choices) {
        given = new GivenUnknowns(lowered);
        program = given.program();
        density = Generator.generate(program, title, new ClassCache(1), choices);
        unknowns = numbers(program, program.sums().unknowns());
        counts = numbers(program, program.sums().counted());
    }

    /** The probabilities that a program without factors leaves to be computed. */
    public static StateProbabilities of(Program program, String title, Generator.Choices choices) {
        return new StateProbabilities(program, title, choices);
    }

    private static Map<String, Integer> numbers(Program program, List<Program.Summed> parts) {
        Map<String, Integer> numbers = new HashMap<>();
        for (Program.Summed part : parts) {
            if (program.carried().contains(part.symbol().name())) {
                continue;
            }
            for (int i = 0; i < part.positions().length; i++) {
                numbers.put(part.symbol().element(part.positions()[i]), part.first() + i);
            }
        }
        return numbers;
    }

    /** The unknowns that they are functions of, element by element, in the order in which they are given. */
    public List<String> needed() {
        return given.names();
    }

    /** All elements that are summed out. */
    public Set<String> elements() {
        Set<String> all = new TreeSet<>(unknowns.keySet());
        all.addAll(counts.keySet());
        return all;
    }

    /** Whether an element is a count that is summed out as one of a series or chain. */
    public boolean counted(String element) {
        return counts.containsKey(element);
    }

    /**
     * Where the numbers of an element stand. Elements with equal numbers have equal places.
     *
     * @param mean where its mean stands, -1 where it follows from the probabilities, which are of all values then
     * @param first where the probability of the first of the values stands; those of the others follow
     * @param values the values, equal for equal places
     */
    public record Place(int mean, int first, List<Integer> values) {
        public Place {
            values = List.copyOf(values);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Place place
                    && mean == place.mean
                    && first == place.first
                    && values.equals(place.values);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * mean + first) + values.hashCode();
        }
    }

    /**
     * How many numbers elements take that differ from each other.
     *
     * @param wanted the elements
     * @param most counting ends when there are more
     * @param perCount what a count takes
     */
    public long size(Iterable<String> wanted, long most, int perCount) {
        BitSet asked = new BitSet();
        long size = 0;
        for (String name : wanted) {
            if (unknowns.containsKey(name)) {
                asked.set(unknowns.get(name));
            } else if (counts.containsKey(name)) {
                size += perCount;
            }
        }
        for (Sums.Component component : program.sums().sums().components()) {
            if (size > most) {
                return size;
            }
            size += component.values(asked);
        }
        return size;
    }

    /**
     * What computes the numbers of these elements; it belongs to one thread.
     *
     * @param wanted the elements, each with the values whose probabilities are asked for where it is a count without end
     */
    public Evaluation evaluation(Map<String, int[]> wanted) {
        return new Evaluation(wanted);
    }

    /** Computes probabilities at one point after another, without allocating anything. */
    public final class Evaluation {
        private final GivenUnknowns.Placement placement;
        private final double[][] weights;
        private final double[][] slopes;
        private final Marginals marginals;
        private final CountMarginals countMarginals;
        private final double[] probabilities;
        private final double[] numbers;
        private final Map<String, Place> places = new LinkedHashMap<>();

        private Evaluation(Map<String, int[]> wanted) {
            CompiledCursor cursor = (CompiledCursor) density.cursor();
            placement = given.at(cursor);
            weights = program.sums().weights().stream().map(cursor::values).toArray(double[][]::new);
            slopes = program.sums().slopes().stream().map(cursor::values).toArray(double[][]::new);
            CountSums countSums = program.sums().counts();
            BitSet asked = new BitSet();
            for (String name : wanted.keySet()) {
                if (unknowns.containsKey(name)) {
                    asked.set(unknowns.get(name));
                } else if (counts.containsKey(name)) {
                    int other = CountMarginals.dependsOn(countSums, counts.get(name));
                    if (other >= 0) {
                        asked.set(other);
                    }
                }
            }
            marginals = new Marginals(program.sums().sums(), asked);
            countMarginals = new CountMarginals(countSums, marginals);
            wanted.forEach(this::find);
            probabilities = new double[marginals.size()];
            numbers = new double[countMarginals.size()];
        }

        private void find(String name, int[] values) {
            if (unknowns.containsKey(name)) {
                int unknown = unknowns.get(name);
                int lowest = marginals.lowest(unknown);
                List<Integer> all = IntStream.range(lowest, lowest + marginals.values(unknown))
                        .boxed()
                        .toList();
                places.put(name, new Place(-1, marginals.start(unknown), all));
            } else if (counts.containsKey(name)) {
                int start = countMarginals.ask(counts.get(name), values);
                if (start >= 0) {
                    int mean = marginals.size() + start;
                    places.put(
                            name,
                            new Place(
                                    mean, mean + 1, IntStream.of(values).boxed().toList()));
                }
            }
        }

        /** Where the numbers of an element stand; empty if there are none. */
        public Optional<Place> place(String element) {
            return Optional.ofNullable(places.get(element));
        }

        /** How many numbers there are. */
        public int size() {
            return probabilities.length + numbers.length;
        }

        /**
         * Computes the numbers.
         *
         * @param values the unknowns that are {@link #needed}, in that order
         * @param out receives them; what is not a number, where nothing is possible
         */
        public void at(double[] values, double[] out) {
            placement.place(values);
            countMarginals.sum(slopes, weights, numbers);
            marginals.at(weights, probabilities);
            countMarginals.at(slopes, probabilities, numbers);
            System.arraycopy(probabilities, 0, out, 0, probabilities.length);
            System.arraycopy(numbers, 0, out, probabilities.length, numbers.length);
        }
    }
}
