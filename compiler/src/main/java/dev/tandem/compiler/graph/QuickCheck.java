package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.Law;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Tells for most observations of a statement, without making an object, that nothing is wrong with them; the others are
 * looked at closely. Observations come by the million, wrong ones hardly ever.
 */
final class QuickCheck {
    private final DistributionCall call;
    private final Place place;
    private final double[] values;
    private final Formula[] parameters;
    private final boolean someUnknown;
    private final DoublePredicate support;
    private final Formula upper;

    private QuickCheck(
            DistributionCall call,
            Place place,
            double[] values,
            Formula[] parameters,
            boolean someUnknown,
            DoublePredicate support,
            Formula upper) {
        this.call = call;
        this.place = place;
        this.values = values;
        this.parameters = parameters;
        this.someUnknown = someUnknown;
        this.support = support;
        this.upper = upper;
    }

    /** Empty if every observation of the statement needs a close look. */
    static Optional<QuickCheck> of(Rule rule, Statement.Stochastic statement, Map<String, Symbol> symbols) {
        DistributionCall call = statement.distribution();
        Optional<Place> place = Place.of(rule.target(), rule, symbols);
        if (call.distribution().is(Categorical.class) && place.isPresent()) {
            return categorical(rule, call, place.get(), symbols);
        }
        boolean counts =
                call.distribution().is(Binomial.class) && statement.truncation().isEmpty();
        Optional<DoublePredicate> support =
                counts ? Optional.of(x -> x >= 0 && x == Math.rint(x)) : Law.plainSupport(statement);
        if (place.isEmpty() || support.isEmpty() || call.distribution().scalar().isEmpty()) {
            return Optional.empty();
        }
        List<Expression> arguments = call.arguments();
        Formula[] parameters = new Formula[arguments.size()];
        boolean someUnknown = false;
        for (int i = 0; i < parameters.length; i++) {
            if (unknown(arguments.get(i), rule, symbols)) {
                someUnknown = true;
                continue;
            }
            Optional<Formula> formula = Formula.of(arguments.get(i), rule, symbols);
            if (formula.isEmpty()) {
                return Optional.empty();
            }
            parameters[i] = formula.get();
        }
        return Optional.of(new QuickCheck(
                call,
                place.get(),
                symbols.get(rule.targetName()).values(),
                parameters,
                someUnknown,
                support.get(),
                counts ? parameters[1] : null));
    }

    /** A categorical node with unknown weights, whose number is the same everywhere. */
    private static Optional<QuickCheck> categorical(
            Rule rule, DistributionCall call, Place place, Map<String, Symbol> symbols) {
        if (!(call.arguments().get(0) instanceof Expression.Reference weights)
                || rule.isCounter(weights.name().text())) {
            return Optional.empty();
        }
        Symbol symbol = symbols.get(weights.name().text());
        boolean whole = weights.indices().isEmpty();
        if (symbol.someKnown()
                || !(whole || Place.ofPart(weights, rule, symbols).isPresent())) {
            return Optional.empty();
        }
        int count = 1;
        for (int d = 0; d < symbol.dims().length; d++) {
            count *= whole || weights.indices().get(d) instanceof Index.All ? symbol.dims()[d] : 1;
        }
        int categories = count;
        return Optional.of(new QuickCheck(
                call,
                place,
                symbols.get(rule.targetName()).values(),
                new Formula[1],
                true,
                x -> x >= 1 && x <= categories && x == Math.rint(x),
                null));
    }

    /** Whether an expression needs a single number of which no value is known, so that it has none itself. */
    private static boolean unknown(Expression expression, Rule rule, Map<String, Symbol> symbols) {
        if (expression instanceof Expression.Reference reference) {
            Symbol symbol = symbols.get(reference.name().text());
            return !rule.isCounter(reference.name().text())
                    && Place.of(reference, rule, symbols).isPresent()
                    && !symbol.someKnown();
        }
        if (expression instanceof Expression.Unary unary) {
            return unknown(unary.operand(), rule, symbols);
        }
        if (expression instanceof Expression.Binary binary) {
            boolean left = unknown(binary.left(), rule, symbols);
            boolean right = unknown(binary.right(), rule, symbols);
            return (left && right)
                    || (left && Formula.of(binary.right(), rule, symbols).isPresent())
                    || (right && Formula.of(binary.left(), rule, symbols).isPresent());
        }
        return false;
    }

    /** Whether there is surely nothing wrong at an iteration. */
    boolean fine(int[] counters) {
        boolean allKnown = !someUnknown;
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] != null) {
                double value = parameters[i].at(counters);
                if (Double.isNaN(value)) {
                    allKnown = false;
                } else if (!Law.allows(call, i, value)) {
                    return false;
                }
            }
        }
        int position = place.at(counters);
        if (position < 0) {
            return false;
        }
        double x = values[position];
        if (Double.isNaN(x)) {
            return true;
        }
        // With all parameters known the density itself has to be asked.
        return !allKnown && support.test(x) && (upper == null || !(x > upper.at(counters)));
    }
}
