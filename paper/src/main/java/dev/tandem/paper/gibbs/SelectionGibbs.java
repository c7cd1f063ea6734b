package dev.tandem.paper.gibbs;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.VariableSelection;
import dev.tandem.paper.algebra.Cholesky;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Transition;
import java.util.Arrays;

/**
 * The paper's Gibbs sampler for logistic variable selection: all coefficients at once given Polya-Gamma variables
 * (Polson, Scott and Windle 2013), then each indicator in turn given the rest, the variables being forgotten.
 */
public final class SelectionGibbs extends AugmentedGibbs {
    private static final double PRIOR_PRECISION = 1.0 / 25;

    private final VariableSelection density;
    private final int observations;
    private final int predictors;
    private final double[] beta;
    private final int[] active;
    private final double[] linear;
    private final double[] augmented;
    private final double[][] precision;
    private final double[] right;
    private final double[] logWeights = new double[2];
    private final double[] columns;

    public SelectionGibbs(VariableSelection density) {
        super(density.cursor());
        this.density = density;
        observations = density.observations();
        predictors = density.predictors();
        beta = new double[predictors];
        active = new int[predictors];
        linear = new double[observations];
        augmented = new double[observations];
        precision = new double[predictors][predictors];
        right = new double[predictors];
        columns = new double[observations * predictors];
        for (int j = 0; j < predictors; j++) {
            for (int i = 0; i < observations; i++) {
                columns[j * observations + i] = density.predictor(i, j);
            }
        }
    }

    @Override
    void draw(Randomness random, PolyaGamma polyaGamma, Transition outcome) {
        drawCoefficients(random, polyaGamma);
        int changes = 0;
        for (int j = 0; j < predictors; j++) {
            int before = cursor.value(j);
            cursor.conditional(j, logWeights);
            boolean one = random.uniform() * (1 + Elementary.exp(logWeights[0] - logWeights[1])) < 1;
            cursor.assign(j, one ? 1 : 0);
            changes += cursor.value(j) == before ? 0 : 1;
        }
        outcome.visits = predictors;
        outcome.changes = changes;
    }

    /** Coefficients that are switched off follow their prior; the others are normal given the augmentation. */
    private void drawCoefficients(Randomness random, PolyaGamma polyaGamma) {
        cursor.copyPosition(beta);
        int size = 0;
        Arrays.fill(linear, 0);
        for (int j = 0; j < predictors; j++) {
            if (cursor.value(j) == 1) {
                active[size++] = j;
                for (int i = 0; i < observations; i++) {
                    linear[i] += beta[j] * columns[j * observations + i];
                }
            } else {
                beta[j] = random.gaussian() / Math.sqrt(PRIOR_PRECISION);
            }
        }
        for (int i = 0; i < observations; i++) {
            augmented[i] = polyaGamma.draw(1, linear[i]);
        }
        for (int a = 0; a < size; a++) {
            int left = active[a] * observations;
            for (int b = 0; b <= a; b++) {
                int top = active[b] * observations;
                double sum = a == b ? PRIOR_PRECISION : 0;
                for (int i = 0; i < observations; i++) {
                    sum += augmented[i] * columns[left + i] * columns[top + i];
                }
                precision[a][b] = sum;
            }
            double sum = 0;
            for (int i = 0; i < observations; i++) {
                sum += columns[left + i] * (density.outcome(i) - 0.5);
            }
            right[a] = sum;
        }
        // With L L' the precision, L'^-1 (L^-1 b + noise) has mean precision^-1 b and covariance precision^-1.
        Cholesky.factor(precision, size);
        Cholesky.forward(precision, size, right);
        for (int a = 0; a < size; a++) {
            right[a] += random.gaussian();
        }
        Cholesky.backward(precision, size, right);
        for (int a = 0; a < size; a++) {
            beta[active[a]] = right[a];
        }
        cursor.moveTo(beta);
    }
}
