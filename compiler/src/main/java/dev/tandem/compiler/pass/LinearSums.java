package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds linear predictors: a computed vector with a summand {@code inprod(X[i,], b[])} whose matrix is data becomes one
 * product of matrix and vector.
 */
public final class LinearSums implements Pass {
    @Override
    public String name() {
        return "linear-sums";
    }

    @Override
    public String reason() {
        return "A linear predictor whose matrix is data becomes one product of matrix and vector, whose loops run along"
                + " memory and of which a change of one coefficient changes one column.";
    }

    @Override
    public Program apply(Program program) {
        return new Search(program).run();
    }

    private static final class Search {
        private final Program program;
        private final Terms terms;

        Search(Program program) {
            this.program = program;
            terms = program.terms();
        }

        Program run() {
            Draft draft = program.edit();
            draft.blocks.replaceAll(block -> block.recursive() ? block : split(block));
            return draft.finish();
        }

        private Program.Block split(Program.Block block) {
            List<Step.Computation> steps = new ArrayList<>();
            block.steps().forEach(step -> steps.addAll(split(step)));
            return block.with(steps);
        }

        private List<Step.Computation> split(Step.Computation step) {
            return step.compute()
                    .filter(compute -> compute.nest().ranges().size() == 1)
                    .map(this::splitOneLoop)
                    .orElseGet(() -> List.of(step));
        }

        private List<Step.Computation> splitOneLoop(Step.Compute step) {
            Nest.Range range = step.nest().ranges().get(0);
            boolean known = range.first().op() == Term.Op.WHOLE && range.last().op() == Term.Op.WHOLE;
            if (!known || range.last().whole() < range.first().whole()) {
                return List.of(step);
            }
            List<Term> summands = new ArrayList<>();
            collect(step.value(), summands);
            for (Term summand : summands) {
                Optional<Step.Computation> product = product(step, range, summand);
                if (product.isPresent()) {
                    Term rest = terms.replace(step.value(), t -> t == summand ? terms.number(0) : null);
                    if (rest.discrete()) {
                        // A change of the rest would mean to compute the product anew; the sum is better left as it is.
                        return List.of(step);
                    }
                    List<Step.Computation> steps = new ArrayList<>(split(step.with(rest)));
                    steps.add(product.get());
                    return steps;
                }
            }
            return List.of(step);
        }

        private static void collect(Term term, List<Term> summands) {
            if (term.op() == Term.Op.ADD) {
                collect(term.argument(0), summands);
                collect(term.argument(1), summands);
            } else {
                summands.add(term);
            }
        }

        /** The summand as a product, if it is the sum over k of X[i,k] b[k]. */
        private Optional<Step.Computation> product(Step.Compute compute, Nest.Range range, Term sum) {
            boolean shape = sum.op() == Term.Op.SUM
                    && sum.argument(0).op() == Term.Op.WHOLE
                    && sum.argument(1).op() == Term.Op.WHOLE
                    && sum.argument(2).op() == Term.Op.MULTIPLY;
            if (!shape) {
                return Optional.empty();
            }
            int first = sum.argument(0).whole();
            int columns = sum.argument(1).whole() - first + 1;
            int rows = range.last().whole() - range.first().whole() + 1;
            int[] target = affine(compute.position(), range.counter(), sum.binder());
            for (int side = 0; side < 2; side++) {
                Term x = sum.argument(2).argument(side);
                Term b = sum.argument(2).argument(1 - side);
                boolean reads = x.op() == Term.Op.READ
                        && b.op() == Term.Op.READ
                        && x.storage().constant()
                        && !x.storage().isTable()
                        && !b.storage().constant()
                        && b.storage() != compute.target()
                        && program.sites().stream().noneMatch(sites -> sites.storage() == b.storage());
                if (!reads || target == null || columns < 1) {
                    continue;
                }
                int[] xs = affine(x.argument(0), range.counter(), sum.binder());
                int[] bs = affine(b.argument(0), range.counter(), sum.binder());
                boolean fits = xs != null && bs != null && xs[1] == 1 && bs[1] == 0 && bs[2] == 1 && target[1] == 1;
                if (fits) {
                    int i = range.first().whole();
                    return Optional.of(new Step.Multiply(
                            compute.target(),
                            terms.whole(target[0] + i),
                            x.storage(),
                            xs[0] + i + xs[2] * first,
                            xs[2],
                            rows,
                            columns,
                            terms.read(b.storage(), terms.whole(bs[0] + first)),
                            compute.comment()));
                }
            }
            return Optional.empty();
        }

        /** A whole term as c + a i + b k: the numbers c, a and b; null if it is not of that form. */
        private static int[] affine(Term term, Binder i, Binder k) {
            switch (term.op()) {
                case WHOLE -> {
                    return new int[] {term.whole(), 0, 0};
                }
                case BINDER -> {
                    return term.binder() == i ? new int[] {0, 1, 0} : term.binder() == k ? new int[] {0, 0, 1} : null;
                }
                case ADD, SUBTRACT -> {
                    int[] a = affine(term.argument(0), i, k);
                    int[] b = affine(term.argument(1), i, k);
                    int sign = term.op() == Term.Op.ADD ? 1 : -1;
                    return a == null || b == null
                            ? null
                            : new int[] {a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2]};
                }
                case MULTIPLY -> {
                    int[] a = affine(term.argument(0), i, k);
                    boolean scaled = a != null && term.argument(1).op() == Term.Op.WHOLE;
                    int factor = scaled ? term.argument(1).whole() : 0;
                    return scaled ? new int[] {a[0] * factor, a[1] * factor, a[2] * factor} : null;
                }
                default -> {
                    return null;
                }
            }
        }
    }
}
