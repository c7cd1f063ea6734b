package dev.tandem.compiler.graph;

import dev.tandem.distributions.array.Multinomial;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads a multinomial that is not observed as what it is: a chain of binomials, each of what those before have left.
 *
 * <pre>
 *   x[1:K] ~ dmulti(p[], n)    becomes    x[1] ~ dbin(p[1] / sum(p[1:K]), n)
 *                                         for (k in 2:(K-1)) { x[k] ~ dbin(p[k] / sum(p[k:K]), n - sum(x[1:(k-1)])) }
 *                                         x[K] &lt;- n - sum(x[1:(K-1)])
 * </pre>
 *
 * So its elements are ordinary unknowns that can be sampled, summed out or drawn forwards, and the sum is kept by itself.
 */
final class ChainsOfBinomials {
    private static final String BINOMIAL = Distributions.all().stream()
            .filter(distribution -> distribution.is(Binomial.class))
            .findFirst()
            .orElseThrow()
            .name();

    private ChainsOfBinomials() {}

    /** The chain; the statement itself if it is no such, or if some of its variable is observed. */
    static List<Statement> of(Statement.Relation relation, DataSet data) {
        if (!(relation instanceof Statement.Stochastic stochastic)
                || !stochastic.distribution().distribution().is(Multinomial.class)
                || stochastic.truncation().isPresent()
                || observed(data, stochastic.target().name().text())) {
            return List.of(relation);
        }
        Optional<Part> target = Part.of(stochastic.target());
        Expression weights = stochastic.distribution().arguments().get(0);
        Optional<Part> p = weights instanceof Expression.Reference reference ? Part.of(reference) : Optional.empty();
        return target.isPresent() && p.isPresent() ? chain(stochastic, target.get(), p.get()) : List.of(relation);
    }

    private static boolean observed(DataSet data, String name) {
        DataArray array = data.arrays().get(name);
        return array != null && Arrays.stream(array.toArray()).anyMatch(value -> !Double.isNaN(value));
    }

    /** A reference to several elements in a row along one dimension, the others fixed. */
    record Part(Expression.Reference whole, int dimension, Expression from, Optional<Expression> to) {
        static Optional<Part> of(Expression.Reference reference) {
            SourceSpan span = reference.span();
            Expression one = new Expression.Literal(1, span);
            if (reference.indices().isEmpty()) {
                return Optional.of(new Part(reference, 0, one, Optional.empty()));
            }
            Part found = null;
            for (int d = 0; d < reference.indices().size(); d++) {
                Index index = reference.indices().get(d);
                if (index instanceof Index.Single) {
                    continue;
                }
                if (found != null) {
                    return Optional.empty();
                }
                found = index instanceof Index.Range range
                        ? new Part(reference, d, range.from(), Optional.of(range.to()))
                        : new Part(reference, d, one, Optional.empty());
            }
            return Optional.ofNullable(found);
        }

        Expression.Reference at(Index index) {
            List<Index> indices = new ArrayList<>(whole.indices());
            if (indices.isEmpty()) {
                indices.add(index);
            } else {
                indices.set(dimension, index);
            }
            return new Expression.Subscripted(whole.name(), indices, whole.span());
        }

        Expression.Reference at(Expression place) {
            return at(new Index.Single(place));
        }
    }

    private static List<Statement> chain(Statement.Stochastic statement, Part x, Part p) {
        SourceSpan span = statement.span();
        Expression size = statement.distribution().arguments().get(1);
        Expression one = new Expression.Literal(1, span);
        Expression length = call(Functions.LENGTH.name(), span, p.whole());
        Expression last = x.to().orElse(length);
        Expression lastOfP = p.to().orElse(length);
        Expression.Name k = new Expression.Name(x.whole().name().text() + ".category", span);
        List<Statement> chain = new ArrayList<>();
        Expression second = plus(x.from(), one);
        chain.add(binomial(statement, x.at(x.from()), share(p, p.from(), lastOfP), size));
        // The category of p that belongs to category k of x.
        Expression ofP = plus(k, minus(p.from(), x.from()));
        Expression left = minus(size, sum(x.at(new Index.Range(x.from(), minus(k, one)))));
        chain.add(new Statement.Loop(
                k,
                new Expression.Binary(BinaryOperator.RANGE, second, minus(last, one), span),
                List.of(binomial(statement, x.at(k), share(p, ofP, lastOfP), left)),
                span));
        chain.add(new Statement.Deterministic(
                Optional.empty(),
                x.at(last),
                minus(size, sum(x.at(new Index.Range(x.from(), minus(last, one))))),
                span));
        return chain;
    }

    static Statement.Relation binomial(
            Statement.Stochastic statement, Expression.Reference target, Expression probability, Expression size) {
        return new Statement.Stochastic(
                target,
                new DistributionCall(
                        // Messages are about what was written.
                        statement.distribution().written(),
                        BINOMIAL,
                        List.of(probability, size),
                        statement.distribution().span()),
                Optional.empty(),
                statement.span());
    }

    /** What a category has of the rest; where the rest is nothing, nothing. */
    private static Expression share(Part p, Expression place, Expression last) {
        Expression rest = sum(p.at(new Index.Range(place, last)));
        return share(p.at(place), rest);
    }

    /** A part of the rest; where the rest is nothing, nothing. */
    static Expression share(Expression part, Expression rest) {
        Expression tiny = new Expression.Literal(Double.MIN_NORMAL, rest.span());
        return binary(BinaryOperator.DIVIDE, part, call("max", rest.span(), rest, tiny));
    }

    static Expression sum(Expression of) {
        return call(Functions.SUM.name(), of.span(), of);
    }

    static Expression call(String name, SourceSpan span, Expression... arguments) {
        return new Expression.Call(name, name, List.of(arguments), span);
    }

    static Expression plus(Expression a, Expression b) {
        return binary(BinaryOperator.PLUS, a, b);
    }

    static Expression minus(Expression a, Expression b) {
        return binary(BinaryOperator.MINUS, a, b);
    }

    static Expression binary(BinaryOperator operator, Expression a, Expression b) {
        return new Expression.Binary(operator, a, b, a.span());
    }
}
