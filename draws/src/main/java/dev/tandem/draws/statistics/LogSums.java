package dev.tandem.draws.statistics;

/** Logarithms of sums of exponentials. */
public final class LogSums {
    private LogSums() {}

    /** The logarithm of the sum of the exponentials; terms that are not numbers make it none. */
    public static double of(double[] logs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            largest = Math.max(largest, log);
        }
        if (Double.isNaN(largest) || Double.isInfinite(largest)) {
            return largest;
        }
        double sum = 0;
        for (double log : logs) {
            sum += Math.exp(log - largest);
        }
        return largest + Math.log(sum);
    }

    /** The logarithm of the mean of the exponentials. */
    public static double mean(double[] logs) {
        return of(logs) - Math.log(logs.length);
    }
}
