package dev.tandem.report.plot;

/**
 * How finely the plots of a page are kept, so that the page stays small whatever the run. The numbers of the table do
 * not depend on it.
 *
 * @param plotted unknowns that have plots
 * @param shown draws of each chain that are shown one by one
 * @param stride every how many draws one is shown
 * @param envelope stretches whose smallest and greatest draw are shown where not every draw is; 0 if every draw is
 * @param density points of a density
 * @param ranks bins of a rank plot
 * @param lags lags of an autocorrelation, lag 0 included
 * @param running points of a running mean
 */
public record Detail(int plotted, int shown, int stride, int envelope, int density, int ranks, int lags, int running) {
    /** Bytes that all plots of unknowns may take together; as text they take a third more. */
    static final long BUDGET = 5_400_000;

    /** Fewer draws than this, all chains together, make no useful picture of a pair. */
    private static final int FEWEST_SHOWN = 600;

    private static final int HEADER_BYTES = 100;

    /** From fine to coarse: points of a density, bins of ranks, lags, points of a mean, stretches of an envelope. */
    private static final int[][] LEVELS = {{201, 20, 101, 100, 160}, {129, 20, 61, 60, 120}, {81, 20, 41, 40, 80}};

    public static Detail fit(int unknowns, int chains, int draws, int divergent) {
        for (int[] level : LEVELS) {
            Detail detail = at(level, unknowns, chains, draws, divergent);
            if (detail.shown >= Math.min(draws, FEWEST_SHOWN / chains)) {
                return detail;
            }
        }
        int[] coarsest = LEVELS[LEVELS.length - 1];
        long least = fixedBytes(coarsest, chains, divergent) + 2L * Math.max(chains, FEWEST_SHOWN);
        int affordable = (int) Math.max(1, BUDGET / least);
        return at(coarsest, Math.min(unknowns, affordable), chains, draws, divergent);
    }

    private static Detail at(int[] level, int plotted, int chains, int draws, int divergent) {
        long fixed = plotted * fixedBytes(level, chains, divergent);
        long affordable = Math.max(1, (BUDGET - fixed) / (2L * Math.max(1, plotted) * chains));
        int stride = (int) Math.max(1, (draws + affordable - 1) / affordable);
        int shown = (draws + stride - 1) / stride;
        return new Detail(
                plotted,
                shown,
                stride,
                stride == 1 ? 0 : Math.min(level[4], draws),
                level[0],
                level[1],
                Math.max(1, Math.min(level[2], draws / 2)),
                Math.min(level[3], draws));
    }

    private static long fixedBytes(int[] level, int chains, int divergent) {
        long perChain = level[0] + level[1] + level[2] + level[3] + 2L * level[4];
        return HEADER_BYTES + 2 * (chains * perChain + level[0] + divergent);
    }
}
