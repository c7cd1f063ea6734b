package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.compiler.terms.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets of tables that many sums read together. A site where nothing was seen on four visits reads the same four tables as
 * all such sites: they are added up once, and their derivatives are handed back once. Immutable.
 */
final class StarProfiles {
    /** Stands for the array in which the added tables are. */
    static final int SHARED = -1;

    /** There must be so many stars for one set of tables, or nothing is gained. */
    private static final int STARS_OF_A_PROFILE = 4;

    /** Where tables begin, in order, each as often as it is read: first the array, then the offset. */
    private record Profile(int values, List<Long> tables) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Profile profile && values == profile.values && tables.equals(profile.tables);
        }

        @Override
        public int hashCode() {
            return 31 * values + tables.hashCode();
        }
    }

    /** For each star where its added tables begin, or -1 if it reads all of its tables itself. */
    private final int[] places;

    /** For each star that has some, which of its tables are among the added ones. */
    private final boolean[][] isShared;

    private final int entries;

    /** For each table of each profile: where the profile begins, how many values it has, array and offset. */
    private final int[] steps;

    StarProfiles(Potential[] read, int[] values) {
        places = new int[read.length];
        Arrays.fill(places, -1);
        isShared = new boolean[read.length][];
        IntList made = new IntList();
        entries = find(read, values, made);
        steps = made.toArray();
    }

    private int find(Potential[] read, int[] values, IntList made) {
        int[][] readers = readers(read);
        Map<Profile, Integer> profiles = new HashMap<>();
        int size = 0;
        int users = 0;
        for (int s = 0; s < read.length; s++) {
            int[] arrays = read[s].arrays();
            int[] offsets = read[s].offsets();
            if (arrays.length < 2) {
                continue;
            }
            boolean[] marks = new boolean[arrays.length];
            List<Long> shared = new ArrayList<>();
            for (int t = 0; t < marks.length; t++) {
                marks[t] = readers[arrays[t]][offsets[t]] >= STARS_OF_A_PROFILE;
                if (marks[t]) {
                    shared.add((long) arrays[t] << 32 | offsets[t]);
                }
            }
            if (shared.size() < 2) {
                continue;
            }
            Collections.sort(shared);
            Integer place = profiles.putIfAbsent(new Profile(values[s], shared), size);
            if (place == null) {
                place = size;
                size = Math.addExact(size, values[s]);
                for (int t = 0; t < marks.length; t++) {
                    if (marks[t]) {
                        made.addAll(new int[] {place, values[s], arrays[t], offsets[t]});
                    }
                }
            }
            places[s] = place;
            isShared[s] = marks;
            users++;
        }
        if ((long) profiles.size() * STARS_OF_A_PROFILE > users) {
            Arrays.fill(places, -1);
            made.remove(0, made.size());
            return 0;
        }
        return size;
    }

    /** For each array and offset, how often the table there is read. */
    private static int[][] readers(Potential[] read) {
        int arrays = 0;
        for (Potential potential : read) {
            arrays = Math.max(arrays, Arrays.stream(potential.arrays()).max().orElse(-1) + 1);
        }
        int[] ends = new int[arrays];
        for (Potential potential : read) {
            for (int t = 0; t < potential.arrays().length; t++) {
                int array = potential.arrays()[t];
                ends[array] = Math.max(ends[array], potential.offsets()[t] + 1);
            }
        }
        int[][] readers = Arrays.stream(ends).mapToObj(int[]::new).toArray(int[][]::new);
        for (Potential potential : read) {
            for (int t = 0; t < potential.arrays().length; t++) {
                readers[potential.arrays()[t]][potential.offsets()[t]]++;
            }
        }
        return readers;
    }

    /** How many numbers the added tables have. */
    int entries() {
        return entries;
    }

    /** Appends the tables that a star reads, the added ones as one of {@link #SHARED}. */
    void tablesOf(int star, Potential read, IntList arrays, IntList offsets) {
        for (int t = 0; t < read.arrays().length; t++) {
            if (places[star] < 0 || !isShared[star][t]) {
                arrays.add(read.arrays()[t]);
                offsets.add(read.offsets()[t]);
            }
        }
        if (places[star] >= 0) {
            arrays.add(SHARED);
            offsets.add(places[star]);
        }
    }

    /** Adds up the tables of every profile. */
    void add(double[][] weights, double[] shared) {
        Arrays.fill(shared, 0, entries, 0);
        for (int i = 0; i < steps.length; i += 4) {
            double[] array = weights[steps[i + 2]];
            for (int e = 0; e < steps[i + 1]; e++) {
                shared[steps[i] + e] += array[steps[i + 3] + e];
            }
        }
    }

    /** Adds the derivatives by the added tables to those by the tables themselves; null where nobody asks. */
    void handBack(double[] shared, double[][] bars) {
        for (int i = 0; i < steps.length; i += 4) {
            double[] bar = bars[steps[i + 2]];
            for (int e = 0; bar != null && e < steps[i + 1]; e++) {
                bar[steps[i + 3] + e] += shared[steps[i] + e];
            }
        }
    }
}
