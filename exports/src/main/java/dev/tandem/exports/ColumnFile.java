package dev.tandem.exports;

import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One chain turned from draws into columns through a file, for formats that want all draws of one unknown before the
 * next: memory does not grow with the number of draws.
 */
final class ColumnFile implements Closeable {
    private final Path path;
    private final FileChannel channel;
    private final int draws;

    private ColumnFile(Path path, FileChannel channel, int draws) {
        this.path = path;
        this.channel = channel;
        this.draws = draws;
    }

    /** Reads a whole chain; {@code most} values are held in memory, and at least one draw. */
    static ColumnFile of(DrawSource source, int chain, Path path, int most) throws IOException {
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ColumnFile columns = new ColumnFile(path, channel, source.drawsPerChain());
        try {
            columns.fill(source, chain, most);
            return columns;
        } catch (IOException | RuntimeException e) {
            columns.close();
            throw e;
        }
    }

    private void fill(DrawSource source, int chain, int most) throws IOException {
        int elements = source.elements();
        int rows = Math.max(1, Math.min(draws, most / Math.max(1, elements)));
        double[][] block = new double[rows][elements];
        double[] statistics = new double[source.statistics().size()];
        ByteBuffer column = ByteBuffer.allocateDirect(rows * Double.BYTES);
        try (DrawReader reader = source.chain(chain)) {
            for (int first = 0; first < draws; first += rows) {
                int count = Math.min(rows, draws - first);
                for (int row = 0; row < count; row++) {
                    reader.read(block[row], statistics);
                }
                for (int element = 0; element < elements; element++) {
                    column.clear();
                    for (int row = 0; row < count; row++) {
                        column.putDouble(block[row][element]);
                    }
                    column.flip();
                    writeFully(column, ((long) element * draws + first) * Double.BYTES);
                }
            }
        }
        channel.position(0);
    }

    private void writeFully(ByteBuffer buffer, long position) throws IOException {
        long next = position;
        while (buffer.hasRemaining()) {
            next += channel.write(buffer, next);
        }
    }

    /** Fills the buffer with the values that follow, those of an element in order and then those of the next. */
    void read(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException(path + " ends early");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }
}
