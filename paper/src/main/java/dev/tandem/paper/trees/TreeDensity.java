package dev.tandem.paper.trees;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;

/**
 * The posterior of a phylogenetic tree under the model of Jukes and Cantor: all shapes equally likely, branch lengths
 * exponential.
 *
 * <p>Unknowns: {@code attached[k]}, the code of the shape (see {@link Phylogeny}), and {@code log.length[edge]}.
 */
public final class TreeDensity implements MixedDensity {
    private final Alignment data;
    private final double rate;
    private final Space space;

    TreeDensity(Alignment data, double rate) {
        this.data = data;
        this.rate = rate;
        Space.Builder builder = Space.builder();
        for (int k = 3; k < data.taxa(); k++) {
            builder.discrete("attached." + (k + 1), Support.categories(2 * k - 3));
        }
        space = builder.real("log.length", Phylogeny.edges(data.taxa())).build();
    }

    Alignment data() {
        return data;
    }

    /** The rate of the prior of the branch lengths. */
    double rate() {
        return rate;
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public Cursor cursor() {
        return new TreeCursor();
    }

    /** Each value of a site asks for the whole likelihood; a gradient costs about two of them. */
    @Override
    public double sweepCost() {
        double values = 0;
        for (int site = 0; site < space.sites(); site++) {
            values += space.support(site).size();
        }
        return values / 2;
    }

    private final class TreeCursor extends Cursor {
        private final Pruning pruning = new Pruning(data);
        private final Phylogeny tree = new Phylogeny(data.taxa());
        private final double[] lengths = new double[space.dimension()];
        private final double[] slope = new double[space.dimension()];
        private boolean reshaped = true;

        TreeCursor() {
            super(space);
        }

        @Override
        protected void assigned(int site, int old) {
            reshaped = true;
        }

        @Override
        protected double evaluate() {
            return evaluate(null);
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double value = evaluate(slope);
            for (int edge = 0; edge < lengths.length; edge++) {
                gradient[edge] = lengths[edge] * (slope[edge] - rate) + 1;
            }
            return value;
        }

        private double evaluate(double[] slopeOrNull) {
            if (reshaped) {
                tree.decode(x);
                reshaped = false;
            }
            double prior = 0;
            for (int edge = 0; edge < lengths.length; edge++) {
                lengths[edge] = Elementary.exp(q[edge]);
                prior += q[edge] - rate * lengths[edge];
            }
            return prior + pruning.logLikelihood(tree, lengths, slopeOrNull);
        }
    }
}
