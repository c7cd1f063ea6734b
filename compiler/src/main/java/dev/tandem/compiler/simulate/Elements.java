package dev.tandem.compiler.simulate;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Some elements of a model's variables in a fixed order. A variable all of whose elements are among them is reported
 * with its shape; of others each element is reported by its name, as the sampler reports them.
 */
public final class Elements {
    /** The elements of one variable. */
    @SuppressWarnings("ArrayRecordComponent")
    record Part(Symbol symbol, int[] positions, Variable.Kind kind) {
        boolean whole() {
            return positions.length == symbol.size();
        }
    }

    private final List<Part> parts;
    private final int size;

    private Elements(List<Part> parts) {
        this.parts = List.copyOf(parts);
        size = parts.stream().mapToInt(part -> part.positions().length).sum();
    }

    public int size() {
        return size;
    }

    /** What is reported, in order. */
    public List<Variable> variables() {
        List<Variable> variables = new ArrayList<>();
        for (Part part : parts) {
            if (part.whole()) {
                variables.add(new Variable(part.symbol().name(), part.symbol().shape(), part.kind()));
            } else {
                for (int position : part.positions()) {
                    variables.add(new Variable(part.symbol().element(position), List.of(), part.kind()));
                }
            }
        }
        return variables;
    }

    /** The name of each element, in order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Part part : parts) {
            for (int position : part.positions()) {
                names.add(part.symbol().element(position));
            }
        }
        return names;
    }

    /** Those that pass a test of their names. */
    public Elements only(Predicate<String> test) {
        List<Part> some = new ArrayList<>();
        for (Part part : parts) {
            int[] positions = Arrays.stream(part.positions())
                    .filter(position -> test.test(part.symbol().element(position)))
                    .toArray();
            if (positions.length > 0) {
                some.add(new Part(part.symbol(), positions, part.kind()));
            }
        }
        return new Elements(some);
    }

    List<Part> parts() {
        return parts;
    }

    /** Collects elements; a variable is discrete if all that was added of it is. */
    static final class Builder {
        private final Map<Symbol, NavigableSet<Integer>> positions = new LinkedHashMap<>();
        private final Map<Symbol, Boolean> discrete = new LinkedHashMap<>();

        void add(Symbol symbol, int[] added, boolean whole) {
            NavigableSet<Integer> present = positions.computeIfAbsent(symbol, s -> new TreeSet<>());
            Arrays.stream(added).forEach(present::add);
            discrete.merge(symbol, whole, Boolean::logicalAnd);
        }

        Elements build() {
            List<Part> parts = new ArrayList<>();
            positions.forEach((symbol, set) -> parts.add(new Part(
                    symbol,
                    set.stream().mapToInt(Integer::intValue).toArray(),
                    discrete.get(symbol) ? Variable.Kind.DISCRETE : Variable.Kind.CONTINUOUS)));
            return new Elements(parts);
        }
    }
}
