package dev.tandem.paper.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.models.TopicDocument;
import dev.tandem.paper.algebra.Cholesky;
import dev.tandem.sampling.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variational EM: the bound against quadrature of the evidence, its climb, what it finds, and its files. */
final class TopicTrainingTest {
    private static final int TOPICS = 4;
    private static final int TERMS = 60;

    @TempDir
    Path folder;

    private static TopicModel truth() {
        return TopicModel.simulated(RandomStream.of(31, 0), TOPICS, TERMS);
    }

    private static Corpus corpus(TopicModel model, int documents, int words) {
        RandomStream random = RandomStream.of(32, 0);
        List<Corpus.Document> all = new ArrayList<>();
        for (int d = 0; d < documents; d++) {
            all.add(Corpus.Document.of(model.simulate(random, words)));
        }
        return new Corpus(all);
    }

    /** Two topics: the evidence of a document is an integral over one eta. The bound lies below it, and not far. */
    @Test
    void boundIsBelowTheEvidence() {
        double[][] logBeta = {
            {Math.log(0.7), Math.log(0.2), Math.log(0.1)}, {Math.log(0.1), Math.log(0.3), Math.log(0.6)}
        };
        TopicModel model = new TopicModel(new double[] {0.3}, new double[][] {{1.7}}, logBeta);
        for (int[] counts : new int[][] {{3, 1, 2}, {0, 0, 9}, {20, 5, 5}, {1, 0, 0}}) {
            Corpus.Document document = new Corpus.Document(new int[] {0, 1, 2}, counts);
            double bound = TopicTraining.of(2, 1, 1).bound(new Corpus(List.of(document)), model);
            double evidence = 0;
            for (double eta = -15; eta <= 15; eta += 0.001) {
                double logarithm = -0.5 * (eta - 0.3) * (eta - 0.3) / 1.7;
                for (int term = 0; term < 3; term++) {
                    double first = Math.exp(eta) * Math.exp(logBeta[0][term]) + Math.exp(logBeta[1][term]);
                    logarithm += counts[term] * Math.log(first / (1 + Math.exp(eta)));
                }
                evidence += 0.001 * Math.exp(logarithm) / Math.sqrt(2 * Math.PI * 1.7);
            }
            assertThat(bound).isLessThan(Math.log(evidence));
            assertThat(bound).isGreaterThan(Math.log(evidence) - 1.5);
        }
    }

    /** The bound as Blei and Lafferty write it, with responsibilities and zeta, at a point that is no optimum. */
    @Test
    void boundIsTheOneOfThePaper() {
        TopicModel model = truth();
        Corpus.Document document = corpus(model, 1, 40).documents().get(0);
        double[] lambda = model.mean();
        double[] variance = {0.4, 0.9, 1.3};
        double[][] precision = Cholesky.inverse(model.covariance());
        double[] full = Arrays.copyOf(lambda, TOPICS);
        double zeta = 1;
        for (int k = 0; k < TOPICS - 1; k++) {
            zeta += Math.exp(lambda[k] + variance[k] / 2);
        }
        double expected = -0.5 * Cholesky.logDeterminant(model.covariance());
        for (int k = 0; k < TOPICS - 1; k++) {
            expected += 0.5 * (Math.log(variance[k]) + 1) - 0.5 * variance[k] * precision[k][k];
        }
        int words = document.length();
        double[][] logBeta = model.logBeta();
        for (int i = 0; i < document.terms().length; i++) {
            double[] phi = new double[TOPICS];
            double total = 0;
            for (int k = 0; k < TOPICS; k++) {
                phi[k] = Math.exp(full[k] + logBeta[k][document.terms()[i]]);
                total += phi[k];
            }
            for (int k = 0; k < TOPICS; k++) {
                double share = phi[k] / total;
                expected +=
                        document.counts()[i] * share * (full[k] + logBeta[k][document.terms()[i]] - Math.log(share));
            }
        }
        // At the best zeta its term, zeta / zeta - 1, is 0.
        expected -= words * Math.log(zeta);
        VariationalInference inference = new VariationalInference(model, VariationalInference.byTerm(model));
        inference.attribute(document, lambda, null);
        assertThat(inference.bound(words, lambda, variance)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void everyIterationRaisesTheBound() {
        Corpus corpus = corpus(truth(), 120, 60);
        TopicTraining.Result result = TopicTraining.of(TOPICS, 3, 2).fit(corpus, (iteration, bound) -> {});
        double[] bounds = result.bounds();
        assertThat(bounds.length).isGreaterThan(5);
        for (int i = 1; i < bounds.length; i++) {
            assertThat(bounds[i]).isGreaterThanOrEqualTo(bounds[i - 1] - 1e-6 * Math.abs(bounds[i]));
        }
    }

    @Test
    void topicsAreFoundAgain() {
        TopicModel truth = truth();
        Corpus corpus = corpus(truth, 500, 120);
        TopicTraining training = TopicTraining.of(TOPICS, 1, 2);
        // One start in seven ends in a poorer optimum here; the best of three has the topics.
        TopicTraining.Result result = Stream.of(1, 2, 3)
                .map(seed -> TopicTraining.of(TOPICS, seed, 2).fit(corpus, (iteration, bound) -> {}))
                .max(Comparator.comparingDouble(TopicTraining.Result::bound))
                .orElseThrow();
        TopicMatch match = TopicMatch.of(truth.logBeta(), result.model().logBeta());
        assertThat(Arrays.stream(match.cosine()).min().orElse(0))
                .as("seeds 1 to 3")
                .isGreaterThan(0.95);
        assertThat(match.partner()).containsExactlyInAnyOrder(0, 1, 2, 3);
        // Means are not compared: these are small, and the variational approximation is biased where they are.
        assertThat(match.covarianceDistance(truth, result.model())).isLessThan(0.5);
        // A model fitted to the data explains them better than the one that made them.
        assertThat(result.bound()).isGreaterThan(training.bound(corpus, truth));
        // A model whose fixed topic is taken for another explains them worse.
        TopicModel shifted = TopicModel.withFirstTopicFixed(
                result.model().mean(),
                result.model().covariance(),
                result.model().logBeta());
        assertThat(training.bound(corpus, shifted)).isLessThan(result.bound());
    }

    @Test
    void threadsDoNotMatter() {
        Corpus corpus = corpus(truth(), 50, 40);
        double[] one = new TopicTraining(TOPICS, 1, 5, 1e-9, 20, 1e-6, 1)
                .fit(corpus, (i, b) -> {})
                .bounds();
        double[] three = new TopicTraining(TOPICS, 1, 5, 1e-9, 20, 1e-6, 3)
                .fit(corpus, (i, b) -> {})
                .bounds();
        assertThat(three).containsExactly(one);
    }

    @Test
    void emptyDocumentsAreNoObstacle() {
        List<Corpus.Document> documents =
                new ArrayList<>(corpus(truth(), 30, 30).documents());
        documents.add(new Corpus.Document(new int[0], new int[0]));
        TopicTraining.Result result =
                new TopicTraining(3, 1, 10, 1e-9, 20, 1e-6, 1).fit(new Corpus(documents), (i, b) -> {});
        assertThat(Arrays.stream(result.bounds()).allMatch(Double::isFinite)).isTrue();
    }

    @Test
    void moreTopicsThanTermsAreRefused() {
        Corpus corpus = new Corpus(List.of(new Corpus.Document(new int[] {0, 1}, new int[] {2, 3})));
        assertThatThrownBy(() -> TopicTraining.of(3, 1, 1).fit(corpus, (i, b) -> {}))
                .isInstanceOf(BadInput.class)
                .hasMessage("3 topics are more than the 2 terms of the vocabulary");
        assertThatThrownBy(() -> TopicTraining.of(1, 1, 1)).hasMessageContaining("at least 2 topics");
    }

    @Test
    void modelsAreWrittenAndReadBack() {
        TopicTraining.Result result =
                new TopicTraining(TOPICS, 1, 3, 1e-9, 20, 1e-6, 1).fit(corpus(truth(), 20, 30), (i, b) -> {});
        result.write(folder);
        assertThat(folder).isDirectoryContaining("glob:**/final-lambda.dat");
        assertThat(folder).isDirectoryNotContaining("glob:**/*.part");
        TopicModel copy = TopicModel.read(folder);
        assertThat(copy.mean()).containsExactly(result.model().mean());
        assertThat(copy.covariance()).isDeepEqualTo(result.model().covariance());
        assertThat(copy.logBeta()).isDeepEqualTo(result.model().logBeta());
    }

    @Test
    void brokenModelsAreRefused() throws IOException {
        truth().write(folder);
        Path mean = folder.resolve("final-mu.dat");
        Files.writeString(mean, "0.5\nabc\n1\n");
        assertThatThrownBy(() -> TopicModel.read(folder)).hasMessage(mean + ":2: \"abc\" is not a number");
        Files.writeString(mean, "0.5\n");
        assertThatThrownBy(() -> TopicModel.read(folder))
                .hasMessage(mean + ": it has 1 numbers, and the model needs 3");
        Files.writeString(mean, "0\n0\n0\n");
        Path covariance = folder.resolve("final-cov.dat");
        Files.writeString(covariance, "1\n0\n0\n0\n-1\n0\n0\n0\n1\n");
        assertThatThrownBy(() -> TopicModel.read(folder))
                .hasMessage(covariance + ": the covariance is not positive definite");
        Path param = folder.resolve("final-param.txt");
        Files.writeString(param, "num_topics four\n");
        assertThatThrownBy(() -> TopicModel.read(folder))
                .hasMessage(param + ":1: the line \"num_topics N\" was expected here");
        Files.delete(param);
        assertThatThrownBy(() -> TopicModel.read(folder)).hasMessage(param + ": there is no such file");
    }

    /** ctm-c fixes the last topic's eta, a document's density the first one's. */
    @Test
    void documentsPutTheFixedTopicFirst() {
        TopicModel model = truth();
        TopicDocument document = model.document(new int[] {5, 9});
        assertThat(document.logBeta(0, 1)).isEqualTo(model.logBeta()[TOPICS - 1][5]);
        assertThat(document.logBeta(1, 2)).isEqualTo(model.logBeta()[0][9]);
        assertThat(document.mean()).containsExactly(model.mean());
    }

    /** The same law of shares, once with the last and once with the first topic's eta taken as 0. */
    @Test
    void centredMomentsDoNotDependOnTheFixedTopic() {
        TopicModel model = truth();
        double[] mean = model.mean();
        double[][] covariance = model.covariance();
        double[] shifted = {-mean[0], mean[1] - mean[0], mean[2] - mean[0]};
        double[][] contrast = {{-1, 0, 0}, {-1, 1, 0}, {-1, 0, 1}};
        double[][] other = new double[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int a = 0; a < 3; a++) {
                    for (int b = 0; b < 3; b++) {
                        other[i][j] += contrast[i][a] * covariance[a][b] * contrast[j][b];
                    }
                }
            }
        }
        double[][] rows = model.logBeta();
        TopicModel turned = new TopicModel(shifted, other, new double[][] {rows[3], rows[1], rows[2], rows[0]});
        TopicMatch match = TopicMatch.of(model.logBeta(), turned.logBeta());
        assertThat(match.partner()).containsExactly(3, 1, 2, 0);
        assertThat(match.meanCorrelation(model, turned)).isCloseTo(1, within(1e-12));
        assertThat(match.covarianceDistance(model, turned)).isCloseTo(0, within(1e-12));
    }
}
