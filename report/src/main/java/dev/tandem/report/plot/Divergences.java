package dev.tandem.report.plot;

import dev.tandem.draws.statistics.KolmogorovSmirnov;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which draws belong to iterations that diverged.
 *
 * @param flags how many iterations of each draw diverged, by chain and draw; empty if that was not kept
 * @param total draws with a divergence
 * @param shown those that plots mark, at most {@value #MOST_SHOWN}
 */
@SuppressWarnings("ArrayRecordComponent")
public record Divergences(double[][] flags, int total, List<Place> shown) {
    static final int MOST_SHOWN = 400;

    /** Fewer than this say nothing about where they gather. */
    private static final int FEWEST = 5;

    /** A draw, numbered from 0 as its chain is. */
    public record Place(int chain, int draw) {}

    /**
     * How divergent draws of an unknown differ from all.
     *
     * @param distance between the two distributions, from 0 to 1 (Kolmogorov and Smirnov)
     * @param median of the divergent draws
     */
    public record Clue(double distance, double median) {}

    public static Divergences none() {
        return new Divergences(new double[0][], 0, List.of());
    }

    public static Divergences of(double[][] flags) {
        List<Place> all = new ArrayList<>();
        for (int chain = 0; chain < flags.length; chain++) {
            for (int draw = 0; draw < flags[chain].length; draw++) {
                if (flags[chain][draw] > 0) {
                    all.add(new Place(chain, draw));
                }
            }
        }
        int count = Math.min(all.size(), MOST_SHOWN);
        List<Place> shown = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            shown.add(all.get((int) ((long) i * all.size() / count)));
        }
        return new Divergences(flags, all.size(), List.copyOf(shown));
    }

    /** Where the divergent draws of an unknown gather; empty if there are too few of them to tell, or too many. */
    public Optional<Clue> clue(double[][] chains) {
        int draws = Arrays.stream(chains).mapToInt(chain -> chain.length).sum();
        if (total < FEWEST || total > draws - FEWEST) {
            return Optional.empty();
        }
        double[] divergent = new double[total];
        double[] others = new double[draws - total];
        int i = 0;
        int j = 0;
        for (int chain = 0; chain < chains.length; chain++) {
            for (int draw = 0; draw < chains[chain].length; draw++) {
                if (flags[chain][draw] > 0) {
                    divergent[i++] = chains[chain][draw];
                } else {
                    others[j++] = chains[chain][draw];
                }
            }
        }
        double distance = KolmogorovSmirnov.statistic(divergent, others);
        Arrays.sort(divergent);
        return Optional.of(new Clue(distance, divergent[divergent.length / 2]));
    }
}
