package dev.tandem.compiler.sum;

import java.util.List;

/**
 * Counts of which each depends on one other: those of a population from year to year. Parents come before children, the
 * first node has no parent. Immutable, and shared by all chains of a run.
 *
 * @param nodes the counts that are summed over
 * @param plus for each count of the model the node that it is
 * @param minus the node that is taken away from that, -1 if none is: what was added, as the sum without the rest
 * @param members for each chain that is equal to this one the numbers of its counts, one after the other
 */
@SuppressWarnings("ArrayRecordComponent")
public record CountChain(List<Node> nodes, int[] plus, int[] minus, int[] members) {
    /** How a count depends on its parent. */
    public enum Kind {
        /** A binomial part of it. */
        PART,
        /** The parent and what was added, which has weights of its own. */
        SUM,
        /** A Poisson count with a mean in proportion to the parent. */
        OFFSPRING
    }

    /**
     * A summand of a slope.
     *
     * @param array which array of slopes it stands in
     * @param place where in it
     * @param sign 1 or -1
     */
    public record Slope(int array, int place, int sign) {}

    /**
     * A count.
     *
     * @param weights what the count itself weighs, beside its parent
     * @param slopes the slopes of that
     * @param parent its parent, -1 for the first node
     * @param link the number of what ties it to its parent, equal for equal ones
     */
    public record Node(CountWeights weights, List<Slope> slopes, int parent, int link) {
        public Node {
            slopes = List.copyOf(slopes);
        }
    }

    /**
     * How a count depends on its parent.
     *
     * @param ofParent slopes of the parent
     * @param ofChild slopes of the count; of what was added, in a sum
     * @param added the weights of what was added, null if nothing is
     */
    public record Link(Kind kind, List<Slope> ofParent, List<Slope> ofChild, CountWeights added) {
        public Link {
            ofParent = List.copyOf(ofParent);
            ofChild = List.copyOf(ofChild);
        }
    }

    /** How many chains are equal to this one, itself included. */
    public int multiplicity() {
        return members.length / plus.length;
    }
}
