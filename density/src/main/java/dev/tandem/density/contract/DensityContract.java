package dev.tandem.density.contract;

import com.sun.management.ThreadMXBean;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks that a density keeps the contract of {@link MixedDensity} and {@link Cursor}, at states that a long random
 * walk of moves, assignments and questions reaches.
 *
 * <p>What is checked, and how closely:
 *
 * <ul>
 *   <li>the gradient against extrapolated finite differences, to 1e-6 relative plus their own apparent error;
 *   <li>log density, gradient and reported values of the walking cursor (all caches warm) against a fresh cursor at the
 *       same state, to 1e-9 relative;
 *   <li>conditionals and single log weights against log densities of fresh cursors, to 1e-9 of the greatest magnitude;
 *   <li>factors of tied sites, at other values of several of them together, against log densities of fresh cursors, to
 *       1e-9 of the greatest magnitude;
 *   <li>bounds: the present value lies inside, they do not depend on the site's own value, values outside are
 *       impossible;
 *   <li>NaN and infinity never come out, and positions that hold them leave nothing behind;
 *   <li>questions do not change the state, cursors do not share state, nothing allocates in the long run.
 * </ul>
 */
public final class DensityContract {
    private static final int STATES = 60;
    private static final int STEPS_BETWEEN = 25;
    private static final int COORDINATES_PER_STATE = 8;
    private static final double GRADIENT = 1e-6;
    private static final int ALLOCATION_STEPS = 2000;
    private static final int ALLOCATION_ROUNDS = 25;
    private static final long MOST_BYTES = 2048;

    private final Examined at;
    private final SiteChecks sites;
    private final MixedDensity density;
    private final Space space;
    private final SplittableRandom random;
    private final int[] x;
    private final double[] q;
    /** Where in q or x the elements stand that are sampled under a name. */
    private final Map<String, Integer> sampled = new HashMap<>();

    private final int mostStates;
    private final boolean smooth;
    private int differences;
    private int roughDifferences;

    private DensityContract(MixedDensity density, long seed, int mostStates, boolean smooth) {
        this.mostStates = mostStates;
        this.smooth = smooth;
        this.density = density;
        at = new Examined(density, seed);
        sites = new SiteChecks(at);
        space = at.space;
        random = at.random;
        x = at.x;
        q = at.q;
        for (int i = 0; i < q.length; i++) {
            sampled.put(Variable.Kind.CONTINUOUS + space.coordinateName(i), i);
        }
        for (int site = 0; site < x.length; site++) {
            sampled.put(Variable.Kind.DISCRETE + space.siteName(site), site);
        }
    }

    /** Fewer states for large densities, whose fresh cursors take long to make. */
    private int states() {
        return Math.max(Math.min(6, mostStates), Math.min(mostStates, 1_000_000 / (1 + x.length + q.length)));
    }

    /** The violations found, each naming the variable, the values and what was expected; empty if there are none. */
    public static List<String> check(MixedDensity density, long seed) {
        return check(density, seed, true);
    }

    /** All but the measure of allocation: for densities that are not yet compiled as they will be. */
    public static List<String> checkAllButAllocation(MixedDensity density, long seed) {
        return check(density, seed, false);
    }

    private static List<String> check(MixedDensity density, long seed, boolean measureAllocation) {
        DensityContract contract = new DensityContract(density, seed, STATES, true);
        try {
            contract.checkAll(measureAllocation);
        } catch (RuntimeException failure) {
            contract.at.violation("threw " + failure + " at " + contract.at.state());
        }
        return List.copyOf(contract.at.violations);
    }

    /**
     * A check at few states and without the measure of allocation, for thousands of small densities.
     *
     * @param smooth whether differences should converge; not where the density jumps
     */
    public static List<String> checkBriefly(MixedDensity density, long seed, int states, boolean smooth) {
        DensityContract contract = new DensityContract(density, seed, states, smooth);
        try {
            Cursor walker = density.cursor();
            RandomWalk walk = new RandomWalk(walker, contract.random.split());
            if (walk.findPossible(1000)) {
                // Away from zero, where kinks of a model like to be.
                walk.wander(STEPS_BETWEEN);
                contract.checkStates(walker, walk);
            } else {
                contract.at.violation("no possible state found in 1000 random ones");
            }
        } catch (RuntimeException failure) {
            contract.at.violation("threw " + failure + " at " + contract.at.state());
        }
        return List.copyOf(contract.at.violations);
    }

    /**
     * Checks what bit-identical resumption needs beyond the contract: after {@link Cursor#moveTo}, answers depend on the
     * state alone and not on how the cursor came there, to the last bit.
     */
    public static List<String> checkReproducible(MixedDensity density, long seed) {
        DensityContract contract = new DensityContract(density, seed, STATES, true);
        contract.compareHistories();
        return List.copyOf(contract.at.violations);
    }

    private void compareHistories() {
        Cursor walker = density.cursor();
        RandomWalk walk = new RandomWalk(walker, random.split());
        walk.findPossible(1000);
        double[] gradient = new double[q.length];
        double[] freshGradient = new double[q.length];
        for (int i = 0; i < states(); i++) {
            walk.wander(STEPS_BETWEEN);
            walker.copyValues(x);
            walker.copyPosition(q);
            walker.moveTo(q);
            Cursor fresh = density.cursor();
            fresh.assignAll(x);
            fresh.moveTo(q);
            long seed = random.nextLong();
            for (int step = 0; step < 3; step++) {
                expectBits("logDensity", fresh.logDensity(), walker.logDensity());
                expectBits(
                        "logDensityAndGradient",
                        fresh.logDensityAndGradient(freshGradient),
                        walker.logDensityAndGradient(gradient));
                for (int k = 0; k < q.length; k++) {
                    expectBits("gradient of " + at.name(k), freshGradient[k], gradient[k]);
                }
                // From here both take the same walk: not even what follows may differ.
                new RandomWalk(fresh, new SplittableRandom(seed + step)).wander(10);
                new RandomWalk(walker, new SplittableRandom(seed + step)).wander(10);
            }
        }
    }

    private void expectBits(String what, double expected, double got) {
        if (Double.compare(expected, got) != 0) {
            at.violation(what + " depends on the path: " + expected + " on a fresh cursor, " + got + " after a walk to "
                    + at.state());
        }
    }

    private void checkAll(boolean measureAllocation) {
        checkSweepCost();
        Cursor walker = density.cursor();
        RandomWalk walk = new RandomWalk(walker, random.split());
        if (!walk.findPossible(1000)) {
            at.violation("no possible state found in 1000 random ones");
            return;
        }
        checkStates(walker, walk);
        if (at.violations.isEmpty()) {
            checkIndependence();
            if (measureAllocation) {
                checkAllocation(walker, walk);
            }
        }
    }

    private void checkStates(Cursor walker, RandomWalk walk) {
        for (int i = 0; i < states() && at.violations.size() < Examined.MOST_VIOLATIONS; i++) {
            walk.wander(i == 0 ? 0 : STEPS_BETWEEN);
            walker.copyValues(x);
            walker.copyPosition(q);
            checkCaches(walker);
            checkGradient(walker);
            sites.check(walker);
            sites.checkTies(walker);
            checkReport(walker);
            checkUnchanged(walker);
            if (i % 6 == 0) {
                checkNotANumber(walker);
            }
        }
        if (smooth && roughDifferences > differences / 2) {
            at.violation("finite differences do not converge at " + roughDifferences + " of " + differences
                    + " places: the log density is not smooth in q");
        }
    }

    private void checkSweepCost() {
        double cost = density.sweepCost();
        if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
            at.violation("sweepCost is " + cost + ", not a finite number from 0");
        }
    }

    private void checkCaches(Cursor walker) {
        double[] gradient = new double[q.length];
        double[] freshGradient = new double[q.length];
        double[] again = new double[q.length];
        Arrays.fill(gradient, Double.NaN);
        Arrays.fill(freshGradient, Double.NaN);
        boolean gradientFirst = random.nextBoolean();
        double withGradient = gradientFirst ? walker.logDensityAndGradient(gradient) : 0;
        double value = walker.logDensity();
        if (!gradientFirst) {
            withGradient = walker.logDensityAndGradient(gradient);
        }
        at.expect("logDensityAndGradient against logDensity", value, withGradient, value);
        at.expect("logDensity against a fresh cursor", at.fresh().logDensity(), value, value);
        at.fresh().logDensityAndGradient(freshGradient);
        walker.logDensityAndGradient(again);
        for (int i = 0; i < q.length; i++) {
            if (!Double.isFinite(gradient[i])) {
                at.violation("gradient of " + space.coordinateName(i) + " is " + gradient[i] + " (or not written) at "
                        + at.state());
            }
            at.expect("gradient of " + at.name(i) + " against a fresh cursor", freshGradient[i], gradient[i], value);
            at.expect("gradient of " + at.name(i) + " asked for twice", gradient[i], again[i], value);
        }
    }

    private void checkGradient(Cursor walker) {
        if (q.length == 0 || far()) {
            return;
        }
        double[] gradient = new double[q.length];
        double value = walker.logDensityAndGradient(gradient);
        double[] direction = new double[q.length];
        for (int n = 0; n < Math.min(COORDINATES_PER_STATE, q.length); n++) {
            int i = q.length <= COORDINATES_PER_STATE ? n : random.nextInt(q.length);
            Arrays.fill(direction, 0);
            direction[i] = 1;
            compareSlope("gradient of " + at.name(i), gradient, direction, value);
        }
        // One random direction sees all coordinates.
        for (int i = 0; i < q.length; i++) {
            direction[i] = (2 * random.nextDouble() - 1) / Math.sqrt(q.length);
        }
        compareSlope("gradient along a random direction", gradient, direction, value);
    }

    /** Brief checks leave out gradients far out, where matrices of random models have no digits left. */
    private boolean far() {
        return mostStates < STATES && Arrays.stream(q).anyMatch(coordinate -> Math.abs(coordinate) > 4);
    }

    private void compareSlope(String what, double[] gradient, double[] direction, double value) {
        Cursor probe = at.fresh();
        double[] place = new double[q.length];
        FiniteDifference estimate = FiniteDifference.at(step -> {
            for (int i = 0; i < q.length; i++) {
                place[i] = q[i] + step * direction[i];
            }
            probe.moveTo(place);
            return probe.logDensity();
        });
        double slope = 0;
        for (int i = 0; i < q.length; i++) {
            slope += gradient[i] * direction[i];
        }
        differences++;
        double scale = 1 + Math.abs(slope) + 1e-6 * Math.abs(value);
        if (!(estimate.error() < 1e-3 * scale)) {
            roughDifferences++;
        } else if (!(Math.abs(slope - estimate.derivative()) <= GRADIENT * scale + 4 * estimate.error())) {
            at.violation(what + ": finite differences give " + estimate.derivative() + " (+- " + estimate.error()
                    + "), got " + slope + " at " + at.state());
        }
    }

    private void checkReport(Cursor walker) {
        double[] reported = new double[space.reportedSize()];
        double[] expected = new double[space.reportedSize()];
        walker.report(reported);
        at.fresh().report(expected);
        int entry = 0;
        for (Variable variable : space.reported()) {
            for (int i = 0; i < variable.size(); i++, entry++) {
                String name = variable.elementName(i);
                at.expect("report of " + name + " against a fresh cursor", expected[entry], reported[entry], 0);
                Integer source = sampled.get(variable.kind() + name);
                if (source != null) {
                    double own = variable.kind() == Variable.Kind.CONTINUOUS ? q[source] : x[source];
                    if (own != reported[entry]) {
                        at.violation("report of " + name + ": expected " + own + ", got " + reported[entry]);
                    }
                }
            }
        }
    }

    private void checkUnchanged(Cursor walker) {
        int[] values = new int[x.length];
        double[] position = new double[q.length];
        walker.copyValues(values);
        walker.copyPosition(position);
        if (!Arrays.equals(values, x) || !Arrays.equals(position, q)) {
            at.violation("questions changed the state: " + at.state() + " became " + at.state(values, position));
        }
    }

    private void checkNotANumber(Cursor walker) {
        double before = walker.logDensity();
        double[] gradient = new double[q.length];
        double[] place = q.clone();
        for (double odd : new double[] {
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, -1e300, 1e20, -1e20, 1e5, -1e5
        }) {
            int coordinate = q.length == 0 ? -1 : random.nextInt(q.length);
            if (coordinate >= 0) {
                place[coordinate] = odd;
                walker.moveTo(place);
                place[coordinate] = q[coordinate];
            }
            String where = coordinate < 0 ? "" : " with " + space.coordinateName(coordinate) + " = " + odd;
            rejectNotANumber("logDensity" + where, walker.logDensity());
            rejectNotANumber("logDensityAndGradient" + where, walker.logDensityAndGradient(gradient));
            if (x.length > 0) {
                int site = random.nextInt(x.length);
                int low = walker.lower(site);
                int high = walker.upper(site);
                int value = SiteChecks.candidate(random, low, high, x[site]);
                rejectNotANumber("logWeight of " + space.siteName(site) + where, walker.logWeight(site, value));
                if (low != Support.UNBOUNDED_BELOW && high != Support.UNBOUNDED_ABOVE && (long) high - low < 1 << 16) {
                    double[] logWeights = new double[high - low + 1];
                    walker.conditional(site, logWeights);
                    for (double logWeight : logWeights) {
                        rejectNotANumber("conditional of " + space.siteName(site) + where, logWeight);
                    }
                }
                walker.assign(site, value);
                rejectNotANumber("logDensity" + where, walker.logDensity());
                walker.assign(site, x[site]);
            }
            walker.moveTo(q);
            at.expect("logDensity after a visit" + where, before, walker.logDensity(), before);
        }
    }

    private void rejectNotANumber(String what, double value) {
        if (!(value < Double.POSITIVE_INFINITY)) {
            at.violation(what + " is " + value);
        }
    }

    /** Two cursors in turn: what one does must not be seen by the other. */
    private void checkIndependence() {
        Cursor still = at.fresh();
        double[] gradient = new double[q.length];
        double[] again = new double[q.length];
        double value = still.logDensityAndGradient(gradient);
        Cursor other = density.cursor();
        RandomWalk walk = new RandomWalk(other, random.split());
        walk.findPossible(1000);
        walk.wander(50);
        at.expect("logDensity after another cursor has moved", value, still.logDensity(), value);
        still.moveTo(q);
        walk.wander(50);
        at.expect("logDensity after another cursor has moved", value, still.logDensityAndGradient(again), value);
        for (int i = 0; i < q.length; i++) {
            at.expect("gradient of " + at.name(i) + " after another cursor has moved", gradient[i], again[i], value);
        }
    }

    private void checkAllocation(Cursor walker, RandomWalk walk) {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                || !threads.isThreadAllocatedMemorySupported()) {
            return;
        }
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        // The first rounds warm up: classes load and the compiler replaces code. On a busy machine it comes late, and
        // until then objects are made that it would do without; so it is given time.
        for (int round = 0; round < ALLOCATION_ROUNDS && least > MOST_BYTES; round++) {
            if (round >= 3) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20L * round));
            }
            long before = threads.getThreadAllocatedBytes(thread);
            walk.wander(ALLOCATION_STEPS);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        if (least > MOST_BYTES) {
            walker.copyValues(x);
            walker.copyPosition(q);
            at.violation(least + " bytes allocated in " + ALLOCATION_STEPS + " operations, at most " + MOST_BYTES
                    + " expected");
        }
    }
}
