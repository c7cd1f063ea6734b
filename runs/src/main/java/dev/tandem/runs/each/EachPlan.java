package dev.tandem.runs.each;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a list of data sets into batches: large ones first, so that handing them out costs next to nothing, and smaller
 * and smaller ones towards the end, so that all slots end at about the same time.
 *
 * @param slots batches that are done at a time
 * @param seconds what one data set takes
 */
public record EachPlan(int slots, double seconds) {
    /** Seconds of the largest batches: what is lost if one of them is lost. */
    private static final double LARGEST = 20;

    /** Seconds of the smallest batches: handing out one costs some hundredths of a second. */
    private static final double SMALLEST = 1;

    /** A batch that takes so many times what was planned is handed back. */
    private static final double PATIENCE = 3;

    /** The share of what is left that a batch may take, in slots: half of what would end at once. */
    private static final int SHARE = 2;

    public List<EachBatch> cut(List<EachBatch.Member> members) {
        List<EachBatch> batches = new ArrayList<>();
        double each = Math.max(seconds, 1e-6);
        int smallest = (int) Math.max(1, Math.min(SMALLEST / each, 1 << 20));
        int largest = (int) Math.max(1, Math.min(LARGEST / each, 1 << 20));
        for (int start = 0, end; start < members.size(); start = end) {
            int share = (members.size() - start) / (SHARE * slots);
            int size = Math.max(smallest, Math.min(largest, share));
            end = Math.min(members.size(), start + size);
            batches.add(new EachBatch(members.subList(start, end), Math.max(LARGEST, PATIENCE * size * each)));
        }
        return batches;
    }
}
