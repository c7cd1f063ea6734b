package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The topic model against the sum over tokens, written plainly. */
class TopicDocumentTest {
    private static final double[] MEAN = {0.5, -1};
    private static final double[][] COVARIANCE = {{2, 0.6}, {0.6, 1}};
    private static final double[][] LOG_BETA = {
        {Math.log(0.5), Math.log(0.3), Math.log(0.2), Double.NEGATIVE_INFINITY},
        {Math.log(0.1), Math.log(0.1), Math.log(0.4), Math.log(0.4)},
        {Math.log(0.25), Math.log(0.25), Math.log(0.25), Math.log(0.25)}
    };
    private static final int[] WORDS = {0, 2, 1, 2, 2, 0, 1};

    @Test
    void valueAndGradientFollowTheFormula() {
        Cursor cursor = new TopicDocument(MEAN, COVARIANCE, LOG_BETA, WORDS).cursor();
        SplittableRandom random = new SplittableRandom(1);
        for (int repeat = 0; repeat < 50; repeat++) {
            double[] eta = {Normal.draw(random), 2 * Normal.draw(random)};
            cursor.moveTo(eta);
            int[] topics = new int[WORDS.length];
            for (int n = 0; n < WORDS.length; n++) {
                topics[n] = 1 + random.nextInt(3);
            }
            cursor.assignAll(topics);
            double[] logits = {0, eta[0], eta[1]};
            double total = 1 + Math.exp(eta[0]) + Math.exp(eta[1]);
            // The inverse of the covariance by hand: its determinant is 1.64.
            double a = eta[0] - 0.5;
            double b = eta[1] + 1;
            double expected = -0.5 * (1 * a * a - 2 * 0.6 * a * b + 2 * b * b) / 1.64;
            double[] slope = {-(a - 0.6 * b) / 1.64, -(2 * b - 0.6 * a) / 1.64};
            for (int n = 0; n < WORDS.length; n++) {
                int topic = topics[n] - 1;
                expected += logits[topic] - Math.log(total) + LOG_BETA[topic][WORDS[n]];
                for (int k = 0; k < 2; k++) {
                    slope[k] += (topic == k + 1 ? 1 : 0) - Math.exp(eta[k]) / total;
                }
            }
            double[] gradient = new double[2];
            assertThat(cursor.logDensityAndGradient(gradient)).isCloseTo(expected, within(1e-12));
            assertThat(gradient).containsExactly(slope, within(1e-12));
            double[] logWeights = new double[3];
            cursor.conditional(3, logWeights);
            for (int k = 0; k < 3; k++) {
                assertThat(logWeights[k] - logWeights[0])
                        .isCloseTo(logits[k] + LOG_BETA[k][2] - LOG_BETA[0][2], within(1e-12));
            }
        }
    }

    @Test
    void aWordThatATopicLacksIsImpossibleThere() {
        Cursor cursor = new TopicDocument(MEAN, COVARIANCE, LOG_BETA, new int[] {3, 3, 0}).cursor();
        assertThat(cursor.logDensity()).isEqualTo(Double.NEGATIVE_INFINITY);
        cursor.assign(0, 2);
        assertThat(cursor.logDensity()).isEqualTo(Double.NEGATIVE_INFINITY);
        cursor.assign(1, 3);
        assertThat(cursor.logDensity()).isFinite();
        assertThat(cursor.logWeight(1, 1)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** All 2,187 ways to give seven words a topic, and the mean of the gradient over them by Fisher's identity. */
    @Test
    void marginalSumsOverTheTopicsOfAllWords() {
        TopicDocument document = new TopicDocument(MEAN, COVARIANCE, LOG_BETA, WORDS);
        assertThat(document.marginal().space().sites()).isZero();
        Cursor joint = document.cursor();
        Cursor alone = document.marginal().cursor();
        double[] eta = {0.7, -1.9};
        joint.moveTo(eta);
        alone.moveTo(eta);
        double sum = 0;
        double[] slope = new double[2];
        double[] gradient = new double[2];
        int[] topics = new int[WORDS.length];
        for (int code = 0; code < 2187; code++) {
            for (int n = 0, rest = code; n < WORDS.length; n++, rest /= 3) {
                topics[n] = 1 + rest % 3;
            }
            joint.assignAll(topics);
            double weight = Math.exp(joint.logDensityAndGradient(gradient));
            sum += weight;
            slope[0] += weight * gradient[0];
            slope[1] += weight * gradient[1];
        }
        assertThat(alone.logDensity()).isCloseTo(Math.log(sum), within(1e-12));
        assertThat(alone.logDensityAndGradient(gradient)).isCloseTo(Math.log(sum), within(1e-12));
        assertThat(gradient).containsExactly(new double[] {slope[0] / sum, slope[1] / sum}, within(1e-12));
    }

    @Test
    void givesItsParametersBack() {
        TopicDocument document = new TopicDocument(MEAN, COVARIANCE, LOG_BETA, WORDS);
        assertThat(document.mean()).containsExactly(MEAN);
        assertThat(document.precision()[0]).containsExactly(new double[] {1 / 1.64, -0.6 / 1.64}, within(1e-15));
        assertThat(document.precision()[1]).containsExactly(new double[] {-0.6 / 1.64, 2 / 1.64}, within(1e-15));
        assertThat(document.logBeta(6, 2)).isEqualTo(Math.log(0.1));
        assertThat(document.logBeta(3, 1)).isEqualTo(Math.log(0.2));
    }

    @Test
    void simulatedDocumentsAreReproducible() {
        TopicDocument document = TopicDocument.simulated(4, 10, 120);
        assertThat(document.topics()).isEqualTo(10);
        assertThat(document.tokens()).isEqualTo(120);
        assertThat(document.space().coordinateName(8)).isEqualTo("eta[9]");
        assertThat(document.space().siteName(119)).isEqualTo("z[120]");
        assertThat(document.cursor().logDensity())
                .isEqualTo(TopicDocument.simulated(4, 10, 120).cursor().logDensity());
    }

    @Test
    void refusesBadData() {
        assertThatThrownBy(() -> new TopicDocument(MEAN, COVARIANCE, LOG_BETA, new int[] {0, 4}))
                .hasMessage("w[2] is 4, not a word from 0 to 3");
        assertThatThrownBy(() -> new TopicDocument(new double[3], COVARIANCE, LOG_BETA, WORDS))
                .hasMessage("mu has 3 entries, not 2");
        assertThatThrownBy(() -> new TopicDocument(MEAN, new double[][] {{1, 2}, {2, 1}}, LOG_BETA, WORDS))
                .hasMessageStartingWith("Sigma is not positive definite");
        assertThatThrownBy(() -> new TopicDocument(new double[0], new double[0][], new double[][] {{0.5}}, new int[1]))
                .hasMessage("logBeta[1,1] is 0.5, not the log of a probability");
        assertThatThrownBy(() -> new TopicDocument(
                        new double[0], new double[0][], new double[][] {{Double.NEGATIVE_INFINITY}}, new int[1]))
                .hasMessage("logBeta: a word of the document has probability 0 in every topic");
    }
}
