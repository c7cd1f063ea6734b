package dev.tandem.paper.trees;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Aligned sequences as the distinct columns that they have, each with how often it occurs. */
final class Alignment {
    /** Bases are 0 to 3; a base that is not known is this. */
    static final int UNKNOWN = -1;

    private final int taxa;
    private final int[][] patterns;
    private final double[] counts;

    /** From sequences, one for each taxon, of the same length. */
    Alignment(int[][] sequences) {
        taxa = sequences.length;
        if (taxa < 4 || taxa > 60) {
            throw new IllegalArgumentException("a tree has 4 to 60 taxa here, not " + taxa);
        }
        Map<String, int[]> columns = new LinkedHashMap<>();
        Map<String, Integer> occurrences = new LinkedHashMap<>();
        for (int site = 0; site < sequences[0].length; site++) {
            int[] column = new int[taxa];
            for (int taxon = 0; taxon < taxa; taxon++) {
                column[taxon] = sequences[taxon][site];
            }
            String key = Arrays.toString(column);
            columns.putIfAbsent(key, column);
            occurrences.merge(key, 1, Integer::sum);
        }
        patterns = columns.values().toArray(int[][]::new);
        counts = occurrences.values().stream().mapToDouble(count -> count).toArray();
    }

    /** Sequences that a tree brings forth under the model of Jukes and Cantor. */
    static Alignment simulated(Phylogeny tree, double[] lengths, int sites, Randomness random) {
        int[][] sequences = new int[tree.taxa()][sites];
        for (int site = 0; site < sites; site++) {
            int[] base = new int[2 * tree.taxa() - 2];
            evolve(tree, tree.root(), random.below(4), lengths, base, random);
            for (int taxon = 0; taxon < tree.taxa(); taxon++) {
                sequences[taxon][site] = base[taxon];
            }
        }
        return new Alignment(sequences);
    }

    private static void evolve(Phylogeny tree, int edge, int from, double[] lengths, int[] base, Randomness random) {
        base[tree.near(edge)] = from;
        // With this probability something happened on the way, and then every base is equally likely.
        boolean changed = random.uniform() < -Elementary.expm1(-4 * lengths[edge] / 3);
        int to = changed ? random.below(4) : from;
        base[tree.far(edge)] = to;
        for (int next = 0; next < tree.edges(); next++) {
            if (tree.near(next) == tree.far(edge)) {
                evolve(tree, next, to, lengths, base, random);
            }
        }
    }

    int taxa() {
        return taxa;
    }

    int patterns() {
        return patterns.length;
    }

    int base(int pattern, int taxon) {
        return patterns[pattern][taxon];
    }

    double count(int pattern) {
        return counts[pattern];
    }

    int sites() {
        return (int) Arrays.stream(counts).sum();
    }
}
