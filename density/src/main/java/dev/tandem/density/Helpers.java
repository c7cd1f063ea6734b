package dev.tandem.density;

import java.util.function.IntConsumer;

/**
 * Threads that have nothing else to do, and may take over parts of a large sum. Which parts there are is up to the density and
 * never depends on who helps: whatever the number of threads, the same numbers are added in the same order.
 */
public interface Helpers {
    /** Nobody: the thread that asks does all parts, one after the other. */
    Helpers NONE = (parts, work) -> {
        for (int part = 0; part < parts; part++) {
            work.accept(part);
        }
    };

    /**
     * Does all parts, in any order and on any thread, and returns when all are done. What was written before is seen by
     * every part, and what parts write is seen by the caller. If a part fails, so does this, once no part is being done any
     * more.
     *
     * @param parts how many parts there are, numbered from 0
     */
    void share(int parts, IntConsumer work);
}
