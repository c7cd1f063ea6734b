package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

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
        // Each step of a plain block is wanted or not by itself.
        List<Program.Block> all = new ArrayList<>();
        for (Program.Block block : program.blocks()) {
            if (block.recursive()) {
                all.add(block);
            } else {
                block.steps().forEach(step -> all.add(Program.Block.plain(List.of(step))));
            }
        }
        Set<Program.Block> kept = select(all, needed);
        Set<Storage> shown = new HashSet<>(needed);
        program.reported().forEach(reported -> shown.add(reported.storage()));
        program.hidden().forEach(hidden -> shown.add(hidden.storage()));
        program.effects().forEach(effects -> shown.addAll(effects.told()));
        Set<Program.Block> wanted = select(all, shown);
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

    /** The blocks that compute what is needed, directly or for others; {@code needed} grows by what those read. */
    private static Set<Program.Block> select(List<Program.Block> blocks, Set<Storage> needed) {
        Set<Program.Block> selected = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int b = blocks.size() - 1; b >= 0; b--) {
            Program.Block block = blocks.get(b);
            boolean wanted = block.steps().stream().anyMatch(step -> needed.contains(step.target()));
            if (wanted) {
                selected.add(block);
                block.steps().forEach(step -> needed.addAll(step.reads()));
            }
        }
        return selected;
    }
}
