package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.Bessel;
import dev.tandem.distributions.ScalarDistribution;
import dev.tandem.language.Expression;
import java.util.ArrayList;
import java.util.List;

/** Functions of single numbers that take more than one call: powers, Bessel functions, densities and quantiles. */
final class FunctionTerms {
    private final Terms terms;

    FunctionTerms(Terms terms) {
        this.terms = terms;
    }

    /** A power; small whole exponents are products. */
    Term power(Term base, Term exponent) {
        Term y = terms.real(exponent);
        if (y.isNumber(1)) {
            return base;
        }
        if (y.isNumber(2)) {
            return terms.multiply(terms.real(base), terms.real(base));
        }
        if (y.isNumber(-1)) {
            return terms.divide(terms.number(1), base);
        }
        if (y.isNumber(-2)) {
            Term x = terms.real(base);
            return terms.divide(terms.number(1), terms.multiply(x, x));
        }
        if (y.isNumber(0.5)) {
            return terms.call(Calls.SQRT, base);
        }
        return terms.call(Calls.power(), base, y);
    }

    Term bessel(Expression.Call call, Term x, Term nu) {
        String name = call.canonical();
        if (nu.active()) {
            throw new EvaluationException(
                    call.arguments().get(1).span(),
                    "the order of " + name + " cannot be a continuous unknown",
                    "there is no derivative by the order");
        }
        return terms.call(
                Calls.ruled(Bessel.class, name, Calls.sameArguments(Bessel.class, name + "By", 2), null), x, nu);
    }

    /** One value of a log density (l), density (d), distribution function (p) or quantile (q). */
    Term probability(ScalarDistribution d, char letter, Term[] parts) {
        Term density = terms.call(Calls.logDensity(d), parts);
        if (letter == 'l') {
            return density;
        }
        if (letter == 'd') {
            return terms.call(Calls.EXP, density);
        }
        String method = letter == 'p' ? "cumulative" : "quantile";
        Term value = terms.call(Calls.plain(d.owner(), method, parts.length), parts);
        if (letter == 'q' && d.discrete()) {
            return value;
        }
        List<Term> given = new ArrayList<>(List.of(value));
        Term[] at = parts.clone();
        if (letter == 'q') {
            at[0] = value;
        }
        Term height = terms.call(Calls.EXP, terms.call(Calls.plain(d.owner(), "logDensity", at.length), at));
        if (!d.discrete()) {
            given.add(parts[0]);
            given.add(letter == 'p' ? height : terms.divide(terms.number(1), height));
        }
        for (int i = 1; i < parts.length; i++) {
            if (d.has("c" + i)) {
                Term byParameter = terms.call(Calls.plain(d.owner(), "c" + i, at.length), at);
                given.add(parts[i]);
                given.add(letter == 'p' ? byParameter : terms.negate(terms.divide(byParameter, height)));
            }
        }
        return terms.given(given.stream().map(terms::real).toArray(Term[]::new));
    }
}
