package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Centring;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a chain has learned in a round of warmup besides its tuning, for all chains to agree on when they meet.
 *
 * @param scales the scales of its coordinates; empty if it learned none
 * @param centring the coordinates that suit its effects, which the scales are for; none if it learned none
 * @param count positions that the products rest on
 * @param products sums of products of deviations from their mean, the lower triangle row by row; empty if not kept
 * @param pairs positions with their gradients, where there are too many coordinates for products
 * @param measured the metrics that competed, in their order
 * @param heights counts, means and sums of squares of its log densities, for the first half of the round and the second
 * @param caution what divergences took from the logarithm of its step size while that was chosen; 0 if there were none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Learned(
        double[] scales,
        Centring centring,
        int count,
        double[] products,
        Pairs pairs,
        List<Measured> measured,
        double[] heights,
        double caution) {
    private static final int HEIGHTS = 6;

    /** Nothing. */
    public static final Learned NOTHING =
            new Learned(new double[0], Centring.NONE, 0, new double[0], Pairs.NONE, List.of(), new double[HEIGHTS], 0);

    /**
     * Positions and the gradients there, oldest first.
     *
     * @param positions one after the other
     * @param gradients in the same order
     */
    public record Pairs(double[] positions, double[] gradients) {
        public static final Pairs NONE = new Pairs(new double[0], new double[0]);
    }

    /**
     * A metric that competed.
     *
     * @param efficiency its effective draws per work
     * @param stepSize the step size that goes with it
     * @param trajectoryTime the mean length of its trees in time
     */
    public record Measured(double efficiency, double stepSize, double trajectoryTime) {}

    public Learned {
        measured = List.copyOf(measured);
    }

    /** Writes it down, for {@link #read}. */
    public void write(DataOutput out) throws IOException {
        write(out, scales);
        write(out, centring.seen());
        write(out, centring.push());
        write(out, centring.follow());
        out.writeInt(centring.shares().size());
        for (Centring.Share share : centring.shares()) {
            out.writeUTF(share.name());
            out.writeDouble(share.centred());
        }
        out.writeInt(count);
        write(out, products);
        write(out, pairs.positions());
        write(out, pairs.gradients());
        out.writeInt(measured.size());
        for (Measured metric : measured) {
            out.writeDouble(metric.efficiency());
            out.writeDouble(metric.stepSize());
            out.writeDouble(metric.trajectoryTime());
        }
        write(out, heights);
        out.writeDouble(caution);
    }

    public static Learned read(DataInput in) throws IOException {
        double[] scales = doubles(in);
        double[] seen = doubles(in);
        double[] push = doubles(in);
        double[] follow = doubles(in);
        int groups = in.readInt();
        List<Centring.Share> shares = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            shares.add(new Centring.Share(in.readUTF(), in.readDouble()));
        }
        int count = in.readInt();
        double[] products = doubles(in);
        Pairs pairs = new Pairs(doubles(in), doubles(in));
        int metrics = in.readInt();
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < metrics; i++) {
            measured.add(new Measured(in.readDouble(), in.readDouble(), in.readDouble()));
        }
        double[] heights = doubles(in);
        Centring centring = new Centring(seen, push, follow, shares);
        return new Learned(scales, centring, count, products, pairs, measured, heights, in.readDouble());
    }

    private static void write(DataOutput out, double[] values) throws IOException {
        out.writeInt(values.length);
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    private static double[] doubles(DataInput in) throws IOException {
        double[] values = new double[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }
}
