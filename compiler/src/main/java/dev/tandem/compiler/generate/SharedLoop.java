package dev.tandem.compiler.generate;

import java.util.List;

/**
 * A long loop that is done in parts, whose bounds depend on the model alone.
 *
 * @param first where its counter begins
 * @param count how often it is done
 * @param parts how many parts it has
 * @param collected what more than one part may add to
 */
record SharedLoop(int first, int count, int parts, List<Collected> collected) {
    SharedLoop {
        collected = List.copyOf(collected);
    }

    /** Where a part begins; the one after the last begins after the end. */
    int begin(int part) {
        return begin(first, count, parts, part);
    }

    static int begin(int first, int count, int parts, int part) {
        return first + (int) ((long) count * part / parts);
    }

    /**
     * An array that parts add to by themselves, to be added up in their order.
     *
     * @param total the field of the cursor that has it all
     * @param own the field of a part
     * @param from for each part the first element that it may change
     * @param to for each part the one after the last
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Collected(String total, String own, int size, int[] from, int[] to) {
        /** How many numbers are added. */
        long work() {
            long work = 0;
            for (int part = 0; part < from.length; part++) {
                work += Math.max(0, to[part] - from[part]);
            }
            return work;
        }
    }
}
