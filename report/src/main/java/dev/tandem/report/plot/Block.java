package dev.tandem.report.plot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;

/** Numbers packed for the page: little-endian bytes that become one line of Base64. Grows as it is written. */
public final class Block {
    /** The greatest code of a quantised number. */
    public static final int FULL = 65535;

    private ByteBuffer bytes = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

    public Block number(double value) {
        room(Double.BYTES).putDouble(value);
        return this;
    }

    /** A whole number from 0 to {@link #FULL}. */
    public Block count(int value) {
        if (value < 0 || value > FULL) {
            throw new IllegalArgumentException(value + " does not fit 16 bits");
        }
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    public Block octet(int value) {
        if (value < 0 || value > 255) {
            throw new IllegalArgumentException(value + " does not fit 8 bits");
        }
        room(1).put((byte) value);
        return this;
    }

    /** A number between {@code least} and {@code greatest}, to one part in 65535 of their distance. */
    public Block share(double value, double least, double greatest) {
        double part = greatest > least ? (value - least) / (greatest - least) : 0;
        return count((int) Math.rint(FULL * Math.max(0, Math.min(1, part))));
    }

    public int size() {
        return bytes.position();
    }

    public String text() {
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
    }

    private ByteBuffer room(int more) {
        if (bytes.remaining() < more) {
            bytes = ByteBuffer.allocate(2 * bytes.capacity())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes.flip());
        }
        return bytes;
    }
}
