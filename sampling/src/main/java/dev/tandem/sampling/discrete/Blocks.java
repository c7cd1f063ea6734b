package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.density.Ties;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tied sites are drawn together after a trajectory. Sites that are tied directly or by way of others are drawn all
 * at once where the sum over their values is not too long; else in stretches of neighbours, and the sites of each narrow
 * factor by themselves. As many blocks are drawn as may be spent on them, in turn from one drawn at random; neither the
 * blocks nor their number depends on the state.
 */
public final class Blocks {
    /** The entries of a sum over one site, and of all sums of a block. */
    private static final double LARGEST_SUM = 4096;

    private static final double LARGEST_BLOCK = 20_000;

    /** The entries of a sum over one site where its values are only a part of its support. */
    private static final double LARGEST_SUM_OF_COMBS = 512;

    /** Of longer supports, only combs are weighed. */
    private static final int LONGEST_LISTED = 64;

    /** The values of a comb where a whole stretch of sites has combs. */
    private static final int FEW_TEETH = 4;

    /** A factor that reads more sites ties no block of its own, unless it excludes combinations of their values. */
    private static final int NARROW = 4;

    private static final int LONGEST_STRETCH = 48;
    private static final int MOST_SITES = 200_000;

    private static final Blocks NONE = new Blocks(List.of());

    private final BlockDraw[] blocks;
    private final double costOfAll;
    private final double[] pair = new double[2];

    private Blocks(List<BlockDraw> blocks) {
        this.blocks = blocks.toArray(new BlockDraw[0]);
        costOfAll = blocks.stream().mapToDouble(BlockDraw::cost).sum();
    }

    public static Blocks none() {
        return NONE;
    }

    /** The blocks of a density. */
    public static Blocks of(Space space, Ties ties) {
        if (ties.isEmpty() || ties.sites().length > MOST_SITES) {
            return NONE;
        }
        return new Blocks(new Choice(space, ties).run());
    }

    /**
     * Blocks with windows of neighbouring values, for tests.
     *
     * @param sites the sites of each block
     * @param width the most values of a site that are weighed at a time
     */
    public static Blocks of(Space space, Ties ties, int[][] sites, int width) {
        List<BlockDraw> blocks = new ArrayList<>();
        for (int[] block : sites) {
            int[] widths = new int[block.length];
            Arrays.fill(widths, width);
            blocks.add(new BlockDraw(space, block, widths, BlockDraw.reading(ties, block), true));
        }
        return new Blocks(blocks);
    }

    /** The sites of each block. */
    public int[][] sites() {
        return Arrays.stream(blocks).map(BlockDraw::members).toArray(int[][]::new);
    }

    /** How many blocks to draw for about {@code weights} weights. */
    int visits(int weights, Randomness random) {
        if (weights >= costOfAll) {
            return blocks.length;
        }
        double mean = blocks.length * (weights / costOfAll);
        int whole = (int) mean;
        pair[0] = mean - whole;
        pair[1] = 1 - pair[0];
        return whole + (random.categorical(pair, 2, 1) == 0 ? 1 : 0);
    }

    /** Where to begin, drawn at random. */
    int first(Randomness random) {
        return blocks.length == 1 ? 0 : random.below(blocks.length);
    }

    int sites(int place) {
        return blocks[place % blocks.length].sites();
    }

    /** Draws the block at a place of the sequence, which goes round; returns how many sites changed. */
    int draw(int place, Cursor cursor, Randomness random) {
        return blocks[place % blocks.length].draw(cursor, random);
    }

    /** Chooses blocks by what their sums cost. */
    private static final class Choice {
        private final Space space;
        private final Ties ties;
        private final int[] sites;
        private final List<BlockDraw> blocks = new ArrayList<>();
        private final Set<List<Integer>> seen = new HashSet<>();

        Choice(Space space, Ties ties) {
            this.space = space;
            this.ties = ties;
            sites = ties.sites();
        }

        List<BlockDraw> run() {
            BitSet done = new BitSet();
            for (int site : sites) {
                if (!done.get(site)) {
                    int[] component = around(site, Integer.MAX_VALUE, new BitSet());
                    Arrays.stream(component).forEach(done::set);
                    divide(component);
                }
            }
            return blocks;
        }

        /** A site and those nearest to it by ties, in order of distance. */
        private int[] around(int site, int most, BitSet without) {
            Deque<Integer> open = new ArrayDeque<>(List.of(site));
            BitSet found = (BitSet) without.clone();
            found.set(site);
            List<Integer> taken = new ArrayList<>();
            while (!open.isEmpty() && taken.size() < most) {
                int next = open.remove();
                taken.add(next);
                for (int factor : ties.factors(next)) {
                    int[] read = ties.sites(factor);
                    for (int i = 0; i < read.length && holds(factor, read); i++) {
                        if (!found.get(read[i])) {
                            found.set(read[i]);
                            open.add(read[i]);
                        }
                    }
                }
            }
            return taken.stream().mapToInt(s -> s).toArray();
        }

        /** Whether a factor ties its sites closely; those of a wide one that excludes nothing move by themselves. */
        private boolean holds(int factor, int[] read) {
            return read.length <= NARROW || ties.excludes(factor);
        }

        private void divide(int[] component) {
            boolean listed = Arrays.stream(component)
                    .allMatch(site -> space.support(site).size() <= LONGEST_LISTED);
            if (component.length <= LONGEST_STRETCH && listed && affordable(component, LONGEST_LISTED)) {
                add(component, LONGEST_LISTED);
                return;
            }
            stretches(component, listed ? LONGEST_LISTED : FEW_TEETH);
            narrowFactors(component);
        }

        private boolean affordable(int[] block, int width) {
            Elimination elimination = elimination(block, width);
            return elimination.largest <= LARGEST_SUM && elimination.entries + elimination.filled <= LARGEST_BLOCK;
        }

        private Elimination elimination(int[] block, int width) {
            int[] widths = Arrays.stream(block)
                    .map(site -> (int) Math.min(width, space.support(site).size()))
                    .toArray();
            int[][] factors = BlockDraw.reading(ties, block).values().toArray(int[][]::new);
            return new Elimination(widths, factors);
        }

        /** Stretches of neighbours as long as they may be, and such as lie over the ends of these. */
        private void stretches(int[] component, int width) {
            BitSet covered = new BitSet();
            List<Integer> ends = new ArrayList<>();
            for (int site : component) {
                if (!covered.get(site)) {
                    int[] block = longest(around(site, LONGEST_STRETCH, covered), width);
                    Arrays.stream(block).forEach(covered::set);
                    ends.add(block[block.length - 1]);
                    add(block, width);
                }
            }
            for (int end : ends) {
                add(longest(around(end, LONGEST_STRETCH, new BitSet()), width), width);
            }
        }

        /** As many of some sites, from the first on, as can be drawn together. */
        private int[] longest(int[] near, int width) {
            int fits = 1;
            int fails = near.length + 1;
            while (fails - fits > 1) {
                int middle = (fits + fails) / 2;
                if (affordable(Arrays.copyOf(near, middle), width)) {
                    fits = middle;
                } else {
                    fails = middle;
                }
            }
            return Arrays.copyOf(near, fits);
        }

        /** The sites of each factor that reads few, and pairs of those of one that reads many and excludes some. */
        private void narrowFactors(int[] component) {
            Set<Integer> factors = new HashSet<>();
            for (int site : component) {
                for (int factor : ties.factors(site)) {
                    if (factors.add(factor)) {
                        int[] read = ties.sites(factor);
                        if (read.length <= NARROW) {
                            add(read, 0);
                        } else if (ties.excludes(factor)) {
                            for (int i = 0; i + 1 < read.length; i++) {
                                add(new int[] {read[i], read[i + 1]}, 0);
                            }
                        }
                    }
                }
            }
        }

        /** Adds a block, unless there is one; of width 0 for as many values as a sum may have. */
        private void add(int[] block, int width) {
            int[] sorted = Arrays.stream(block).sorted().toArray();
            List<Integer> key = new ArrayList<>(Arrays.stream(sorted).boxed().toList());
            if (block.length < 2 || !seen.add(key)) {
                return;
            }
            int wide = width;
            if (width == 0) {
                wide = LONGEST_LISTED * 2;
                while (wide > 2 && elimination(block, wide).largest > LARGEST_SUM_OF_COMBS) {
                    wide /= 2;
                }
            }
            int[] widths = new int[block.length];
            Arrays.fill(widths, wide);
            blocks.add(new BlockDraw(space, ties, sorted, widths));
        }
    }
}
