package dev.tandem.sampling.discrete;

import dev.tandem.sampling.random.Randomness;

/**
 * The order in which a trajectory visits sites: a random sequence over all integers whose law does not change when it is
 * shifted or read backwards. That symmetry is what makes kernels exact.
 */
public interface SiteSchedule {
    /** Draws a new sequence. */
    void begin(Randomness random);

    int site(long index);

    /** Goes back to what it was when it was made: sequences drawn from here on do not depend on earlier ones. */
    default void forget() {}

    /** A uniformly random permutation, continued cyclically. */
    static SiteSchedule permutation(int sites) {
        return new SiteSchedule() {
            private final int[] order = new int[sites];

            {
                forget();
            }

            /** A shuffle starts from the order that the one before has left. */
            @Override
            public void forget() {
                for (int i = 0; i < sites; i++) {
                    order[i] = i;
                }
            }

            @Override
            public void begin(Randomness random) {
                random.shuffle(order, sites);
            }

            @Override
            public int site(long index) {
                return order[Math.floorMod(index, sites)];
            }
        };
    }

    /**
     * The natural order from a uniformly random start, up or down by a fair coin. No memory, no shuffle, and neighbours
     * in memory are visited in turn.
     */
    static SiteSchedule rotation(int sites) {
        return new SiteSchedule() {
            private int start;
            private int direction = 1;

            @Override
            public void begin(Randomness random) {
                start = random.below(sites);
                direction = random.coin() ? 1 : -1;
            }

            @Override
            public int site(long index) {
                return Math.floorMod(start + direction * index, sites);
            }
        };
    }

    /** Some of the sites, in an order that {@link #of(int)} has for as many. */
    static SiteSchedule among(int[] sites) {
        SiteSchedule places = of(sites.length);
        return new SiteSchedule() {
            @Override
            public void begin(Randomness random) {
                places.begin(random);
            }

            @Override
            public int site(long index) {
                return sites[places.site(index)];
            }

            @Override
            public void forget() {
                places.forget();
            }
        };
    }

    /** The permutation while it fits the nearest cache, the rotation beyond. */
    static SiteSchedule of(int sites) {
        return sites <= 4096 ? permutation(sites) : rotation(sites);
    }
}
