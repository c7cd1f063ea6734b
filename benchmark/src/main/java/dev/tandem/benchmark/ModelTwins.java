package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.util.Map;

/** The paper's three problems as model files, to be compared with the densities that were written by hand. */
public final class ModelTwins {
    private ModelTwins() {}

    /** The mixture of section 3.1. */
    public static CompiledDensity mixture(GaussianMixture hand) {
        int components = hand.components();
        int dimension = hand.space().dimension();
        double[] weights = new double[components];
        double[] means = new double[components * dimension];
        double[] precisions = new double[dimension];
        for (int k = 0; k < components; k++) {
            weights[k] = hand.componentProbability(k + 1);
            for (int d = 0; d < dimension; d++) {
                means[k + components * d] = hand.componentMean(k + 1, d);
                precisions[d] = 1 / hand.componentVariance(d);
            }
        }
        return Model.of("""
                        model {
                          x ~ dcat(phi[])
                          for (d in 1:D) {
                            q[d] ~ dnorm(mu[x, d], tau[d])
                          }
                        }
                        """)
                .with(Map.of(
                        "D", DataArray.scalar(dimension),
                        "phi", DataArray.vector(weights),
                        "mu", DataArray.of(new int[] {components, dimension}, means),
                        "tau", DataArray.vector(precisions)))
                .summing(Summing.joint())
                .compile();
    }

    /** Logistic regression with an indicator for every predictor. */
    public static CompiledDensity selection(VariableSelection hand) {
        int n = hand.observations();
        int p = hand.predictors();
        double[] x = new double[n * p];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            y[i] = hand.outcome(i);
            for (int j = 0; j < p; j++) {
                x[i + n * j] = hand.predictor(i, j);
            }
        }
        return Model.of("""
                        model {
                          for (i in 1:n) {
                            y[i] ~ dbern(p[i])
                            logit(p[i]) <- inprod(X[i, ], b[])
                          }
                          for (j in 1:m) {
                            b[j] <- gamma[j] * beta[j]
                            gamma[j] ~ dbern(0.5)
                            beta[j] ~ dnorm(0, 0.04)
                          }
                        }
                        """)
                .with(Map.of(
                        "n", DataArray.scalar(n),
                        "m", DataArray.scalar(p),
                        "X", DataArray.of(new int[] {n, p}, x),
                        "y", DataArray.vector(y)))
                .summing(Summing.joint())
                .compile();
    }

    /** The topics of one document; the words' probabilities enter by the ones trick. */
    public static CompiledDensity topics(TopicDocument hand) {
        int topics = hand.topics();
        int tokens = hand.tokens();
        double[] beta = new double[tokens * topics];
        double[] ones = new double[tokens];
        for (int n = 0; n < tokens; n++) {
            ones[n] = 1;
            for (int k = 0; k < topics; k++) {
                beta[n + tokens * k] = Math.exp(hand.logBeta(n, k + 1));
            }
        }
        double[][] precision = hand.precision();
        int free = topics - 1;
        double[] omega = new double[free * free];
        for (int i = 0; i < free; i++) {
            for (int j = 0; j < free; j++) {
                omega[i + free * j] = (precision[i][j] + precision[j][i]) / 2;
            }
        }
        return Model.of("""
                        model {
                          eta[1:(K - 1)] ~ dmnorm(mu[], Omega[, ])
                          w[1] <- 1
                          for (k in 2:K) {
                            log(w[k]) <- eta[k - 1]
                          }
                          for (n in 1:N) {
                            z[n] ~ dcat(w[])
                            one[n] ~ dbern(beta[n, z[n]])
                          }
                        }
                        """)
                .with(Map.of(
                        "K", DataArray.scalar(topics),
                        "N", DataArray.scalar(tokens),
                        "mu", DataArray.vector(hand.mean()),
                        "Omega", DataArray.of(new int[] {free, free}, omega),
                        "beta", DataArray.of(new int[] {tokens, topics}, beta),
                        "one", DataArray.vector(ones)))
                .summing(Summing.joint())
                .compile();
    }
}
