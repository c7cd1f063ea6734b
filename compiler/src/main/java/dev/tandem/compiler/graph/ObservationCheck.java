package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Law;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Selection;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.array.Multinomial;
import dev.tandem.distributions.array.SumOfParents;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.Map;
import java.util.Optional;

/**
 * Finds data that the model makes impossible whatever the unknowns, a Bernoulli node that is 3 or a negative count, and
 * parameters that are known and cannot be.
 */
final class ObservationCheck {
    private final Binding binding;
    private final Ranges ranges;
    private final Map<String, Symbol> symbols;
    private final Evaluator evaluator;
    private final Instances instances;
    private final ShapeFinder shapes;

    private ObservationCheck(Binding binding, Ranges ranges) {
        this.binding = binding;
        this.ranges = ranges;
        symbols = binding.symbols();
        evaluator = binding.evaluator();
        instances = new Instances(symbols, evaluator);
        shapes = new ShapeFinder(symbols, evaluator, instances);
    }

    static void run(Binding binding, Ranges ranges) {
        ObservationCheck check = new ObservationCheck(binding, ranges);
        for (Rule rule : binding.rules()) {
            if (rule.relation() instanceof Statement.Stochastic statement) {
                check.check(rule, statement);
            }
        }
        binding.problems().throwIfAny();
    }

    /** One complaint about a statement is enough, however often its loop runs. */
    private void check(Rule rule, Statement.Stochastic statement) {
        Optional<QuickCheck> quick = QuickCheck.of(rule, statement, symbols);
        try {
            instances.forEach(rule, () -> {
                if (quick.isEmpty() || !quick.get().fine(instances.counters())) {
                    check(statement, symbols.get(rule.targetName()));
                }
            });
        } catch (EvaluationException e) {
            binding.problems().add(e);
        }
    }

    private void check(Statement.Stochastic statement, Symbol symbol) {
        Expression.Reference target = statement.target();
        Selection selection = evaluator.select(target, instances, symbol.dims());
        int[] positions = selection.positions(symbol.dims());
        refuseArray(statement, selection, positions.length);
        refuseSum(statement, positions.length);
        Law.checkParameters(statement, evaluator, instances);
        refuseEmpty(statement);
        double[] values = new double[positions.length];
        int known = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = symbol.values()[positions[i]];
            known += symbol.known(positions[i]) ? 1 : 0;
        }
        if (known == 0) {
            return;
        }
        String element = positions.length == 1 ? symbol.element(positions[0]) : selection.show(symbol.name());
        if (known < values.length) {
            if (statement.distribution().distribution().values() == Values.Arrays.REALS) {
                return;
            }
            throw new EvaluationException(
                    target.span(),
                    element + " is observed only in part: " + known + " of " + values.length + " elements",
                    "of the multivariate distributions only dmnorm, dmnorm.vcov, dmt and dmulti may be observed in part; "
                            + binding.problems().origin(symbol));
        }
        Value x = Value.of(selection.dims(), values);
        Optional<String> complaint = Law.complaint(statement, evaluator, instances, this::size, x);
        if (complaint.isPresent()) {
            throw impossible(statement, symbol, element, x, complaint.get());
        }
    }

    /** A distribution of single numbers cannot stand for several at once. */
    private static void refuseArray(Statement.Stochastic statement, Selection selection, int size) {
        DistributionCall call = statement.distribution();
        if (call.distribution().form() == Distribution.Form.SINGLE && size > 1) {
            throw new EvaluationException(
                    statement.target().span(),
                    call.written() + " gives single numbers, and "
                            + selection.show(statement.target().name().text()) + " has " + size + " elements",
                    "write a loop over the elements");
        }
    }

    /** The distribution of a sum adds nodes of its own shape, and not the elements of an array. */
    private void refuseSum(Statement.Stochastic statement, int size) {
        DistributionCall call = statement.distribution();
        if (!call.distribution().is(SumOfParents.class)) {
            return;
        }
        for (Expression argument : call.arguments()) {
            int own = size(argument);
            if (own >= 0 && own != size) {
                String name = statement.target().name().text();
                throw new EvaluationException(
                        argument.span(),
                        call.written() + " adds nodes of the same size, and this has " + own + " elements, " + name
                                + " has " + size,
                        "to add up the elements of an array, write " + name + " <- sum(..)");
            }
        }
    }

    /** Bounds may be in the wrong order, or out of reach. */
    private void refuseEmpty(Statement.Stochastic statement) {
        if (statement.truncation().isPresent()) {
            Interval support = ranges.support(statement, instances);
            if (support.low() > support.high()) {
                throw new EvaluationException(
                        statement.truncation().get().span(),
                        "these bounds leave no value that "
                                + statement.distribution().written() + " can give",
                        "are they in order, the lower one first, and within reach of the distribution?");
            }
        }
    }

    private int size(Expression expression) {
        try {
            return ShapeFinder.size(shapes.shape(expression));
        } catch (MissingValueException unknown) {
            return -1;
        }
    }

    private EvaluationException impossible(
            Statement.Stochastic statement, Symbol symbol, String element, Value x, String complaint) {
        String hint = binding.problems().origin(symbol);
        if (!x.isScalar()) {
            return new EvaluationException(
                    statement.target().span(), element + " cannot be as observed: " + complaint, hint);
        }
        String shown = Numbers.show(x.scalar());
        DistributionCall call = statement.distribution();
        if (Distributions.find(call.written())
                .filter(d -> d.is(Multinomial.class))
                .isPresent()) {
            // One category of a vector that was observed in part.
            return new EvaluationException(
                    statement.target().span(),
                    element + " is " + shown + ", more than the other categories that were counted leave of the "
                            + call.written() + ", or no count",
                    "categories are whole numbers that add up to the number of trials; " + hint);
        }
        String tail = ", not " + shown;
        String said = complaint.endsWith(tail)
                ? complaint.substring(0, complaint.length() - tail.length())
                : complaint.replace(" gives " + shown + " no density", " cannot give that");
        String coding = statement.distribution().distribution().advice(x.scalar());
        return new EvaluationException(
                statement.target().span(),
                element + " is " + shown + ", but " + said,
                coding.isEmpty() ? hint : coding + "; " + hint);
    }
}
