package dev.tandem.compiler.sum;

import java.util.List;

/**
 * All counts that are summed out as series: each once for every combination of values of the unknowns with few values
 * that its weights depend on, mostly none. Immutable, and shared by all chains.
 */
public final class CountSums {
    /**
     * A series with what it is summed for.
     *
     * @param arrays the arrays that hold the parts of its slope
     * @param places where in them
     * @param shiftArray the array that holds its shift, -1 if it has none
     * @param shiftPlace where in it
     * @param table the table of log weights that the sum is an entry of; -1 if it is a factor by itself
     * @param tablePlace where in it
     * @param multiplicity how many counts have this series
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(
            Series series,
            int[] arrays,
            int[] places,
            int shiftArray,
            int shiftPlace,
            int table,
            int tablePlace,
            int multiplicity) {}

    /**
     * A count.
     *
     * @param entry its entry, the first if there are several; -1 if it is in a chain
     * @param unknowns the numbers of the unknowns that decide which
     * @param strides what a step of each of these means for the entry
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Count(int entry, int[] unknowns, int[] strides) {}

    private final List<Entry> entries;
    private final List<Count> counts;
    private final int[] lowest;
    private final List<CountChain> chains;
    private final List<CountChain.Link> links;

    /**
     * Counts that are summed out.
     *
     * @param lowest the lowest values of the unknowns that counts depend on
     * @param chains counts that depend on each other
     * @param links how they do
     */
    public CountSums(
            List<Entry> entries,
            List<Count> counts,
            int[] lowest,
            List<CountChain> chains,
            List<CountChain.Link> links) {
        this.chains = List.copyOf(chains);
        this.links = List.copyOf(links);
        this.entries = List.copyOf(entries);
        this.counts = List.copyOf(counts);
        this.lowest = lowest.clone();
    }

    public List<Entry> entries() {
        return entries;
    }

    public List<Count> counts() {
        return counts;
    }

    public List<CountChain> chains() {
        return chains;
    }

    List<CountChain.Link> links() {
        return links;
    }

    /** How many additions and multiplications the sums over chains take, about, where counts are as large as those seen. */
    public double chainWork() {
        double work = 0;
        for (CountChain chain : chains) {
            double values = 1;
            for (CountChain.Node node : chain.nodes()) {
                values = Math.max(values, 30 + 2.5 * node.weights().lowest());
            }
            work += (chain.nodes().size() - 1) * values * values * 2
                    + chain.nodes().size() * values * 20;
        }
        return work;
    }

    int lowest(int unknown) {
        return lowest[unknown];
    }
}
