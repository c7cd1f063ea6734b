package dev.tandem.runs.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Appends rows to a table in a file, block by block as {@link TableFormat} lays them out. */
public final class TableWriter implements Closeable {
    private final Disk.Appender file;
    private final int columns;
    private final int rowsPerBlock;
    /** Rows that wait for their block to fill, column by column. */
    private final double[] waiting;

    private final byte[] codes;
    private ByteBuffer block = TableFormat.buffer(0);
    private int rows;

    /** Goes on at the end of a file, which holds a header and whole blocks. */
    public TableWriter(Disk.Appender file, int columns, int rowsPerBlock) {
        this.file = file;
        this.columns = columns;
        this.rowsPerBlock = rowsPerBlock;
        waiting = new double[Math.multiplyExact(columns, rowsPerBlock)];
        codes = new byte[columns];
    }

    /** Adds a row that is made of two parts. */
    public void append(double[] first, double[] second) throws IOException {
        for (int column = 0; column < first.length; column++) {
            waiting[column * rowsPerBlock + rows] = first[column];
        }
        for (int column = 0; column < second.length; column++) {
            waiting[(first.length + column) * rowsPerBlock + rows] = second[column];
        }
        if (++rows == rowsPerBlock) {
            flush();
        }
    }

    /** Writes the rows that wait, even if they do not fill a block. */
    public void flush() throws IOException {
        if (rows == 0) {
            return;
        }
        int length = columns + TableFormat.indexLength(columns);
        for (int column = 0; column < columns; column++) {
            codes[column] = TableFormat.code(waiting, column * rowsPerBlock, rows);
            length = Math.addExact(length, TableFormat.width(codes[column], rows));
        }
        int needed = TableFormat.BLOCK_HEADER + length;
        if (block.capacity() < needed) {
            block = TableFormat.buffer(needed);
        }
        block.clear().putInt(rows).putInt(length).putInt(0).put(codes);
        int before = 0;
        for (int column = 0; column < columns; column++) {
            if (column % TableFormat.PER_ENTRY == 0) {
                block.putInt(before);
            }
            before += TableFormat.width(codes[column], rows);
        }
        for (int column = 0; column < columns; column++) {
            TableFormat.encode(codes[column], waiting, column * rowsPerBlock, rows, block);
        }
        block.flip();
        int checksum = TableFormat.checksum(
                block.duplicate().limit(8), block.duplicate().position(TableFormat.BLOCK_HEADER));
        block.putInt(8, checksum);
        file.write(block);
        rows = 0;
    }

    /** The length of the file, rows that wait not counted. */
    public long length() {
        return file.length();
    }

    /** Returns when all that was written is on the disk. */
    public void force() throws IOException {
        file.force();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
