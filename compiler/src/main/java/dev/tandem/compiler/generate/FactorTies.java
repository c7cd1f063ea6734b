package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.terms.Vanishing;
import dev.tandem.density.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which sites share a factor, and code that finds one factor by itself: a factor of {@link Ties} is one iteration of a
 * step. Sites that share none with others, and their factors, are left out; so are variables whose conditionals are full
 * evaluations, since it is not known what depends on them.
 */
final class FactorTies {
    /** Of models with more places where a factor reads a site, ties are not looked for. */
    private static final long MOST_READS = 1_000_000;

    private final Program program;
    private final List<Step.Contribution> steps = new ArrayList<>();

    /** For each step the counters of the iterations that are factors, one after the other. */
    private final List<int[]> iterations = new ArrayList<>();

    private final IntList stepOf = new IntList();
    private final IntList placeOf = new IntList();
    private Ties ties = Ties.NONE;

    private FactorTies(Program program) {
        this.program = program;
    }

    static FactorTies find(Program program, List<Reach> reaches) {
        FactorTies found = new FactorTies(program);
        found.search(reaches);
        return found;
    }

    Ties ties() {
        return ties;
    }

    /** The step of each factor, and which of its iterations that are factors it is. */
    int[] stepOf() {
        return stepOf.toArray();
    }

    int[] placeOf() {
        return placeOf.toArray();
    }

    /** The step of a factor, as a number among all factors of the program. */
    int numberOf(int factor) {
        Step.Contribution step = steps.get(stepOf.get(factor));
        for (int k = 0; k < program.factors().size(); k++) {
            if (program.factors().get(k) == step) {
                return k;
            }
        }
        throw new IllegalStateException("no factor " + step);
    }

    /** The outermost counter of the iteration that a factor is; -1 if the step has no loop. */
    int counterOf(int factor) {
        int step = stepOf.get(factor);
        int depth = steps.get(step).nest().ranges().size();
        return depth == 0 ? -1 : iterations.get(step)[placeOf.get(factor) * depth];
    }

    /** Iterations of one step that some site reaches: their counters, and for each the sites. */
    private static final class Reached {
        final Step.Contribution step;
        final int depth;
        final Map<List<Integer>, Integer> numbers = new HashMap<>();
        final IntList counters = new IntList();
        final IntList readers = new IntList();
        final IntList sites = new IntList();
        int[] starts;
        int[] sorted;

        Reached(Step.Contribution step) {
            this.step = step;
            depth = step.nest().ranges().size();
        }

        void add(Touches.Table table, int place, int site) {
            List<Integer> key = new ArrayList<>(depth);
            for (int level = 0; level < depth; level++) {
                key.add(table.counters()[place * depth + level]);
            }
            Integer number = numbers.get(key);
            if (number == null) {
                number = numbers.size();
                numbers.put(key, number);
                key.forEach(counters::add);
            }
            readers.add(number);
            sites.add(site);
        }

        /** Puts the sites of each iteration together. */
        void group() {
            starts = new int[numbers.size() + 1];
            for (int i = 0; i < readers.size(); i++) {
                starts[readers.get(i) + 1]++;
            }
            for (int i = 0; i + 1 < starts.length; i++) {
                starts[i + 1] += starts[i];
            }
            int[] next = starts.clone();
            sorted = new int[sites.size()];
            for (int i = 0; i < readers.size(); i++) {
                sorted[next[readers.get(i)]++] = sites.get(i);
            }
        }
    }

    private void search(List<Reach> reaches) {
        long reads = 0;
        boolean possible = false;
        Map<Step.Contribution, Integer> readers = new HashMap<>();
        for (Reach reach : reaches) {
            for (Map<Step.Contribution, Touches.Table> tables : List.of(reach.direct(), reach.indirect())) {
                for (Map.Entry<Step.Contribution, Touches.Table> entry : tables.entrySet()) {
                    long entries = entry.getValue().starts()[reach.storage().size()];
                    reads += entries;
                    // Each iteration read by one element of one variable alone: no tie.
                    possible |= readers.merge(entry.getKey(), 1, Integer::sum) > 1
                            || entries > reach.iterations(entry.getKey())
                            || !oneByOne(entry.getValue());
                }
            }
        }
        if (!possible || reads > MOST_READS) {
            return;
        }
        Map<Step.Contribution, Reached> all = new HashMap<>();
        for (Reach reach : reaches) {
            if (reach.local() && !reach.reaches(program.sums().read())) {
                collect(reach, all);
            }
        }
        List<Reached> inOrder =
                program.factors().stream().map(all::get).filter(r -> r != null).toList();
        inOrder.forEach(Reached::group);
        BitSet tied = tied(inOrder);
        if (!tied.isEmpty()) {
            list(inOrder, tied);
        }
    }

    /** Whether every element has its own iteration, the next one for the next. */
    private static boolean oneByOne(Touches.Table table) {
        if (table.depth() != 1) {
            return false;
        }
        int[] counters = table.counters();
        for (int i = 1; i < counters.length; i++) {
            if (counters[i] <= counters[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private void collect(Reach reach, Map<Step.Contribution, Reached> all) {
        for (Program.Sites sites : program.sites()) {
            if (sites.storage() != reach.storage()) {
                continue;
            }
            for (Map<Step.Contribution, Touches.Table> tables : List.of(reach.direct(), reach.indirect())) {
                tables.forEach((step, table) -> {
                    Reached reached = all.computeIfAbsent(step, Reached::new);
                    for (int i = 0; i < sites.places().length; i++) {
                        int element = sites.places()[i];
                        for (int place = table.starts()[element]; place < table.starts()[element + 1]; place++) {
                            reached.add(table, place, sites.first() + i);
                        }
                    }
                });
            }
        }
    }

    private static BitSet tied(List<Reached> all) {
        BitSet tied = new BitSet();
        for (Reached reached : all) {
            for (int i = 0; i + 1 < reached.starts.length; i++) {
                if (reached.starts[i + 1] - reached.starts[i] > 1) {
                    for (int j = reached.starts[i]; j < reached.starts[i + 1]; j++) {
                        tied.set(reached.sorted[j]);
                    }
                }
            }
        }
        return tied;
    }

    /** Lists the factors of tied sites. One site that is tied makes a factor's others tied too. */
    private void list(List<Reached> all, BitSet tied) {
        IntList starts = new IntList();
        IntList sites = new IntList();
        BitSet excluding = new BitSet();
        starts.add(0);
        for (Reached reached : all) {
            IntList kept = new IntList();
            int places = 0;
            boolean excludes = reached.step.match(factor -> Vanishing.may(factor.value()), array -> true);
            for (int i = 0; i + 1 < reached.starts.length; i++) {
                if (tied.get(reached.sorted[reached.starts[i]])) {
                    for (int j = reached.starts[i]; j < reached.starts[i + 1]; j++) {
                        sites.add(reached.sorted[j]);
                    }
                    excluding.set(stepOf.size(), excludes);
                    starts.add(sites.size());
                    for (int level = 0; level < reached.depth; level++) {
                        kept.add(reached.counters.get(i * reached.depth + level));
                    }
                    stepOf.add(steps.size());
                    placeOf.add(places++);
                }
            }
            if (places > 0) {
                steps.add(reached.step);
                iterations.add(kept.toArray());
            }
        }
        ties = Ties.of(starts.toArray(), sites.toArray(), excluding);
    }

    /** Writes the method that finds the log of one iteration of a step, to the front of an array. */
    void write(ModelClass out, FactorWriter factors) {
        Terms terms = program.terms();
        Code.Local which = ModelClass.parameter("step");
        Code.Local where = ModelClass.parameter("place");
        Code.Local result = new Code.Local("out", Type.DOUBLES);
        List<Code.Statement> all = new ArrayList<>();
        for (int k = 0; k < steps.size(); k++) {
            Step.Contribution step = steps.get(k);
            Code.Local place = ModelClass.parameter("place");
            Code.Local own = new Code.Local("out", Type.DOUBLES);
            Binder p = new Binder("place");
            LoopWriter writer = new LoopWriter(terms, Set.of());
            writer.bind(p, place);
            int depth = step.nest().ranges().size();
            Map<Binder, Term> counters = new HashMap<>();
            if (depth > 0) {
                Storage table = program.table("tied_" + k, iterations.get(k));
                for (int level = 0; level < depth; level++) {
                    Term row = terms.multiply(terms.binder(p), terms.whole(depth));
                    counters.put(
                            step.nest().ranges().get(level).counter(),
                            terms.read(table, terms.add(row, terms.whole(level))));
                }
            }
            Step.Contribution here = step.in(Nest.NONE)
                    .map(term -> terms.replace(term, t -> t.op() == Term.Op.BINDER ? counters.get(t.binder()) : null));
            Code.Expression value = factors.here(writer, here);
            writer.add(new Code.Store(own, ModelClass.ZERO, value));
            String name = "factor" + k;
            out.method(name, List.of(place, own), writer.finish(), step.comment() + ", one factor");
            all.add(new Code.When(
                    new Code.Test("==", which, new Code.Whole(k)),
                    List.of(new Code.Run(name, List.of(where, result)))));
        }
        out.method("factorOf", List.of(which, where, result), all, "");
    }

    @Override
    public String toString() {
        return ties.factors() + " factors of tied sites in " + steps.size() + " steps, "
                + Arrays.toString(ties.sites());
    }
}
