package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads unknowns that need no transform where they stand, among the coordinates, instead of from a copy of them; their
 * derivatives go there too.
 */
final class Aliases {
    private final Program program;
    private final Terms terms;
    /** Where the first element of each variable stands among the coordinates. */
    private final Map<Storage, Integer> places = new HashMap<>();

    private Aliases(Program program) {
        this.program = program;
        terms = program.terms;
    }

    static void run(Program program) {
        new Aliases(program).run();
    }

    private void run() {
        rewrite(program.blocks, true);
        if (places.isEmpty()) {
            return;
        }
        rewrite(program.blocks, false);
        rewrite(program.reportedBlocks, false);
        program.factors.replaceAll(factor -> factor.map(this::rewrite));
        program.reported.replaceAll(r -> new Program.Reported(home(r.storage()), shifted(r.storage(), r.positions())));
        program.hidden.replaceAll(r -> new Program.Reported(home(r.storage()), shifted(r.storage(), r.positions())));
        program.freeScalars.replaceAll(f -> new Program.FreeScalars(
                f.symbol(), home(f.storage()), f.coordinate(), f.positions(), shifted(f.storage(), f.positions())));
    }

    /** Takes the copying steps out of blocks, or rewrites what the other steps read. */
    private void rewrite(List<Program.Block> blocks, boolean find) {
        List<Program.Block> rewritten = new ArrayList<>();
        for (Program.Block block : blocks) {
            List<Step.Computation> steps = new ArrayList<>();
            for (Step.Computation step : block.steps()) {
                if (!find) {
                    steps.add(step.map(this::rewrite));
                } else if (block.explicit() || !copies(step)) {
                    steps.add(step);
                }
            }
            if (!steps.isEmpty()) {
                rewritten.add(
                        new Program.Block(steps, block.recursive(), block.order(), block.counters(), block.depth()));
            }
        }
        blocks.clear();
        blocks.addAll(rewritten);
    }

    /** Whether a step copies consecutive coordinates to all elements of a variable; notes where they stand. */
    private boolean copies(Step step) {
        if (!(step instanceof Step.Compute compute)
                || compute.value().op() != Term.Op.READ
                || compute.value().storage() != program.coordinates) {
            return false;
        }
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(step.nest().ranges());
        Numeric.Fn to = numeric.compile(compute.position());
        Numeric.Fn from = numeric.compile(compute.value().argument(0));
        if (!walk.known() || to == null || from == null) {
            return false;
        }
        int[] counters = new int[numeric.size()];
        int[] found = {0, 0};
        walk.run(counters, () -> {
            int shift = (int) from.at(counters) - (int) to.at(counters);
            if (found[0]++ == 0) {
                found[1] = shift;
            } else if (shift != found[1]) {
                found[0] = Integer.MIN_VALUE;
            }
        });
        if (found[0] != compute.target().size()) {
            return false;
        }
        places.put(compute.target(), found[1]);
        return true;
    }

    private Storage home(Storage storage) {
        return places.containsKey(storage) ? program.coordinates : storage;
    }

    private int[] shifted(Storage storage, int[] positions) {
        int shift = places.getOrDefault(storage, 0);
        return shift == 0
                ? positions
                : Arrays.stream(positions).map(p -> p + shift).toArray();
    }

    private Term rewrite(Term term) {
        return terms.replace(
                term,
                t -> t.op() == Term.Op.READ && places.containsKey(t.storage())
                        ? terms.read(
                                program.coordinates,
                                terms.add(rewrite(t.argument(0)), terms.whole(places.get(t.storage()))))
                        : null);
    }
}
