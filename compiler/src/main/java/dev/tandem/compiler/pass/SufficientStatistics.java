package dev.tandem.compiler.pass;

import dev.tandem.compiler.pass.LinearMean.Slot;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns the rows of a linear model with normal errors into as few as it has unknowns.
 *
 * <p>The data enter such a density by {@code sum of (y[i] - X[i,] b)^2} alone, which is a quadratic function of b: with the
 * triangle R and the column z of a QR factorisation of X and y it is {@code |z - R b|^2 + rest}. Rows are put together that
 * have the same unknowns in them: all rows of a regression, the rows of each group where groups have intercepts or slopes
 * of their own. Nothing is squared on the way, so that covariates that are nearly collinear lose no digits by it.
 */
public final class SufficientStatistics implements Pass {
    /** Shorter loops are not worth it. */
    private static final int SHORTEST = 8;

    /** Work to rotate rows, in multiplications: some tenths of a second. */
    private static final double MOST_WORK = 3e8;

    @Override
    public String name() {
        return "sufficient-statistics";
    }

    @Override
    public String reason() {
        return "The rows of a linear model with normal errors become as few as it has unknowns, or each of its groups has.";
    }

    @Override
    public Program apply(Program program) {
        return new Search(program).run();
    }

    /** A summand of a factor: a number times the square of a linear term times the rest. */
    record Square(Term square, double factor, Term rest) {}

    private static final class Search {
        private final Program program;
        private final Terms terms;
        private final LinearMean.Reader means;
        private final RowFactors rows;

        Search(Program program) {
            this.program = program;
            terms = program.terms();
            means = new LinearMean.Reader(program);
            rows = new RowFactors(program);
        }

        Program run() {
            Draft draft = program.edit();
            List<Step.Contribution> factors = new ArrayList<>();
            for (Step.Contribution step : draft.factors) {
                step.visit(factor -> factors.addAll(reduced(factor).orElseGet(() -> List.of(factor))), factors::add);
            }
            draft.factors.clear();
            draft.factors.addAll(factors);
            if (!rows.made().isEmpty()) {
                draft.blocks.add(Program.Block.plain(rows.made()));
            }
            return draft.finish();
        }

        /** Factors in the place of one that has the square of a linear term in it. */
        private Optional<List<Step.Contribution>> reduced(Step.Factor factor) {
            ConstantParts parts = new ConstantParts(terms, factor.nest());
            int iterations = parts.iterations().orElse(0);
            if (iterations < SHORTEST || factor.value().discrete()) {
                return Optional.empty();
            }
            Term others = terms.number(0);
            Optional<Square> square = Optional.empty();
            for (Map.Entry<Term, Integer> summand : ConstantParts.summands(factor.value())) {
                Optional<Square> found = square.isPresent()
                        ? Optional.empty()
                        : square(summand.getKey(), summand.getValue(), factor.nest());
                if (found.isPresent()) {
                    square = found;
                } else {
                    others = summand.getValue() > 0
                            ? terms.add(others, summand.getKey())
                            : terms.subtract(others, summand.getKey());
                }
            }
            Term rest = others;
            return square.flatMap(found -> fewer(factor, found, parts, iterations))
                    .map(found -> {
                        if (!rest.isNumber(0)) {
                            found.add(0, factor.with(rest));
                        }
                        return found;
                    });
        }

        /** The summand as a number times a square times the rest, if it is that. */
        private Optional<Square> square(Term summand, int sign, Nest nest) {
            List<Term> factors = new ArrayList<>();
            collect(summand, factors);
            double number = sign;
            Term rest = terms.number(1);
            Term squared = null;
            for (int i = 0; i < factors.size(); i++) {
                Term each = factors.get(i);
                boolean moves =
                        nest.ranges().stream().anyMatch(range -> each.binders().contains(range.counter()));
                if (each.op() == Term.Op.NUMBER) {
                    number *= each.constant();
                } else if (squared == null && moves && each.active() && factors.lastIndexOf(each) > i) {
                    squared = each;
                    factors.remove(factors.lastIndexOf(each));
                } else {
                    rest = terms.multiply(rest, each);
                }
            }
            return squared == null ? Optional.empty() : Optional.of(new Square(squared, number, rest));
        }

        private static void collect(Term term, List<Term> factors) {
            if (term.op() == Term.Op.MULTIPLY) {
                collect(term.argument(0), factors);
                collect(term.argument(1), factors);
            } else {
                factors.add(term);
            }
        }

        /** Fewer rows in the place of all, if the square is that of a linear term and its rows can be put together. */
        private Optional<List<Step.Contribution>> fewer(
                Step.Factor factor, Square square, ConstantParts parts, int iterations) {
            LinearMean mean = means.read(square.square(), factor.nest());
            int columns = mean.columns();
            boolean affordable = (double) iterations * columns * columns <= MOST_WORK;
            if (!mean.possible() || !affordable) {
                return Optional.empty();
            }
            boolean possible = parts.add(square.rest());
            int precision = parts.width();
            List<Slot> all = new ArrayList<>();
            List<Slot> common = new ArrayList<>();
            for (Slot slot : mean.slots()) {
                possible &= slot.binder() == null
                        ? parts.add(slot.unknown())
                        : parts.add(slot.unknown(), slot.binder(), slot.first(), slot.first() + slot.count() - 1);
                (LinearMean.moves(slot.unknown(), factor.nest()) ? all : common).add(slot);
            }
            if (!possible) {
                return Optional.empty();
            }
            all.addAll(common);
            return new RotatedRows(mean, all, common, precision, parts, iterations)
                    .reduce()
                    .map(reduced -> {
                        List<Step.Contribution> factors = new ArrayList<>();
                        factors.addAll(rows.factors(factor, square, all, parts, reduced.apart()));
                        factors.addAll(rows.factors(factor, square, common, parts, reduced.shared()));
                        factors.addAll(rows.factors(factor, square, List.of(), parts, reduced.rests()));
                        return factors;
                    });
        }
    }
}
