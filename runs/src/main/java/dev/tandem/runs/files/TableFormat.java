package dev.tandem.runs.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The layout of a table in a file: a header, then blocks of rows, each block column by column. A file only grows at its
 * end, so its first blocks can be read while a run still writes.
 *
 * <pre>
 * file    magic (8 bytes), length of the description (int), its checksum (int), the description (JSON), blocks
 * block   rows (int), length of the content (int), checksum of the two and the content (int), content
 * content one byte for each column that says how it is coded; for every 128th column an int that says how many bytes of
 *         columns come before it; the columns
 * column  {@link #CONSTANT}: one double, the value of all rows; {@link #BYTES}, {@link #SHORTS}, {@link #INTS}: a whole
 *         number for each row; {@link #DOUBLES}: a double for each row
 * </pre>
 *
 * <p>Numbers are little-endian, checksums CRC-32C. A column takes the narrowest code that gives every bit back, so
 * discrete unknowns take a byte or, while they stay what they are, next to nothing.
 */
public final class TableFormat {
    public static final long MAGIC = 0x0a01_4d45_444e_4154L;
    public static final int FILE_HEADER = 16;
    public static final int BLOCK_HEADER = 12;

    /** Columns from one entry of a block's index to the next: whoever wants one column need not look at all of them. */
    public static final int PER_ENTRY = 128;

    public static final byte CONSTANT = 0;
    public static final byte BYTES = 1;
    public static final byte SHORTS = 2;
    public static final byte INTS = 4;
    public static final byte DOUBLES = 8;

    private TableFormat() {}

    public static ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The start of a file, with a description of what is in it. */
    public static byte[] header(byte[] description) {
        return buffer(FILE_HEADER + description.length)
                .putLong(MAGIC)
                .putInt(description.length)
                .putInt(checksum(ByteBuffer.wrap(description)))
                .put(description)
                .array();
    }

    /** The length of a file that has a description and no rows. */
    public static long headerLength(byte[] description) {
        return FILE_HEADER + (long) description.length;
    }

    public static int checksum(ByteBuffer... parts) {
        CRC32C checksum = new CRC32C();
        for (ByteBuffer part : parts) {
            checksum.update(part.duplicate());
        }
        return (int) checksum.getValue();
    }

    /** The bytes of a block's index. */
    public static int indexLength(int columns) {
        return (columns + PER_ENTRY - 1) / PER_ENTRY * Integer.BYTES;
    }

    /** The bytes of one column with the given code. */
    public static int width(byte code, int rows) {
        return code == CONSTANT ? Double.BYTES : code * rows;
    }

    /** The narrowest code for the column that starts at {@code first}. */
    public static byte code(double[] values, int first, int rows) {
        long bits = Double.doubleToRawLongBits(values[first]);
        boolean constant = true;
        byte code = BYTES;
        for (int row = 0; row < rows; row++) {
            double value = values[first + row];
            constant &= Double.doubleToRawLongBits(value) == bits;
            code = (byte) Math.max(code, code(value));
        }
        return constant && width(CONSTANT, rows) <= width(code, rows) ? CONSTANT : code;
    }

    private static byte code(double value) {
        int whole = (int) value;
        // The comparison of bits also keeps minus zero and numbers that are none.
        if (Double.doubleToRawLongBits(whole) != Double.doubleToRawLongBits(value)) {
            return DOUBLES;
        }
        return whole == (byte) whole ? BYTES : whole == (short) whole ? SHORTS : INTS;
    }

    public static void encode(byte code, double[] values, int first, int rows, ByteBuffer into) {
        if (code == CONSTANT) {
            into.putDouble(values[first]);
            return;
        }
        for (int row = first; row < first + rows; row++) {
            switch (code) {
                case BYTES -> into.put((byte) values[row]);
                case SHORTS -> into.putShort((short) values[row]);
                case INTS -> into.putInt((int) values[row]);
                default -> into.putDouble(values[row]);
            }
        }
    }

    /**
     * Reads the column that starts at {@code position}: so many of its rows, {@code start} and from there every {@code
     * step}-th, to the places from {@code first}.
     */
    public static void decode(
            byte code, ByteBuffer from, int position, int start, int step, double[] values, int first, int count) {
        for (int i = 0; i < count; i++) {
            int row = start + i * step;
            values[first + i] = switch (code) {
                case CONSTANT -> from.getDouble(position);
                case BYTES -> from.get(position + row);
                case SHORTS -> from.getShort(position + Short.BYTES * row);
                case INTS -> from.getInt(position + Integer.BYTES * row);
                default -> from.getDouble(position + Double.BYTES * row);
            };
        }
    }
}
