package dev.tandem.compiler.lower;

import dev.tandem.compiler.lower.Unfolding.Group;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Shape;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Sums discrete unknowns out of the density where that can be done exactly and at small cost.
 *
 * <p>Each factor that reads such unknowns becomes a computed table of log weights, with an entry for every combination of
 * their values ({@link Unfolding}); the sum of products over all of them ({@link Sums}) takes the place of the factors.
 * The derivative of the logarithm of that sum by an entry is the probability of the combination, so the gradient needs
 * nothing new: tables are differentiated like everything else that is computed. Components, sets of unknowns that share
 * no factor with others, are summed one by one; of those that read the same numbers in the same way one is computed for
 * all.
 */
final class SumOut {
    /** Unknowns with more values are not summed over. */
    private static final int MOST_VALUES = 128;

    /** More weights than this for one that a sampled unknown has do not pay. */
    private static final long COSTLY = 12;

    private static final long COSTLY_IF_TIED = 300;

    /** A table of log weights for one variable is not made larger. */
    private static final long MOST_WEIGHTS = 1 << 26;

    /** Unknowns with more values are rather summed over as series, if that can be done. */
    private static final int MANY_VALUES = 12;

    /** Counts that are known to be larger are not summed over where nobody asks for it. */
    private static final int LARGE_COUNT = 100_000;

    /** What was found for one set of variables; the first groups are of factors, the others of sums over counts. */
    private record Plan(
            List<Group> plain,
            List<Group> groups,
            List<int[]> chosen,
            List<Sums.Component> components,
            CountParts counts,
            int factors) {}

    private final Draft program;
    private final Terms terms;
    private final Storages storages;
    private final Map<Storage, double[]> lowest;
    private final Map<Storage, double[]> highest;
    /** By variable, why it is not summed out. */
    private final Map<Storage, String> reasons = new LinkedHashMap<>();

    private Map<Storage, Unfolding.SummedSites> sites = new LinkedHashMap<>();
    private int[] low;
    private int[] high;
    private int[] size;
    /** How many unknowns are no counts; these have the numbers after them. */
    private int others;

    private SumOut(Draft program, Map<Storage, double[]> lowest, Map<Storage, double[]> highest) {
        this.program = program;
        this.lowest = lowest;
        this.highest = highest;
        terms = program.terms;
        storages = program.storages;
    }

    /**
     * Sums out what can be summed out.
     *
     * @param lowest the lowest value of each discrete unknown by variable and position, NaN for what is none
     * @param highest the highest
     * @return the variables whose unknowns are no longer sampled
     */
    static Set<Storage> run(
            Draft program, Map<Storage, double[]> lowest, Map<Storage, double[]> highest, Summing summing) {
        SumOut sum = new SumOut(program, lowest, highest);
        Set<Storage> counts = sum.counts(summing);
        Set<Storage> candidates = sum.candidates(summing);
        candidates.removeAll(counts);
        if (!candidates.isEmpty() || !counts.isEmpty()) {
            // Data of which some elements are missing that nobody reads are as good as others.
            sum.settle();
        }
        Map<Storage, Set<Storage>> origins = sum.origins();
        while (!candidates.isEmpty() || !counts.isEmpty()) {
            try {
                Plan plan = sum.plan(candidates, counts, origins);
                if (summing.isAutomatic()) {
                    sum.refuseCostly(plan);
                }
                Set<Storage> all = new LinkedHashSet<>(candidates);
                all.addAll(counts);
                sum.build(plan, all, origins);
                break;
            } catch (Refused refused) {
                for (Storage storage : refused.storages) {
                    sum.reasons.putIfAbsent(storage, refused.getMessage());
                    if (!counts.remove(storage)) {
                        candidates.remove(storage);
                    } else if (sum.few(storage)) {
                        candidates.add(storage);
                    }
                }
            }
        }
        candidates.addAll(counts);
        return candidates;
    }

    /** Says which variables cannot be summed out. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Set<Storage> storages;

        Refused(Set<Storage> storages, String reason) {
            super(reason, null, false, false);
            this.storages = storages;
        }
    }

    /** The storage that steps write to. */
    private Set<Storage> computed() {
        Set<Storage> targets = new HashSet<>();
        for (Program.Block block : program.blocks) {
            block.steps().forEach(step -> targets.add(step.target()));
        }
        return targets;
    }

    /** Makes storage constant that nothing will write to. */
    private void settle() {
        Set<Storage> written = computed();
        written.addAll(lowest.keySet());
        written.add(program.coordinates);
        written.addAll(program.uniforms);
        program.freeArrays.forEach(free -> written.add(free.storage()));
        program.freeScalars.forEach(free -> written.add(free.storage()));
        for (Storage storage : storages.all()) {
            if (!written.contains(storage)) {
                storage.settle();
            }
        }
    }

    /** Variables of which every unknown has few values. */
    private Set<Storage> candidates(Summing summing) {
        return wanted(summing, this::few);
    }

    /** Variables of which an unknown has many values, or no largest. */
    private Set<Storage> counts(Summing summing) {
        return wanted(summing, storage -> many(storage, summing));
    }

    private Set<Storage> wanted(Summing summing, Predicate<Storage> which) {
        Set<Storage> computed = computed();
        Set<Storage> wanted = new LinkedHashSet<>();
        for (Storage storage : storages.all()) {
            if (lowest.containsKey(storage)
                    && summing.wants(storages.symbol(storage).name())
                    && !computed.contains(storage)
                    && which.test(storage)) {
                wanted.add(storage);
            }
        }
        return wanted;
    }

    private boolean few(Storage storage) {
        double[] least = lowest.get(storage);
        double[] most = highest.get(storage);
        boolean few = true;
        boolean any = false;
        for (int i = 0; i < least.length && few; i++) {
            // What is no unknown is NaN, and what is settled has a width of 0.
            double width = most[i] - least[i];
            few = Double.isNaN(least[i]) || width < MOST_VALUES;
            any |= width > 0;
        }
        return few && any;
    }

    private boolean many(Storage storage, Summing summing) {
        double[] least = lowest.get(storage);
        double[] most = highest.get(storage);
        boolean many = false;
        for (int i = 0; i < least.length; i++) {
            if (least[i] == Double.NEGATIVE_INFINITY || (summing.isAutomatic() && least[i] > LARGE_COUNT)) {
                return false;
            }
            many |= most[i] - least[i] >= MANY_VALUES;
        }
        return many;
    }

    /** For each storage that depends on discrete unknowns, the variables that these are of. */
    private Map<Storage, Set<Storage>> origins() {
        Map<Storage, Set<Storage>> origins = new HashMap<>();
        lowest.keySet().forEach(storage -> origins.put(storage, new HashSet<>(Set.of(storage))));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Program.Block block : program.blocks) {
                for (Step step : block.steps()) {
                    Set<Storage> read = origins(step, origins);
                    progress |= !read.isEmpty()
                            && origins.computeIfAbsent(step.target(), s -> new HashSet<>())
                                    .addAll(read);
                }
            }
        }
        return origins;
    }

    private Set<Storage> origins(Step step, Map<Storage, Set<Storage>> origins) {
        Set<Storage> found = new HashSet<>();
        step.reads().forEach(storage -> found.addAll(origins.getOrDefault(storage, Set.of())));
        return found;
    }

    private Plan plan(Set<Storage> candidates, Set<Storage> counts, Map<Storage, Set<Storage>> origins) throws Refused {
        number(candidates, counts);
        Set<Storage> all = sites.keySet();
        Unfolding unfolding = new Unfolding(program, sites);
        CountParts parts = new CountParts(terms, others, low, high, size);
        List<Group> plain = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        for (Step step : program.factors) {
            Set<Storage> read = origins(step, origins);
            Set<Storage> wanted = new LinkedHashSet<>(all);
            wanted.retainAll(read);
            if (wanted.isEmpty()) {
                continue;
            }
            if (!all.containsAll(read)) {
                throw new Refused(wanted, "it shares a factor with unknowns that are sampled");
            }
            if (!(step instanceof Step.Factor factor)) {
                throw new Refused(wanted, "a distribution of whole arrays depends on it");
            }
            try {
                for (Group group : unfolding.of(factor)) {
                    int count = count(group);
                    if (count < 0) {
                        (group.values.isEmpty() ? plain : groups).add(group);
                    } else if (!parts.add(group, count)) {
                        throw new Refused(
                                owners(group.unknowns.get(count)), "its weights have no ratio that can be followed");
                    }
                }
            } catch (Unfolding.Impossible e) {
                throw new Refused(wanted, e.getMessage());
            }
        }
        int[] unfinished = parts.finish();
        if (unfinished.length > 0) {
            throw new Refused(owners(unfinished), "its weights have no ratio that can be followed");
        }
        parts.atLowest().forEach(group -> (group.values.isEmpty() ? plain : groups).add(group));
        int factors = groups.size();
        groups.addAll(parts.tables(factors));
        return components(candidates, plain, groups, parts, factors);
    }

    /** Which of a group's values is that of a count; -1 if none is. */
    private int count(Group group) throws Refused {
        int found = -1;
        for (int v = 0; v < group.values.size(); v++) {
            if (group.unknowns.get(v)[0] >= others) {
                if (found >= 0) {
                    Set<Storage> both = new LinkedHashSet<>(owners(group.unknowns.get(found)));
                    both.addAll(owners(group.unknowns.get(v)));
                    throw new Refused(both, "counts depend on each other");
                }
                found = v;
            }
        }
        return found;
    }

    /** Numbers the unknowns: first those with few values, then counts. */
    private void number(Set<Storage> candidates, Set<Storage> counts) {
        sites = new LinkedHashMap<>();
        IntList lows = new IntList();
        IntList highs = new IntList();
        IntList sizes = new IntList();
        number(candidates, lows, highs, sizes);
        others = lows.size();
        number(counts, lows, highs, sizes);
        low = lows.toArray();
        high = highs.toArray();
        size = sizes.toArray();
    }

    private void number(Set<Storage> variables, IntList lows, IntList highs, IntList sizes) {
        for (Storage storage : variables) {
            double[] least = lowest.get(storage);
            double[] most = highest.get(storage);
            int[] numbers = new int[least.length];
            double[] values = storage.values().clone();
            for (int i = 0; i < numbers.length; i++) {
                boolean open = most[i] > least[i];
                numbers[i] = open ? lows.size() : -1;
                if (open) {
                    lows.add((int) least[i]);
                    highs.add((int) Math.min(most[i], Integer.MAX_VALUE));
                    sizes.add((int) (most[i] - least[i]) + 1);
                } else if (most[i] == least[i]) {
                    values[i] = least[i];
                }
            }
            sites.put(storage, new Unfolding.SummedSites(numbers, values));
        }
    }

    private Plan components(
            Set<Storage> candidates, List<Group> plain, List<Group> groups, CountParts counts, int factors)
            throws Refused {
        int[] parent = new int[others];
        Arrays.setAll(parent, i -> i);
        for (Group group : groups) {
            for (int v = 1; v < group.values.size(); v++) {
                for (int i = 0; i < group.iterations; i++) {
                    join(parent, group.unknowns.get(0)[i], group.unknowns.get(v)[i]);
                }
            }
        }
        ComponentKeys keys = new ComponentKeys(groups, parent, low, size);
        Map<ComponentKeys.Key, Integer> known = new HashMap<>();
        List<ComponentKeys.Tables> distinct = new ArrayList<>();
        List<IntList> members = new ArrayList<>();
        keys.forEach((key, tables) -> {
            Integer number = known.get(key);
            if (number == null) {
                number = distinct.size();
                known.put(key, number);
                distinct.add(tables.copy());
                members.add(new IntList());
            }
            members.get(number).addAll(tables.unknowns());
        });
        // Only what one of several equal components needs is computed, and equal tables once.
        IntList[] chosen = new IntList[groups.size()];
        Arrays.setAll(chosen, g -> new IntList());
        List<Map<ComponentKeys.Key, Integer>> made = new ArrayList<>();
        groups.forEach(group -> made.add(new HashMap<>()));
        Map<List<Integer>, Shape> shapes = new HashMap<>();
        List<Sums.Component> components = new ArrayList<>();
        for (int c = 0; c < distinct.size(); c++) {
            ComponentKeys.Tables tables = distinct.get(c);
            Shape shape = shapes.computeIfAbsent(tables.shapeKey(), k -> Shape.of(tables.sizes(), tables.scopes()));
            if (shape == null) {
                throw new Refused(owners(tables.unknowns()), "too many of them depend on each other");
            }
            int[] arrays = new int[tables.count()];
            int[] offsets = new int[tables.count()];
            for (int t = 0; t < arrays.length; t++) {
                int group = tables.group(t);
                int iteration = tables.iteration(t);
                arrays[t] = group;
                // The place among the chosen iterations, until it is known where their tables begin.
                offsets[t] = made.get(group).computeIfAbsent(keys.table(group, iteration), key -> {
                    chosen[group].add(iteration);
                    return chosen[group].size() - 1;
                });
            }
            components.add(
                    new Sums.Component(shape, arrays, offsets, members.get(c).toArray()));
        }
        for (int g = 0; g < chosen.length; g++) {
            long weights = 0;
            for (int i = 0; i < chosen[g].size(); i++) {
                weights += weights(groups.get(g), chosen[g].get(i));
            }
            if (weights > MOST_WEIGHTS) {
                throw new Refused(candidates, "the tables would not fit into memory");
            }
        }
        return new Plan(
                plain, groups, Arrays.stream(chosen).map(IntList::toArray).toList(), components, counts, factors);
    }

    private Set<Storage> owners(int[] unknowns) {
        Set<Storage> owners = new LinkedHashSet<>();
        int[] sorted = Arrays.stream(unknowns).sorted().toArray();
        sites.forEach((storage, own) -> {
            for (int number : own.numbers()) {
                if (number >= 0 && Arrays.binarySearch(sorted, number) >= 0) {
                    owners.add(storage);
                    return;
                }
            }
        });
        return owners;
    }

    private static void join(int[] parent, int a, int b) {
        int x = ComponentKeys.root(parent, a);
        int y = ComponentKeys.root(parent, b);
        parent[Math.max(x, y)] = Math.min(x, y);
    }

    /** The number of log weights of an iteration. */
    private long weights(Group group, int iteration) {
        long weights = 1;
        for (int[] unknowns : group.unknowns) {
            weights *= size[unknowns[iteration]];
        }
        return weights;
    }

    /**
     * Refuses variables that are cheaper to sample. Summing over an unknown costs a gradient as many weights as it has
     * values, and sampling it costs about one. Where unknowns are tied to each other, sampling one at a time may hardly
     * move them, and a sum may cost much more before it does not pay.
     */
    private void refuseCostly(Plan plan) throws Refused {
        Map<Storage, long[]> work = new LinkedHashMap<>();
        Set<Storage> tied = new HashSet<>();
        Storage[] owners = new Storage[low.length];
        sites.forEach((storage, own) -> {
            for (int number : own.numbers()) {
                if (number >= 0) {
                    owners[number] = storage;
                }
            }
        });
        for (int g = 0; g < plan.groups().size(); g++) {
            Group group = plan.groups().get(g);
            long[] own = work.computeIfAbsent(owners[group.unknowns.get(0)[0]], s -> new long[2]);
            own[0] += group.iterations;
            for (int i : plan.chosen().get(g)) {
                own[1] += weights(group, i);
            }
            if (group.values.size() > 1) {
                group.unknowns.forEach(unknowns -> tied.add(owners[unknowns[0]]));
            }
        }
        Set<Storage> costly = new LinkedHashSet<>();
        work.forEach((storage, own) -> {
            if (own[1] > (tied.contains(storage) ? COSTLY_IF_TIED : COSTLY) * own[0]) {
                costly.add(storage);
            }
        });
        if (!costly.isEmpty()) {
            throw new Refused(costly, "it has so many values that sampling it costs less");
        }
    }

    /** Puts computed tables in the place of the factors. */
    private void build(Plan plan, Set<Storage> candidates, Map<Storage, Set<Storage>> origins) throws Refused {
        program.factors.removeIf(step -> {
            Set<Storage> read = new HashSet<>(origins(step, origins));
            read.retainAll(candidates);
            return !read.isEmpty();
        });
        for (Group group : plan.plain()) {
            Binder p = new Binder("p");
            program.factors.add(new Step.Factor(nest(group, p, List.of()), listed(group, p), group.comment));
        }
        List<Step.Computation> steps = new ArrayList<>();
        List<Storage> weights = new ArrayList<>();
        List<int[]> starts = new ArrayList<>();
        for (int g = 0; g < plan.groups().size(); g++) {
            Group group = plan.groups().get(g).subset(plan.chosen().get(g));
            Tabulated tabulated = g < plan.factors() ? tabulate(group, "weight") : reserve(group);
            weights.add(tabulated.weights());
            starts.add(tabulated.starts());
            if (tabulated.step() != null) {
                steps.add(tabulated.step());
            }
        }
        Map<Integer, int[]> places = new HashMap<>();
        for (int g = plan.factors(); g < plan.groups().size(); g++) {
            int[] chosen = plan.chosen().get(g);
            int[] placeOf = new int[plan.groups().get(g).iterations];
            for (int place = 0; place < chosen.length; place++) {
                placeOf[chosen[place]] = place;
            }
            places.put(g, placeOf);
        }
        List<Storage> slopes = new ArrayList<>();
        CountSums counts = plan.counts()
                .sums(
                        (group, arrays) -> {
                            Tabulated tabulated = tabulate(group, "slope");
                            arrays.add(tabulated.weights());
                            if (tabulated.step() != null) {
                                steps.add(tabulated.step());
                            }
                            return tabulated.starts();
                        },
                        slopes,
                        (group, iteration) -> new int[] {group, starts.get(group)[places.get(group)[iteration]]});
        if (!steps.isEmpty()) {
            program.blocks.add(Program.Block.plain(steps));
        }
        List<Sums.Component> components = plan.components().stream()
                .map(component -> {
                    int[] offsets = new int[component.offsets().length];
                    Arrays.setAll(
                            offsets,
                            t -> starts.get(component.arrays()[t])[component.offsets()[t]]);
                    return new Sums.Component(component.shape(), component.arrays(), offsets, component.members());
                })
                .toList();
        List<Program.Summed> summed = new ArrayList<>();
        List<Program.Summed> counted = new ArrayList<>();
        sites.forEach((storage, own) -> {
            IntList positions = new IntList();
            int first = -1;
            for (int i = 0; i < own.numbers().length; i++) {
                if (own.numbers()[i] >= 0) {
                    first = first < 0 ? own.numbers()[i] : first;
                    positions.add(i);
                }
            }
            boolean few = first < others;
            (few ? summed : counted)
                    .add(new Program.Summed(
                            storages.symbol(storage), storage, few ? first : first - others, positions.toArray()));
        });
        program.sums = new Program.SummedOut(
                new Sums(components, Arrays.copyOf(low, others)), weights, summed, counts, slopes, counted);
    }

    /** Room for sums over counts, which are taken before the others. */
    private Tabulated reserve(Group group) {
        int[] starts = new int[group.iterations];
        int total = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = total;
            total = Math.addExact(total, (int) weights(group, i));
        }
        Storage sums = storages.variable("sum", total);
        sums.activate();
        return new Tabulated(null, sums, starts);
    }

    /** A step that computes the log weights of a group, none if they are constants; and where those of each iteration begin. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Tabulated(Step.Computation step, Storage weights, int[] starts) {}

    private Tabulated tabulate(Group group, String name) {
        int count = group.values.size();
        int n = group.iterations;
        int[][] lows = new int[count][n];
        int[][] highs = new int[count][n];
        int[][] strides = new int[count][n];
        int[] starts = new int[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            starts[i] = Math.toIntExact(total);
            int stride = 1;
            for (int v = count - 1; v >= 0; v--) {
                int unknown = group.unknowns.get(v)[i];
                lows[v][i] = low[unknown];
                highs[v][i] = low[unknown] + size[unknown] - 1;
                strides[v][i] = stride;
                stride *= size[unknown];
            }
            total += stride;
        }
        Binder p = new Binder("p");
        List<Nest.Range> values = new ArrayList<>();
        Term position = column(starts, p, "start");
        for (int v = 0; v < count; v++) {
            Term least = column(lows[v], p, "low");
            Binder k = group.values.get(v);
            values.add(new Nest.Range(k, least, column(highs[v], p, "high")));
            position = terms.add(
                    position, terms.multiply(terms.subtract(terms.binder(k), least), column(strides[v], p, "stride")));
        }
        Nest nest = nest(group, p, values);
        Term value = listed(group, p);
        int length = Math.toIntExact(total);
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(nest.ranges());
        Numeric.Fn known = value.active() ? null : numeric.compile(value);
        if (known != null && walk.known()) {
            Numeric.Fn place = numeric.compile(position);
            double[] constants = new double[length];
            int[] counters = new int[numeric.size()];
            walk.run(counters, () -> constants[(int) place.at(counters)] = known.at(counters));
            return new Tabulated(null, storages.add(Storage.constant(storages.safe(name), constants)), starts);
        }
        Storage weights = storages.variable(name, length);
        if (value.active()) {
            weights.activate();
        }
        // A combination of values may be impossible, and has no derivative then.
        weights.holdUnused();
        return new Tabulated(
                new Step.Compute(nest, weights, position, value, group.comment + ", for all values"), weights, starts);
    }

    private Nest nest(Group group, Binder p, List<Nest.Range> values) {
        List<Nest.Range> ranges = new ArrayList<>();
        if (group.iterations > 1) {
            ranges.add(new Nest.Range(p, terms.whole(0), terms.whole(group.iterations - 1)));
        }
        ranges.addAll(values);
        return new Nest(ranges);
    }

    /** The value of a group with its columns as functions of one counter. */
    private Term listed(Group group, Binder p) {
        Map<Binder, Term> columns = new HashMap<>();
        group.columns.forEach((binder, column) -> columns.put(binder, column(column, p, binder.name())));
        return terms.real(terms.replace(group.value, t -> t.op() == Term.Op.BINDER ? columns.get(t.binder()) : null));
    }

    /** Whole numbers by a counter from 0: one for all, a multiple of the counter, or a table. */
    private Term column(int[] values, Binder p, String name) {
        int step = values.length > 1 ? values[1] - values[0] : 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] - values[i - 1] != step) {
                return terms.read(storages.table(name + "_of", values), terms.binder(p));
            }
        }
        return step == 0
                ? terms.whole(values[0])
                : terms.add(terms.multiply(terms.binder(p), terms.whole(step)), terms.whole(values[0]));
    }
}
