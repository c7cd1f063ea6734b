package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Chains meet between rounds of warmup and agree on one tuning, which rests on what all of them have learned. A pure
 * function of that, in the order of the chains; where chains are one, it agrees with itself.
 *
 * <p>Numbers of which a single chain may be far off, being somewhere else, are medians.
 */
public final class Meeting {
    /** A chain with steps that much shorter than those of the others has nothing to say. */
    private static final double LOST = 1e-6;

    /** Log densities agree below this R-hat. */
    private static final double AGREED = 1.05;

    /** Scales have settled if they change by less, as the root of the mean square of their logarithms. */
    private static final double SETTLED = 0.1;

    /** Beyond this a product with the matrix costs more than the gradient of many a model, which work does not count. */
    static final int LARGEST_DENSE = 64;

    /** Correlations below this are not worth a matrix. */
    private static final double CORRELATED = 0.5;

    private final Plan plan;
    private final Fixed fixed;
    private final int rounds;
    private final List<Tuning> tunings = new ArrayList<>();
    private final List<Learned> learned = new ArrayList<>();
    private final Optional<Agreement> before;

    private Meeting(
            Plan plan,
            Fixed fixed,
            int rounds,
            List<Tuning> tunings,
            List<Learned> learned,
            Optional<Agreement> before) {
        this.plan = plan;
        this.fixed = fixed;
        this.rounds = rounds;
        this.before = before;
        double usual = median(tunings, Tuning::stepSize);
        for (int chain = 0; chain < tunings.size(); chain++) {
            if (tunings.get(chain).stepSize() >= LOST * usual) {
                this.tunings.add(tunings.get(chain));
                this.learned.add(learned.get(chain));
            }
        }
    }

    /**
     * What chains agree on that have done so many rounds.
     *
     * @param tunings their tunings, in the order of their numbers
     * @param learned what each has learned in the last round
     * @param mixed whether there are discrete unknowns
     * @param before what they agreed on when they last met
     */
    public static Agreement of(
            Plan plan,
            Fixed fixed,
            int rounds,
            List<Tuning> tunings,
            List<Learned> learned,
            boolean mixed,
            Optional<Agreement> before) {
        return new Meeting(plan, fixed, rounds, tunings, learned, before).agree(mixed);
    }

    private Agreement agree(boolean mixed) {
        // The other numbers of a tuning go with the length of its trajectories.
        Tuning agreed = middle().withWidths(widths());
        if (!learned.get(0).measured().isEmpty()) {
            return agreement(winner(agreed, mixed), rounds, List.of());
        }
        agreed = agreed.withStepSize(stepSize());
        if (fixed.kinetic().isPresent() || learned.get(0).scales().length == 0) {
            return agreement(agreed, settled(0) ? plan.afterWindows(rounds) : rounds, List.of());
        }
        double[] scales = new double[learned.get(0).scales().length];
        for (int i = 0; i < scales.length; i++) {
            int coordinate = i;
            scales[i] = median(learned, chain -> chain.scales()[coordinate]);
        }
        double change = change(agreed, scales);
        DiagonalMetric metric = DiagonalMetric.scales(scales);
        Centring centring = centring();
        boolean recentred = !centring.isNone();
        if (recentred) {
            agreed = agreed.withCentring(centring);
        }
        Optional<LowRankMetric> directions =
                LowRankEstimate.together(learned, scales.length).metric(metric);
        // A few coordinates beside discrete unknowns may be now narrow, now wide: there directions have to win first.
        boolean along = directions.isPresent() && !(mixed && scales.length <= LARGEST_DENSE);
        // Until chains have walked along them, little was seen of what lies far out.
        boolean walked = !along || agreed.kinetic() instanceof LowRankMetric;
        return agreement(
                agreed.withKinetic(along ? directions.get() : metric),
                !recentred && walked && settled(change) ? plan.afterWindows(rounds) : rounds,
                candidates(metric, directions, mixed));
    }

    private Agreement agreement(Tuning tuning, int next, List<KineticEnergy> candidates) {
        return new Agreement(
                rounds,
                next,
                Optional.of(
                        fixed.stepSize().isPresent()
                                ? tuning.withStepSize(fixed.stepSize().getAsDouble())
                                : tuning),
                candidates);
    }

    /** The tuning of the chain whose trajectories are of median length. */
    private Tuning middle() {
        List<Tuning> sorted = new ArrayList<>(tunings);
        sorted.sort((a, b) -> Double.compare(a.trajectoryTime(), b.trajectoryTime()));
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** A divergence says that some place is too narrow, whichever chain was there: what it took is taken from all. */
    private double stepSize() {
        double sum = 0;
        double taken = 0;
        int cautious = 0;
        for (int chain = 0; chain < tunings.size(); chain++) {
            double caution = learned.get(chain).caution();
            sum += Elementary.log(tunings.get(chain).stepSize()) - caution;
            taken += caution;
            cautious += caution < 0 ? 1 : 0;
        }
        return Elementary.exp(sum / tunings.size() + taken / Math.max(1, cautious));
    }

    private WalkWidths widths() {
        int sites = tunings.stream()
                .mapToInt(tuning -> tuning.widths().bySite().length)
                .max()
                .orElse(0);
        if (sites == 0) {
            return tunings.get(0).widths();
        }
        int[] widths = new int[sites];
        for (int site = 0; site < sites; site++) {
            int at = site;
            widths[site] = (int) Math.max(
                    1, Math.round(median(tunings, tuning -> tuning.widths().at(at))));
        }
        return WalkWidths.of(widths);
    }

    private Centring centring() {
        if (learned.stream().anyMatch(chain -> chain.centring().isNone())) {
            return Centring.NONE;
        }
        Centring first = learned.get(0).centring();
        double[] seen = new double[first.seen().length];
        double[] push = new double[seen.length];
        double[] follow = new double[seen.length];
        for (int i = 0; i < seen.length; i++) {
            int effect = i;
            seen[i] = mean(chain -> chain.centring().seen()[effect]);
            push[i] = mean(chain -> chain.centring().push()[effect]);
            follow[i] = mean(chain -> chain.centring().follow()[effect]);
        }
        List<Centring.Share> shares = new ArrayList<>();
        for (int i = 0; i < first.shares().size(); i++) {
            int group = i;
            shares.add(new Centring.Share(
                    first.shares().get(group).name(),
                    mean(chain -> chain.centring().shares().get(group).centred())));
        }
        return new Centring(seen, push, follow, shares);
    }

    private double mean(ToDoubleFunction<Learned> number) {
        return learned.stream().mapToDouble(number).sum() / learned.size();
    }

    private static double change(Tuning tuning, double[] scales) {
        Optional<DiagonalMetric> metric = diagonal(tuning.kinetic());
        if (metric.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        double[] old = metric.get().scales();
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            double change = Elementary.log(scales[i] / old[i]);
            sum += change * change;
        }
        return Math.sqrt(sum / Math.max(1, scales.length));
    }

    /** The scales of a metric that has them, without its directions. */
    static Optional<DiagonalMetric> diagonal(KineticEnergy kinetic) {
        if (kinetic instanceof LowRankMetric metric) {
            return Optional.of(DiagonalMetric.scales(metric.scales()));
        }
        return kinetic instanceof DiagonalMetric metric ? Optional.of(metric) : Optional.empty();
    }

    private boolean settled(double change) {
        return before.isPresent() && change < SETTLED && heightsRhat() < AGREED;
    }

    /** R-hat of the log densities of the round, whose halves count as chains. */
    double heightsRhat() {
        List<double[]> halves = new ArrayList<>();
        for (Learned chain : learned) {
            halves.add(Arrays.copyOf(chain.heights(), 3));
            halves.add(Arrays.copyOfRange(chain.heights(), 3, 6));
        }
        double count = halves.get(0)[0];
        if (count < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double within = 0;
        double centre = 0;
        for (double[] half : halves) {
            within += half[2] / (half[0] - 1) / halves.size();
            centre += half[1] / halves.size();
        }
        double between = 0;
        for (double[] half : halves) {
            between += (half[1] - centre) * (half[1] - centre) / (halves.size() - 1);
        }
        return within > 0 ? Math.sqrt((count - 1) / count + between / within) : between > 0 ? Double.NaN : 1;
    }

    /**
     * The metrics to compete: one scale for all coordinates, scales of their own and, where correlations ask for it,
     * dense or, for many coordinates, scales with a few directions.
     */
    private List<KineticEnergy> candidates(DiagonalMetric metric, Optional<LowRankMetric> directions, boolean mixed) {
        List<KineticEnergy> candidates = new ArrayList<>();
        if (mixed) {
            candidates.add(common(metric));
        }
        candidates.add(metric);
        Moments moments = Moments.together(learned, metric.scales().length);
        if (directions.isEmpty()
                && moments.count() > metric.scales().length
                && moments.largestCorrelation() > CORRELATED) {
            candidates.add(DenseMetric.covariance(moments.covariance()));
        }
        directions.ifPresent(candidates::add);
        return candidates;
    }

    /** One scale for all coordinates: the geometric mean of theirs. */
    static DiagonalMetric common(DiagonalMetric metric) {
        double[] scales = metric.scales();
        Arrays.fill(
                scales,
                Elementary.exp(
                        Arrays.stream(scales).map(Elementary::log).average().orElse(0)));
        return DiagonalMetric.scales(scales);
    }

    /** The metric that won in effective draws per work, with the step size and trajectories that go with it. */
    private Tuning winner(Tuning agreed, boolean mixed) {
        List<KineticEnergy> candidates = before.map(Agreement::candidates).orElse(List.of());
        int best = 0;
        int metrics = learned.get(0).measured().size();
        double[] efficiency = new double[metrics];
        for (int i = 0; i < metrics; i++) {
            int metric = i;
            efficiency[i] =
                    mean(chain -> Elementary.log(chain.measured().get(metric).efficiency()));
            KineticEnergy kinetic = candidates.isEmpty() ? agreed.kinetic() : candidates.get(i);
            if (efficiency[i] > Elementary.log(MetricChoice.clearly(kinetic, mixed)) + efficiency[best]) {
                best = i;
            }
        }
        int won = best;
        return (candidates.isEmpty() ? agreed : agreed.withKinetic(candidates.get(won)))
                .withStepSize(Elementary.exp(
                        mean(chain -> Elementary.log(chain.measured().get(won).stepSize()))))
                .withTrajectoryTime(
                        median(learned, chain -> chain.measured().get(won).trajectoryTime()));
    }

    /** The middle one, or the geometric mean of the two in the middle. */
    private static <T> double median(List<T> chains, ToDoubleFunction<T> number) {
        double[] sorted = chains.stream().mapToDouble(number).sorted().toArray();
        double low = sorted[(sorted.length - 1) / 2];
        double high = sorted[sorted.length / 2];
        return low == high ? low : Math.sqrt(low) * Math.sqrt(high);
    }
}
