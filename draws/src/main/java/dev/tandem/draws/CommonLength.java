package dev.tandem.draws;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How chains of different lengths are cut to one table. Chains are cut to a common length, and chains too short for it
 * are left out, so that as many draws as possible are kept: a chain that had just begun does not cost the others theirs.
 * Of two ways to keep as many, the one with more chains tells more.
 * When no chain has a draw, all chains stay, with no draws.
 *
 * @param draws the common length
 * @param chains the chains that are kept, counted from 0
 */
public record CommonLength(int draws, List<Integer> chains) {
    public CommonLength {
        chains = List.copyOf(chains);
    }

    public static CommonLength of(int... lengths) {
        int best = 0;
        long most = 0;
        int[] sorted = lengths.clone();
        Arrays.sort(sorted);
        for (int i = sorted.length - 1; i >= 0; i--) {
            int length = sorted[i];
            long kept = (long) length * (sorted.length - i);
            if (kept > most || (kept == most && length < best)) {
                most = kept;
                best = length;
            }
        }
        int common = best;
        return new CommonLength(
                common,
                IntStream.range(0, lengths.length)
                        .filter(chain -> lengths[chain] >= common)
                        .boxed()
                        .toList());
    }
}
