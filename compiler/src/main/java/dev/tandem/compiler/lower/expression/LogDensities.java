package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Counts;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.Beta;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.distributions.scalar.Exponential;
import dev.tandem.distributions.scalar.Gamma;
import dev.tandem.distributions.scalar.LinkedCounts;
import dev.tandem.distributions.scalar.LogNormal;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Poisson;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.scalar.StudentT;
import dev.tandem.distributions.scalar.Truncation;
import dev.tandem.distributions.scalar.Uniform;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.NormalLogarithm;
import dev.tandem.language.syntax.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Log densities of scalar distributions as terms. The common ones are spelt out, so that what does not change in a loop
 * (the logarithm of a precision, a normalising constant) is computed before it; the others are calls.
 */
public final class LogDensities {
    private static final double HALF_LOG_TWO_PI = 0.5 * Elementary.log(2 * Math.PI);
    private static final Calls.Function LOG_NORMAL_INTEGRAL =
            Calls.ruled(NormalLogarithm.class, "of", Calls.sameArguments(NormalLogarithm.class, "slope", 1));

    /** A log density in terms; null where it is better called. */
    @FunctionalInterface
    private interface Spelling {
        Term density(Term x, List<Term> p, boolean inside);
    }

    private final Terms terms;
    private final Storages storages;
    private final Map<Class<?>, Spelling> spellings = spellings();

    public LogDensities(Terms terms, Storages storages) {
        this.terms = terms;
        this.storages = storages;
    }

    /**
     * The log density at x.
     *
     * @param inside whether x is known to lie in the support, being an unknown that is kept there
     */
    public Term logDensity(ScalarDistribution d, Term x, List<Term> p, boolean inside) {
        Spelling spelling = spellings.get(d.owner());
        Term spelt = spelling == null ? null : spelling.density(x, p, inside);
        if (spelt != null) {
            return spelt;
        }
        Term[] all = new Term[p.size() + 1];
        all[0] = x;
        for (int i = 0; i < p.size(); i++) {
            all[i + 1] = p.get(i);
        }
        return terms.call(Calls.logDensity(d), all);
    }

    /** The densities that are spelt out, by the classes of their arithmetic. */
    private Map<Class<?>, Spelling> spellings() {
        return Map.ofEntries(
                Map.entry(Normal.class, (x, p, inside) -> normal(x, p.get(0), p.get(1))),
                Map.entry(
                        Exponential.class,
                        (x, p, inside) -> inside ? terms.subtract(log(p.get(0)), terms.multiply(p.get(0), x)) : null),
                Map.entry(
                        Gamma.class,
                        (x, p, inside) -> inside && positive(p.get(0)) ? gamma(x, p.get(0), p.get(1)) : null),
                Map.entry(
                        Beta.class,
                        (x, p, inside) -> inside && positive(p.get(0)) && positive(p.get(1))
                                ? beta(x, p.get(0).constant(), p.get(1).constant())
                                : null),
                Map.entry(
                        StudentT.class,
                        (x, p, inside) -> positive(p.get(2))
                                ? student(x, p.get(0), p.get(1), p.get(2).constant())
                                : null),
                Map.entry(
                        Uniform.class,
                        (x, p, inside) -> inside ? terms.negate(log(terms.subtract(p.get(1), p.get(0)))) : null),
                Map.entry(
                        LogNormal.class,
                        (x, p, inside) -> inside ? terms.subtract(normal(log(x), p.get(0), p.get(1)), log(x)) : null),
                Map.entry(Bernoulli.class, (x, p, inside) -> bernoulli(x, p.get(0))),
                Map.entry(Binomial.class, (x, p, inside) -> binomial(x, p.get(0), p.get(1))),
                Map.entry(Poisson.class, (x, p, inside) -> poisson(x, p.get(0))));
    }

    /** Student's t with known degrees of freedom, whose gamma functions are then a number. */
    private Term student(Term x, Term mean, Term precision, double degrees) {
        double constant = -0.5 * Elementary.log(degrees) - GammaFunction.logBeta(0.5 * degrees, 0.5);
        Term z = terms.subtract(x, mean);
        Term scaled = terms.multiply(terms.multiply(terms.number(1 / degrees), precision), terms.multiply(z, z));
        Term kernel = terms.multiply(terms.number(0.5 * (degrees + 1)), log(terms.add(terms.number(1), scaled)));
        Term scale = terms.multiply(terms.number(0.5), log(precision));
        return terms.subtract(terms.add(scale, terms.number(constant)), kernel);
    }

    private Term poisson(Term x, Term mean) {
        Optional<Term> log = storages.predictorOf(mean, Link.LOG, terms);
        Term logs = log.isPresent() ? terms.multiply(x, log.get()) : terms.call(Calls.TIMES_LOG, x, mean);
        return terms.subtract(terms.subtract(logs, mean), terms.call(Calls.LOG_FACTORIAL, x));
    }

    /** Counts of successes whose probability has a link other than the logit; without the binomial coefficient. */
    private Optional<Term> linked(Term x, Term probability, Term size) {
        Optional<Term> cloglog = storages.predictorOf(probability, Link.CLOGLOG, terms);
        if (cloglog.isPresent() && size.isNumber(1)) {
            return cloglog.map(predictor -> cloglogOfOne(x, predictor));
        }
        if (cloglog.isPresent()) {
            return Optional.of(terms.call(
                    Calls.ruled(
                            LinkedCounts.class,
                            "ofCloglog",
                            null,
                            null,
                            Calls.sameArguments(LinkedCounts.class, "ofCloglogBy", 3)),
                    x,
                    size,
                    cloglog.get()));
        }
        return storages.predictorOf(probability, Link.PROBIT, terms)
                .map(predictor -> size.isNumber(1) ? probitOfOne(x, predictor) : probit(x, size, predictor));
    }

    /** One trial: the log probability that a normal number falls on the side where it was seen. */
    private Term probitOfOne(Term x, Term predictor) {
        Term side = terms.subtract(terms.multiply(terms.number(2), x), terms.number(1));
        return terms.call(LOG_NORMAL_INTEGRAL, terms.multiply(side, predictor));
    }

    /** One trial: the logarithm of 1 - exp(-rate) after a success, and minus the rate after a failure. */
    private Term cloglogOfOne(Term x, Term predictor) {
        Term within = terms.call(Calls.plain(LinkedCounts.class, "within", 1), predictor);
        Term rate = terms.call(Calls.plain(FastExponential.class, "of", 1), within);
        Term success = terms.call(Calls.plain(FastExponential.class, "complementOfNonPositive", 1), terms.negate(rate));
        Term beyond = terms.call(Calls.plain(LinkedCounts.class, "beyond", 1), predictor);
        Term failures = terms.call(Calls.TIMES, terms.subtract(terms.number(1), x), rate);
        Term value = terms.add(
                terms.subtract(terms.multiply(x, beyond), failures), log(terms.call(Calls.SUCCESS_OR_ONE, x, success)));
        Term slope = terms.call(Calls.plain(LinkedCounts.class, "bySuccess", 2), rate, success);
        return terms.given(value, predictor, terms.subtract(terms.multiply(x, slope), failures));
    }

    private Term probit(Term x, Term size, Term predictor) {
        Term success = terms.call(LOG_NORMAL_INTEGRAL, predictor);
        Term failure = terms.call(LOG_NORMAL_INTEGRAL, terms.negate(predictor));
        return terms.add(
                terms.call(Calls.TIMES, x, success), terms.call(Calls.TIMES, terms.subtract(size, x), failure));
    }

    private Term bernoulli(Term x, Term probability) {
        Optional<Term> linked = linked(x, probability, terms.number(1));
        if (linked.isPresent()) {
            return terms.add(terms.call(Calls.LOG_CHOOSE, terms.number(1), x), linked.get());
        }
        Optional<Term> logit = storages.predictorOf(probability, Link.LOGIT, terms);
        if (logit.isPresent()) {
            return terms.logBernoulliOfLogit(x, logit.get());
        }
        for (int i = 0; i < 2 && probability.op() == Term.Op.MULTIPLY; i++) {
            Optional<Term> thinned = storages.predictorOf(probability.argument(i), Link.LOGIT, terms);
            Term other = probability.argument(1 - i);
            if (thinned.isPresent() && !other.active()) {
                return terms.call(Calls.LOG_THINNED, x, other, thinned.get());
            }
        }
        return terms.call(Calls.LOG_BERNOULLI, x, probability);
    }

    private static boolean positive(Term term) {
        return term.op() == Term.Op.NUMBER && term.constant() > 0;
    }

    private Term log(Term a) {
        return terms.call(Calls.LOG, a);
    }

    private Term normal(Term x, Term mean, Term precision) {
        Term z = terms.subtract(x, mean);
        Term square = terms.multiply(terms.multiply(terms.number(-0.5), terms.multiply(z, z)), precision);
        Term scale = terms.subtract(terms.multiply(terms.number(0.5), log(precision)), terms.number(HALF_LOG_TWO_PI));
        return terms.add(square, scale);
    }

    private Term gamma(Term x, Term shape, Term rate) {
        double r = shape.constant();
        Term density =
                terms.subtract(terms.multiply(terms.number(r), log(rate)), terms.number(GammaFunction.logGamma(r)));
        if (r != 1) {
            density = terms.add(density, terms.multiply(terms.number(r - 1), log(x)));
        }
        return terms.subtract(density, terms.multiply(rate, x));
    }

    private Term beta(Term x, double a, double b) {
        Term density = terms.number(-GammaFunction.logBeta(a, b));
        if (a != 1) {
            density = terms.add(density, terms.multiply(terms.number(a - 1), log(x)));
        }
        if (b != 1) {
            density = terms.add(density, terms.multiply(terms.number(b - 1), log(terms.subtract(terms.number(1), x))));
        }
        return density;
    }

    private Term binomial(Term x, Term probability, Term size) {
        Optional<Term> logit = storages.predictorOf(probability, Link.LOGIT, terms);
        if (logit.isPresent()) {
            Term rest = terms.multiply(terms.real(size), terms.softplus(logit.get()));
            return terms.add(
                    terms.call(Calls.LOG_CHOOSE, size, x),
                    terms.subtract(terms.multiply(terms.real(x), logit.get()), rest));
        }
        Optional<Term> linked = linked(x, probability, size);
        if (linked.isPresent()) {
            return terms.add(terms.call(Calls.LOG_CHOOSE, size, x), linked.get());
        }
        Term successes = terms.call(Calls.TIMES_LOG, x, probability);
        Term failures = terms.call(
                Calls.TIMES_LOG,
                terms.subtract(terms.real(size), terms.real(x)),
                terms.subtract(terms.number(1), probability));
        return terms.add(terms.call(Calls.LOG_CHOOSE, size, x), terms.add(successes, failures));
    }

    /** The log probability of the interval that {@code T(lower, upper)} keeps; a null bound is open. */
    public Term logProbability(ScalarDistribution d, List<Term> p, Term lower, Term upper) {
        Term below = lower == null
                ? terms.number(Double.NEGATIVE_INFINITY)
                : d.discrete() ? terms.call(Calls.plain(Counts.class, "below", 1), lower) : lower;
        Term above = upper == null ? terms.number(Double.POSITIVE_INFINITY) : upper;
        Term value;
        if (upper == null) {
            value = at(d, "logSurvival", below, p);
        } else if (lower == null) {
            value = at(d, "logCumulative", above, p);
        } else {
            value = terms.call(
                    Calls.plain(Truncation.class, "logProbability", 4),
                    at(d, "logCumulative", below, p),
                    at(d, "logSurvival", below, p),
                    at(d, "logCumulative", above, p),
                    at(d, "logSurvival", above, p));
        }
        List<Term> given = new ArrayList<>(List.of(value));
        if (!d.discrete()) {
            Calls.Function byBound = Calls.plain(Truncation.class, "byUpper", 2);
            if (lower != null) {
                given.add(terms.real(lower));
                given.add(terms.negate(terms.call(byBound, at(d, "logDensity", lower, p), value)));
            }
            if (upper != null) {
                given.add(terms.real(upper));
                given.add(terms.call(byBound, at(d, "logDensity", upper, p), value));
            }
        }
        for (int i = 1; i <= p.size(); i++) {
            if (d.has("c" + i) && p.get(i - 1).active()) {
                Term from = lower == null ? terms.number(0) : share(d, i, below, p, value);
                Term to = upper == null ? terms.number(0) : share(d, i, above, p, value);
                given.add(terms.real(p.get(i - 1)));
                given.add(terms.subtract(to, from));
            }
        }
        return terms.given(given.toArray(new Term[0]));
    }

    /**
     * The derivative of the distribution function at x by parameter i, over a probability whose logarithm is given and
     * which may be too small for a double.
     */
    private Term share(ScalarDistribution d, int i, Term x, List<Term> p, Term logProbability) {
        Term movement = movement(d.name(), i, x, p);
        if (movement != null) {
            return terms.call(
                    Calls.plain(Truncation.class, "byMovement", 3),
                    at(d, "logDensity", x, p),
                    logProbability,
                    movement);
        }
        List<Term> scaled = new ArrayList<>(p);
        scaled.add(logProbability);
        if (d.hasScaled("c" + i)) {
            return at(d, "c" + i, x, scaled);
        }
        return terms.call(Calls.plain(Truncation.class, "scaled", 2), at(d, "c" + i, x, p), logProbability);
    }

    /** How a quantile at x moves with a parameter of location, scale or power; null for other parameters. */
    private Term movement(String name, int i, Term x, List<Term> p) {
        Term parameter = p.get(i - 1);
        return switch (name + " " + i) {
            case "dnorm 1", "ddexp 1", "dlogis 1", "dt 1" -> terms.number(1);
            case "dnorm 2", "dt 2" -> halved(terms.divide(terms.subtract(p.get(0), x), parameter));
            case "ddexp 2", "dlogis 2" -> terms.divide(terms.subtract(p.get(0), x), parameter);
            case "dlnorm 1" -> terms.real(x);
            case "dlnorm 2" -> halved(terms.multiply(x, terms.divide(terms.subtract(p.get(0), log(x)), parameter)));
            case "dexp 1", "dgamma 2", "dgen.gamma 2" -> terms.negate(terms.divide(x, parameter));
            case "dgen.gamma 3" ->
                terms.negate(terms.divide(terms.multiply(x, log(terms.multiply(p.get(1), x))), parameter));
            case "dweib 1" -> terms.negate(terms.divide(terms.multiply(x, log(x)), parameter));
            case "dweib 2" -> terms.negate(terms.divide(x, terms.multiply(p.get(0), parameter)));
            case "dpar 1" -> terms.negate(terms.divide(terms.multiply(x, log(terms.divide(x, p.get(1)))), parameter));
            case "dpar 2" -> terms.divide(x, parameter);
            default -> null;
        };
    }

    private Term halved(Term a) {
        return terms.multiply(terms.number(0.5), a);
    }

    private Term at(ScalarDistribution d, String method, Term x, List<Term> p) {
        Term[] all = new Term[p.size() + 1];
        all[0] = x;
        for (int i = 0; i < p.size(); i++) {
            all[i + 1] = p.get(i);
        }
        return terms.call(Calls.plain(d.owner(), method, all.length), all);
    }
}
