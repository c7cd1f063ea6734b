package dev.tandem.draws;

/**
 * Where the values of a table of draws lie. What was stored does not change, and several threads may read at once.
 * Chains, draws and elements are numbered from 0.
 */
public interface DrawStore {
    int chains();

    /** Draws of each chain. */
    int draws();

    /**
     * Copies adjacent elements of one chain out: {@code destination[i]} receives of element {@code first + i} the draws 0,
     * {@code every}, twice {@code every} and so on, as many as it has room for.
     */
    void copyColumns(int chain, int first, int every, double[][] destination);

    /** Copies all elements of one draw out. */
    default void copyRow(int chain, int draw, double[] destination) {
        for (int element = 0; element < destination.length; element++) {
            destination[element] = value(chain, draw, element);
        }
    }

    double value(int chain, int draw, int element);
}
