package dev.tandem.paper.trees;

import java.util.Arrays;

/**
 * The shape of an unrooted binary tree whose leaves are taxa 0, .., n - 1, as 2n - 3 edges that point away from taxon 0.
 *
 * <p>Every shape has one code: taxon k = 3, .., n - 1 is attached to one of the 2k - 3 edges of the tree of the taxa before
 * it. The half of that edge nearer to taxon 0 keeps its number, the far half becomes edge 2k - 3, and the edge to taxon k is
 * edge 2k - 2. The code thus numbers the edges as well.
 */
final class Phylogeny {
    private final int taxa;
    private final int[] near;
    private final int[] far;

    /** Where each edge ends while taxa are taken away to find the code. */
    private final int[] merged;

    private final int[] above;
    private final int[] beside;

    Phylogeny(int taxa) {
        this.taxa = taxa;
        near = new int[edges(taxa)];
        far = new int[edges(taxa)];
        merged = new int[near.length];
        above = new int[taxa];
        beside = new int[taxa];
    }

    static int edges(int taxa) {
        return 2 * taxa - 3;
    }

    int taxa() {
        return taxa;
    }

    int edges() {
        return near.length;
    }

    /** The node where an edge begins, on the side of taxon 0; nodes from {@link #taxa} on are inner ones. */
    int near(int edge) {
        return near[edge];
    }

    int far(int edge) {
        return far[edge];
    }

    /** Whether both ends are inner nodes: such an edge can vanish and let three shapes meet. */
    boolean inner(int edge) {
        return near[edge] >= taxa && far[edge] >= taxa;
    }

    /** Takes the shape of a code: {@code code[k - 3]} counts from 1. */
    void decode(int[] code) {
        near[0] = 0;
        far[0] = taxa;
        for (int k = 1; k < 3; k++) {
            near[k] = taxa;
            far[k] = k;
        }
        for (int k = 3; k < taxa; k++) {
            int edge = code[k - 3] - 1;
            int node = taxa + k - 2;
            near[2 * k - 3] = node;
            far[2 * k - 3] = far[edge];
            far[edge] = node;
            near[2 * k - 2] = node;
            far[2 * k - 2] = k;
        }
    }

    /** Writes the code of the present shape, and for each edge its number in the code. */
    void encode(int[] code, int[] numbers) {
        System.arraycopy(far, 0, merged, 0, far.length);
        for (int k = taxa - 1; k >= 3; k--) {
            // The edge to taxon k is the only one that still ends there; without it its node has one way on.
            int pendant = ending(k);
            int node = near[pendant];
            above[k] = ending(node);
            beside[k] = other(node, pendant);
            merged[above[k]] = merged[beside[k]];
            merged[beside[k]] = -1;
            merged[pendant] = -1;
            numbers[pendant] = 2 * k - 2;
            numbers[beside[k]] = 2 * k - 3;
        }
        for (int k = 1; k < 3; k++) {
            numbers[ending(k)] = k;
        }
        numbers[root()] = 0;
        for (int k = 3; k < taxa; k++) {
            code[k - 3] = numbers[above[k]] + 1;
        }
    }

    private int ending(int node) {
        for (int edge = 0; edge < merged.length; edge++) {
            if (merged[edge] == node) {
                return edge;
            }
        }
        throw new IllegalStateException("no edge ends at node " + node);
    }

    /** The other edge that goes on from a node, of those that are left. */
    private int other(int node, int pendant) {
        for (int edge = 0; edge < near.length; edge++) {
            if (near[edge] == node && edge != pendant && merged[edge] >= 0) {
                return edge;
            }
        }
        throw new IllegalStateException("node " + node + " has one way on");
    }

    /** The edge that begins at taxon 0. */
    int root() {
        for (int edge = 0; edge < near.length; edge++) {
            if (near[edge] == 0) {
                return edge;
            }
        }
        throw new IllegalStateException("no edge begins at taxon 0");
    }

    /**
     * Goes on to the next of the three shapes that meet where an inner edge vanishes, and from the third back to the first: of
     * the three subtrees beside and behind it, another comes to stand beside it. Edges keep their lengths.
     */
    void interchange(int edge) {
        int beside = -1;
        int first = -1;
        int next = -1;
        for (int other = 0; other < near.length; other++) {
            boolean behind = near[other] == far[edge];
            if (behind && first < 0) {
                first = other;
            }
            if (behind && beside >= 0 && next < 0) {
                next = other;
            }
            if (near[other] == near[edge] && other != edge) {
                beside = other;
            }
        }
        near[beside] = far[edge];
        near[next < 0 ? first : next] = near[edge];
    }

    /** The taxa behind an edge, as bits. */
    long behind(int edge) {
        if (far[edge] < taxa) {
            return 1L << far[edge];
        }
        long bits = 0;
        for (int other = 0; other < near.length; other++) {
            if (near[other] == far[edge]) {
                bits |= behind(other);
            }
        }
        return bits;
    }

    /** The splits of the inner edges, in ascending order: what tells shapes apart, whatever their edges are numbered. */
    long[] splits() {
        long[] splits = new long[taxa - 3];
        int count = 0;
        for (int edge = 0; edge < near.length; edge++) {
            if (inner(edge)) {
                splits[count++] = behind(edge);
            }
        }
        Arrays.sort(splits);
        return splits;
    }

    void copy(Phylogeny other) {
        System.arraycopy(other.near, 0, near, 0, near.length);
        System.arraycopy(other.far, 0, far, 0, far.length);
    }
}
