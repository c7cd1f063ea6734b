package dev.tandem.paper.topics;

import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;

/**
 * Which topic of one model is which of another, the order of topics meaning nothing.
 *
 * @param partner for each topic of the first model its partner in the second
 * @param cosine the cosine between the two rows of probabilities
 */
@SuppressWarnings("ArrayRecordComponent")
public record TopicMatch(int[] partner, double[] cosine) {

    /** Pairs the most alike first. */
    public static TopicMatch of(double[][] left, double[][] right) {
        if (left.length != right.length || left[0].length != right[0].length) {
            throw new IllegalArgumentException("models of " + left.length + " topics over " + left[0].length
                    + " terms and of " + right.length + " over " + right[0].length + " cannot be matched");
        }
        int topics = left.length;
        double[][] cosines = new double[topics][topics];
        for (int i = 0; i < topics; i++) {
            for (int j = 0; j < topics; j++) {
                cosines[i][j] = cosine(left[i], right[j]);
            }
        }
        int[] partner = new int[topics];
        Arrays.fill(partner, -1);
        boolean[] taken = new boolean[topics];
        double[] cosine = new double[topics];
        for (int round = 0; round < topics; round++) {
            int bestLeft = -1;
            int bestRight = -1;
            for (int i = 0; i < topics; i++) {
                for (int j = 0; j < topics; j++) {
                    boolean free = partner[i] < 0 && !taken[j];
                    if (free && (bestLeft < 0 || cosines[i][j] > cosines[bestLeft][bestRight])) {
                        bestLeft = i;
                        bestRight = j;
                    }
                }
            }
            partner[bestLeft] = bestRight;
            taken[bestRight] = true;
            cosine[bestLeft] = cosines[bestLeft][bestRight];
        }
        return new TopicMatch(partner, cosine);
    }

    public double meanCosine() {
        return Arrays.stream(cosine).average().orElse(Double.NaN);
    }

    /** The correlation between the centred means of two models, topics matched. */
    public double meanCorrelation(TopicModel left, TopicModel right) {
        double[] a = left.centredMean();
        double[] b = right.centredMean();
        double cross = 0;
        double leftSquare = 0;
        double rightSquare = 0;
        for (int k = 0; k < a.length; k++) {
            cross += a[k] * b[partner[k]];
            leftSquare += a[k] * a[k];
            rightSquare += b[k] * b[k];
        }
        return cross / Math.sqrt(leftSquare * rightSquare);
    }

    /** The distance between the centred covariances of two models, topics matched, relative to the first's size. */
    public double covarianceDistance(TopicModel left, TopicModel right) {
        double[][] a = left.centredCovariance();
        double[][] b = right.centredCovariance();
        double distance = 0;
        double size = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                double difference = a[i][j] - b[partner[i]][partner[j]];
                distance += difference * difference;
                size += a[i][j] * a[i][j];
            }
        }
        return Math.sqrt(distance / size);
    }

    private static double cosine(double[] left, double[] right) {
        double cross = 0;
        double leftSquare = 0;
        double rightSquare = 0;
        for (int term = 0; term < left.length; term++) {
            double a = Elementary.exp(left[term]);
            double b = Elementary.exp(right[term]);
            cross += a * b;
            leftSquare += a * a;
            rightSquare += b * b;
        }
        return cross / Math.sqrt(leftSquare * rightSquare);
    }
}
