package dev.tandem.draws;

import dev.tandem.density.Variable;
import dev.tandem.draws.summary.Diagnostics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The draws of a run: for each chain and each element of each variable, its values in the order they were drawn.
 * Immutable. The values lie in memory, or wherever a {@link DrawStore} finds them.
 *
 * <p>Elements are numbered from 0 over all variables in order, the elements of a variable in the order of
 * {@link Variable}. Chains and draws are numbered from 0 as well.
 */
public final class Draws implements DrawSource {
    private static final Pattern SUBSCRIPTED = Pattern.compile("(?<name>.*)\\[(?<subscripts>[^\\[\\]]*)]");

    private final List<Variable> variables;
    /** Where the elements of each variable start; the last entry is the number of elements. */
    private final int[] offsets;

    private final Map<String, Integer> positions;
    private final DrawStore store;

    private Draws(List<Variable> variables, DrawStore store) {
        this.variables = List.copyOf(variables);
        this.offsets = offsets(variables);
        this.positions = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            positions.put(variables.get(i).name(), i);
        }
        this.store = store;
    }

    /** A table whose values lie elsewhere. */
    public static Draws of(List<Variable> variables, DrawStore store) {
        return new Draws(variables, store);
    }

    /** Starts an empty table; {@code expectedDraws} per chain is a hint, a chain may grow beyond it. */
    public static Builder builder(List<Variable> variables, int chains, int expectedDraws) {
        return new Builder(variables, chains, expectedDraws);
    }

    @Override
    public int chains() {
        return store.chains();
    }

    @Override
    public int drawsPerChain() {
        return store.draws();
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    /** The number of elements, over all variables. */
    @Override
    public int elements() {
        return offsets[variables.size()];
    }

    @Override
    public DrawReader chain(int chain) {
        return DrawReader.inOrder((draw, values, statistics) -> copyRow(chain, draw, values));
    }

    public Variable variable(String name) {
        return variables.get(position(name));
    }

    /** The variable that an element belongs to. */
    public Variable variableOf(int element) {
        return variables.get(positionOf(element));
    }

    /** The number of the first element of a variable; the others follow. */
    public int firstElement(String variable) {
        return offsets[position(variable)];
    }

    /** The name as the user writes it: {@code beta[3]}. */
    public String elementName(int element) {
        int position = positionOf(element);
        return variables.get(position).elementName(element - offsets[position]);
    }

    /** The number of the element with this name: {@code tau}, {@code beta[3]} or {@code omega[2,1]}. */
    public int elementIndex(String name) {
        Integer position = positions.get(name);
        if (position != null) {
            Variable variable = variables.get(position);
            if (!variable.shape().isEmpty()) {
                throw new IllegalArgumentException(
                        name + " has " + variable.size() + " elements" + example(variable) + "; ask for one of them");
            }
            return offsets[position];
        }
        Matcher matcher = SUBSCRIPTED.matcher(name);
        if (!matcher.matches()) {
            throw unknown(name);
        }
        position = position(matcher.group("name").strip());
        Variable variable = variables.get(position);
        int index = index(variable, matcher.group("subscripts"));
        if (index < 0) {
            throw new IllegalArgumentException("no element " + name + ": " + variable.name() + " has "
                    + (variable.shape().isEmpty() ? "no subscripts" : variable.size() + " elements")
                    + example(variable));
        }
        return offsets[position] + index;
    }

    /** A copy of one element's draws, by chain and draw: what {@link Diagnostics} takes. */
    public double[][] element(int element) {
        return elements(element, 1)[0];
    }

    /** A copy of one element's draws, by chain and draw; names as in {@link #elementIndex}. */
    public double[][] element(String name) {
        return element(elementIndex(name));
    }

    /**
     * A copy of the draws of adjacent elements, by element, chain and draw. Where draws lie in files, many elements at
     * once are read much faster than one by one.
     */
    public double[][][] elements(int first, int count) {
        double[][][] columns = new double[count][chains()][drawsPerChain()];
        double[][] ofChain = new double[count][];
        for (int chain = 0; chain < chains(); chain++) {
            for (int i = 0; i < count; i++) {
                ofChain[i] = columns[i][chain];
            }
            store.copyColumns(chain, first, 1, ofChain);
        }
        return columns;
    }

    /** The draws 0, {@code every}, twice {@code every} and so on of each chain; nothing is copied. */
    public Draws thinned(int every) {
        return every == 1 ? this : new Draws(variables, new ThinnedStore(store, every));
    }

    public double value(int chain, int draw, int element) {
        return store.value(chain, draw, element);
    }

    /** Copies all elements of one draw out; rows in order are read fastest. */
    public void copyRow(int chain, int draw, double[] destination) {
        store.copyRow(chain, draw, destination);
    }

    /** The draws of adjacent elements, by element, chain and draw: read only, and not copied where that can be helped. */
    public double[][][] columns(int first, int count) {
        return store instanceof MemoryStore memory ? memory.columns(first, count) : elements(first, count);
    }

    /** One element's draws: read only. */
    public double[][] columns(int element) {
        return columns(element, 1)[0];
    }

    private int position(String name) {
        Integer position = positions.get(name);
        if (position == null) {
            throw unknown(name);
        }
        return position;
    }

    private IllegalArgumentException unknown(String name) {
        List<String> names = variables.stream().map(Variable::name).toList();
        return new IllegalArgumentException("no variable " + name + NearMiss.hint(name, names));
    }

    private int positionOf(int element) {
        if (element < 0 || element >= elements()) {
            throw new IndexOutOfBoundsException("element " + element + " of " + elements());
        }
        int found = Arrays.binarySearch(offsets, element);
        int position = found >= 0 ? found : -found - 2;
        // An empty variable starts where the next one does.
        while (offsets[position + 1] <= element) {
            position++;
        }
        return position;
    }

    /** The place of an element within its variable, or -1. */
    private static int index(Variable variable, String subscripts) {
        String[] parts = subscripts.split(",", -1);
        if (parts.length != variable.shape().size()) {
            return -1;
        }
        int index = 0;
        int stride = 1;
        for (int d = 0; d < parts.length; d++) {
            String digits = parts[d].strip();
            if (!digits.matches("\\d{1,9}")) {
                return -1;
            }
            int subscript = Integer.parseInt(digits);
            int extent = variable.shape().get(d);
            if (subscript < 1 || subscript > extent) {
                return -1;
            }
            index += (subscript - 1) * stride;
            stride *= extent;
        }
        return index;
    }

    private static String example(Variable variable) {
        int size = variable.size();
        if (variable.shape().isEmpty() || size == 0) {
            return "";
        }
        return ", " + variable.elementName(0) + (size == 1 ? "" : " to " + variable.elementName(size - 1));
    }

    private static int[] offsets(List<Variable> variables) {
        int[] offsets = new int[variables.size() + 1];
        for (int i = 0; i < variables.size(); i++) {
            offsets[i + 1] = Math.addExact(offsets[i], variables.get(i).size());
        }
        return offsets;
    }

    /**
     * Collects draws. Different chains may be appended by different threads at once, each chain by one thread; building
     * must happen after those threads were joined. A builder builds once.
     */
    public static final class Builder {
        private final List<Variable> variables;
        private final int elements;
        private final Chain[] chains;
        private boolean built;

        private Builder(List<Variable> variables, int chains, int expectedDraws) {
            if (chains < 1) {
                throw new IllegalArgumentException("a table of draws needs at least one chain, not " + chains);
            }
            if (expectedDraws < 0) {
                throw new IllegalArgumentException("expected draws must not be negative: " + expectedDraws);
            }
            this.variables = List.copyOf(variables);
            Set<String> names = new HashSet<>();
            for (Variable variable : variables) {
                if (!names.add(variable.name())) {
                    throw new IllegalArgumentException("two variables are named " + variable.name());
                }
            }
            this.elements = offsets(this.variables)[this.variables.size()];
            this.chains = new Chain[chains];
            for (int chain = 0; chain < chains; chain++) {
                this.chains[chain] = new Chain(elements, expectedDraws);
            }
        }

        /** Adds the next draw of a chain: the values of all elements in order, which are copied. */
        public Builder append(int chain, double[] values) {
            if (built) {
                throw new IllegalStateException("the table is already built");
            }
            if (values.length != elements) {
                throw new IllegalArgumentException(values.length + " values for " + elements + " elements");
            }
            chains[chain].append(values);
            return this;
        }

        /** The number of draws that a chain has so far. */
        public int length(int chain) {
            return chains[chain].length;
        }

        /**
         * The first draws of some chains while the table is still growing; may be asked by any thread. The chains must
         * have that many draws by their {@link #length}.
         */
        public Draws soFar(CommonLength cut) {
            double[][][] values = new double[cut.chains().size()][][];
            for (int i = 0; i < values.length; i++) {
                values[i] = chains[cut.chains().get(i)].soFar();
            }
            return new Draws(variables, new MemoryStore(values, cut.draws()));
        }

        /** The table of a finished run, whose chains have the same length. */
        public Draws build() {
            int length = chains[0].length;
            for (int chain = 1; chain < chains.length; chain++) {
                if (chains[chain].length != length) {
                    throw new IllegalStateException("chain 1 has " + length + " draws but chain " + (chain + 1)
                            + " has " + chains[chain].length);
                }
            }
            return buildTruncated();
        }

        /** The table of a run that was stopped, its chains cut as {@link CommonLength} says. */
        public Draws buildTruncated() {
            if (built) {
                throw new IllegalStateException("the table is already built");
            }
            built = true;
            CommonLength cut = CommonLength.of(
                    Arrays.stream(chains).mapToInt(chain -> chain.length).toArray());
            double[][][] values = new double[cut.chains().size()][][];
            for (int i = 0; i < values.length; i++) {
                values[i] = chains[cut.chains().get(i)].release(cut.draws());
            }
            return new Draws(variables, new MemoryStore(values, cut.draws()));
        }
    }

    /** The growing columns of one chain; allocated by the thread that appends, when it starts. */
    private static final class Chain {
        private final int elements;
        private final int expected;
        /** Replaced as a whole when they grow, and before the length says so: other threads may be reading. */
        private volatile double[][] columns;

        private int capacity;
        private volatile int length;

        Chain(int elements, int expected) {
            this.elements = elements;
            this.expected = expected;
        }

        void append(double[] values) {
            int end = length;
            if (columns == null) {
                capacity = Math.max(expected, 1);
                columns = new double[elements][capacity];
            } else if (end == capacity) {
                capacity = Math.max(Math.addExact(capacity, capacity >> 1), 16);
                columns = resized(capacity);
            }
            double[][] growing = columns;
            for (int element = 0; element < elements; element++) {
                growing[element][end] = values[element];
            }
            length = end + 1;
        }

        double[][] soFar() {
            double[][] present = columns;
            return present == null ? new double[elements][0] : present;
        }

        /** Hands the columns over and forgets them, so that nothing can write to a built table. */
        double[][] release(int drawn) {
            double[][] released = columns == null ? new double[elements][0] : resized(drawn);
            columns = null;
            return released;
        }

        private double[][] resized(int size) {
            double[][] present = columns;
            double[][] other = new double[elements][];
            for (int element = 0; element < elements; element++) {
                other[element] =
                        present[element].length == size ? present[element] : Arrays.copyOf(present[element], size);
            }
            return other;
        }
    }
}
