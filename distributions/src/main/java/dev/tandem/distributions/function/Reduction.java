package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** One number from all elements of all arguments: sum, mean, sd, max and min. */
public final class Reduction implements ArrayFunction {
    public enum Kind {
        SUM,
        MEAN,
        SD,
        MAX,
        MIN
    }

    private final Kind kind;

    public Reduction(Kind kind) {
        this.kind = kind;
    }

    @Override
    public int[] resultDims(int[][] dims) {
        if (count(dims) < (kind == Kind.SD ? 2 : 1)) {
            throw new IllegalArgumentException(
                    kind == Kind.SD ? "sd needs two numbers or more" : "there is nothing to take the value of");
        }
        return Shapes.ofScalar();
    }

    private static int count(int[][] dims) {
        int count = 0;
        for (int[] each : dims) {
            count += Shapes.length(each);
        }
        return count;
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        result[0] = switch (kind) {
            case SUM -> sum(arguments, dims);
            case MEAN -> sum(arguments, dims) / count(dims);
            case SD -> Math.sqrt(squares(arguments, dims) / (count(dims) - 1));
            case MAX -> extreme(arguments, dims, 1);
            case MIN -> -extreme(arguments, dims, -1);
        };
    }

    private static double sum(double[][] arguments, int[][] dims) {
        double sum = 0;
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                sum += arguments[a][i];
            }
        }
        return sum;
    }

    private static double squares(double[][] arguments, int[][] dims) {
        double mean = sum(arguments, dims) / count(dims);
        double squares = 0;
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                squares += (arguments[a][i] - mean) * (arguments[a][i] - mean);
            }
        }
        return squares;
    }

    /** The largest of sign times the elements. */
    private static double extreme(double[][] arguments, int[][] dims, double sign) {
        double extreme = Double.NEGATIVE_INFINITY;
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                extreme = Math.max(extreme, sign * arguments[a][i]);
            }
        }
        return extreme;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (kind == Kind.MAX || kind == Kind.MIN) {
            addToFirst(arguments, dims, result[0], resultBar[0], bars);
            return;
        }
        int count = count(dims);
        double mean = kind == Kind.SD ? sum(arguments, dims) / count : 0;
        double step = kind == Kind.MEAN ? resultBar[0] / count : resultBar[0];
        for (int a = 0; a < arguments.length; a++) {
            int length = bars[a] == null ? 0 : Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                bars[a][i] += kind == Kind.SD ? bySd(arguments[a][i] - mean, result[0], count) * step : step;
            }
        }
    }

    /** All equal is the kink of a cone, where zero is as good as any derivative and harmless. */
    private static double bySd(double difference, double sd, int count) {
        return sd == 0 ? 0 : difference / ((count - 1) * sd);
    }

    /** Only the first of equal elements counts. */
    private static void addToFirst(double[][] arguments, int[][] dims, double extreme, double bar, double[][] bars) {
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                if (arguments[a][i] == extreme) {
                    if (bars[a] != null) {
                        bars[a][i] += bar;
                    }
                    return;
                }
            }
        }
    }
}
