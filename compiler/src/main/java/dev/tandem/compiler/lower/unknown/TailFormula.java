package dev.tandem.compiler.lower.unknown;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.scalar.Exponential;
import dev.tandem.distributions.scalar.LogNormal;
import dev.tandem.distributions.scalar.Logistic;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Weibull;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The distributions whose probability to lie below a place has a link under which it is an expression of the language. With
 * the link, the logarithms of both probabilities are precise however small they are.
 */
public enum TailFormula {
    EXPONENTIAL(Exponential.class, Link.CLOGLOG, true) {
        @Override
        public Expression below(Expression cut, List<Expression> p, SourceSpan span) {
            return binary(BinaryOperator.PLUS, log(p.get(0), span), log(cut, span), span);
        }
    },
    WEIBULL(Weibull.class, Link.CLOGLOG, true) {
        @Override
        public Expression below(Expression cut, List<Expression> p, SourceSpan span) {
            Expression power = binary(BinaryOperator.TIMES, p.get(0), log(cut, span), span);
            return binary(BinaryOperator.PLUS, log(p.get(1), span), power, span);
        }
    },
    LOG_NORMAL(LogNormal.class, Link.PROBIT, true) {
        @Override
        public Expression below(Expression cut, List<Expression> p, SourceSpan span) {
            return scaled(log(cut, span), p.get(0), call(Functions.SQRT, p.get(1), span), span);
        }
    },
    NORMAL(Normal.class, Link.PROBIT, false) {
        @Override
        public Expression below(Expression cut, List<Expression> p, SourceSpan span) {
            return scaled(cut, p.get(0), call(Functions.SQRT, p.get(1), span), span);
        }
    },
    LOGISTIC(Logistic.class, Link.LOGIT, false) {
        @Override
        public Expression below(Expression cut, List<Expression> p, SourceSpan span) {
            return scaled(cut, p.get(0), p.get(1), span);
        }
    };

    private final Class<?> type;
    private final Link link;
    private final boolean positive;

    TailFormula(Class<?> type, Link link, boolean positive) {
        this.type = type;
        this.link = link;
        this.positive = positive;
    }

    /** The formula of a distribution, if it is among these. */
    public static Optional<TailFormula> of(DistributionCall law) {
        return Arrays.stream(values())
                .filter(formula -> law.distribution().is(formula.type))
                .findFirst();
    }

    public Link link() {
        return link;
    }

    /** Whether all values are positive; then places have to be. */
    public boolean positive() {
        return positive;
    }

    /**
     * The link of the probability to lie below a place.
     *
     * @param p the parameters of the distribution
     */
    public abstract Expression below(Expression cut, List<Expression> p, SourceSpan span);

    private static Expression scaled(Expression cut, Expression mean, Expression scale, SourceSpan span) {
        return binary(BinaryOperator.TIMES, binary(BinaryOperator.MINUS, cut, mean, span), scale, span);
    }

    private static Expression binary(BinaryOperator operator, Expression a, Expression b, SourceSpan span) {
        return new Expression.Binary(operator, a, b, span);
    }

    private static Expression log(Expression argument, SourceSpan span) {
        return call(Functions.LOG, argument, span);
    }

    private static Expression call(Function function, Expression argument, SourceSpan span) {
        return new Expression.Call(function.name(), function.name(), List.of(argument), span);
    }
}
