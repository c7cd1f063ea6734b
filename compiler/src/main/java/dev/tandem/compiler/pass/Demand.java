package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Leaves to the density what its factors need, and to the report the rest of what is reported. */
public final class Demand implements Pass {
    @Override
    public String name() {
        return "demand";
    }

    @Override
    public String reason() {
        return "What only the report needs is computed for the report alone, and what nobody needs not at all.";
    }

    @Override
    public Program apply(Program program) {
        Set<Storage> needed = new HashSet<>();
        program.factors().forEach(factor -> needed.addAll(factor.reads()));
        needed.addAll(program.sums().read());
        Set<Storage> unknowns = new HashSet<>();
        program.freeScalars().forEach(free -> unknowns.add(free.storage()));
        // Start values are put where an unknown lies, so that has to be known even where nothing depends on it.
        Predicate<Step.Computation> places =
                step -> unknowns.contains(step.target()) && step.reads().contains(program.coordinates());
        // Each step of a plain block is wanted or not by itself.
        List<Program.Block> all = new ArrayList<>();
        for (Program.Block block : program.blocks()) {
            if (block.recursive()) {
                all.add(block);
            } else {
                block.steps().forEach(step -> all.add(Program.Block.plain(List.of(step))));
            }
        }
        Set<Program.Block> kept = select(all, needed, places);
        Set<Storage> shown = new HashSet<>(needed);
        program.reported().forEach(reported -> shown.add(reported.storage()));
        program.hidden().forEach(hidden -> shown.add(hidden.storage()));
        program.effects().forEach(effects -> shown.addAll(effects.told()));
        Set<Program.Block> wanted = select(all, shown, places);
        Draft draft = program.edit();
        draft.blocks.clear();
        for (Program.Block block : all) {
            if (kept.contains(block)) {
                draft.blocks.add(block);
            } else if (wanted.contains(block)) {
                draft.reportedBlocks.add(block);
            }
        }
        return draft.finish();
    }

    /**
     * The blocks that compute what is needed, directly or for others, or that are asked for; {@code needed} grows by what
     * those read.
     */
    private static Set<Program.Block> select(
            List<Program.Block> blocks, Set<Storage> needed, Predicate<Step.Computation> asked) {
        Set<Program.Block> selected = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int b = blocks.size() - 1; b >= 0; b--) {
            Program.Block block = blocks.get(b);
            boolean wanted =
                    block.steps().stream().anyMatch(step -> needed.contains(step.target()) || asked.test(step));
            if (wanted) {
                selected.add(block);
                block.steps().forEach(step -> needed.addAll(step.reads()));
            }
        }
        return selected;
    }
}
