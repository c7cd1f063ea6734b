package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Step;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which iterations of which steps depend on each element of a discrete variable, directly or through computed nodes: the
 * inverse of the model's indices, found once.
 */
final class Touches {
    /** More entries than this are not kept: the variable's conditionals are then found by full evaluations. */
    private static final long MOST_ENTRIES = 60_000_000;

    /**
     * The iterations of a step by element.
     *
     * @param starts where the iterations of each element begin, in iterations; one longer than the variable
     * @param counters the counters of each iteration, one after the other
     * @param depth the number of counters
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Table(int[] starts, int[] counters, int depth) {
        boolean isEmpty() {
            return starts[starts.length - 1] == 0;
        }

        /** Whether every element has exactly one iteration, or none. */
        boolean single() {
            for (int e = 0; e + 1 < starts.length; e++) {
                if (starts[e + 1] - starts[e] != 1) {
                    return false;
                }
            }
            return true;
        }
    }

    static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMany() {
            super("too many dependencies", null, false, false);
        }
    }

    private final Terms terms;
    private final Storage variable;
    /** For each storage that depends on the variable: the elements behind each position, null for all of them. */
    private final Map<Storage, int[][]> sources = new HashMap<>();

    private final Set<Storage> onAll = new HashSet<>();
    private int iterations;

    Touches(Terms terms, Storage variable) {
        this.terms = terms;
        this.variable = variable;
    }

    boolean depends(Storage storage) {
        return storage == variable || sources.containsKey(storage) || onAll.contains(storage);
    }

    /** Whether a step reads the variable itself or a node computed from it. */
    boolean touches(Step step) {
        for (Step.Part read : reads(step)) {
            if (depends(read.term().storage())) {
                return true;
            }
        }
        return false;
    }

    /** The storage through which a step depends on the variable. */
    Set<Storage> through(Step step) {
        Set<Storage> storages = new HashSet<>();
        for (Step.Part read : reads(step)) {
            if (depends(read.term().storage())) {
                storages.add(read.term().storage());
            }
        }
        return storages;
    }

    /** The number of iterations of the step whose table was made last. */
    int iterations() {
        return iterations;
    }

    /** The iterations of a step by element; for a computed step, what it computes is noted too. */
    Table table(Step step) {
        Numeric numeric = new Numeric();
        List<Step.Part> reads = new ArrayList<>();
        for (Step.Part read : reads(step)) {
            if (depends(read.term().storage())) {
                reads.add(read);
            }
        }
        Table plain = inOrder(step, reads);
        if (plain != null) {
            return plain;
        }
        Numeric.Walk outer = numeric.new Walk(step.nest().ranges());
        int depth = step.nest().ranges().size();
        int[] slots = new int[depth];
        for (int level = 0; level < depth; level++) {
            slots[level] = numeric.slot(step.nest().ranges().get(level).counter());
        }
        List<Numeric.Walk> walks = new ArrayList<>();
        List<Numeric.Fn> indices = new ArrayList<>();
        for (Step.Part read : reads) {
            Numeric.Walk walk = numeric.new Walk(read.around());
            walks.add(walk);
            indices.add(walk.known() ? numeric.compile(read.term().argument(0)) : null);
        }
        Target target = target(step, numeric);
        int[] env = new int[numeric.size() + 64];
        int elements = variable.size();
        int[] stamp = new int[elements];
        Arrays.fill(stamp, -1);
        int[] found = new int[16];
        int[] foundCount = {0};
        IntList pairElements = new IntList();
        IntList pairCounters = new IntList();
        int[] iteration = {0};
        int[][] buffer = {found};
        outer.run(env, () -> {
            int now = iteration[0]++;
            foundCount[0] = 0;
            for (int r = 0; r < reads.size(); r++) {
                Storage storage = reads.get(r).term().storage();
                Numeric.Fn index = indices.get(r);
                if (index == null || onAll.contains(storage)) {
                    for (int e = 0; e < elements; e++) {
                        note(e, now, stamp, buffer, foundCount);
                    }
                    continue;
                }
                walks.get(r).run(env, () -> {
                    int position = (int) index.at(env);
                    if (position < 0 || position >= storage.size()) {
                        return;
                    }
                    if (storage == variable) {
                        note(position, now, stamp, buffer, foundCount);
                    } else {
                        int[] behind = sources.get(storage)[position];
                        if (behind != null) {
                            for (int e : behind) {
                                note(e, now, stamp, buffer, foundCount);
                            }
                        }
                    }
                });
            }
            for (int i = 0; i < foundCount[0]; i++) {
                pairElements.add(buffer[0][i]);
                for (int level = 0; level < depth; level++) {
                    pairCounters.add(env[slots[level]]);
                }
            }
            if (target != null && foundCount[0] > 0) {
                target.note(env, Arrays.copyOf(buffer[0], foundCount[0]), sources);
            }
            if (pairElements.size() > MOST_ENTRIES) {
                throw new TooMany();
            }
        });
        iterations = iteration[0];
        return group(pairElements, pairCounters, depth, elements);
    }

    /** The table of a factor whose one loop reads the variable element by element; null for others. */
    private Table inOrder(Step step, List<Step.Part> reads) {
        if (step.factor().isEmpty()
                || step.nest().ranges().size() != 1
                || reads.stream().map(Step.Part::term).distinct().count() != 1
                || reads.get(0).term().storage() != variable
                || !reads.get(0).around().isEmpty()) {
            return null;
        }
        Nest.Range range = step.nest().ranges().get(0);
        Term index = reads.get(0).term().argument(0);
        boolean shifted = index.op() == Term.Op.ADD && index.argument(1).op() == Term.Op.WHOLE;
        int shift = shifted ? index.argument(1).whole() : 0;
        if ((shifted ? index.argument(0) : index) != terms.binder(range.counter())
                || range.first().op() != Term.Op.WHOLE
                || range.last().op() != Term.Op.WHOLE) {
            return null;
        }
        int first = range.first().whole();
        int last = range.last().whole();
        if (last < first || first + shift < 0 || last + shift >= variable.size()) {
            return null;
        }
        iterations = last - first + 1;
        int[] starts = new int[variable.size() + 1];
        for (int e = 0; e < variable.size(); e++) {
            starts[e + 1] = Math.max(0, Math.min(e, last + shift) - (first + shift) + 1);
        }
        return new Table(starts, IntStream.rangeClosed(first, last).toArray(), 1);
    }

    private static void note(int e, int now, int[] stamp, int[][] buffer, int[] count) {
        if (stamp[e] != now) {
            stamp[e] = now;
            if (count[0] == buffer[0].length) {
                buffer[0] = Arrays.copyOf(buffer[0], 2 * count[0]);
            }
            buffer[0][count[0]++] = e;
        }
    }

    private static Table group(IntList elements, IntList counters, int depth, int size) {
        int[] starts = new int[size + 1];
        for (int i = 0; i < elements.size(); i++) {
            starts[elements.get(i) + 1]++;
        }
        for (int e = 0; e < size; e++) {
            starts[e + 1] += starts[e];
        }
        int[] next = starts.clone();
        int[] sorted = new int[elements.size() * depth];
        for (int i = 0; i < elements.size(); i++) {
            int place = next[elements.get(i)]++;
            for (int level = 0; level < depth; level++) {
                sorted[place * depth + level] = counters.get(i * depth + level);
            }
        }
        return new Table(starts, sorted, depth);
    }

    /** The elements that a computed step writes. */
    private static final class Target {
        private final Storage storage;
        private final Numeric.Fn position;
        private final int size;

        Target(Storage storage, Numeric.Fn position, int size) {
            this.storage = storage;
            this.position = position;
            this.size = size;
        }

        void note(int[] env, int[] behind, Map<Storage, int[][]> all) {
            int[][] table = all.computeIfAbsent(storage, s -> new int[s.size()][]);
            int first = (int) position.at(env);
            for (int i = first; i < first + size; i++) {
                table[i] = table[i] == null ? behind : union(table[i], behind);
            }
        }
    }

    private static int[] union(int[] a, int[] b) {
        return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).distinct().toArray();
    }

    private static Target target(Step step, Numeric numeric) {
        return step.fold(
                computation ->
                        new Target(computation.target(), numeric.compile(computation.position()), computation.count()),
                contribution -> null);
    }

    /** By the steps themselves: to hash all that a step consists of would take as long as to look it up saves. */
    private final IdentityHashMap<Step, List<Step.Part>> readsOf = new IdentityHashMap<>();

    private List<Step.Part> reads(Step step) {
        return readsOf.computeIfAbsent(step, s -> {
            List<Step.Part> reads = new ArrayList<>();
            Set<Term> seen = new HashSet<>();
            s.parts(terms).forEach(part -> collect(part.term(), part.around(), seen, reads));
            return reads;
        });
    }

    private void collect(Term term, List<Nest.Range> around, Set<Term> seen, List<Step.Part> reads) {
        if (!seen.add(term)) {
            return;
        }
        if (term.op() == Term.Op.READ && !term.storage().constant()) {
            reads.add(new Step.Part(term, around));
        }
        if (term.op() == Term.Op.SUM) {
            collect(term.argument(0), around, seen, reads);
            collect(term.argument(1), around, seen, reads);
            List<Nest.Range> inside = new ArrayList<>(around);
            inside.add(new Nest.Range(term.binder(), term.argument(0), term.argument(1)));
            collect(term.argument(2), inside, seen, reads);
            return;
        }
        for (Term argument : term.arguments()) {
            collect(argument, around, seen, reads);
        }
    }
}
