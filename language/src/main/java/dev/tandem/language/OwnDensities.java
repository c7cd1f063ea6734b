package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads distributions that the text defines by their log density, {@code dfoo <- function(x, a) ..}, with a node that is
 * observed on the left. The log density becomes the logarithm of a rate, and a zero is observed from an exponential distribution with
 * that rate, whose log density at zero is just this logarithm:
 *
 * <pre>
 *   y[i] ~ dfoo(a)    becomes    log(rate[i]) &lt;- dfoo(y[i], a)
 *                                zero[i] &lt;- 0
 *                                zero[i] ~ dexp(rate[i])
 * </pre>
 *
 * Both new names have a blank in them, so that no text can use them.
 */
public final class OwnDensities {
    /** The name of a distribution that stands for the log density that is its argument. */
    static final String OWN = "density of the text";

    /** What names end with that have the density of a node. */
    private static final String DENSITY = " density";

    /** The prior that says nothing. */
    static final String FLAT = "dflat";

    /** What names end with that put right the density of an order. */
    static final String ORDER = " order";

    /** What names end with that put right the density of a pair of neighbours. */
    static final String PAIRS = " pairs";

    private static final String ZERO = "dexp";
    private final ProblemList problems;

    private OwnDensities(ProblemList problems) {
        this.problems = problems;
    }

    /** Whether a name is not of the text, but was made for a density of its own. */
    public static boolean isMade(String name) {
        return name.indexOf(' ') >= 0;
    }

    /** Whether what a name stands for is data: a node of the text, or the density that one was given; not what belongs to a prior. */
    public static boolean isData(String name) {
        return !isMade(name) || name.contains(DENSITY);
    }

    /** The name of the density that the text may give a node. */
    public static String densityOf(String node) {
        return node + DENSITY;
    }

    /** The node of the text that a name was made for; other names are their own. */
    public static String nodeOf(String name) {
        return isMade(name) ? name.substring(0, name.indexOf(' ')) : name;
    }

    /** Whether a statement has nothing that the text has: it computes for a density of its own, or puts one right. */
    public static boolean isOnlyMade(Statement.Relation relation) {
        String name = relation.target().name().text();
        return isMade(name)
                && (relation instanceof Statement.Deterministic
                        || name.contains(ORDER)
                        || name.contains(PAIRS)
                        || flatVariable(relation).isPresent());
    }

    /** The model with such distributions written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        OwnDensities densities = new OwnDensities(problems);
        return Replacement.in(model, densities::others);
    }

    /** What stands in the place of a statement, if something does. */
    private Optional<List<Statement>> others(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        if (call.canonical().equals(OWN)) {
            return Optional.of(written(statement));
        }
        return call.written().equals(FLAT) && call.canonical().equals("dnorm")
                ? Optional.of(flat(statement))
                : Optional.empty();
    }

    private List<Statement> written(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        if (statement.truncation().isPresent()) {
            problems.add(
                    statement.truncation().get().span(),
                    call.written() + " cannot be truncated: the text has its density alone",
                    "write what is left between the bounds into the density");
            return List.of();
        }
        for (Index index : statement.target().indices()) {
            if (!(index instanceof Index.Single)) {
                problems.add(
                        statement.target().span(),
                        call.written() + " is a distribution of single numbers",
                        "write a loop over the elements");
                return List.of();
            }
        }
        String node = statement.target().name().text();
        return of(
                densityOf(node), statement.target().indices(), call.arguments().get(0), statement);
    }

    /** A wide normal, and a density that takes away what is not flat in it. */
    private static List<Statement> flat(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        SourceSpan span = call.span();
        List<Statement> all = new ArrayList<>();
        all.add(new Statement.Stochastic(
                statement.target(),
                new DistributionCall("dnorm", "dnorm", call.arguments(), span),
                // What is flat is not divided by anything: bounds are nothing but bounds.
                statement
                        .truncation()
                        .map(t -> new Truncation(Truncation.Kind.CENSORING, t.lower(), t.upper(), t.span())),
                statement.span()));
        Expression half = new Expression.Literal(OtherNames.FLAT_PRECISION / 2, span);
        Expression square = new Expression.Binary(BinaryOperator.TIMES, statement.target(), statement.target(), span);
        Expression rest = new Expression.Binary(BinaryOperator.TIMES, half, square, span);
        String name = statement.target().name().text() + " " + FLAT;
        all.addAll(of(name, statement.target().indices(), rest, statement));
        return all;
    }

    /** The variable that was given a flat prior by a statement that was made for it; empty for other statements. */
    public static Optional<String> flatVariable(Statement.Relation relation) {
        String name = relation.target().name().text();
        int at = name.indexOf(" " + FLAT);
        return at < 0 ? Optional.empty() : Optional.of(name.substring(0, at));
    }

    /** Statements whose log density is an expression. */
    static List<Statement> of(String name, List<Index> indices, Expression logDensity, Statement.Stochastic at) {
        SourceSpan span = at.distribution().span();
        Expression.Reference rate = reference(name, indices, span);
        Expression.Reference zero =
                reference(name + " zero", indices, at.target().span());
        return List.of(
                new Statement.Deterministic(Optional.of(Link.LOG), rate, logDensity, at.span()),
                new Statement.Deterministic(Optional.empty(), zero, new Expression.Literal(0, span), at.span()),
                new Statement.Stochastic(
                        zero, new DistributionCall(ZERO, ZERO, List.of(rate), span), Optional.empty(), at.span()));
    }

    private static Expression.Reference reference(String name, List<Index> indices, SourceSpan span) {
        Expression.Name own = new Expression.Name(name, span);
        return indices.isEmpty() ? own : new Expression.Subscripted(own, indices, span);
    }
}
