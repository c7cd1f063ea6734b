package dev.tandem.paper.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One axis: its label, its range and where its ticks are.
 *
 * @param label what it measures
 * @param low the least value shown
 * @param high the greatest value shown
 * @param logarithmic whether equal ratios are equal distances
 */
public record Axis(String label, double low, double high, boolean logarithmic) {
    private static final int TICKS = 5;

    public Axis {
        if (!(low < high) || (logarithmic && !(low > 0))) {
            throw new IllegalArgumentException("an axis cannot run from " + low + " to " + high);
        }
    }

    public static Axis linear(String label, double low, double high) {
        return new Axis(label, low, high > low ? high : low + 1, false);
    }

    public static Axis logarithmic(String label, double low, double high) {
        return new Axis(label, low, high > low ? high : low * 10, true);
    }

    /** Where a value lies, 0 at the low end and 1 at the high end; values outside are moved to the nearer end. */
    double place(double value) {
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
    }

    List<Double> ticks() {
        return logarithmic ? logarithmicTicks() : linearTicks();
    }

    private List<Double> linearTicks() {
        double rough = (high - low) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double ratio = rough / power;
        double step = power * (ratio < 1.5 ? 1 : ratio < 3.5 ? 2 : ratio < 7.5 ? 5 : 10);
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Powers of ten, with 2 and 5 between them where there are few. */
    private List<Double> logarithmicTicks() {
        double decades = Math.log10(high / low);
        double[] within = decades > 2.5 ? new double[] {1} : new double[] {1, 2, 5};
        int every = decades > 8 ? 2 : 1;
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += every) {
            for (double factor : within) {
                double tick = factor * Math.pow(10, power);
                if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    static String format(double value) {
        double size = Math.abs(value);
        if (size < 1e-12) {
            return "0";
        }
        if (size >= 1e5 || size < 1e-3) {
            String text = String.format(Locale.ROOT, "%.1e", value);
            return text.replace(".0e", "e")
                    .replace("e+0", "e")
                    .replace("e-0", "e-")
                    .replace("e+", "e");
        }
        String text = String.format(Locale.ROOT, "%.4f", value);
        return text.replaceFirst("\\.?0+$", "");
    }
}
