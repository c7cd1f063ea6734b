package dev.tandem.runs.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a table from a file, as {@link TableFormat} lays it out. Every block was held against its checksum when the table
 * was opened, and is the same block whenever it is read; there is no other way to open one. It holds no file open in
 * between, and several threads may read at once.
 */
public final class TableReader {
    /** Files are read through once in pieces of this size. */
    private static final int CHUNK = 1 << 18;

    private final Path file;
    private final int columns;
    /** Where the blocks start; the last entry is where the next one would. */
    private final long[] positions;
    /** The rows before each block; the last entry is the number of rows. */
    private final int[] rowsBefore;
    /** The checksum of each block. */
    private final int[] checksums;

    /** The block that a row was last read from, as rows are mostly read in order. */
    private volatile DecodedBlock latest;

    @SuppressWarnings("ArrayRecordComponent")
    private record DecodedBlock(int number, double[] values) {}

    private TableReader(Path file, int columns, Blocks blocks) {
        this.file = file;
        this.columns = columns;
        positions = Arrays.copyOf(blocks.positions, blocks.count + 1);
        rowsBefore = Arrays.copyOf(blocks.rowsBefore, blocks.count + 1);
        checksums = Arrays.copyOf(blocks.checksums, blocks.count);
    }

    /** The description at the head of a table; throws {@link DamagedFileException} if it cannot be one. */
    public static byte[] description(Path file) throws IOException {
        try (FileChannel channel = StoredFiles.channel(file)) {
            return description(channel, file);
        }
    }

    /** Throws {@link DamagedFileException} if a table is damaged at its head, or has another description. */
    public static void expect(Path file, byte[] description) throws IOException {
        expect(description, description(file), file);
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

    /**
     * Opens a table up to a length at which it was whole; what comes after that is being written, or was left behind.
     *
     * @param description what has to stand at its head: that of another table is refused
     * @throws DamagedFileException unless all up to there is as it was written
     */
    public static TableReader open(Path file, byte[] description, int columns, long end) throws IOException {
        return open(file, description, columns, end, false);
    }

    /** Opens a table up to there, and what follows as far as it is whole: for tables of which nobody has noted where they end. */
    public static TableReader openAsFarAsWhole(Path file, byte[] description, int columns, long least)
            throws IOException {
        return open(file, description, columns, Math.max(least, TableFormat.headerLength(description)), true);
    }

    private static TableReader open(Path file, byte[] description, int columns, long end, boolean beyond)
            throws IOException {
        try (FileChannel channel = StoredFiles.channel(file)) {
            expect(description, description(channel, file), file);
            Blocks blocks = new Blocks(channel, TableFormat.headerLength(description));
            while (blocks.end() < end && blocks.next(columns, end)) {
                // One block more.
            }
            if (blocks.end() != end) {
                throw new DamagedFileException(
                        file, "only its first " + blocks.rows() + " rows are whole, and its checkpoint names more");
            }
            long size = channel.size();
            while (beyond && blocks.next(columns, size)) {
                // And another one.
            }
            return new TableReader(file, columns, blocks);
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(file, "it is missing");
        }
    }

    private static void expect(byte[] expected, byte[] found, Path file) throws DamagedFileException {
        if (Arrays.equals(expected, found)) {
            return;
        }
        int chain;
        try {
            chain = JsonMapper.shared().readTree(found).path("chain").asInt(0);
        } catch (JacksonException e) {
            throw new DamagedFileException(file, "its header is none");
        }
        boolean own =
                chain == JsonMapper.shared().readTree(expected).path("chain").asInt(0);
        throw DamagedFileException.foreign(file, own ? "another run" : "chain " + chain);
    }

    /** The blocks of a file, found and held against their checksums one after the other. */
    private static final class Blocks {
        private final FileChannel channel;
        private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        private final CRC32C checksum = new CRC32C();
        private long[] positions = new long[64];
        private int[] rowsBefore = new int[64];
        private int[] checksums = new int[64];
        private int count;

        /** Where in the file the chunk ends. */
        private long readTo;

        Blocks(FileChannel channel, long start) {
            this.channel = channel;
            positions[0] = start;
            seek(start);
        }

        long end() {
            return positions[count];
        }

        int rows() {
            return rowsBefore[count];
        }

        /** Adds the next block, if it ends within the limit and is as it was written. */
        boolean next(int columns, long limit) throws IOException {
            long position = end();
            if (position + TableFormat.BLOCK_HEADER > limit || !fill(TableFormat.BLOCK_HEADER)) {
                return false;
            }
            int start = chunk.position();
            int rows = chunk.getInt(start);
            int length = chunk.getInt(start + 4);
            int expected = chunk.getInt(start + 8);
            long next = position + TableFormat.BLOCK_HEADER + length;
            if (rows <= 0 || length < columns || next > limit) {
                return false;
            }
            checksum.reset();
            checksum.update(chunk.duplicate().limit(start + 8));
            chunk.position(start + TableFormat.BLOCK_HEADER);
            if (!add(length) || (int) checksum.getValue() != expected) {
                seek(position);
                return false;
            }
            if (count + 2 > positions.length) {
                positions = Arrays.copyOf(positions, 2 * positions.length);
                rowsBefore = Arrays.copyOf(rowsBefore, positions.length);
                checksums = Arrays.copyOf(checksums, positions.length);
            }
            checksums[count] = expected;
            rowsBefore[count + 1] = Math.addExact(rowsBefore[count], rows);
            positions[++count] = next;
            return true;
        }

        /** Adds so many bytes to the checksum; false if the file has fewer. */
        private boolean add(int length) throws IOException {
            int left = length;
            while (left > 0) {
                if (!chunk.hasRemaining() && !fill(1)) {
                    return false;
                }
                int part = Math.min(left, chunk.remaining());
                checksum.update(chunk.duplicate().limit(chunk.position() + part));
                chunk.position(chunk.position() + part);
                left -= part;
            }
            return true;
        }

        /** Sees to it that so many bytes are in the chunk; false if the file has fewer. */
        private boolean fill(int wanted) throws IOException {
            if (chunk.remaining() >= wanted) {
                return true;
            }
            chunk.compact();
            while (chunk.hasRemaining()) {
                int got = channel.read(chunk, readTo);
                if (got < 0) {
                    break;
                }
                readTo += got;
            }
            chunk.flip();
            return chunk.remaining() >= wanted;
        }

        private void seek(long position) {
            readTo = position;
            chunk.position(0).limit(0);
        }
    }

    public int rows() {
        return rowsBefore[rowsBefore.length - 1];
    }

    /** Throws {@link DamagedFileException} unless the block is still the one that was there when the table was opened. */
    private void expectSame(int block, ByteBuffer header) throws DamagedFileException {
        if (header.getInt(0) != rowsBefore[block + 1] - rowsBefore[block] || header.getInt(8) != checksums[block]) {
            throw new DamagedFileException(file, "it changed while it was read");
        }
    }

    /** Copies rows 0, {@code every}, .. of adjacent columns out, a column to each array, as many as have room. */
    public void copyColumns(int first, int every, double[][] destination) throws IOException {
        int count = destination.length;
        int room = count == 0 ? 0 : destination[0].length;
        int copied = 0;
        try (FileChannel channel = StoredFiles.channel(file)) {
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
                expectSame(block, read(channel, positions[block], TableFormat.BLOCK_HEADER));
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
    public void copyRow(int row, int first, double[] destination) throws IOException {
        int block = blockOf(row);
        double[] values = decoded(block);
        int rows = rowsBefore[block + 1] - rowsBefore[block];
        for (int i = 0; i < destination.length; i++) {
            destination[i] = values[(first + i) * rows + row - rowsBefore[block]];
        }
    }

    public double value(int row, int column) throws IOException {
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
        ByteBuffer whole;
        try (FileChannel channel = StoredFiles.channel(file)) {
            whole = read(channel, positions[block], (int) (positions[block + 1] - positions[block]));
        }
        expectSame(block, whole);
        ByteBuffer content = whole.position(TableFormat.BLOCK_HEADER).slice().order(ByteOrder.LITTLE_ENDIAN);
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
                throw new EOFException("a file became shorter while it was read");
            }
        }
        return buffer.flip();
    }
}
