package dev.tandem.compiler.sum;

import dev.tandem.density.Helpers;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Does the stars of one chain, where there are many in parts that helpers may share. Parts depend on the model alone. What
 * several of them add to is each one's own, and added up in their order.
 */
final class StarParts {
    /** As many stars as are just enough make so many parts. */
    private static final int LEAST_PARTS = 12;

    private static final int MOST_PARTS = 64;

    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final Stars stars;
    private final int parts;
    private final double[] totals;

    /** For each part what it adds to by itself, by array; null where no other part adds to it. */
    private final double[][][] owns;

    /** For each array the places that each part touches, of those that several add to. */
    private final int[][] from;

    private final int[][] to;
    private final double[][] ownShared;

    /** For each part where it adds its probabilities. */
    private final double[][][] barsOf;

    private final IntConsumer sum = this::sum;
    private final IntConsumer add = this::add;
    private Helpers helpers = Helpers.NONE;
    private double[][] weights;
    private double[] conditional;
    private double[] shared;

    /** @param many from how many stars on there are parts */
    StarParts(Stars stars, int many) {
        this.stars = stars;
        int arrays = stars.arrays();
        int number = (int) Math.min(MOST_PARTS, LEAST_PARTS * (double) stars.size() / many);
        if (stars.size() < many) {
            number = 1;
        }
        int[][] first = null;
        int[][] last = null;
        int[] sizes = number > 1 ? sizes(arrays) : new int[0];
        for (; number > 1; number /= 2) {
            first = new int[arrays][];
            last = new int[arrays][];
            long room = (long) number * (stars.sharedBars() + touch(number, sizes, first, last));
            if (room <= stars.size() / 2) {
                break;
            }
        }
        parts = Math.max(1, number);
        from = first;
        to = last;
        totals = new double[parts];
        owns = new double[parts][parts > 1 ? arrays : 0][];
        barsOf = new double[parts][parts > 1 ? arrays : 0][];
        ownShared = new double[parts][parts > 1 ? stars.sharedBars() : 0];
        for (int a = 0; parts > 1 && a < arrays; a++) {
            for (int part = 0; from[a] != null && part < parts; part++) {
                owns[part][a] = new double[sizes[a]];
            }
        }
    }

    private int[] sizes(int arrays) {
        int[] sizes = new int[arrays];
        stars.eachTable(0, stars.size(), (array, begin, end) -> sizes[array] = Math.max(sizes[array], end));
        return sizes;
    }

    /** Finds what each part touches of the arrays that several add to; returns how many numbers these have. */
    private long touch(int number, int[] sizes, int[][] first, int[][] last) {
        int[][] owner = new int[sizes.length][];
        int[][] begins = new int[sizes.length][number];
        int[][] ends = new int[sizes.length][number];
        boolean[] several = new boolean[sizes.length];
        for (int a = 0; a < sizes.length; a++) {
            owner[a] = new int[sizes[a]];
            Arrays.fill(owner[a], NOBODY);
            Arrays.fill(begins[a], sizes[a]);
        }
        for (int p = 0; p < number; p++) {
            int part = p;
            stars.eachTable(begin(p, number), begin(p + 1, number), (array, begin, end) -> {
                for (int e = begin; e < end; e++) {
                    if (owner[array][e] == NOBODY) {
                        owner[array][e] = part;
                    } else if (owner[array][e] != part) {
                        owner[array][e] = SEVERAL;
                        several[array] = true;
                    }
                }
                begins[array][part] = Math.min(begins[array][part], begin);
                ends[array][part] = Math.max(ends[array][part], end);
            });
        }
        long room = 0;
        for (int a = 0; a < sizes.length; a++) {
            if (several[a]) {
                first[a] = begins[a];
                last[a] = ends[a];
                room += sizes[a];
            }
        }
        return room;
    }

    private int begin(int part, int number) {
        return (int) ((long) stars.size() * part / number);
    }

    void helpedBy(Helpers others) {
        helpers = others;
    }

    /** The logarithm of the product of all sums, see {@link Stars#logSum}. */
    double logSum(double[][] weights, double[] conditional, double[] shared) {
        if (parts == 1) {
            return stars.logSum(0, stars.size(), weights, conditional, shared);
        }
        this.weights = weights;
        this.conditional = conditional;
        this.shared = shared;
        helpers.share(parts, sum);
        double total = 0;
        for (double part : totals) {
            total += part;
        }
        return total;
    }

    private void sum(int part) {
        totals[part] = stars.logSum(begin(part, parts), begin(part + 1, parts), weights, conditional, shared);
    }

    /** Adds the probabilities of all values to the derivatives by their weights, see {@link Stars#addProbabilities}. */
    void addProbabilities(double[] conditional, double[][] bars, double[] shared) {
        if (parts == 1) {
            stars.addProbabilities(0, stars.size(), conditional, bars, shared);
            return;
        }
        this.conditional = conditional;
        for (int part = 0; part < parts; part++) {
            for (int a = 0; a < barsOf[part].length; a++) {
                barsOf[part][a] = bars[a] == null || owns[part][a] == null ? bars[a] : owns[part][a];
            }
        }
        helpers.share(parts, add);
        for (int part = 0; part < parts; part++) {
            for (int a = 0; a < barsOf[part].length; a++) {
                if (barsOf[part][a] != bars[a]) {
                    addUp(owns[part][a], from[a][part], to[a][part], bars[a]);
                }
            }
            addUp(ownShared[part], 0, ownShared[part].length, shared);
        }
    }

    private void add(int part) {
        stars.addProbabilities(begin(part, parts), begin(part + 1, parts), conditional, barsOf[part], ownShared[part]);
    }

    /** Adds what a part has found to the whole, and clears it. */
    private static void addUp(double[] own, int from, int to, double[] whole) {
        for (int e = from; e < to; e++) {
            whole[e] += own[e];
            own[e] = 0;
        }
    }
}
