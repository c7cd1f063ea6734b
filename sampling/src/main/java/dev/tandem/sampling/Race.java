package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Variable;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Warmup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finds out which of two densities of one posterior, such as one with its discrete unknowns and one with these summed
 * out, gives more effective draws for its work, by a short chain of each.
 *
 * <p>Both walk for about the same work, which is counted and not timed, by a random stream of their own that nothing
 * changes: so the winner depends on the densities and on the work allowed, whatever the machine, the seed and the number
 * of chains. They are judged by what they report, the slower half of it: the single slowest element would be mostly noise. It
 * goes by variables first, so that a few parameters that hardly move are not lost among thousands of states that do.
 * An element that moves in one chain and not in the other counts as hardly moving there.
 *
 * <p>Neither does more work than it is allowed. One that has not come far enough by then is taken for a chain that mixes
 * as chains usually do.
 */
public final class Race {
    private static final long SEED = 20;
    private static final int WARMUP = 300;

    /** Laps after which what a chain says of its mixing counts, if it may not go on. */
    private static final int FEWEST_LAPS = 50;

    /** What is presumed of a chain that does not come to an end: gradients of a lap, and effective draws of one. */
    private static final double USUAL_GRADIENTS = 8;

    private static final double USUAL_MIXING = 0.25;

    /** Iterations of the one that takes more work; the other may take more for the same work. */
    private static final int LAPS = 150;

    /** So many reported elements, spread over all, are looked at. */
    private static final int MOST_ELEMENTS = 200;

    /**
     * Where neither chain has many effective draws, what they say about mixing is luck and what they cost is not: such a
     * share of one over their number halves the (logarithm of the) ratio that was seen.
     */
    private static final double SURE = 0.0625;

    /** Effective draws that a chain may have missed by chance. */
    private static final double CHANCE = 4;

    /**
     * Counted work takes longer in visits than in gradients, which run through arrays. In seven examples (mixture, cjs, hmm, zip,
     * occupancy, dawid-skene and a mixture of two normals) a microsecond does 1,700 to 2,900 units of work in
     * visits, and 1,900 to 10,800 in gradients of summed densities, half of these above 4,800.
     */
    private static final double VISIT = 2;

    /** Elements that leave their commonest value more seldom tell of luck. */
    private static final double RARE = 0.05;

    private static final int MOST_LAPS = 400;

    private Race() {}

    /**
     * One that takes part.
     *
     * @param gradientWork what a gradient costs, in the same unit for all
     */
    public record Candidate(MixedDensity density, double gradientWork) {
        /** What a gradient and a visit to every site cost. */
        public double work() {
            return gradientWork * (1 + (density.space().sites() > 0 ? density.sweepCost() : 0));
        }

        /** Whether so much work may suffice to the end: every lap has a gradient. */
        public boolean mayEndWithin(double work) {
            return (WARMUP + LAPS) * gradientWork <= work;
        }
    }

    /**
     * How a race ended.
     *
     * @param ratio how many times as many effective draws the second gives for the same work as the first; 0 if it finds no
     *     start, and infinity if only the first finds none
     * @param ended how many of the two came far enough to be judged, or to be given up
     */
    public record Result(double ratio, int ended) {}

    /**
     * Lets two densities race.
     *
     * @param mostWork what each may do, in the unit of their gradients
     * @throws IllegalArgumentException if they do not report the same
     */
    public static Result run(Candidate first, Candidate second, double mostWork) {
        if (!first.density().space().reported().equals(second.density().space().reported())) {
            throw new IllegalArgumentException("candidates of a race report the same");
        }
        List<Runner> runners = new ArrayList<>();
        for (Candidate candidate : List.of(first, second)) {
            try {
                runners.add(new Runner(candidate, mostWork));
            } catch (SamplingException | ArithmeticException e) {
                return new Result(runners.isEmpty() ? Double.POSITIVE_INFINITY : 0, 2);
            }
        }
        runners.forEach(runner -> runner.walk(LAPS, Double.POSITIVE_INFINITY));
        double most = runners.stream().mapToDouble(runner -> runner.work).max().orElseThrow();
        runners.forEach(runner -> runner.walk(MOST_LAPS, most));
        int[] judged = IntStream.range(0, runners.get(0).elements.length)
                .filter(element -> runners.stream().anyMatch(runner -> runner.ended() && runner.varies(element)))
                .toArray();
        double one = runners.get(0).effectiveSize(judged);
        double other = runners.get(1).effectiveSize(judged);
        int ended = (int) runners.stream().filter(Runner::ended).count();
        // What is presumed is no luck, and a chain that hardly moves beside it does so by chance only to a degree.
        boolean presumed = ended == 1;
        double quicker = Elementary.log(runners.get(1).mixing(presumed ? other + CHANCE : other))
                - Elementary.log(runners.get(0).mixing(presumed ? one + CHANCE : one));
        double cheaper = runners.get(0).workOfALap() / runners.get(1).workOfALap();
        double sure = presumed ? 1 : SURE / (SURE + 1 / Math.max(one, other));
        return new Result(cheaper * Elementary.exp(quicker * sure), ended);
    }

    /** A chain of one of them, warmed up. */
    private static final class Runner {
        private final Randomness random = RandomStream.of(SEED, 0);
        private final Transition outcome = new Transition();
        private final Candidate candidate;
        private final double gradientWork;
        private final double sweepCost;
        private final Cursor cursor;
        private final int[] elements;
        private final int[] variableOf;
        private final double[] reported;
        private final double[][] drawn;
        private Kernel kernel;

        /** None if it may not go on. */
        private Tuning tuning;

        private int laps;
        private double work;

        Runner(Candidate candidate, double mostWork) {
            this.candidate = candidate;
            MixedDensity density = candidate.density();
            gradientWork = candidate.gradientWork();
            sweepCost = density.sweepCost();
            cursor = new MeteredCursor(density, mostWork / gradientWork);
            if (candidate.mayEndWithin(mostWork)) {
                warmUp();
            }
            reported = new double[density.space().reportedSize()];
            elements = spread(density.space().reported());
            variableOf = new int[elements.length];
            int first = 0;
            for (int v = 0, i = 0; v < density.space().reported().size(); v++) {
                first += density.space().reported().get(v).size();
                for (; i < elements.length && elements[i] < first; i++) {
                    variableOf[i] = v;
                }
            }
            drawn = new double[elements.length][MOST_LAPS];
        }

        /** Some elements of every variable, spread over it, and of all together about as many as are looked at. */
        private static int[] spread(List<Variable> variables) {
            int most = MOST_ELEMENTS;
            IntStream.Builder chosen = IntStream.builder();
            int first = 0;
            for (int v = 0; v < variables.size(); v++) {
                int size = variables.get(v).size();
                int share = Math.min(size, Math.max(1, most / (variables.size() - v)));
                for (int i = 0; i < share; i++) {
                    chosen.add(first + (int) ((long) i * size / share));
                }
                most = Math.max(1, most - share);
                first += size;
            }
            return chosen.build().toArray();
        }

        private void warmUp() {
            MixedDensity density = candidate.density();
            KernelFamily family = Settings.defaults().kernelFor(density.space());
            try {
                StartSearch.run(cursor, WARMUP, random, density::whyImpossible);
                kernel = family.create(cursor);
                tuning = new Warmup(
                                density, family, kernel, Fixed.nothing(), WARMUP, random, (stage, tried, step) -> {})
                        .runAll();
            } catch (MeteredCursor.Exhausted e) {
                tuning = null;
            }
        }

        /** Goes on until it has taken so many iterations, or done so much work, or may do no more. */
        void walk(int mostLaps, double mostWork) {
            try {
                walkOn(mostLaps, mostWork);
            } catch (MeteredCursor.Exhausted e) {
                tuning = null;
            }
        }

        private void walkOn(int mostLaps, double mostWork) {
            while (tuning != null && laps < mostLaps && work < mostWork) {
                long gradients = cursor.work().gradients();
                kernel.step(tuning, random, outcome);
                double cost = cursor.work().gradients()
                        - gradients
                        + VISIT
                                * sweepCost
                                * outcome.visits
                                / Math.max(1, cursor.space().sites());
                work += gradientWork * cost;
                cursor.complete(RandomStream.seed(SEED, 0, laps));
                cursor.report(reported);
                for (int i = 0; i < elements.length; i++) {
                    drawn[i][laps] = reported[elements[i]];
                }
                laps++;
            }
        }

        /** Whether an element takes different values, and not only now and then. */
        boolean varies(int element) {
            double[] sorted = Arrays.copyOf(drawn[element], laps);
            Arrays.sort(sorted);
            int longest = 0;
            int current = 0;
            for (int i = 0; i < laps; i++) {
                current = i > 0 && sorted[i] == sorted[i - 1] ? current + 1 : 1;
                longest = Math.max(longest, current);
            }
            return longest <= (1 - RARE) * laps;
        }

        boolean ended() {
            return laps >= FEWEST_LAPS;
        }

        double workOfALap() {
            return ended() ? work / laps : USUAL_GRADIENTS * candidate.work();
        }

        /** Effective draws of a lap. */
        double mixing(double effectiveSize) {
            return ended() ? effectiveSize / laps : USUAL_MIXING;
        }

        /**
         * The geometric mean of the effective sizes of the slower half of these elements in each variable, and of the
         * slower half of variables among these.
         */
        double effectiveSize(int[] judged) {
            if (!ended()) {
                return 1;
            }
            double[] variables = Arrays.stream(judged)
                    .boxed()
                    .collect(Collectors.groupingBy(element -> variableOf[element]))
                    .values()
                    .stream()
                    .mapToDouble(own -> slowerHalf(own.stream().mapToDouble(this::logEffectiveSize)))
                    .toArray();
            return Elementary.exp(slowerHalf(Arrays.stream(variables)));
        }

        private double logEffectiveSize(int element) {
            double size = Diagnostics.essBasic(new double[][] {Arrays.copyOf(drawn[element], laps)});
            // Draws that alternate help means, but not tails; those that do not move are one.
            return Elementary.log(size > 1 ? Math.min(size, 2.0 * laps) : 1);
        }

        private static double slowerHalf(DoubleStream values) {
            double[] sorted = values.sorted().toArray();
            return Arrays.stream(sorted, 0, (sorted.length + 1) / 2).average().orElse(0);
        }
    }
}
