package dev.tandem.runs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads a table from a file, as {@link TableFormat} lays it out: the blocks that were whole when it was opened. It holds
 * no file open in between, and several threads may read at once.
 */
final class TableReader {
    private final Path file;
    private final byte[] description;
    private final int columns;
    /** Where the blocks start; the last entry is where the next one would. */
    private final long[] positions;
    /** The rows before each block; the last entry is the number of rows. */
    private final int[] rowsBefore;

    /** The block that a row was last read from, as rows are mostly read in order. */
    private volatile DecodedBlock latest;

    @SuppressWarnings("ArrayRecordComponent")
    private record DecodedBlock(int number, double[] values) {}

    private TableReader(Path file, byte[] description, int columns, long[] positions, int[] rowsBefore) {
        this.file = file;
        this.description = description;
        this.columns = columns;
        this.positions = positions;
        this.rowsBefore = rowsBefore;
    }

    /** The description at the head of a table; throws {@link DamagedFileException} if it cannot be one. */
    static byte[] description(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return description(channel, file);
        }
    }

    /** The length of a file that has no rows but the same header. */
    static long headerLength(Path file) throws IOException {
        return TableFormat.FILE_HEADER + (long) description(file).length;
    }

    private static byte[] description(FileChannel channel, Path file) throws IOException {
        if (channel.size() < TableFormat.FILE_HEADER) {
            throw new DamagedFileException(file, "it ends within its header");
        }
        ByteBuffer header = read(channel, 0, TableFormat.FILE_HEADER);
        if (header.getLong() != TableFormat.MAGIC) {
            throw new DamagedFileException(file, "it is not a table of draws");
        }
        int length = header.getInt();
        int checksum = header.getInt();
        if (length < 0 || length > channel.size() - TableFormat.FILE_HEADER) {
            throw new DamagedFileException(file, "it ends within its header");
        }
        ByteBuffer text = read(channel, TableFormat.FILE_HEADER, length);
        if (TableFormat.checksum(text) != checksum) {
            throw new DamagedFileException(file, "the checksum of its header is wrong");
        }
        byte[] bytes = new byte[length];
        text.get(bytes);
        return bytes;
    }

    /** Opens a table of so many columns. A tail that makes no whole block, as a run that still writes has, is left out. */
    static TableReader open(Path file, int columns) throws IOException {
        return open(file, columns, false);
    }

    /** The same with every block held against its checksum; the table ends before the first that is damaged. */
    static TableReader openVerified(Path file, int columns) throws IOException {
        return open(file, columns, true);
    }

    private static TableReader open(Path file, int columns, boolean verify) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            byte[] description = description(channel, file);
            long size = channel.size();
            long position = TableFormat.FILE_HEADER + (long) description.length;
            long[] positions = new long[64];
            int[] rowsBefore = new int[64];
            int blocks = 0;
            positions[0] = position;
            while (position + TableFormat.BLOCK_HEADER <= size) {
                ByteBuffer header = read(channel, position, TableFormat.BLOCK_HEADER);
                int rows = header.getInt();
                int length = header.getInt();
                long next = position + TableFormat.BLOCK_HEADER + length;
                if (rows <= 0 || length < columns || next > size) {
                    break;
                }
                // The last block may be half written although the file is as long as it should be.
                if ((verify || next + TableFormat.BLOCK_HEADER > size) && !sound(channel, position, length)) {
                    break;
                }
                if (blocks + 2 > positions.length) {
                    positions = Arrays.copyOf(positions, 2 * positions.length);
                    rowsBefore = Arrays.copyOf(rowsBefore, positions.length);
                }
                rowsBefore[blocks + 1] = Math.addExact(rowsBefore[blocks], rows);
                positions[++blocks] = next;
                position = next;
            }
            return new TableReader(
                    file,
                    description,
                    columns,
                    Arrays.copyOf(positions, blocks + 1),
                    Arrays.copyOf(rowsBefore, blocks + 1));
        }
    }

    private static boolean sound(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer block = read(channel, position, TableFormat.BLOCK_HEADER + length);
        int checksum = TableFormat.checksum(
                block.duplicate().limit(8), block.duplicate().position(TableFormat.BLOCK_HEADER));
        return checksum == block.getInt(8);
    }

    byte[] description() {
        return description;
    }

    int rows() {
        return rowsBefore[rowsBefore.length - 1];
    }

    /** Throws {@link DamagedFileException} unless a block ends, or the first would start, at this length of the file. */
    void expectEnd(long length) throws DamagedFileException {
        if (Arrays.binarySearch(positions, length) < 0) {
            throw new DamagedFileException(
                    file, "only its first " + rows() + " rows are whole, and its checkpoint names more");
        }
    }

    /** Copies rows 0, {@code every}, .. of adjacent columns out, a column to each array, as many as have room. */
    void copyColumns(int first, int every, double[][] destination) throws IOException {
        int count = destination.length;
        int room = count == 0 ? 0 : destination[0].length;
        int copied = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (int block = 0; block < positions.length - 1 && copied < room; block++) {
                int inBlock = rowsBefore[block + 1] - rowsBefore[block];
                long next = (long) copied * every - rowsBefore[block];
                if (next >= inBlock) {
                    continue;
                }
                int offset = (int) next;
                int wanted = Math.min((inBlock - offset + every - 1) / every, room - copied);
                long content = positions[block] + TableFormat.BLOCK_HEADER;
                int entry = first / TableFormat.PER_ENTRY;
                int known = entry * TableFormat.PER_ENTRY;
                ByteBuffer codes = read(channel, content + known, first + count - known);
                long index = content + columns + (long) entry * Integer.BYTES;
                long start = content
                        + columns
                        + TableFormat.indexLength(columns)
                        + read(channel, index, Integer.BYTES).getInt();
                for (int column = known; column < first; column++) {
                    start += TableFormat.width(codes.get(column - known), inBlock);
                }
                int length = 0;
                for (int column = first; column < first + count; column++) {
                    length += TableFormat.width(codes.get(column - known), inBlock);
                }
                ByteBuffer values = read(channel, start, length);
                int position = 0;
                for (int i = 0; i < count; i++) {
                    byte code = codes.get(first + i - known);
                    TableFormat.decode(code, values, position, offset, every, destination[i], copied, wanted);
                    position += TableFormat.width(code, inBlock);
                }
                copied += wanted;
            }
        }
    }

    /** Copies columns from {@code first} on of one row out. */
    void copyRow(int row, int first, double[] destination) throws IOException {
        int block = blockOf(row);
        double[] values = decoded(block);
        int rows = rowsBefore[block + 1] - rowsBefore[block];
        for (int i = 0; i < destination.length; i++) {
            destination[i] = values[(first + i) * rows + row - rowsBefore[block]];
        }
    }

    double value(int row, int column) throws IOException {
        int block = blockOf(row);
        int rows = rowsBefore[block + 1] - rowsBefore[block];
        return decoded(block)[column * rows + row - rowsBefore[block]];
    }

    private int blockOf(int row) {
        if (row < 0 || row >= rows()) {
            throw new IndexOutOfBoundsException("row " + row + " of " + rows());
        }
        int found = Arrays.binarySearch(rowsBefore, row);
        return found >= 0 ? found : -found - 2;
    }

    private double[] decoded(int block) throws IOException {
        DecodedBlock present = latest;
        if (present != null && present.number() == block) {
            return present.values();
        }
        int rows = rowsBefore[block + 1] - rowsBefore[block];
        double[] values = new double[Math.multiplyExact(columns, rows)];
        int length = (int) (positions[block + 1] - positions[block] - TableFormat.BLOCK_HEADER);
        ByteBuffer content;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            content = read(channel, positions[block] + TableFormat.BLOCK_HEADER, length);
        }
        int position = columns + TableFormat.indexLength(columns);
        for (int column = 0; column < columns; column++) {
            byte code = content.get(column);
            TableFormat.decode(code, content, position, 0, 1, values, column * rows, rows);
            position += TableFormat.width(code, rows);
        }
        latest = new DecodedBlock(block, values);
        return values;
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer buffer = TableFormat.buffer(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return buffer.flip();
    }
}
