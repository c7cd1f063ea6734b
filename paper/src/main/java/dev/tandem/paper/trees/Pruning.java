package dev.tandem.paper.trees;

import dev.tandem.distributions.special.Elementary;

/**
 * The likelihood of a tree under the model of Jukes and Cantor (1969) by Felsenstein's (1981) pruning, with its derivative by
 * every branch in one more walk. An instance owns its scratch space and belongs to one thread.
 *
 * <p>With e = exp(-4 t / 3), a branch of length t keeps its base with probability e and draws it anew otherwise. So a vector
 * v of four is carried along it to e v_i + (1 - e) sum(v) / 4.
 */
final class Pruning {
    private static final int BASES = 4;

    private final Alignment data;
    private final int width;

    /** For each edge and pattern, the likelihood of what lies behind it, by the base at its far end. */
    private final double[][] below;

    /** That likelihood carried along the edge, by the base at its near end. */
    private final double[][] carried;

    /** The likelihood of all that does not lie behind an edge, by the base at its near end. */
    private final double[][] above;

    private final double[] kept;
    private final int[] order;
    private final int[][] next;

    Pruning(Alignment data) {
        this.data = data;
        int edges = Phylogeny.edges(data.taxa());
        width = BASES * data.patterns();
        below = new double[edges][width];
        carried = new double[edges][width];
        above = new double[edges][width];
        kept = new double[edges];
        order = new int[edges];
        next = new int[2 * data.taxa() - 2][2];
    }

    /** The log likelihood, where {@code kept[edge]} is exp(-4 t / 3). */
    double logLikelihoodByKept(Phylogeny tree, double[] keptShares) {
        System.arraycopy(keptShares, 0, kept, 0, kept.length);
        return evaluate(tree);
    }

    /** The log likelihood; {@code slope}, unless it is null, receives its derivatives by the lengths. */
    double logLikelihood(Phylogeny tree, double[] lengths, double[] slope) {
        for (int edge = 0; edge < kept.length; edge++) {
            kept[edge] = Elementary.exp(-4 * lengths[edge] / 3);
        }
        double value = evaluate(tree);
        if (slope != null) {
            differentiate(tree, slope);
        }
        return value;
    }

    private double evaluate(Phylogeny tree) {
        arrange(tree);
        for (int i = order.length - 1; i >= 0; i--) {
            int edge = order[i];
            int node = tree.far(edge);
            if (node < data.taxa()) {
                atLeaf(node, below[edge]);
            } else {
                double[] left = carried[next[node][0]];
                double[] right = carried[next[node][1]];
                for (int j = 0; j < width; j++) {
                    below[edge][j] = left[j] * right[j];
                }
            }
            carry(below[edge], kept[edge], carried[edge]);
        }
        int root = order[0];
        atLeaf(0, above[root]);
        double sum = 0;
        for (int pattern = 0; pattern < data.patterns(); pattern++) {
            sum += data.count(pattern) * Elementary.log(likelihood(root, pattern));
        }
        return sum;
    }

    /** The likelihood of a pattern, up to the share 1/4 of each base, which is a constant. */
    private double likelihood(int edge, int pattern) {
        double sum = 0;
        for (int j = BASES * pattern; j < BASES * (pattern + 1); j++) {
            sum += above[edge][j] * carried[edge][j];
        }
        return sum;
    }

    private void atLeaf(int taxon, double[] vector) {
        for (int pattern = 0; pattern < data.patterns(); pattern++) {
            int base = data.base(pattern, taxon);
            for (int i = 0; i < BASES; i++) {
                vector[BASES * pattern + i] = base == i || base == Alignment.UNKNOWN ? 1 : 0;
            }
        }
    }

    private static void carry(double[] from, double kept, double[] to) {
        for (int j = 0; j < from.length; j += BASES) {
            double mixed = (1 - kept) / BASES * (from[j] + from[j + 1] + from[j + 2] + from[j + 3]);
            for (int i = j; i < j + BASES; i++) {
                to[i] = kept * from[i] + mixed;
            }
        }
    }

    private void differentiate(Phylogeny tree, double[] slope) {
        for (int edge : order) {
            int node = tree.far(edge);
            if (node >= data.taxa()) {
                // What lies above an edge, brought to its far end, and what lies behind the other edge there.
                int left = next[node][0];
                int right = next[node][1];
                carry(above[edge], kept[edge], above[left]);
                for (int j = 0; j < width; j++) {
                    double here = above[left][j];
                    above[left][j] = here * carried[right][j];
                    above[right][j] = here * carried[left][j];
                }
            }
            slope[edge] = 0;
        }
        for (int edge : order) {
            for (int pattern = 0; pattern < data.patterns(); pattern++) {
                int first = BASES * pattern;
                double mean = 0;
                for (int j = first; j < first + BASES; j++) {
                    mean += below[edge][j] / BASES;
                }
                double change = 0;
                for (int j = first; j < first + BASES; j++) {
                    change += above[edge][j] * (below[edge][j] - mean);
                }
                slope[edge] -= data.count(pattern) * 4 / 3 * kept[edge] * change / likelihood(edge, pattern);
            }
        }
    }

    /** Edges in an order in which each comes before those behind it. */
    private void arrange(Phylogeny tree) {
        for (int[] ways : next) {
            ways[0] = -1;
        }
        for (int edge = 0; edge < order.length; edge++) {
            int[] ways = next[tree.near(edge)];
            ways[ways[0] < 0 ? 0 : 1] = edge;
        }
        order[0] = next[0][0];
        int count = 1;
        for (int i = 0; i < count; i++) {
            int node = tree.far(order[i]);
            if (node >= data.taxa()) {
                order[count++] = next[node][0];
                order[count++] = next[node][1];
            }
        }
    }
}
