package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.density.Support;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.List;
import java.util.stream.Stream;

/** The values that discrete unknowns can have, as their distributions and what is known of the parameters say. */
public final class Supports {
    /** The largest value of a discrete unknown; one more stands for no end. */
    private static final double LARGEST = Support.UNBOUNDED_ABOVE - 1.0;

    /** Where less than this is within reach, nothing is. */
    private static final double UNREACHABLE = 1e-9;

    private final Graph graph;

    public Supports(Graph graph) {
        this.graph = graph;
    }

    /** The supports of the unknowns of a rule, one for each. */
    public Support[] of(Rule rule, UnknownElements.Found found) {
        Statement.Stochastic relation = Rules.stochastic(rule);
        List<Expression> arguments = relation.distribution().arguments();
        Support[] supports = new Support[found.counters.size()];
        boolean same = sameSupport(rule);
        int[] wanted = {0};
        graph.forEach(rule, (counters, scope) -> {
            if (wanted[0] < supports.length && found.counters.equals(wanted[0], counters)) {
                supports[wanted[0]] = same && wanted[0] > 0 ? supports[0] : support(rule, relation, arguments, scope);
                wanted[0]++;
            }
        });
        return supports;
    }

    /** Whether all sites of a rule surely have the same support, so that it is found once. */
    private boolean sameSupport(Rule rule) {
        if (Rules.stochastic(rule).truncation().isPresent()) {
            return false;
        }
        Values values = Rules.row(rule).values();
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        boolean fixed = Stream.of(values.lower(), values.upper())
                .allMatch(bound ->
                        bound.values().isEmpty() && bound.sizes().stream().allMatch(i -> isWhole(arguments.get(i))));
        // Whether an endless count stays within reach has to be asked of each whose parameters are known.
        return fixed && (!endless(rule) || arguments.stream().anyMatch(e -> Contexts.readsUnknown(graph, rule, e)));
    }

    /** Whether the values of a rule have no end. */
    private static boolean endless(Rule rule) {
        return Rules.row(rule).values().upper().equals(Bound.openAbove());
    }

    /** Whether an argument is a whole variable, the same in every iteration. */
    private static boolean isWhole(Expression argument) {
        return argument instanceof Expression.Reference reference
                && reference.indices().stream().allMatch(index -> index instanceof Index.All);
    }

    private Support support(Rule rule, Statement.Stochastic relation, List<Expression> arguments, Scope scope) {
        Values values = Rules.row(rule).values();
        if (!values.whole()) {
            values.lower().values().forEach(i -> refuseFraction(relation, arguments.get(i), scope));
        }
        Bound.Known known = new Bound.Known() {
            @Override
            public double least(int i) {
                return graph.interval(arguments.get(i), scope).low();
            }

            @Override
            public double greatest(int i) {
                return graph.interval(arguments.get(i), scope).high();
            }

            @Override
            public double size(int i) {
                return length(arguments.get(i), scope);
            }
        };
        double low = Math.ceil(values.lower().least(known));
        double high = Math.floor(values.upper().greatest(known));
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            double least =
                    truncation.lower().map(e -> graph.interval(e, scope).low()).orElse(low);
            double most = truncation.upper().map(e -> upper(e, scope)).orElse(high);
            low = Math.max(low, Math.ceil(least));
            // A count without end reaches no end that is so far away.
            high = most > LARGEST && endless(rule) ? high : Math.min(high, most);
        }
        if (low > high) {
            throw new EvaluationException(
                    rule.target().span(),
                    "no value is possible between " + Numbers.show(low) + " and " + Numbers.show(high),
                    "are the bounds of T(,) in order, and within reach of the distribution?");
        }
        refuseLarge(rule, scope, low, high);
        return between(low, high);
    }

    /** Refuses a discrete unknown whose values do not fit into 32 bits. */
    private void refuseLarge(Rule rule, Scope scope, double low, double high) {
        double end = low > LARGEST ? low : high < Double.POSITIVE_INFINITY ? high : 0;
        boolean below = low > Double.NEGATIVE_INFINITY && low < -LARGEST;
        if (end > LARGEST || below) {
            throw tooLarge(rule, scope, "may be " + Numbers.show(below ? low : end));
        }
        if (high == Double.POSITIVE_INFINITY && endless(rule)) {
            ScalarDistribution d = Rules.row(rule).scalar().orElseThrow();
            List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
            double[] at = new double[arguments.size() + 1];
            at[0] = LARGEST;
            try {
                for (int i = 0; i < arguments.size(); i++) {
                    at[i + 1] = graph.evaluator().scalar(arguments.get(i), scope);
                }
            } catch (MissingValueException unknownParameter) {
                return;
            }
            if (Calls.plain(d.owner(), "cumulative", at.length).apply(at) < UNREACHABLE) {
                throw tooLarge(rule, scope, "is larger than 32 bits hold");
            }
        }
    }

    private EvaluationException tooLarge(Rule rule, Scope scope, String what) {
        Symbol symbol = graph.symbol(rule.targetName());
        String element = symbol.element(graph.positions(rule.target(), scope)[0]);
        return beyond(rule, element, what);
    }

    /** The complaint about a discrete unknown whose values do not fit into 32 bits. */
    public static EvaluationException beyond(Rule rule, String element, String what) {
        return new EvaluationException(
                rule.target().span(),
                element + " is not observed and " + what + ", but discrete unknowns go up to " + Numbers.show(LARGEST),
                "count in thousands, or take a continuous distribution: dnorm is as good for so large a count");
    }

    /** Refuses a value to pick that is not a whole number, where it is not observed which was picked. */
    private void refuseFraction(Statement.Stochastic relation, Expression picked, Scope scope) {
        Interval interval;
        try {
            // One element of data may be whole where others are not.
            double value = graph.evaluator().scalar(picked, scope);
            interval = Interval.between(value, value);
            if (value == Math.rint(value)) {
                return;
            }
        } catch (MissingValueException unknown) {
            interval = graph.interval(picked, scope);
            if (interval.whole()) {
                return;
            }
        }
        throw new EvaluationException(
                picked.span(),
                "where " + relation.distribution().written()
                        + " is not observed its values must be whole numbers, and this may be "
                        + (interval.low() == interval.high()
                                ? Numbers.show(interval.low())
                                : Numbers.range(interval.low(), interval.high())),
                "write k ~ dbern(p) and x <- ifelse(k == 1, a, b) instead of x ~ dpick(p, a, b)");
    }

    private double upper(Expression expression, Scope scope) {
        return Math.floor(graph.interval(expression, scope).high());
    }

    private int length(Expression expression, Scope scope) {
        return graph.length(expression, scope);
    }

    /** Ends that whole numbers of 32 bits do not reach are none. */
    public static Support between(double low, double high) {
        if (Double.isNaN(low) || Double.isNaN(high)) {
            throw new IllegalArgumentException("values between " + low + " and " + high);
        }
        return new Support(
                low < -LARGEST ? Support.UNBOUNDED_BELOW : (int) low,
                high > LARGEST ? Support.UNBOUNDED_ABOVE : (int) high);
    }
}
