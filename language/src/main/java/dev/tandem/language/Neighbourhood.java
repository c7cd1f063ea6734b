package dev.tandem.language;

import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import java.util.List;

/**
 * The neighbours in a conditional autoregression, from which the directions that its unknowns go along are found once the data are
 * known.
 *
 * @param kind which law it is
 * @param node the name of the node
 * @param basis the name of the matrix of directions, a column for each; of bounds the lower one
 * @param scale the name of what belongs to each direction: its precision, or for a proper law its eigenvalue; of bounds the upper one
 * @param neighbours the neighbours of the first area, of the second, and so on
 * @param weights the weight of each neighbour
 * @param counts how many neighbours each area has
 * @param variances of a proper law the conditional variances; otherwise the counts once more
 * @param from the first index of the node
 * @param to the last index of the node
 * @param span where the node stands
 */
public record Neighbourhood(
        Kind kind,
        String node,
        String basis,
        String scale,
        Expression neighbours,
        Expression weights,
        Expression counts,
        Expression variances,
        Expression from,
        Expression to,
        SourceSpan span) {

    /** Which conditional autoregression. */
    public enum Kind {
        /** Intrinsic: only differences between neighbours have a density, and each connected part adds up to zero. */
        INTRINSIC,
        /** Intrinsic, with absolute differences in the place of their squares. */
        ABSOLUTE,
        /** Proper: a multivariate normal. */
        PROPER,
        /** No law: between which numbers the dependence of a proper one must lie. */
        BOUNDS
    }

    /** How many numbers belong to a pair of neighbours: both of them, and their weight. */
    static final int PAIR = 3;

    /** The name of the pairs of neighbours, a row for each; the weight is zero where their difference is an unknown. */
    public String pairs() {
        return node + ".pairs";
    }

    /** The name of the unknowns, one for each direction. */
    public String unknowns() {
        return node + ".car";
    }

    /** The name of the means of a proper law. */
    public String means() {
        // A blank, since texts often have a mean of their own beside it.
        return node + " mean";
    }

    /** What is read of the data. */
    List<Expression> reads() {
        return List.of(neighbours, weights, counts, variances, from, to);
    }
}
