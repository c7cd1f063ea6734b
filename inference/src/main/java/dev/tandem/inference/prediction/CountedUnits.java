package dev.tandem.inference.prediction;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The units of a model - sites, animals, groups, times - and which of them new data leave as they were in a run. Subscripts
 * that a loop's counter takes in several variables count the same units, as in {@code z[i]} and {@code y[i,j]}. A unit is
 * another one if the data about it are others.
 */
final class CountedUnits {
    /** What new data make of a unit. */
    enum Fate {
        SAME,
        OTHER,
        /** Data about it have changed, and those of another kind of units might be the reason. */
        UNCERTAIN
    }

    /** A subscript of a variable. */
    private record Slot(String name, int dimension) {}

    private final Map<Slot, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, DataArray> before;
    private final Map<String, DataArray> after;
    private final Set<Integer> withUnknowns = new LinkedHashSet<>();
    private final Map<Integer, Boolean> changed = new HashMap<>();
    private final Map<Integer, Map<Integer, Fate>> fates = new HashMap<>();

    /**
     * The units of a run's model.
     *
     * @param after the new data, whole
     */
    CountedUnits(Graph graph, DataSet after) {
        this.before = graph.data().arrays();
        this.after = after.arrays();
        join(graph);
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            if (rule.stochastic() && !symbol.given()) {
                withUnknowns.addAll(kindsOf(symbol.name(), symbol.dims().length));
            }
        }
    }

    /** Gives subscripts that share a counter one number. */
    private void join(Graph graph) {
        Map<Slot, Slot> parents = new LinkedHashMap<>();
        IdentityHashMap<Statement.Loop, Slot> loops = new IdentityHashMap<>();
        for (Rule rule : graph.rules()) {
            List<Expression.Reference> references = new ArrayList<>(rule.reads());
            references.add(rule.target());
            for (Expression.Reference reference : references) {
                for (int d = 0; d < reference.indices().size(); d++) {
                    Optional<Statement.Loop> loop = counted(reference.indices().get(d), rule);
                    if (loop.isPresent()) {
                        Slot slot = new Slot(reference.name().text(), d);
                        parents.putIfAbsent(slot, slot);
                        Slot first = loops.computeIfAbsent(loop.get(), l -> slot);
                        parents.put(root(parents, slot), root(parents, first));
                    }
                }
            }
        }
        Map<Slot, Integer> numbers = new HashMap<>();
        for (Slot slot : parents.keySet()) {
            Slot root = root(parents, slot);
            numbers.putIfAbsent(root, numbers.size());
            kinds.put(slot, numbers.get(root));
        }
    }

    private static Slot root(Map<Slot, Slot> parents, Slot slot) {
        Slot root = slot;
        while (!parents.get(root).equals(root)) {
            root = parents.get(root);
        }
        return root;
    }

    /** The loop whose counter an index is. */
    private static Optional<Statement.Loop> counted(Index index, Rule rule) {
        if (index instanceof Index.Single single && single.value() instanceof Expression.Name name) {
            return rule.loops().stream()
                    .filter(loop -> loop.counter().text().equals(name.text()))
                    .findFirst();
        }
        return Optional.empty();
    }

    private Set<Integer> kindsOf(String name, int dimensions) {
        Set<Integer> all = new LinkedHashSet<>();
        for (int d = 0; d < dimensions; d++) {
            Integer kind = kinds.get(new Slot(name, d));
            if (kind != null) {
                all.add(kind);
            }
        }
        return all;
    }

    /** Data of the run that new data should have replaced as well, since they are about as many units: name by name. */
    Map<String, String> leftBehind(Set<String> given, Set<String> inherited) {
        Map<String, String> behind = new LinkedHashMap<>();
        for (String old : inherited) {
            for (String name : given) {
                if (before.containsKey(old) && after.containsKey(name) && extentsDiffer(old, name)) {
                    behind.putIfAbsent(old, name);
                }
            }
        }
        return behind;
    }

    private boolean extentsDiffer(String old, String name) {
        DataArray one = before.get(old);
        DataArray other = after.get(name);
        for (int d = 0; d < one.rank(); d++) {
            Integer kind = kinds.get(new Slot(old, d));
            for (int e = 0; kind != null && e < other.rank(); e++) {
                if (kind.equals(kinds.get(new Slot(name, e))) && one.dim(d) != other.dim(e)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What becomes of an element: the worst of its units. */
    Fate fate(Symbol symbol, int position) {
        Fate worst = Fate.SAME;
        int rest = position;
        int[] dims = symbol.dims();
        for (int d = 0; d < dims.length; d++) {
            int index = rest % dims[d];
            rest /= dims[d];
            Integer kind = kinds.get(new Slot(symbol.name(), d));
            if (kind != null) {
                Fate own = fates.computeIfAbsent(kind, k -> new HashMap<>()).computeIfAbsent(index, i -> unit(kind, i));
                worst = own == Fate.OTHER || worst == Fate.SAME ? own : worst;
            }
        }
        return worst;
    }

    private Fate unit(int kind, int index) {
        Fate found = Fate.SAME;
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            int rank = Math.max(rank(before.get(name)), rank(after.get(name)));
            int dimension = 0;
            while (dimension < rank && !Integer.valueOf(kind).equals(kinds.get(new Slot(name, dimension)))) {
                dimension++;
            }
            if (dimension < rank && differs(name, dimension, index)) {
                Set<Integer> others = kindsOf(name, rank);
                others.remove(kind);
                if (others.stream().anyMatch(this::changedByThemselves)) {
                    continue;
                }
                if (others.stream().noneMatch(withUnknowns::contains)) {
                    return Fate.OTHER;
                }
                found = changedByThemselves(kind) ? Fate.OTHER : Fate.UNCERTAIN;
                if (found == Fate.OTHER) {
                    return found;
                }
            }
        }
        return found;
    }

    private static int rank(DataArray array) {
        return array == null ? 0 : array.rank();
    }

    /** Whether data about these units alone are others, or there are more or fewer of them. */
    private boolean changedByThemselves(int kind) {
        return changed.computeIfAbsent(kind, k -> {
            for (Map.Entry<Slot, Integer> entry : kinds.entrySet()) {
                String name = entry.getKey().name();
                int d = entry.getKey().dimension();
                DataArray old = before.get(name);
                DataArray now = after.get(name);
                if (!entry.getValue().equals(k) || (old == null && now == null)) {
                    continue;
                }
                if (old != null && now != null && old.rank() > d && now.rank() > d && old.dim(d) != now.dim(d)) {
                    return true;
                }
                boolean alone = kindsOf(name, Math.max(rank(old), rank(now))).size() == 1;
                if (alone && !Objects.equals(old, now)) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Whether the part of an array that is about one unit has changed; what is not given is as if it were missing. */
    private boolean differs(String name, int dimension, int index) {
        DataArray old = before.get(name);
        DataArray now = after.get(name);
        if (old == null || now == null) {
            DataArray present = old == null ? now : old;
            return dimension >= present.rank()
                    || (index < present.dim(dimension)
                            && slice(present, dimension, index).values().stream()
                                    .anyMatch(value -> !Double.isNaN(value)));
        }
        if (old.rank() != now.rank() || index >= old.dim(dimension) || index >= now.dim(dimension)) {
            return true;
        }
        return !slice(old, dimension, index).equals(slice(now, dimension, index));
    }

    private record Slice(List<Integer> dims, List<Double> values) {}

    private static Slice slice(DataArray array, int dimension, int index) {
        int stride = 1;
        for (int d = 0; d < dimension; d++) {
            stride *= array.dim(d);
        }
        int extent = array.dim(dimension);
        List<Double> values = new ArrayList<>();
        for (int block = index * stride; block < array.size(); block += stride * extent) {
            for (int i = 0; i < stride; i++) {
                values.add(array.value(block + i));
            }
        }
        List<Integer> dims = new ArrayList<>();
        for (int d = 0; d < array.rank(); d++) {
            dims.add(d == dimension ? 1 : array.dim(d));
        }
        return new Slice(dims, values);
    }
}
