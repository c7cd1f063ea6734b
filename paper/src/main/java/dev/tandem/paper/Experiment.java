package dev.tandem.paper;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A figure or table of the paper, with its twins in the supplement. */
interface Experiment {
    String name();

    String title();

    /** The chains to run; none for an experiment that needs no chains. */
    List<Cell> cells(Setup setup);

    /** Cells of other experiments that its report reads beside its own. */
    default List<Cell> borrowed(Setup setup) {
        return List.of();
    }

    Section report(Setup setup, Map<String, CellSummary> cells, Memory memory);

    /**
     * What all experiments share.
     *
     * @param scale how long they run
     * @param seed the seed of all randomness
     * @param threads threads to use; results do not depend on it
     * @param data the data
     */
    record Setup(Scale scale, long seed, int threads, PaperData data) {}

    /** Keeps results of long computations that are no chains. */
    interface Memory {
        /** The kept result of this name, or, if its identity has changed, a new one. */
        Map<String, double[]> recall(String name, String identity, Supplier<Map<String, double[]>> compute);
    }
}
