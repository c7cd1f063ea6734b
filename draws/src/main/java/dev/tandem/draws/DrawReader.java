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
}
