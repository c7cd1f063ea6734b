package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Shape.Bucket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Everything that is summed over, as a list of small sums in the order in which they are taken.
 *
 * <p>Tables of log weights are given as arrays; a table begins at an offset in one of them. An unknown is summed out of a
 * <em>potential</em>, the product of the given tables that speak of it, times what earlier sums left. Potentials and sums
 * that would be the same are there once: histories of two animals that were last seen at the same time share all that
 * comes after. Immutable, and shared by all chains.
 */
public final class Sums {
    /**
     * Components with the same tables.
     *
     * @param shape how their unknowns hang together
     * @param arrays for each table the array that holds it
     * @param offsets where in it the table begins
     * @param members for each component its unknowns, in the order of the shape: numbers of unknowns over all components
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Component(Shape shape, int[] arrays, int[] offsets, int[] members) {
        /** How many components are equal to this one, itself included. */
        public int multiplicity() {
            return members.length / shape.unknowns();
        }

        /** How many values those of its unknowns have, equal ones counted once, that are asked for. */
        public long values(BitSet asked) {
            int unknowns = shape.unknowns();
            long values = 0;
            for (int own = 0; own < unknowns; own++) {
                boolean found = false;
                for (int m = own; m < members.length && !found; m += unknowns) {
                    found = asked.get(members[m]);
                }
                values += found ? shape.size(own) : 0;
            }
            return values;
        }
    }

    /** A product of given tables: for every entry, the places to read. */
    @SuppressWarnings("ArrayRecordComponent")
    record Potential(int start, int entries, int[] arrays, int[] offsets, int[][] places) {}

    /**
     * One unknown that is summed out of a potential and of what earlier sums left.
     *
     * @param start where its conditional probabilities stand
     * @param rowStart where what it leaves stands
     * @param children earlier sums
     * @param places for each of these the place in what it left for every entry
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Node(
            int potential,
            int rows,
            int values,
            int start,
            int rowStart,
            int[] children,
            int[][] places,
            boolean root) {
        /**
         * Whether it is one of two values in a chain of such: at most one neighbour, of two values, and at most one earlier
         * sum, by its own value.
         */
        boolean link() {
            if (values != 2 || rows > 2 || children.length > 1) {
                return false;
            }
            for (int e = 0; children.length == 1 && e < 2 * rows; e++) {
                if (places[0][e] != (e & 1)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Whole numbers that are equal if they are the same one by one. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Numbers(int[] list) {
        static Numbers of(int... numbers) {
            return new Numbers(numbers);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbers numbers && Arrays.equals(list, numbers.list);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(list);
        }
    }

    /**
     * What is known of a link: where its potential, its probabilities and what it leaves begin, its number of rows, its
     * potential's number, its child's number, or -1 if there is none, and where what that one left begins.
     */
    static final int LINK = 7;

    private final List<Component> components;
    private final int[] lowest;
    private final Potential[] potentials;
    private final Node[] nodes;
    /** How often each node ends the sum of a component. */
    private final int[] weights;

    /** For each component the nodes of its unknowns, in the order of its shape's buckets. */
    private final int[][] nodesOf;

    private final Stars stars;
    private final StateDraws draws;

    /** The nodes that are not among the stars; which of these are links of chains. */
    private final int[] tied;

    private final boolean[] links;

    /** For each of them, where it is a link, {@link #LINK} numbers: what {@link Summation} needs to know of it. */
    private final int[] linkRows;

    private final TiedWeights tiedWeights;
    private int potentialEntries;
    private int entries;
    private int rows;

    /**
     * What is summed over.
     *
     * @param lowest the lowest value of each unknown; its values follow each other
     */
    public Sums(List<Component> components, int[] lowest) {
        this.components = List.copyOf(components);
        this.lowest = lowest.clone();
        nodesOf = new int[components.size()][];
        Maker maker = new Maker();
        for (int c = 0; c < nodesOf.length; c++) {
            nodesOf[c] = maker.add(this.components.get(c));
        }
        potentials = maker.potentials.toArray(new Potential[0]);
        nodes = maker.nodes.toArray(new Node[0]);
        maker.forget();
        weights = new int[nodes.length];
        for (int c = 0; c < nodesOf.length; c++) {
            for (int node : nodesOf[c]) {
                weights[node] += nodes[node].root() ? this.components.get(c).multiplicity() : 0;
            }
        }
        stars = new Stars(potentials, nodes, weights);
        draws = new StateDraws(this.components, nodes, nodesOf, this.lowest);
        tied = IntStream.range(0, nodes.length)
                .filter(n -> !Stars.is(nodes[n], potentials[nodes[n].potential()]))
                .toArray();
        links = new boolean[tied.length];
        for (int i = 0; i < tied.length; i++) {
            links[i] = nodes[tied[i]].link();
        }
        linkRows = findLinks();
        tiedWeights = new TiedWeights(
                potentials,
                Arrays.stream(tied)
                        .map(n -> nodes[n].potential())
                        .sorted()
                        .distinct()
                        .toArray());
    }

    private int[] findLinks() {
        int[] made = new int[LINK * tied.length];
        for (int i = 0; i < tied.length; i++) {
            if (links[i]) {
                Node node = nodes[tied[i]];
                boolean last = node.children().length == 0;
                int[] row = {
                    potentials[node.potential()].start(),
                    node.start(),
                    node.rowStart(),
                    node.rows(),
                    node.potential(),
                    last ? -1 : node.children()[0],
                    last ? -1 : nodes[node.children()[0]].rowStart()
                };
                System.arraycopy(row, 0, made, LINK * i, LINK);
            }
        }
        return made;
    }

    /** Makes potentials and nodes, equal ones once. */
    private final class Maker {
        private final List<Potential> potentials = new ArrayList<>();
        private final List<Node> nodes = new ArrayList<>();
        private final Map<Numbers, Integer> knownPotentials = new HashMap<>();
        private final Map<Numbers, Integer> knownNodes = new HashMap<>();
        private final Map<Numbers, Integer> knownPlaces = new HashMap<>();
        private final IdentityHashMap<int[], Integer> placeNumbers = new IdentityHashMap<>();

        int[] add(Component component) {
            List<Bucket> buckets = component.shape().buckets();
            int[] made = new int[buckets.size()];
            for (int b = 0; b < made.length; b++) {
                Bucket bucket = buckets.get(b);
                int potential = potential(component, bucket);
                int count = bucket.messages().length;
                int[] children = new int[count];
                int[] key = new int[3 + 2 * count];
                key[0] = potential;
                key[1] = bucket.rows();
                key[2] = bucket.values();
                for (int m = 0; m < count; m++) {
                    children[m] = made[bucket.messages()[m]];
                    key[3 + 2 * m] = children[m];
                    key[4 + 2 * m] = number(bucket.messagePlaces()[m]);
                }
                made[b] = knownNodes.computeIfAbsent(Numbers.of(key), k -> {
                    nodes.add(new Node(
                            potential,
                            bucket.rows(),
                            bucket.values(),
                            entries,
                            rows,
                            children,
                            bucket.messagePlaces(),
                            bucket.neighbours().length == 0));
                    entries = Math.addExact(entries, bucket.rows() * bucket.values());
                    rows = Math.addExact(rows, bucket.rows());
                    return nodes.size() - 1;
                });
            }
            return made;
        }

        /** With a million components, what is equal takes more room than what is made. */
        void forget() {
            potentials.clear();
            nodes.clear();
            knownPotentials.clear();
            knownNodes.clear();
        }

        private int potential(Component component, Bucket bucket) {
            int count = bucket.factors().length;
            int[] arrays = new int[count];
            int[] offsets = new int[count];
            int[] key = new int[1 + 3 * count];
            key[0] = bucket.rows() * bucket.values();
            for (int f = 0; f < count; f++) {
                arrays[f] = component.arrays()[bucket.factors()[f]];
                offsets[f] = component.offsets()[bucket.factors()[f]];
                key[1 + 3 * f] = arrays[f];
                key[2 + 3 * f] = offsets[f];
                key[3 + 3 * f] = number(bucket.factorPlaces()[f]);
            }
            return knownPotentials.computeIfAbsent(Numbers.of(key), k -> {
                potentials.add(new Potential(potentialEntries, key[0], arrays, offsets, bucket.factorPlaces()));
                potentialEntries = Math.addExact(potentialEntries, key[0]);
                return potentials.size() - 1;
            });
        }

        private int number(int[] places) {
            return placeNumbers.computeIfAbsent(
                    places, p -> knownPlaces.computeIfAbsent(Numbers.of(p), n -> knownPlaces.size()));
        }
    }

    /** Components that differ from each other. */
    public List<Component> components() {
        return components;
    }

    /** The number of components, equal ones counted too. */
    public int total() {
        return components.stream().mapToInt(Component::multiplicity).sum();
    }

    /** The number of unknowns that are summed over. */
    public int unknowns() {
        return lowest.length;
    }

    int lowest(int unknown) {
        return lowest[unknown];
    }

    Stars stars() {
        return stars;
    }

    StateDraws draws() {
        return draws;
    }

    /** The nodes that are not among the stars, in their order. */
    int[] tied() {
        return tied;
    }

    /** Which of these are links of chains, see {@link Node#link}. */
    boolean[] links() {
        return links;
    }

    /** What is known of the links, see {@link #LINK}. */
    int[] linkRows() {
        return linkRows;
    }

    TiedWeights tiedWeights() {
        return tiedWeights;
    }

    Potential[] potentials() {
        return potentials;
    }

    Node[] nodes() {
        return nodes;
    }

    int[] weights() {
        return weights;
    }

    int[] nodesOf(int component) {
        return nodesOf[component];
    }

    int potentialEntries() {
        return potentialEntries;
    }

    int entries() {
        return entries;
    }

    int rows() {
        return rows;
    }

    /** What all sums and their derivatives cost, in units of about an addition. */
    public double work() {
        double work = 0;
        for (Node node : nodes) {
            double size = (double) node.rows() * node.values();
            // Exponentials, what becomes of them forwards and backwards, a quotient a row, and a logarithm.
            work += Stars.is(node, potentials[node.potential()]) ? 25 + 12 * size : 75 + 60 * size + 40.0 * node.rows();
        }
        return work;
    }
}
