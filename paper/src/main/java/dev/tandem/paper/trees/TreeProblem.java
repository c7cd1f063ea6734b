package dev.tandem.paper.trees;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A posterior of trees to compare samplers on: sequences that a tree brought forth, and what is looked at in each draw.
 *
 * @param density the posterior
 * @param truth the splits of the tree that the sequences came from
 */
@SuppressWarnings("ArrayRecordComponent")
public record TreeProblem(TreeDensity density, long[] truth) {
    /** The rate of the branches' prior; a multiple of 4/3, so that small trees have exact posteriors. */
    private static final double RATE = 8;

    /** Sequences of a random tree. */
    public static TreeProblem simulated(int taxa, int sites, long seed) {
        RandomStream random = RandomStream.of(seed, 0);
        Phylogeny tree = new Phylogeny(taxa);
        int[] code = new int[taxa - 3];
        Arrays.setAll(code, i -> 1 + random.below(2 * i + 3));
        tree.decode(code);
        double[] lengths = new double[tree.edges()];
        Arrays.setAll(lengths, edge -> random.exponential() / RATE);
        return new TreeProblem(new TreeDensity(Alignment.simulated(tree, lengths, sites, random), RATE), tree.splits());
    }

    /** Path Hamiltonian Monte Carlo with so many steps of one size; lengths below {@code smoothing} are bent. */
    public Kernel path(double step, int steps, double smoothing) {
        return new PathKernel(density, step, steps, smoothing);
    }

    /** A static trajectory of the logarithms of lengths, with draws among neighbouring shapes between its steps. */
    public Kernel neighbours(double step, int steps) {
        return new NeighbourKernel(density, step, steps);
    }

    /** The exact posterior of what {@link Features} takes down of shapes and branches, by the same names. */
    public Map<String, Double> exact() {
        ExactPosterior posterior = ExactPosterior.of(density);
        Map<String, Double> means = new LinkedHashMap<>();
        double[] kept = posterior.keptByTaxon();
        for (int taxon = 0; taxon < kept.length; taxon++) {
            means.put("kept." + (taxon + 1), kept[taxon]);
        }
        double[] probabilities = posterior.probabilities();
        Phylogeny tree = new Phylogeny(density.data().taxa());
        double[] shares = new double[truth.length];
        int shape = 0;
        for (int[] code : ExactPosterior.codes(tree.taxa())) {
            tree.decode(code);
            long[] splits = tree.splits();
            for (int i = 0; i < truth.length; i++) {
                shares[i] += Arrays.binarySearch(splits, truth[i]) >= 0 ? probabilities[shape] : 0;
            }
            shape++;
        }
        for (int i = 0; i < shares.length; i++) {
            means.put("split." + (i + 1), shares[i]);
        }
        return means;
    }

    /** What is looked at in each draw. */
    public Features features() {
        return new Features();
    }

    /**
     * What is looked at: the length of the tree, the kept share exp(-4 t / 3) of the branch to each taxon, and which splits
     * of the true tree are there. None of it depends on how edges are numbered.
     */
    public final class Features {
        private final Phylogeny tree = new Phylogeny(density.data().taxa());
        private final int[] code = new int[tree.taxa() - 3];
        private final double[] position = new double[tree.edges()];
        private final double[] kept = new double[tree.taxa()];
        private double length;
        private long[] splits = {};

        private Features() {}

        /** Looks at where a cursor stands. */
        public void look(Cursor cursor) {
            cursor.copyValues(code);
            cursor.copyPosition(position);
            tree.decode(code);
            splits = tree.splits();
            length = 0;
            for (int edge = 0; edge < position.length; edge++) {
                double branch = Elementary.exp(position[edge]);
                length += branch;
                int taxon = tree.near(edge) == 0 ? 0 : tree.far(edge);
                if (taxon < kept.length) {
                    kept[taxon] = Elementary.exp(-4 * branch / 3);
                }
            }
        }

        public double length() {
            return length;
        }

        /** The kept share of the branch to a taxon. */
        public double kept(int taxon) {
            return kept[taxon];
        }

        public int taxa() {
            return kept.length;
        }

        /** Whether a split of the true tree is there. */
        public boolean split(int i) {
            return Arrays.binarySearch(splits, truth[i]) >= 0;
        }

        public int splits() {
            return truth.length;
        }
    }
}
