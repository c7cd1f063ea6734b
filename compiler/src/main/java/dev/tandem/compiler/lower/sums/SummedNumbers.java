package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Discrete unknowns that may be summed out, numbered: first those with few values, then counts. */
final class SummedNumbers {
    /** For each variable the numbers of its unknowns. */
    final Map<Storage, Unfolding.SummedSites> sites = new LinkedHashMap<>();

    final int[] low;
    final int[] high;
    /** How many values those have that are no counts. */
    final int[] size;

    /** How many are no counts. */
    final int others;

    SummedNumbers(
            Set<Storage> few, Set<Storage> counts, Map<Storage, double[]> lowest, Map<Storage, double[]> highest) {
        IntList lows = new IntList();
        IntList highs = new IntList();
        IntList sizes = new IntList();
        for (Storage storage : few) {
            number(storage, lowest.get(storage), highest.get(storage), lows, highs, sizes);
        }
        others = lows.size();
        for (Storage storage : counts) {
            number(storage, lowest.get(storage), highest.get(storage), lows, highs, sizes);
        }
        low = lows.toArray();
        high = highs.toArray();
        size = sizes.toArray();
    }

    private void number(Storage storage, double[] least, double[] most, IntList lows, IntList highs, IntList sizes) {
        int[] numbers = new int[least.length];
        double[] values = storage.values().clone();
        for (int i = 0; i < numbers.length; i++) {
            boolean open = most[i] > least[i];
            numbers[i] = open ? lows.size() : -1;
            if (open) {
                lows.add((int) least[i]);
                highs.add((int) Math.min(most[i], Integer.MAX_VALUE));
                sizes.add((int) (most[i] - least[i]) + 1);
            } else if (most[i] == least[i]) {
                values[i] = least[i];
            }
        }
        sites.put(storage, new Unfolding.SummedSites(numbers, values));
    }

    /** The variables that some unknowns are of. */
    Set<Storage> owners(int[] unknowns) {
        Set<Storage> owners = new LinkedHashSet<>();
        int[] sorted = Arrays.stream(unknowns).sorted().toArray();
        sites.forEach((storage, own) -> {
            for (int number : own.numbers()) {
                if (number >= 0 && Arrays.binarySearch(sorted, number) >= 0) {
                    owners.add(storage);
                    return;
                }
            }
        });
        return owners;
    }

    /** For each unknown its variable. */
    Storage[] owners() {
        Storage[] owners = new Storage[low.length];
        sites.forEach((storage, own) -> {
            for (int number : own.numbers()) {
                if (number >= 0) {
                    owners[number] = storage;
                }
            }
        });
        return owners;
    }

    /** The number of log weights of an iteration. */
    long weights(Group group, int iteration) {
        long weights = 1;
        for (int[] unknowns : group.unknowns) {
            weights *= size[unknowns[iteration]];
        }
        return weights;
    }
}
