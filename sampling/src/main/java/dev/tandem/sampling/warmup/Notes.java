package dev.tandem.sampling.warmup;

import dev.tandem.density.Effects;
import dev.tandem.sampling.trajectory.Centring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a chain notes down in a round of warmup, for the meeting at its end. */
final class Notes {
    private double[] scales = new double[0];
    private Centring centring = Centring.NONE;
    private int count;
    private double[] products = new double[0];
    private Learned.Pairs pairs = Learned.Pairs.NONE;
    private final List<Learned.Measured> measured = new ArrayList<>();
    private double[] heights = new double[64];
    private int iterations;
    private double caution;

    void iterated(double logDensity) {
        if (iterations == heights.length) {
            heights = Arrays.copyOf(heights, 2 * iterations);
        }
        heights[iterations++] = logDensity;
    }

    /** Scales, for the coordinates that suit the effects best if enough was seen of them. */
    void scales(ScaleEstimate estimate, CentringEstimate centrings, List<Effects> effects) {
        // It learns from what it was shown when it is asked, and forgets that with the coordinates.
        scales = estimate.metric().scales();
        if (centrings.ready()) {
            centring = centrings.centring();
            estimate.recentred(effects, centrings.variances(centring));
            scales = estimate.metric().scales();
        }
    }

    void products(Moments moments) {
        count = moments.count();
        products = moments.packed();
    }

    void pairs(LowRankEstimate directions) {
        pairs = directions.pairs();
    }

    void measured(double efficiency, double stepSize, double trajectoryTime) {
        measured.add(new Learned.Measured(efficiency, stepSize, trajectoryTime));
    }

    void caution(double taken) {
        caution = taken;
    }

    Learned learned() {
        double[] halves = new double[6];
        half(0, iterations / 2, halves, 0);
        half(iterations / 2, iterations, halves, 3);
        return new Learned(scales, centring, count, products, pairs, measured, halves, caution);
    }

    private void half(int from, int to, double[] into, int at) {
        double mean = 0;
        double squares = 0;
        for (int i = from; i < to; i++) {
            double deviation = heights[i] - mean;
            mean += deviation / (i - from + 1);
            squares += deviation * (heights[i] - mean);
        }
        into[at] = to - from;
        into[at + 1] = mean;
        into[at + 2] = squares;
    }
}
