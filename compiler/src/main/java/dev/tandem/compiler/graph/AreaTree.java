package dev.tandem.compiler.graph;

import dev.tandem.language.Neighbourhood;
import dev.tandem.language.data.DataArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trees that connect the areas of a map, one in each connected part. The differences along their edges are free; with them, and with the
 * sum of each part being zero, all areas are known.
 */
final class AreaTree {
    private final double[][] weights;
    private final Neighbourhood names;
    private final int[] parent;
    /** The areas in the order in which they were reached: each after its parent. */
    private final List<Integer> reached = new ArrayList<>();

    private AreaTree(double[][] weights, Neighbourhood names) {
        this.weights = weights;
        this.names = names;
        parent = new int[weights.length];
    }

    /** The trees of a map with these weights; empty if no area has a neighbour. */
    static Optional<AreaTree> of(double[][] weights, Neighbourhood names) {
        AreaTree tree = new AreaTree(weights, names);
        tree.grow();
        return tree.edges() == 0 ? Optional.empty() : Optional.of(tree);
    }

    /** Breadth first, so that few differences lie between any two areas. */
    private void grow() {
        boolean[] seen = new boolean[weights.length];
        for (int root = 0; root < weights.length; root++) {
            if (seen[root]) {
                continue;
            }
            seen[root] = true;
            parent[root] = -1;
            int next = reached.size();
            reached.add(root);
            while (next < reached.size()) {
                int area = reached.get(next++);
                for (int other = 0; other < weights.length; other++) {
                    if (weights[area][other] != 0 && !seen[other]) {
                        seen[other] = true;
                        parent[other] = area;
                        reached.add(other);
                    }
                }
            }
        }
    }

    private int edges() {
        return (int) reached.stream().filter(area -> parent[area] >= 0).count();
    }

    private int root(int area) {
        int at = area;
        while (parent[at] >= 0) {
            at = parent[at];
        }
        return at;
    }

    private boolean below(int area, int top) {
        int at = area;
        while (at >= 0 && at != top) {
            at = parent[at];
        }
        return at == top;
    }

    /** Adds the matrix that gives the areas by the differences, the weights of these, and all pairs of neighbours. */
    void put(Map<String, DataArray> made) {
        int areas = weights.length;
        int edges = edges();
        double[] basis = new double[areas * edges];
        double[] scale = new double[edges];
        int k = 0;
        for (int child : reached) {
            if (parent[child] < 0) {
                continue;
            }
            scale[k] = weights[child][parent[child]];
            int part = 0;
            int moved = 0;
            for (int i = 0; i < areas; i++) {
                part += root(i) == root(child) ? 1 : 0;
                moved += below(i, child) ? 1 : 0;
            }
            for (int i = 0; i < areas; i++) {
                if (root(i) == root(child)) {
                    basis[k * areas + i] = (below(i, child) ? 1 : 0) - (double) moved / part;
                }
            }
            k++;
        }
        made.put(names.basis(), DataArray.of(new int[] {areas, edges}, basis));
        made.put(names.scale(), DataArray.of(new int[] {edges}, scale));
        made.put(names.pairs(), pairs());
    }

    /** Each pair of neighbours once, with its weight; zero where the tree has it. */
    private DataArray pairs() {
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            for (int j = i + 1; j < weights.length; j++) {
                if (weights[i][j] != 0) {
                    boolean inTree = parent[i] == j || parent[j] == i;
                    rows.add(new double[] {i + 1, j + 1, inTree ? 0 : weights[i][j]});
                }
            }
        }
        double[] byColumn = new double[3 * rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            for (int c = 0; c < 3; c++) {
                byColumn[c * rows.size() + r] = rows.get(r)[c];
            }
        }
        return DataArray.of(new int[] {rows.size(), 3}, byColumn);
    }
}
