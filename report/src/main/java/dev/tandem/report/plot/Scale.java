package dev.tandem.report.plot;

/**
 * Codes of 16 bits for the draws of one unknown. Whole numbers in a short range are kept as they are. Others are packed
 * on the scale of asinh((draw - median) / spread): fine where most draws are, and still good in tails of any length.
 *
 * @param centre the median; the smallest draw if whole numbers are kept
 * @param spread the unit of the scale; 0 if whole numbers are kept
 * @param least the scaled smallest draw
 * @param greatest the scaled greatest draw
 */
record Scale(double centre, double spread, double least, double greatest) {
    static Scale whole(double smallest) {
        return new Scale(smallest, 0, 0, Block.FULL);
    }

    /** A scale for draws in ascending order. */
    static Scale of(double[] sorted) {
        int n = sorted.length;
        double centre = sorted[n / 2];
        double spread = sorted[(int) (0.75 * (n - 1))] - sorted[(int) (0.25 * (n - 1))];
        if (!(spread > 0)) {
            spread = sorted[n - 1] - sorted[0];
        }
        return new Scale(
                centre, spread, asinh((sorted[0] - centre) / spread), asinh((sorted[n - 1] - centre) / spread));
    }

    void put(double value, Block block) {
        if (spread == 0) {
            block.count((int) (value - centre));
        } else {
            block.share(asinh((value - centre) / spread), least, greatest);
        }
    }

    private static double asinh(double x) {
        double magnitude = Math.abs(x);
        return Math.copySign(Math.log(magnitude + Math.sqrt(magnitude * magnitude + 1)), x);
    }
}
