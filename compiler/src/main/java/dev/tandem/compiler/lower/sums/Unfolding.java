package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
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
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Writes a factor as a function of the discrete unknowns that it reads.
 *
 * <p>In {@code y[i,j] ~ dbern(mu[i,j])} with {@code mu[i,j] <- z[i] * p[j]} an iteration depends on {@code z[i]} through
 * {@code mu}. What computes {@code mu[i,j]} is put in its place, and the read of {@code z[i]} becomes a counter that runs
 * over the values of {@code z[i]}. Which iteration reads which element is found by running through them, so that any
 * index that data and counters determine will do. Iterations that read in different ways, the first of a chain and the
 * others for one, become groups of their own.
 */
final class Unfolding {
    /** What iterations of a factor are the log densities of: a variable, and where in it each stands. */
    @SuppressWarnings("ArrayRecordComponent")
    record Nodes(Symbol symbol, int[] positions) {}

    /** Iterations of a factor that read discrete unknowns in one way. */
    static final class Group {
        /** The log weight, in the binders of {@code columns} and {@code values}. */
        final Term value;

        /** What each binder is in every iteration. */
        final Map<Binder, int[]> columns;

        /** Counters that run over values of discrete unknowns. */
        final List<Binder> values;

        /** For each of these, the number of the discrete unknown in every iteration. */
        final List<int[]> unknowns;

        final int iterations;
        final String comment;

        /** The node of each iteration; null if nobody asks. */
        final Nodes nodes;

        Group(
                Term value,
                Map<Binder, int[]> columns,
                List<Binder> values,
                List<int[]> unknowns,
                int iterations,
                String comment) {
            this(value, columns, values, unknowns, iterations, comment, null);
        }

        Group(
                Term value,
                Map<Binder, int[]> columns,
                List<Binder> values,
                List<int[]> unknowns,
                int iterations,
                String comment,
                Nodes nodes) {
            this.value = value;
            this.columns = columns;
            this.values = values;
            this.unknowns = unknowns;
            this.iterations = iterations;
            this.comment = comment;
            this.nodes = nodes;
        }

        Group withValue(Term other) {
            return new Group(other, columns, values, unknowns, iterations, comment, nodes);
        }

        /** These iterations, which are of the nodes of another group. */
        Group of(Group other) {
            return new Group(value, columns, values, unknowns, iterations, comment, other.nodes);
        }

        /** Some of the iterations. */
        Group subset(int[] chosen) {
            Map<Binder, int[]> fewer = new LinkedHashMap<>();
            columns.forEach((binder, column) -> fewer.put(binder, pick(column, chosen)));
            return new Group(
                    value,
                    fewer,
                    values,
                    unknowns.stream().map(column -> pick(column, chosen)).toList(),
                    chosen.length,
                    comment,
                    nodes == null ? null : new Nodes(nodes.symbol(), pick(nodes.positions(), chosen)));
        }

        /** Which element a read stands for in each iteration; empty if that depends on unknowns. */
        Optional<int[]> positions(Term read) {
            Numeric numeric = new Numeric();
            Numeric.Fn position = numeric.compile(read.argument(0));
            if (position == null || !columns.keySet().containsAll(read.binders())) {
                return Optional.empty();
            }
            List<Binder> binders = List.copyOf(read.binders());
            int[] slots = binders.stream().mapToInt(numeric::slot).toArray();
            int[][] known = binders.stream().map(columns::get).toArray(int[][]::new);
            int[] counters = new int[numeric.size()];
            int[] positions = new int[iterations];
            for (int i = 0; i < positions.length; i++) {
                for (int b = 0; b < slots.length; b++) {
                    counters[slots[b]] = known[b][i];
                }
                positions[i] = (int) position.at(counters);
            }
            return Optional.of(positions);
        }

        private static int[] pick(int[] column, int[] chosen) {
            int[] picked = new int[chosen.length];
            for (int i = 0; i < picked.length; i++) {
                picked[i] = column[chosen[i]];
            }
            return picked;
        }
    }

    /** Says that a factor cannot be written so, and because of which storage if that is known. */
    static final class Impossible extends Exception {
        private static final long serialVersionUID = 1;

        final transient Set<Storage> storages;

        Impossible(String reason) {
            this(reason, Set.of());
        }

        Impossible(String reason, Set<Storage> storages) {
            super(reason, null, false, false);
            this.storages = storages;
        }
    }

    /** What computes an element: the step, and the counters of the iteration. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Writer(Step.Compute step, int[] counters) {}

    /** A factor is not taken apart into more groups, or deeper, than this. */
    private static final int MOST_GROUPS = 64;

    private static final int MOST_ROUNDS = 200;
    private static final int LARGEST_TERM = 2_000;

    private final Terms terms;
    private final Storages storages;
    private final Map<Storage, SummedSites> sites;
    private final IdentityHashMap<Step, Program.Node> nodes;
    /** What depends on the unknowns that are summed out; other discrete unknowns are read as they are. */
    private final Predicate<Storage> summed;

    private final Map<Storage, List<Step>> writers = new HashMap<>();
    private final AlikeElements alike;
    /** By storage and position; found when a storage is first read. */
    private final Map<Storage, Writer[]> elements = new HashMap<>();

    /** Discrete unknowns of one storage that may be summed out: their numbers by position, -1 where the value is known. */
    @SuppressWarnings("ArrayRecordComponent")
    record SummedSites(int[] numbers, double[] values) {}

    Unfolding(Draft program, Map<Storage, SummedSites> sites, Predicate<Storage> summed) {
        this.summed = summed;
        terms = program.terms;
        storages = program.storages;
        nodes = program.nodes;
        this.sites = sites;
        for (Program.Block block : program.blocks) {
            for (Step step : block.steps()) {
                writers.computeIfAbsent(step.target(), s -> new ArrayList<>()).add(step);
            }
        }
        alike = new AlikeElements(
                terms,
                storage -> sites.containsKey(storage) || summed.test(storage)
                        ? List.of()
                        : writers.getOrDefault(storage, List.of()));
    }

    /** The groups of a factor's iterations. */
    List<Group> of(Step.Factor factor) throws Impossible {
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(factor.nest().ranges());
        if (!walk.known()) {
            throw new Impossible("its loops depend on unknowns");
        }
        List<Nest.Range> ranges = factor.nest().ranges();
        int[] slots =
                ranges.stream().mapToInt(range -> numeric.slot(range.counter())).toArray();
        IntList[] found = new IntList[slots.length];
        Arrays.setAll(found, i -> new IntList());
        int[] counters = new int[numeric.size()];
        int[] count = new int[1];
        walk.run(counters, () -> {
            for (int i = 0; i < slots.length; i++) {
                found[i].add(counters[slots[i]]);
            }
            count[0]++;
        });
        Map<Binder, int[]> columns = new LinkedHashMap<>();
        for (int i = 0; i < slots.length; i++) {
            columns.put(ranges.get(i).counter(), found[i].toArray());
        }
        List<Group> open = new ArrayList<>();
        open.add(new Group(
                factor.value(),
                columns,
                List.of(),
                List.of(),
                count[0],
                factor.comment(),
                nodes(factor, walk, numeric)));
        List<Group> done = new ArrayList<>();
        for (int round = 0; !open.isEmpty(); round++) {
            Group group = open.remove(open.size() - 1);
            if (group.iterations == 0) {
                continue;
            }
            if (round > MOST_ROUNDS || open.size() + done.size() > MOST_GROUPS || group.value.weight() > LARGEST_TERM) {
                throw new Impossible("too much would have to be written out");
            }
            Term read = nextRead(group);
            if (read == null) {
                done.addAll(distinct(alike.in(group)));
            } else {
                open.addAll(replace(group, read));
            }
        }
        return done;
    }

    /** The node of each iteration; null if that is not asked for. */
    private Nodes nodes(Step.Factor factor, Numeric.Walk walk, Numeric numeric) {
        Program.Node node = nodes.get(factor);
        if (node == null) {
            return null;
        }
        Numeric.Fn position = numeric.compile(node.position());
        IntList found = new IntList();
        int[] counters = new int[numeric.size()];
        walk.run(counters, () -> found.add((int) position.at(counters)));
        return new Nodes(node.symbol(), found.toArray());
    }

    /** A read that depends on discrete unknowns, whose own position does not; null if there is none left. */
    private Term nextRead(Group group) throws Impossible {
        if (!group.value.discrete()) {
            return null;
        }
        for (Term read : group.value.reads()) {
            if (read.storage().discrete() && summed.test(read.storage())) {
                if (read.argument(0).discrete()) {
                    throw new Impossible("an unknown is read through the index of another", Set.of(read.storage()));
                }
                for (Binder binder : read.binders()) {
                    if (!group.columns.containsKey(binder)) {
                        throw new Impossible(
                                group.values.contains(binder)
                                        ? "an unknown is read through the index of another"
                                        : "many of them are added up",
                                Set.of(read.storage()));
                    }
                }
                return read;
            }
        }
        return null;
    }

    private List<Group> replace(Group group, Term read) throws Impossible {
        int[] positions = positions(group, read);
        SummedSites own = sites.get(read.storage());
        if (own != null) {
            return replaceSite(group, read, positions, own);
        }
        return inline(group, read, positions);
    }

    private static int[] positions(Group group, Term read) throws Impossible {
        return group.positions(read).orElseThrow(() -> new Impossible("an index depends on unknowns"));
    }

    /** The read of a site becomes a counter over its values; where its value is known, that value. */
    private List<Group> replaceSite(Group group, Term read, int[] positions, SummedSites own) throws Impossible {
        IntList unknown = new IntList();
        IntList known = new IntList();
        IntList computed = new IntList();
        Writer[] writers = writers(read.storage());
        for (int i = 0; i < positions.length; i++) {
            boolean site = own.numbers()[positions[i]] >= 0;
            (site ? unknown : writers[positions[i]] != null ? computed : known).add(i);
        }
        List<Group> groups = new ArrayList<>();
        if (computed.size() > 0) {
            int[] chosen = computed.toArray();
            groups.addAll(inline(
                    group.subset(chosen),
                    read,
                    Arrays.stream(chosen).map(i -> positions[i]).toArray()));
        }
        if (unknown.size() > 0) {
            Group part = group.subset(unknown.toArray());
            Binder k = new Binder("k");
            List<Binder> values = new ArrayList<>(part.values);
            values.add(k);
            List<int[]> unknowns = new ArrayList<>(part.unknowns);
            unknowns.add(Arrays.stream(unknown.toArray())
                    .map(i -> own.numbers()[positions[i]])
                    .toArray());
            groups.add(new Group(
                            exchange(part.value, read, terms.real(terms.binder(k))),
                            part.columns,
                            values,
                            unknowns,
                            part.iterations,
                            part.comment)
                    .of(part));
        }
        if (known.size() > 0) {
            double[] values = Arrays.stream(known.toArray())
                    .mapToDouble(i -> own.values()[positions[i]])
                    .toArray();
            groups.add(constants(group.subset(known.toArray()), read, values));
        }
        return groups;
    }

    private Term exchange(Term term, Term old, Term replacement) {
        return terms.replace(term, t -> t == old ? replacement : null);
    }

    /** The read of something computed becomes what computes it. */
    private List<Group> inline(Group group, Term read, int[] positions) throws Impossible {
        Writer[] found = writers(read.storage());
        Map<Step.Compute, IntList> bySteps = new LinkedHashMap<>();
        IntList known = new IntList();
        for (int i = 0; i < positions.length; i++) {
            Writer writer = found[positions[i]];
            if (writer == null) {
                known.add(i);
            } else {
                bySteps.computeIfAbsent(writer.step(), s -> new IntList()).add(i);
            }
        }
        List<Group> groups = new ArrayList<>();
        for (Map.Entry<Step.Compute, IntList> entry : bySteps.entrySet()) {
            int[] chosen = entry.getValue().toArray();
            Group part = group.subset(chosen);
            Step.Compute step = entry.getKey();
            Map<Binder, int[]> columns = new LinkedHashMap<>(part.columns);
            Map<Binder, Term> renamed = new HashMap<>();
            for (int level = 0; level < step.nest().ranges().size(); level++) {
                Binder old = step.nest().ranges().get(level).counter();
                int[] column = new int[chosen.length];
                for (int i = 0; i < column.length; i++) {
                    column[i] = found[positions[chosen[i]]].counters()[level];
                }
                renamed.put(old, terms.binder(named(columns, column, old.name())));
            }
            Term value = terms.replace(step.value(), t -> t.op() == Term.Op.BINDER ? renamed.get(t.binder()) : null);
            groups.add(new Group(
                            exchange(part.value, read, value),
                            columns,
                            part.values,
                            part.unknowns,
                            part.iterations,
                            part.comment)
                    .of(part));
        }
        if (known.size() > 0) {
            double[] values = Arrays.stream(known.toArray())
                    .mapToDouble(i -> read.storage().values()[positions[i]])
                    .toArray();
            groups.add(constants(group.subset(known.toArray()), read, values));
        }
        return groups;
    }

    private Writer[] writers(Storage storage) throws Impossible {
        Writer[] found = elements.get(storage);
        if (found == null) {
            found = find(storage);
            elements.put(storage, found);
        }
        return found;
    }

    /** A binder that is this in every iteration: one that is there already, so that equal terms stay equal, or a new one. */
    static Binder named(Map<Binder, int[]> columns, int[] column, String name) {
        for (Map.Entry<Binder, int[]> present : columns.entrySet()) {
            if (Arrays.equals(present.getValue(), column)) {
                return present.getKey();
            }
        }
        Binder fresh = new Binder(name);
        columns.put(fresh, column);
        return fresh;
    }

    /** The read of what is known becomes a constant. */
    private Group constants(Group part, Term read, double[] values) throws Impossible {
        boolean whole = true;
        for (double value : values) {
            if (Double.isNaN(value)) {
                throw new Impossible("it reads what has no value yet");
            }
            whole &= value == (int) value;
        }
        Map<Binder, int[]> columns = new LinkedHashMap<>(part.columns);
        Term known;
        if (whole) {
            int[] column = Arrays.stream(values).mapToInt(value -> (int) value).toArray();
            known = terms.real(terms.binder(named(columns, column, "v")));
        } else {
            int[] places = new int[values.length];
            Arrays.setAll(places, i -> i);
            Storage constant =
                    storages.add(Storage.constant(storages.safe(read.storage().name() + "_known"), values));
            known = terms.read(constant, terms.binder(named(columns, places, "c")));
        }
        return new Group(
                        exchange(part.value, read, known),
                        columns,
                        part.values,
                        part.unknowns,
                        part.iterations,
                        part.comment)
                .of(part);
    }

    /** For each element of a storage what computes it. */
    private Writer[] find(Storage storage) throws Impossible {
        Writer[] found = new Writer[storage.size()];
        for (Step step : writers.getOrDefault(storage, List.of())) {
            Step.Compute compute =
                    step.compute().orElseThrow(() -> new Impossible("it goes through a function of whole arrays"));
            Numeric numeric = new Numeric();
            Numeric.Walk walk = numeric.new Walk(compute.nest().ranges());
            Numeric.Fn position = numeric.compile(compute.position());
            if (!walk.known() || position == null) {
                throw new Impossible("its loops depend on unknowns");
            }
            int[] slots = compute.nest().ranges().stream()
                    .mapToInt(range -> numeric.slot(range.counter()))
                    .toArray();
            int[] counters = new int[numeric.size()];
            walk.run(counters, () -> {
                int[] own = new int[slots.length];
                for (int i = 0; i < own.length; i++) {
                    own[i] = counters[slots[i]];
                }
                found[(int) position.at(counters)] = new Writer(compute, own);
            });
        }
        return found;
    }

    /** Splits iterations in which two counters stand for one unknown from those in which all differ. */
    private List<Group> distinct(Group group) {
        for (int a = 0; a < group.values.size(); a++) {
            for (int b = a + 1; b < group.values.size(); b++) {
                IntList same = new IntList();
                IntList different = new IntList();
                for (int i = 0; i < group.iterations; i++) {
                    (group.unknowns.get(a)[i] == group.unknowns.get(b)[i] ? same : different).add(i);
                }
                if (same.size() > 0) {
                    Group part = group.subset(same.toArray());
                    Binder kept = part.values.get(a);
                    Binder dropped = part.values.get(b);
                    List<Binder> values = new ArrayList<>(part.values);
                    List<int[]> unknowns = new ArrayList<>(part.unknowns);
                    values.remove(b);
                    unknowns.remove(b);
                    Term value = terms.replace(
                            part.value,
                            t -> t.op() == Term.Op.BINDER && t.binder() == dropped ? terms.binder(kept) : null);
                    List<Group> groups = new ArrayList<>(distinct(
                            new Group(value, part.columns, values, unknowns, part.iterations, part.comment).of(part)));
                    if (different.size() > 0) {
                        groups.addAll(distinct(group.subset(different.toArray())));
                    }
                    return groups;
                }
            }
        }
        return List.of(used(group));
    }

    /** The group without columns that its value does not read. */
    static Group used(Group group) {
        Set<Binder> read = new HashSet<>(group.value.binders());
        Map<Binder, int[]> columns = new LinkedHashMap<>(group.columns);
        columns.keySet().retainAll(read);
        return new Group(group.value, columns, group.values, group.unknowns, group.iterations, group.comment).of(group);
    }
}
