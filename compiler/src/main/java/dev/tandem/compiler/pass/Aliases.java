package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads unknowns that need no transform where they stand, among the coordinates, instead of from a copy of them; their
 * derivatives go there too.
 */
public final class Aliases implements Pass {
    @Override
    public String name() {
        return "aliases";
    }

    @Override
    public String reason() {
        return "Unknowns that need no transform are read where they stand among the coordinates, instead of from a copy.";
    }

    @Override
    public Program apply(Program program) {
        return new Renaming(program).run();
    }

    private static final class Renaming {
        private final Program program;
        private final Terms terms;
        /** Where the first element of each variable stands among the coordinates. */
        private final Map<Storage, Integer> places = new HashMap<>();

        Renaming(Program program) {
            this.program = program;
            terms = program.terms();
        }

        Program run() {
            Draft draft = program.edit();
            takeCopies(draft.blocks);
            if (places.isEmpty()) {
                return program;
            }
            draft.blocks.replaceAll(this::renamed);
            draft.reportedBlocks.replaceAll(this::renamed);
            draft.factors.replaceAll(factor -> factor.map(this::rewrite));
            draft.reported.replaceAll(this::renamed);
            draft.hidden.replaceAll(this::renamed);
            draft.freeScalars.replaceAll(f -> new Program.FreeScalars(
                    f.symbol(), home(f.storage()), f.coordinate(), f.positions(), shifted(f.storage(), f.positions())));
            return draft.finish();
        }

        /** Takes the copying steps out of blocks. */
        private void takeCopies(List<Program.Block> blocks) {
            blocks.replaceAll(block -> block.explicit()
                    ? block
                    : block.with(
                            block.steps().stream().filter(step -> !copies(step)).toList()));
            blocks.removeIf(block -> block.steps().isEmpty());
        }

        private Program.Block renamed(Program.Block block) {
            return block.with(
                    block.steps().stream().map(step -> step.map(this::rewrite)).toList());
        }

        private Program.Reported renamed(Program.Reported reported) {
            return new Program.Reported(home(reported.storage()), shifted(reported.storage(), reported.positions()));
        }

        /** Whether a step copies consecutive coordinates to all elements of a variable; notes where they stand. */
        private boolean copies(Step step) {
            return step.compute().filter(this::copiesCoordinates).isPresent();
        }

        private boolean copiesCoordinates(Step.Compute compute) {
            if (compute.value().op() != Term.Op.READ || compute.value().storage() != program.coordinates()) {
                return false;
            }
            Numeric numeric = new Numeric();
            Numeric.Walk walk = numeric.new Walk(compute.nest().ranges());
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
            return places.containsKey(storage) ? program.coordinates() : storage;
        }

        private int[] shifted(Storage storage, int[] positions) {
            int shift = places.getOrDefault(storage, 0);
            int[] moved = positions.clone();
            for (int i = 0; i < moved.length; i++) {
                moved[i] += shift;
            }
            return moved;
        }

        private Term rewrite(Term term) {
            return terms.replace(
                    term,
                    t -> t.op() == Term.Op.READ && places.containsKey(t.storage())
                            ? terms.read(
                                    program.coordinates(),
                                    terms.add(rewrite(t.argument(0)), terms.whole(places.get(t.storage()))))
                            : null);
        }
    }
}
