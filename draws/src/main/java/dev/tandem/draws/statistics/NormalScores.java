package dev.tandem.draws.statistics;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;

/** The normal scores of the ranks of so many draws, which all unknowns of a run share. */
public final class NormalScores {
    /** None beforehand: for one unknown alone. */
    public static final NormalScores NONE = new NormalScores(0);

    private final double[] ofRanks;

    /** Those of the ranks 1 to {@code n}. */
    NormalScores(int n) {
        ofRanks = new double[n];
        for (int i = 0; i < n - n / 2; i++) {
            double score = Ranks.normalScore(i + 1, n);
            ofRanks[n - 1 - i] = -score;
            ofRanks[i] = score;
        }
    }

    /** Those that {@link Diagnostics#normalScores} asks for. */
    public static NormalScores of(Draws draws) {
        int perChain = draws.drawsPerChain();
        int kept = perChain < 2 ? perChain : perChain / 2 * 2;
        return draws.elements() < 2 ? NONE : new NormalScores(Math.multiplyExact(draws.chains(), kept));
    }

    /** The score of a rank, which may be an average, among {@code n}. */
    public double of(double rank, int n) {
        int whole = (int) rank;
        return n == ofRanks.length && whole == rank ? ofRanks[whole - 1] : Ranks.normalScore(rank, n);
    }
}
