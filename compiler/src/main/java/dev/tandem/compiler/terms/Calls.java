package dev.tandem.compiler.terms;

import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Method;
import dev.tandem.distributions.catalogue.Slope;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.LinkedCounts;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.special.FastExponential;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The static methods of doubles that terms may call, each with its derivatives and what it makes of intervals. */
public final class Calls {
    /** The derivative of a call by one argument. */
    @FunctionalInterface
    public interface Rule {
        Term partial(Terms terms, Term call);
    }

    /** What a call is in other terms, where its arguments are such that it is something simpler; else null. */
    @FunctionalInterface
    private interface Simplification {
        Term of(Terms terms, List<Term> arguments);
    }

    /** A static method with a derivative rule per argument, or none where it has no derivative. */
    public static final class Function {
        private static final Simplification NONE = (terms, arguments) -> null;

        private final Method method;
        private final List<Optional<Rule>> rules;
        private final List<Boolean> differentiable;
        private final IntervalRule intervals;
        private final boolean vanishing;
        private final Simplification simplification;

        private Function(
                Method method,
                List<Optional<Rule>> rules,
                IntervalRule intervals,
                boolean vanishing,
                Simplification simplification) {
            this.method = method;
            this.rules = List.copyOf(rules);
            this.differentiable = rules.stream().map(Optional::isPresent).toList();
            this.intervals = intervals;
            this.vanishing = vanishing;
            this.simplification = simplification;
        }

        private Function(Method method, List<Optional<Rule>> rules) {
            this(method, rules, IntervalRule.points(method::apply), false, NONE);
        }

        private Function enclosing(IntervalRule rule) {
            return new Function(method, rules, rule, vanishing, simplification);
        }

        /** With a rule that may prove that the value is minus infinity, though continuous unknowns are among the arguments. */
        private Function vanishing(IntervalRule rule) {
            return new Function(method, rules, rule, true, simplification);
        }

        private Function simplified(Simplification rule) {
            return new Function(method, rules, intervals, vanishing, rule);
        }

        /** What the call is in other terms; null if it is no simpler. */
        Term simplified(Terms terms, List<Term> arguments) {
            return simplification.of(terms, arguments);
        }

        public Class<?> owner() {
            return method.owner();
        }

        public String method() {
            return method.name();
        }

        boolean differentiable(int argument) {
            return differentiable.get(argument);
        }

        Term partial(Terms terms, Term call, int argument) {
            return rules.get(argument).orElseThrow().partial(terms, call);
        }

        public double apply(double... arguments) {
            return method.apply(arguments);
        }

        /** What it makes of intervals. */
        public IntervalRule intervals() {
            return intervals;
        }

        /** Whether intervals may prove that it is minus infinity, whatever its arguments are that move. */
        public boolean vanishing() {
            return vanishing;
        }

        /** A method means one thing, with derivatives or without. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Function function
                    && method.equals(function.method)
                    && differentiable.equals(function.differentiable);
        }

        @Override
        public int hashCode() {
            return Objects.hash(method, differentiable);
        }

        @Override
        public String toString() {
            return method.toString();
        }
    }

    /** The functions of the language, by what generated code calls for them. */
    private static final Map<Method, Function> LANGUAGE = Map.copyOf(language());

    public static final Function EXP = of(Functions.EXP);
    public static final Function LOG = of(Functions.LOG);
    public static final Function SQRT = of(Functions.SQRT);
    public static final Function ABS = of(Functions.ABS);

    /** exp(x) for x that is not positive; it takes what is below its reach for the end of it. */
    public static final Function EXP_OF_NON_POSITIVE = ruled(FastExponential.class, "ofNonPositive", (t, c) -> c)
            .enclosing(IntervalRule.one(x -> {
                Interval exp = Functions.EXP.rule().of(x);
                return new Interval(exp.low(), Math.max(exp.high(), 1e-300), false, exp.nan());
            }));

    /** 1 where the first argument is negative, the second elsewhere. */
    static final Function ONE_IF_NEGATIVE = plain(FastExponential.class, "oneIfNegative", 2);

    /** A number from 0 to 1, of whose logarithms sums are made by products; none is below 1e-150. */
    public static final Function SUCCESS_OR_ONE = plain(LinkedCounts.class, "successOrOne", 2);

    public static final Function LOG_CHOOSE =
            plain(Counts.class, "logChoose", 2).vanishing(IntervalRule.two(Counts::logChoose));
    public static final Function LOG_FACTORIAL =
            plain(Counts.class, "logFactorial", 1).enclosing(IntervalRule.one(Counts::logFactorial));
    public static final Function TIMES_LOG = ruled(
                    Counts.class,
                    "timesLog",
                    null,
                    (t, c) -> t.call(plain(Counts.class, "ratio", 2), c.argument(0), c.argument(1)))
            .vanishing(IntervalRule.two(Counts::timesLog));
    /** That product where the logarithm is at hand. */
    public static final Function TIMES = ruled(Counts.class, "times", null, (t, c) -> c.argument(0));

    /** A product that is zero where one factor is, and the other infinite. */
    public static final Function PRODUCT = ruled(
                    Counts.class, "product", (t, c) -> c.argument(1), (t, c) -> c.argument(0))
            .enclosing(IntervalRule.two(Counts::product));

    /** The log probability of 0 or 1, by the probability of 1. */
    public static final Function LOG_BERNOULLI = ruled(
                    Counts.class, "logBernoulli", null, sameArguments(Bernoulli.class, "d1", 2))
            .vanishing(IntervalRule.two(Counts::logBernoulli));

    /** The log probability of 0 or 1, by the logit of a probability of 1 that is thinned. */
    public static final Function LOG_THINNED = ruled(
                    Counts.class, "logThinned", null, null, sameArguments(Counts.class, "logThinnedByLogit", 3))
            .vanishing(a -> Counts.logThinned(a.interval(0), a.interval(1), a.interval(2)))
            .simplified(Calls::unthinned);

    private Calls() {}

    /** log(exp(a)) is a, where the exponential might overflow too. */
    private static Term ofExponential(Terms terms, List<Term> arguments) {
        Term argument = arguments.get(0);
        return argument.op() == Term.Op.CALL && argument.call().equals(EXP) ? argument.argument(0) : null;
    }

    /** What is there for sure is seen or not by a logit; what is not there is never seen. */
    private static Term unthinned(Terms terms, List<Term> arguments) {
        Term x = arguments.get(0);
        if (arguments.get(1).isNumber(1)) {
            return terms.logBernoulliOfLogit(x, arguments.get(2));
        }
        return arguments.get(1).isNumber(0) ? terms.call(LOG_BERNOULLI, x, terms.number(0)) : null;
    }

    private static Map<Method, Function> language() {
        Map<Method, Function> map = new HashMap<>();
        for (dev.tandem.distributions.catalogue.Function row : Functions.all()) {
            row.method().ifPresent(method -> {
                List<Optional<Rule>> rules = new ArrayList<>();
                for (int i = 0; i < method.arity(); i++) {
                    Slope slope = row.slope(i);
                    rules.add(slope.exists() ? Optional.of((t, c) -> slope.in(new InTerms(t, c))) : Optional.empty());
                }
                Simplification simple = row == Functions.LOG ? Calls::ofExponential : Function.NONE;
                map.put(method, new Function(method, rules, row.rule(), row == Functions.LOG, simple));
            });
        }
        return map;
    }

    /** A function of single numbers. */
    public static Function of(dev.tandem.distributions.catalogue.Function row) {
        return row.method()
                .map(LANGUAGE::get)
                .orElseThrow(() -> new IllegalArgumentException(row + " is not one of single numbers"));
    }

    /** Works slopes out as terms. */
    private record InTerms(Terms terms, Term call) implements Slope.Arithmetic<Term> {
        @Override
        public Term value() {
            return call;
        }

        @Override
        public Term argument(int i) {
            return call.argument(i);
        }

        @Override
        public Term number(double value) {
            return terms.number(value);
        }

        @Override
        public Term negative(Term a) {
            return terms.negate(a);
        }

        @Override
        public Term minus(Term a, Term b) {
            return terms.subtract(a, b);
        }

        @Override
        public Term times(Term a, Term b) {
            return terms.multiply(a, b);
        }

        @Override
        public Term over(Term a, Term b) {
            return terms.divide(a, b);
        }

        @Override
        public Term call(Class<?> owner, String method) {
            Function plain = plain(owner, method, call.arguments().size());
            // The derivative of the sine is the cosine, which has a derivative itself.
            return terms.call(
                    LANGUAGE.getOrDefault(plain.method, plain), call.arguments().toArray(new Term[0]));
        }
    }

    /** A method without derivatives. */
    public static Function plain(Class<?> owner, String method, int arity) {
        return new Function(new Method(owner, method, arity), Collections.nCopies(arity, Optional.empty()));
    }

    /** A method with one rule for each argument, null where it has no derivative. */
    public static Function ruled(Class<?> owner, String method, Rule... rules) {
        List<Optional<Rule>> list = new ArrayList<>();
        for (Rule rule : rules) {
            list.add(Optional.ofNullable(rule));
        }
        return new Function(new Method(owner, method, rules.length), list);
    }

    /** A rule that calls another static method with the same arguments. */
    public static Rule sameArguments(Class<?> owner, String method, int arity) {
        Function derivative = plain(owner, method, arity);
        return (t, c) -> t.call(derivative, c.arguments().toArray(new Term[0]));
    }

    /** The log density of a scalar distribution, of the value and its parameters. */
    public static Function logDensity(ScalarDistribution d) {
        int arity = d.parameters().size() + 1;
        Rule[] rules = new Rule[arity];
        for (int i = 0; i < arity; i++) {
            if (d.differentiable(i)) {
                rules[i] = sameArguments(d.owner(), "d" + i, arity);
            }
        }
        return ruled(d.owner(), "logDensity", rules);
    }
}
