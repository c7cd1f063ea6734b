package dev.tandem.report.plot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.function.DoubleSupplier;

/** Reads packed plots as the page's script does. */
public final class Unpacked {
    final int kind;
    double low = Double.NaN;
    double high = Double.NaN;
    double outside;
    double lump = Double.NaN;
    double lumpShare;
    double positive;
    double first;
    double width;
    double[] pooled = {};
    double[][] byChain = {};
    double[][] draws = {};
    public double[] divergent = {};
    double[][] envelope = {};
    double[][] ranks = {};
    double[][] correlation = {};
    double[][] running = {};

    private final ByteBuffer bytes;

    public Unpacked(String line, Detail detail, int chains, int divergences) {
        bytes = ByteBuffer.wrap(Base64.getDecoder().decode(line)).order(ByteOrder.LITTLE_ENDIAN);
        kind = bytes.get();
        if (kind == 0) {
            return;
        }
        double centre = bytes.getDouble();
        double spread = bytes.getDouble();
        double least = bytes.getDouble();
        double greatest = bytes.getDouble();
        DoubleSupplier draw = spread == 0
                ? () -> centre + (bytes.getShort() & 0xffff)
                : () -> centre + spread * Math.sinh(share(least, greatest));
        if (kind == 2) {
            first = bytes.getDouble();
            width = bytes.getDouble();
        } else {
            low = bytes.getDouble();
            high = bytes.getDouble();
            outside = bytes.getDouble();
            lump = bytes.getDouble();
            lumpShare = bytes.getDouble();
            positive = bytes.getDouble();
        }
        double peak = bytes.getDouble();
        int points = bytes.getShort() & 0xffff;
        pooled = many(points, () -> share(0, peak));
        byChain = table(chains, points, () -> share(0, peak));
        draws = table(chains, detail.shown(), draw);
        divergent = many(divergences, draw);
        envelope = table(chains, 2 * detail.envelope(), draw);
        ranks = table(chains, detail.ranks(), () -> share(0, detail.ranks()));
        correlation = table(chains, detail.lags(), () -> share(-1, 1));
        double lowest = bytes.getDouble();
        double highest = bytes.getDouble();
        running = table(chains, detail.running(), () -> share(lowest, highest));
        if (bytes.hasRemaining()) {
            throw new IllegalStateException(bytes.remaining() + " bytes are left over");
        }
    }

    private double share(double least, double greatest) {
        return least + (greatest - least) * (bytes.getShort() & 0xffff) / 65535;
    }

    private static double[] many(int count, DoubleSupplier next) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = next.getAsDouble();
        }
        return values;
    }

    private static double[][] table(int chains, int count, DoubleSupplier next) {
        double[][] values = new double[chains][];
        for (int chain = 0; chain < chains; chain++) {
            values[chain] = many(count, next);
        }
        return values;
    }
}
