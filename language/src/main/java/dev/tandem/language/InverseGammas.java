package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Optional;

/**
 * Reads the inverse gamma distribution of NIMBLE as what it is, one over a gamma:
 *
 * <pre>
 *   v ~ dinvgamma(shape, scale)    becomes    u ~ dgamma(shape, scale)
 *                                             v &lt;- 1 / u
 * </pre>
 *
 * The name of {@code u} has a blank in it, see {@link OwnDensities#isMade}.
 */
final class InverseGammas {
    static final String NAME = "dinvgamma";

    private static final String GAMMA = "dgamma";
    private final ProblemList problems;

    private InverseGammas(ProblemList problems) {
        this.problems = problems;
    }

    /** The model with such distributions written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        InverseGammas laws = new InverseGammas(problems);
        return Replacement.in(
                model,
                statement -> statement.distribution().written().equals(NAME)
                        ? Optional.of(laws.written(statement))
                        : Optional.empty());
    }

    private List<Statement> written(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        if (call.arguments().size() != 2 || statement.truncation().isPresent()) {
            problems.add(
                    call.nameSpan(),
                    statement.truncation().isPresent()
                            ? NAME + " cannot be truncated here"
                            : NAME + " takes 2 arguments, not "
                                    + call.arguments().size(),
                    "it is " + Parameterization.shown(NAME) + "; a precision with dgamma takes bounds");
            return List.of();
        }
        SourceSpan span = call.span();
        Expression.Name name = new Expression.Name(statement.target().name().text() + " inverse", span);
        List<Index> indices = statement.target().indices();
        Expression.Reference inverse = indices.isEmpty() ? name : new Expression.Subscripted(name, indices, span);
        return List.of(
                new Statement.Stochastic(
                        inverse,
                        new DistributionCall(GAMMA, GAMMA, call.arguments(), span),
                        Optional.empty(),
                        statement.span()),
                new Statement.Deterministic(
                        Optional.empty(),
                        statement.target(),
                        new Expression.Binary(
                                BinaryOperator.DIVIDE,
                                new Expression.Literal(1, span),
                                inverse,
                                statement.target().span()),
                        statement.span()));
    }
}
