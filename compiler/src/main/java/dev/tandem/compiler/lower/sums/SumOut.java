package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.sum.Shape;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
public final class SumOut {
    /** Unknowns with more values are not summed over. */
    private static final int MOST_VALUES = 128;

    /** An unknown that is the only one of its variable may have so many; its sum, so many weights in all. */
    private static final int MOST_VALUES_OF_ONE = 1024;

    private static final long MOST_WEIGHTS_OF_ONE = 8192;

    /** More weights than this for one that a sampled unknown has do not pay. */
    private static final long COSTLY = 12;

    private static final long COSTLY_IF_TIED = 300;

    /** A table of log weights for one variable is not made larger. */
    private static final long MOST_WEIGHTS = 1 << 26;

    /** Unknowns with more values are rather summed over as series, if that can be done. */
    private static final int MANY_VALUES = 12;

    /** A count is not summed over for more combinations of values of other unknowns than this. */
    private static final int MOST_SUMS = 4;

    /** Where nobody asks for it, sampled unknowns that share factors with summed ones have at most so many values. */
    private static final double MOST_WEIGHED_BY_ALL = 64;

    /** Counts that are known to be larger are not summed over where nobody asks for it. */
    private static final int LARGE_COUNT = 100_000;

    private static final String WITHOUT_RATIO = "its weights have no ratio that can be followed";
    private static final String DEPENDENT = "counts depend on each other";

    /** What was found for one set of variables; the first groups are of factors, the others of sums over counts. */
    record Plan(
            List<Group> plain,
            List<Group> groups,
            List<int[]> chosen,
            List<Sums.Component> components,
            CountParts counts,
            int factors,
            SummedNumbers numbers) {}

    private final Draft program;
    private final Terms terms;
    private final Storages storages;
    private final Map<Storage, double[]> lowest;
    private final Map<Storage, double[]> highest;
    /** Of groups whose iterations were added up, how many these were. */
    private final IdentityHashMap<Group, Integer> iterations = new IdentityHashMap<>();

    /** By variable, why it is not summed out. */
    private final Map<Storage, String> reasons = new LinkedHashMap<>();

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
    public static Set<Storage> run(
            Draft program, Map<Storage, double[]> lowest, Map<Storage, double[]> highest, Summing summing) {
        SumOut sum = new SumOut(program, lowest, highest);
        Set<Storage> counts = sum.counts(summing);
        Set<Storage> candidates = sum.candidates(summing);
        candidates.removeAll(counts);
        if (!candidates.isEmpty() || !counts.isEmpty()) {
            // Data of which some elements are missing that nobody reads are as good as others.
            sum.fixUnwritten();
        }
        Map<Storage, Set<Storage>> origins = sum.origins();
        while (!candidates.isEmpty() || !counts.isEmpty()) {
            try {
                Plan plan = sum.plan(candidates, counts, origins, summing.isAutomatic());
                if (summing.isAutomatic()) {
                    sum.refuseCostly(plan);
                }
                Set<Storage> all = new LinkedHashSet<>(candidates);
                all.addAll(counts);
                program.factors.removeIf(step -> !Collections.disjoint(sum.origins(step, origins), all));
                SumBuilder.build(program, plan);
                break;
            } catch (Refused refused) {
                for (Storage storage : refused.storages) {
                    sum.reasons.put(storage, refused.getMessage());
                    if (!counts.remove(storage)) {
                        candidates.remove(storage);
                    } else if (sum.few(storage)) {
                        candidates.add(storage);
                    }
                }
            }
        }
        candidates.addAll(counts);
        sum.reasons.keySet().removeAll(candidates);
        sum.reasons.forEach((storage, reason) ->
                program.notSummed.put(program.storages.symbol(storage).name(), reason));
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
    private void fixUnwritten() {
        Set<Storage> written = computed();
        written.addAll(lowest.keySet());
        written.add(program.coordinates);
        written.addAll(program.uniforms);
        program.freeArrays.forEach(free -> written.add(free.storage()));
        program.freeScalars.forEach(free -> written.add(free.storage()));
        program.effects.forEach(effects -> written.addAll(effects.knobs()));
        for (Storage storage : storages.all()) {
            if (!written.contains(storage)) {
                storage.fix();
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
        Set<Storage> wanted = new LinkedHashSet<>();
        for (Storage storage : storages.all()) {
            if (lowest.containsKey(storage)
                    && summing.wants(storages.symbol(storage).name())
                    && which.test(storage)) {
                wanted.add(storage);
            }
        }
        return wanted;
    }

    private boolean few(Storage storage) {
        double[] least = lowest.get(storage);
        double[] most = highest.get(storage);
        double widest = 0;
        int open = 0;
        for (int i = 0; i < least.length; i++) {
            // What is no unknown is NaN, and what is settled has a width of 0.
            double width = most[i] - least[i];
            if (width > 0) {
                open++;
                widest = Math.max(widest, width);
            }
        }
        return open > 0 && widest < (open == 1 ? MOST_VALUES_OF_ONE : MOST_VALUES);
    }

    /** Whether a variable has one unknown, and one of more values than others may have. */
    private boolean longAndAlone(Storage storage) {
        double[] least = lowest.get(storage);
        double[] most = highest.get(storage);
        int open = 0;
        double widest = 0;
        for (int i = 0; i < least.length; i++) {
            if (most[i] > least[i]) {
                open++;
                widest = Math.max(widest, most[i] - least[i]);
            }
        }
        return open == 1 && widest >= MOST_VALUES;
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

    private Plan plan(
            Set<Storage> candidates, Set<Storage> counts, Map<Storage, Set<Storage>> origins, boolean automatic)
            throws Refused {
        SummedNumbers numbers = new SummedNumbers(candidates, counts, lowest, highest);
        Set<Storage> all = numbers.sites.keySet();
        Unfolding unfolding = new Unfolding(
                program, numbers.sites, storage -> !Collections.disjoint(all, origins.getOrDefault(storage, Set.of())));
        List<Group> counted = new ArrayList<>();
        List<Group> plain = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        for (Step step : program.factors) {
            Set<Storage> read = origins(step, origins);
            Set<Storage> wanted = new LinkedHashSet<>(all);
            wanted.retainAll(read);
            if (wanted.isEmpty()) {
                continue;
            }
            if (automatic && weighedByAll(read, all) > MOST_WEIGHED_BY_ALL) {
                throw new Refused(wanted, "it shares a factor with unknowns that are sampled");
            }
            Step.Factor factor = step.factor()
                    .orElseThrow(() -> new Refused(wanted, "a distribution of whole arrays depends on it"));
            try {
                for (Group group : unfolding.of(factor)) {
                    boolean any = group.unknowns.stream().anyMatch(unknowns -> unknowns[0] >= numbers.others);
                    (any ? counted : group.values.isEmpty() ? plain : groups).add(group);
                }
            } catch (Unfolding.Impossible e) {
                e.storages.forEach(storage -> wanted.retainAll(origins.get(storage)));
                throw new Refused(wanted, e.getMessage());
            }
        }
        ChainParts chains = chains(counted, numbers);
        plain.addAll(chains.constants());
        CountParts parts = new CountParts(terms, numbers, chains);
        addAlone(counted, chains.tied(), numbers, parts);
        parts.atLowest().forEach(group -> (group.values.isEmpty() ? plain : groups).add(group));
        collapse(groups, numbers);
        int factors = groups.size();
        groups.addAll(parts.tables(factors));
        return components(candidates, plain, groups, parts, factors, numbers);
    }

    /** Adds up the iterations of groups where one unknown of many values decides many of them. */
    private void collapse(List<Group> groups, SummedNumbers numbers) {
        iterations.clear();
        for (int g = 0; !program.tracked && g < groups.size(); g++) {
            Group group = groups.get(g);
            Optional<Group> collapsed = CollapsedIterations.of(terms, storages, numbers, group, MANY_VALUES);
            if (collapsed.isPresent()) {
                groups.set(g, collapsed.get());
                iterations.put(collapsed.get(), group.iterations);
            }
        }
    }

    /** How many values the unknowns have that a factor reads and that are sampled: each is weighed by the whole density. */
    private double weighedByAll(Set<Storage> read, Set<Storage> summed) {
        double values = 0;
        for (Storage storage : read) {
            double[] least = lowest.get(storage);
            for (int i = 0; !summed.contains(storage) && i < least.length; i++) {
                double width = highest.get(storage)[i] - least[i];
                values += width > 0 ? width + 1 : 0;
            }
        }
        return values;
    }

    /** The chains of counts that depend on each other. */
    private ChainParts chains(List<Group> counted, SummedNumbers numbers) throws Refused {
        ChainParts chains = new ChainParts(terms, numbers.others, numbers.low.length - numbers.others);
        for (Group group : counted) {
            chains.tie(group, ChainParts.countsOf(group, numbers.others));
        }
        boolean[] tied = chains.tied();
        for (Group group : counted) {
            Group own = counts(group, numbers, tied, true);
            if (own.iterations > 0 && !(ChainParts.onlyCounts(own, numbers.others) && chains.add(own))) {
                throw new Refused(ChainParts.owners(own, numbers), DEPENDENT);
            }
        }
        int[] refused = chains.finish();
        if (refused.length > 0) {
            throw new Refused(numbers.owners(refused), DEPENDENT);
        }
        return chains;
    }

    /** The iterations of a group whose counts depend on other counts, or those whose counts do not. */
    private static Group counts(Group group, SummedNumbers numbers, boolean[] tied, boolean wanted) {
        int value = ChainParts.countsOf(group, numbers.others).get(0);
        IntList chosen = new IntList();
        for (int i = 0; i < group.iterations; i++) {
            if (tied[group.unknowns.get(value)[i] - numbers.others] == wanted) {
                chosen.add(i);
            }
        }
        return chosen.size() == group.iterations ? group : group.subset(chosen.toArray());
    }

    /** Adds the factors of counts that depend on no other count. */
    private static void addAlone(List<Group> counted, boolean[] tied, SummedNumbers numbers, CountParts parts)
            throws Refused {
        for (Group group : counted) {
            Group own = counts(group, numbers, tied, false);
            int count = ChainParts.countsOf(group, numbers.others).get(0);
            if (own.iterations > 0 && !parts.add(own, count)) {
                throw new Refused(numbers.owners(own.unknowns.get(count)), WITHOUT_RATIO);
            }
        }
        int[] unfinished = parts.finish();
        if (unfinished.length > 0) {
            throw new Refused(numbers.owners(unfinished), WITHOUT_RATIO);
        }
    }

    private Plan components(
            Set<Storage> candidates,
            List<Group> plain,
            List<Group> groups,
            CountParts counts,
            int factors,
            SummedNumbers numbers)
            throws Refused {
        int[] parent = new int[numbers.others];
        Arrays.setAll(parent, i -> i);
        for (Group group : groups) {
            for (int v = 1; v < group.values.size(); v++) {
                for (int i = 0; i < group.iterations; i++) {
                    join(parent, group.unknowns.get(0)[i], group.unknowns.get(v)[i]);
                }
            }
        }
        ComponentKeys keys = new ComponentKeys(groups, parent, numbers.low, numbers.size);
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
                throw new Refused(numbers.owners(tables.unknowns()), "too many of them depend on each other");
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
                weights += numbers.weights(groups.get(g), chosen[g].get(i));
            }
            if (weights > MOST_WEIGHTS) {
                throw new Refused(candidates, "the tables would not fit into memory");
            }
        }
        return new Plan(
                plain,
                groups,
                Arrays.stream(chosen).map(IntList::toArray).toList(),
                components,
                counts,
                factors,
                numbers);
    }

    private static void join(int[] parent, int a, int b) {
        int x = ComponentKeys.root(parent, a);
        int y = ComponentKeys.root(parent, b);
        parent[Math.max(x, y)] = Math.min(x, y);
    }

    /**
     * Refuses variables that are cheaper to sample. Summing over an unknown costs a gradient as many weights as it has
     * values, and sampling it costs about one. Where unknowns are tied to each other, sampling one at a time may hardly
     * move them, and a sum may cost much more before it does not pay.
     */
    private void refuseCostly(Plan plan) throws Refused {
        Map<Storage, long[]> work = new LinkedHashMap<>();
        Set<Storage> tied = new HashSet<>();
        Storage[] owners = plan.numbers().owners();
        for (int g = 0; g < plan.groups().size(); g++) {
            Group group = plan.groups().get(g);
            long[] own = work.computeIfAbsent(owners[group.unknowns.get(0)[0]], s -> new long[2]);
            own[0] += iterations.getOrDefault(group, group.iterations);
            for (int i : plan.chosen().get(g)) {
                own[1] += plan.numbers().weights(group, i);
            }
            if (group.values.size() > 1) {
                group.unknowns.forEach(unknowns -> tied.add(owners[unknowns[0]]));
            }
        }
        Set<Storage> costly = new LinkedHashSet<>();
        for (int g = plan.factors(); g < plan.groups().size(); g++) {
            Group counts = plan.groups().get(g);
            for (int i : plan.chosen().get(g)) {
                if (plan.numbers().weights(counts, i) > MOST_SUMS) {
                    counts.unknowns.forEach(unknowns -> costly.add(owners[unknowns[i]]));
                }
            }
        }
        work.forEach((storage, own) -> {
            // A single unknown of many values is slow to move where it is tied to what is continuous, and a loop over
            // them is short.
            long most = longAndAlone(storage)
                    ? MOST_WEIGHTS_OF_ONE
                    : (tied.contains(storage) ? COSTLY_IF_TIED : COSTLY) * own[0];
            if (own[1] > most) {
                costly.add(storage);
            }
        });
        if (!costly.isEmpty()) {
            throw new Refused(costly, "it has so many values that sampling it costs less");
        }
    }
}
