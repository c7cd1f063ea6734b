package dev.tandem.draws;

import java.io.Closeable;
import java.io.IOException;

/** The draws of one chain, in order. */
public interface DrawReader extends Closeable {
    /**
     * Reads the next draw; the caller asks for no more than there are.
     *
     * @param values receives the elements of the variables, in the order of {@link DrawSource#variables}
     * @param statistics receives the statistics, in the order of {@link DrawSource#statistics}
     */
    void read(double[] values, double[] statistics) throws IOException;

    @Override
    default void close() throws IOException {}

    /** Finds a draw by its number. */
    @FunctionalInterface
    interface ByNumber {
        /** Reads the draw with this number, counted from 0, as {@link DrawReader#read} does. */
        void read(int draw, double[] values, double[] statistics) throws IOException;
    }

    /** Reads draws that can be found by their numbers. */
    static DrawReader inOrder(ByNumber draws) {
        return new DrawReader() {
            private int next;

            @Override
            public void read(double[] values, double[] statistics) throws IOException {
                draws.read(next++, values, statistics);
            }
        };
    }
}
