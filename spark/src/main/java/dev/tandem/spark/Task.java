package dev.tandem.spark;

import java.io.Serializable;
import java.util.function.BooleanSupplier;

/**
 * What an executor does with one piece of work; it travels there, so it has to be small.
 *
 * @param <T> a piece of work
 * @param <R> what comes back to the driver, which has to be small too
 */
@FunctionalInterface
interface Task<T extends Serializable, R extends Serializable> extends Serializable {
    /**
     * Does a piece of work. What it throws makes Spark try again, on another executor if there is one.
     *
     * @param attempt how often this piece was tried before
     * @param cancelled whether the driver no longer wants it
     */
    R run(T piece, int attempt, BooleanSupplier cancelled);
}
