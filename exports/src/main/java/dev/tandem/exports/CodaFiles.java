package dev.tandem.exports;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes draws as JAGS and OpenBUGS do for CODA: an index, and a file for each chain with one unknown after another. */
public final class CodaFiles {
    public static final String INDEX = "CODAindex.txt";

    /** Values that are turned into columns at a time: 32 MB. */
    private static final int BLOCK = 1 << 22;

    private CodaFiles() {}

    /** The name of a chain's file, chains counted from 0. */
    public static String fileName(int chain) {
        return "CODAchain" + (chain + 1) + ".txt";
    }

    /** Writes the index and one file for each chain into a folder. */
    public static void write(DrawSource draws, Provenance provenance, Path folder) throws IOException {
        write(draws, provenance, folder, BLOCK);
    }

    static void write(DrawSource draws, Provenance provenance, Path folder, int block) throws IOException {
        index(draws, folder);
        for (int chain = 0; chain < draws.chains(); chain++) {
            try (ColumnFile columns = ColumnFile.of(draws, chain, folder.resolve("columns.part"), block);
                    BufferedWriter out = Files.newBufferedWriter(folder.resolve(fileName(chain)))) {
                chain(draws, provenance, columns, out);
            }
        }
    }

    private static void index(DrawSource draws, Path folder) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(INDEX))) {
            long first = 1;
            for (Variable variable : draws.variables()) {
                for (int i = 0; i < variable.size(); i++) {
                    long last = first + draws.drawsPerChain() - 1;
                    // The index is a table whose columns blanks separate.
                    String name = variable.elementName(i).replaceAll("\\s", "_");
                    out.append(name + " " + first + " " + last + "\n");
                    first = last + 1;
                }
            }
        }
    }

    private static void chain(DrawSource draws, Provenance provenance, ColumnFile columns, BufferedWriter out)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
        buffer.flip();
        StringBuilder line = new StringBuilder();
        long left = (long) draws.elements() * draws.drawsPerChain();
        for (int element = 0; element < draws.elements(); element++) {
            for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                if (!buffer.hasRemaining()) {
                    buffer.clear().limit((int) Math.min(buffer.capacity(), left * Double.BYTES));
                    columns.read(buffer);
                    buffer.flip();
                }
                left--;
                line.setLength(0);
                line.append(provenance.iteration(draw)).append(' ');
                NumberText.append(line, buffer.getDouble());
                out.append(line.append('\n'));
            }
        }
    }
}
