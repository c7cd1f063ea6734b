package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Leaves to the density what its factors need, and to the report the rest of what is reported. */
final class Demand {
    private static final int[] NONE = {};

    private Demand() {}

    static void prune(Program program) {
        Set<Storage> needed = new HashSet<>();
        program.factors.forEach(factor -> addReads(program, factor, needed));
        needed.addAll(program.sums.weights());
        // Each step of a plain block is wanted or not by itself.
        List<Program.Block> all = new ArrayList<>();
        for (Program.Block block : program.blocks) {
            if (block.recursive()) {
                all.add(block);
            } else {
                block.steps().forEach(step -> all.add(new Program.Block(List.of(step), false, NONE, NONE, 0)));
            }
        }
        Set<Program.Block> kept = select(program, all, needed);
        Set<Storage> shown = new HashSet<>(needed);
        program.reported.forEach(reported -> shown.add(reported.storage()));
        program.hidden.forEach(hidden -> shown.add(hidden.storage()));
        Set<Program.Block> wanted = select(program, all, shown);
        program.blocks.clear();
        for (Program.Block block : all) {
            if (kept.contains(block)) {
                program.blocks.add(block);
            } else if (wanted.contains(block)) {
                program.reportedBlocks.add(block);
            }
        }
    }

    /** The blocks that compute what is needed, directly or for others; {@code needed} grows by what those read. */
    private static Set<Program.Block> select(Program program, List<Program.Block> blocks, Set<Storage> needed) {
        Set<Program.Block> selected = new HashSet<>();
        for (int b = blocks.size() - 1; b >= 0; b--) {
            Program.Block block = blocks.get(b);
            boolean wanted = block.steps().stream().anyMatch(step -> writes(step, needed));
            if (wanted) {
                selected.add(block);
                block.steps().forEach(step -> addReads(program, step, needed));
            }
        }
        return selected;
    }

    private static boolean writes(Step step, Set<Storage> needed) {
        return (step instanceof Step.Compute c && needed.contains(c.target()))
                || (step instanceof Step.ArrayCompute a && needed.contains(a.target()))
                || (step instanceof Step.Multiply m && needed.contains(m.target()));
    }

    /** The storage that a step reads. */
    static Set<Storage> reads(Program program, Step step) {
        Set<Storage> read = new HashSet<>();
        addReads(program, step, read);
        return read;
    }

    private static void addReads(Program program, Step step, Set<Storage> storages) {
        if (step instanceof Step.Factor factor) {
            add(factor.value(), storages);
        } else if (step instanceof Step.Compute compute) {
            add(compute.value(), storages);
            add(compute.position(), storages);
        } else if (step instanceof Step.Multiply multiply) {
            storages.add(multiply.vector());
        } else if (step instanceof Step.ArrayFactor factor) {
            factor.arguments().forEach(a -> add(a.general(program.terms), storages));
        } else if (step instanceof Step.ArrayCompute compute) {
            compute.arguments().forEach(a -> add(a.general(program.terms), storages));
        }
    }

    private static void add(Term term, Set<Storage> storages) {
        term.reads().forEach(read -> storages.add(read.storage()));
    }
}
