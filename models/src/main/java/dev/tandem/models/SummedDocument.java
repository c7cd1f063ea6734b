package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.distributions.special.Elementary;

/** One document of the correlated topic model with the topics of its words summed out: eta alone is left. */
final class SummedDocument implements MixedDensity {
    private final Space space;
    private final int topics;
    private final int tokens;
    private final double[] mean;
    private final double[][] precision;

    /** The probability of each token's word in each topic, token by token. */
    private final double[] beta;

    SummedDocument(TopicDocument document) {
        topics = document.topics();
        tokens = document.tokens();
        mean = document.mean();
        precision = document.precision();
        beta = new double[tokens * topics];
        for (int n = 0; n < tokens; n++) {
            for (int k = 0; k < topics; k++) {
                beta[n * topics + k] = Elementary.exp(document.logBeta(n, k + 1));
            }
        }
        space = Space.builder().real("eta", topics - 1).build();
    }

    @Override
    public Space space() {
        return space;
    }

    @Override
    public double sweepCost() {
        return 0;
    }

    @Override
    public Cursor cursor() {
        return new SummedCursor();
    }

    private final class SummedCursor extends Cursor {
        /** The shares of the topics, and how many tokens are expected of each. */
        private final double[] shares = new double[topics];

        private final double[] expected = new double[topics];

        SummedCursor() {
            super(space);
        }

        @Override
        protected double evaluate() {
            return weigh() + prior(null);
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double words = weigh();
            for (int k = 1; k < topics; k++) {
                gradient[k - 1] = expected[k] - tokens * shares[k];
            }
            return words + prior(gradient);
        }

        /** The log probability of the words. */
        private double weigh() {
            double greatest = 0;
            for (int k = 1; k < topics; k++) {
                greatest = Math.max(greatest, q[k - 1]);
            }
            double total = 0;
            for (int k = 0; k < topics; k++) {
                shares[k] = Elementary.exp((k == 0 ? 0 : q[k - 1]) - greatest);
                total += shares[k];
            }
            for (int k = 0; k < topics; k++) {
                shares[k] /= total;
                expected[k] = 0;
            }
            double log = 0;
            for (int n = 0; n < tokens; n++) {
                int row = n * topics;
                double word = 0;
                for (int k = 0; k < topics; k++) {
                    word += shares[k] * beta[row + k];
                }
                log += Elementary.log(word);
                for (int k = 0; k < topics; k++) {
                    expected[k] += shares[k] * beta[row + k] / word;
                }
            }
            return log;
        }

        private double prior(double[] gradient) {
            double square = 0;
            for (int i = 0; i < topics - 1; i++) {
                double pull = 0;
                for (int j = 0; j < topics - 1; j++) {
                    pull += precision[i][j] * (q[j] - mean[j]);
                }
                square += pull * (q[i] - mean[i]);
                if (gradient != null) {
                    gradient[i] -= pull;
                }
            }
            return -0.5 * square;
        }
    }
}
