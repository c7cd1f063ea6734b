package dev.tandem.compiler.lower;

import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Optional;

/** Unknowns of 0 and 1 that the model does not have, for the graphs that are written anew with them. */
final class Coins {
    private static final String NAME = Distributions.all().stream()
            .filter(distribution -> distribution.is(Bernoulli.class))
            .findFirst()
            .orElseThrow()
            .name();

    private Coins() {}

    /** The statement that the target is 1 with this chance, and else 0. */
    static Statement of(Expression.Reference target, Expression chance, SourceSpan span) {
        return new Statement.Stochastic(
                target, new DistributionCall(NAME, NAME, List.of(chance), span), Optional.empty(), span);
    }
}
