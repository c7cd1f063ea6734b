package dev.tandem.validation.oracle;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.Passes;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Roles;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.density.contract.RandomWalk;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Holds a compiled density against the oracle, without sampling.
 *
 * <p>At states of a random walk: computed nodes; the log density less the oracle's and less the logarithm of a
 * numerical Jacobian of the reported values, one constant for all states; the conditionals of every site, value by
 * value; which values are impossible. Then the contract of densities: caches, gradients, no NaN.
 */
public final class OracleCheck {
    private static final int SEARCHED = 900;
    private static final int STATES = 4;
    private static final int RAW_STATES = 4;
    private static final int STEPS = 12;
    private static final int VALUES_AROUND = 6;
    private static final int CONTRACT_STATES = 3;
    private static final double CLOSE = 1e-6;
    /** Beyond this the numerical Jacobian cannot tell. */
    private static final double ROUGH = 1e-5;

    private static final double NONE = Double.NEGATIVE_INFINITY;

    /** What found something. */
    public enum Check {
        CRASH,
        DIMENSION,
        COMPUTED_NODES,
        LOG_DENSITY,
        CONDITIONALS,
        SUPPORT,
        CONTRACT
    }

    /** A disagreement. */
    public record Finding(Check check, String message) {}

    /**
     * What came out.
     *
     * @param refusal what the compiler said, if it refused the model
     */
    public record Outcome(Optional<String> refusal, List<Finding> findings) {
        public boolean clean() {
            return findings.isEmpty();
        }
    }

    /** Makes a density of a model; tests put wrong ones here. */
    @FunctionalInterface
    public interface Compiler {
        MixedDensity compile(ModelCase model);
    }

    private final Oracle oracle;
    private final MixedDensity density;
    private final Space space;
    private final SplittableRandom random;
    private final boolean smooth;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> reportNames = new ArrayList<>();
    private final Map<String, Integer> sites = new LinkedHashMap<>();
    private final double[] q;
    private final int[] x;
    private final double[] report;

    private OracleCheck(Oracle oracle, MixedDensity density, long seed) {
        this.oracle = oracle;
        this.density = density;
        space = density.space();
        random = new SplittableRandom(seed);
        smooth = !(density instanceof CompiledDensity compiled)
                || compiled.jumps().isEmpty();
        q = new double[space.dimension()];
        x = new int[space.sites()];
        report = new double[space.reportedSize()];
        Set<String> forward = new HashSet<>();
        for (Variable variable : space.reported()) {
            for (int i = 0; i < variable.size(); i++) {
                if (space.roles().fate(reportNames.size()) == Roles.Fate.FORWARD) {
                    forward.add(variable.elementName(i));
                }
                reportNames.add(variable.elementName(i));
            }
        }
        oracle.leaveOut(forward);
    }

    /**
     * Which unknown each site is, found by changing it: names of sites that are part of an array do not say. A sum may
     * change another element at the same time, so that two changes must agree.
     */
    private boolean nameSites() {
        Cursor cursor = density.cursor();
        double[] before = new double[report.length];
        for (int site = 0; site < x.length; site++) {
            if (space.support(site).size() == 1) {
                continue;
            }
            List<String> candidates = new ArrayList<>();
            oracle.weighed().forEach(unknown -> candidates.add(unknown.name()));
            for (int probe = 0; probe < 2; probe++) {
                int old = cursor.value(site);
                int value = space.support(site).contains(old + 1 + probe)
                        ? old + 1 + probe
                        : space.support(site).lower();
                cursor.report(before);
                cursor.assign(site, value);
                cursor.report(report);
                candidates.removeIf(name -> before[reportNames.indexOf(name)] != old
                        || report[reportNames.indexOf(name)] != value
                        || sites.containsKey(name));
                cursor.assign(site, old);
            }
            if (candidates.size() != 1) {
                find(Check.DIMENSION, space.siteName(site) + " could be any of " + candidates);
                return false;
            }
            sites.put(candidates.get(0), site);
        }
        return true;
    }

    /** The compiler as it is, with everything that a model defines reported. */
    public static CompiledDensity compile(ModelCase model) {
        return compile(model, Passes.all());
    }

    /** The compiler without some of its passes. */
    public static CompiledDensity compile(ModelCase model, Passes passes) {
        return ModelCompiler.compile(model.model(), DataSet.of(model.data()), everything(model), passes);
    }

    /** The compiler with nothing summed out, and all drawn forwards that can be. */
    public static CompiledDensity compileForward(ModelCase model) {
        Graph graph = Graph.bind(model.model(), DataSet.of(model.data()));
        return ModelCompiler.compile(graph, everything(model), Summing.none(), new ClassCache(1));
    }

    private static Monitor everything(ModelCase model) {
        Oracle oracle = Oracle.of(model.model(), model.data());
        Set<String> names = new HashSet<>(oracle.stochasticNames());
        names.addAll(oracle.computedNames());
        return Monitor.of(names);
    }

    public static Outcome run(ModelCase model, long seed) {
        return run(model, Oracle.of(model.model(), model.data()), OracleCheck::compile, seed);
    }

    /** Checks a model with an oracle or a compiler of the caller's. */
    public static Outcome run(ModelCase model, Oracle oracle, Compiler compiler, long seed) {
        MixedDensity density;
        try {
            density = compiler.compile(model);
        } catch (SourceException refused) {
            return new Outcome(Optional.of(refused.problems().get(0).message()), List.of());
        } catch (OracleException fault) {
            throw fault;
        } catch (RuntimeException | LinkageError crash) {
            return new Outcome(Optional.empty(), List.of(new Finding(Check.CRASH, "compiling threw " + crash)));
        }
        OracleCheck check = new OracleCheck(oracle, density, seed);
        try {
            check.all();
        } catch (OracleException fault) {
            throw fault;
        } catch (RuntimeException | LinkageError crash) {
            check.find(Check.CRASH, "threw " + crash + " at " + crash.getStackTrace()[0]);
        }
        return new Outcome(Optional.empty(), List.copyOf(check.findings));
    }

    private void find(Check check, String message) {
        if (findings.size() < 10) {
            findings.add(new Finding(check, message));
        }
    }

    private void all() {
        density.cursor().report(report);
        FreeElements free = new FreeElements(oracle, report, reportNames);
        if (free.size() != q.length) {
            find(Check.DIMENSION, q.length + " coordinates for the free elements " + free);
            return;
        }
        for (Oracle.Unknown unknown : oracle.weighed()) {
            if (!reportNames.contains(unknown.name())) {
                find(Check.DIMENSION, unknown.name() + " is not reported");
                return;
            }
        }
        if (!nameSites()) {
            return;
        }
        rawStates();
        Cursor walker = density.cursor();
        RandomWalk walk = new RandomWalk(walker, random.split());
        if (!walk.findPossible(SEARCHED)) {
            find(
                    Check.SUPPORT,
                    "no possible state found in " + SEARCHED
                            + " random ones, but data and unknowns were drawn together");
            return;
        }
        double constant = Double.NaN;
        for (int state = 0; state < STATES && findings.isEmpty(); state++) {
            walk.wander(state == 0 ? 0 : STEPS);
            walker.copyValues(x);
            walker.copyPosition(q);
            walker.report(report);
            double compiled = walker.logDensity();
            if (extreme(compiled)) {
                continue;
            }
            oracle.assign(named(report));
            computedNodes();
            double expected = oracle.logDensity();
            if (expected == NONE) {
                find(Check.SUPPORT, "log density " + compiled + ", impossible for the oracle at " + state());
                return;
            }
            FreeElements.Jacobian jacobian = free.jacobian(density.cursor(), x, q);
            double gap = compiled - expected - jacobian.logDeterminant();
            if (jacobian.error() < ROUGH) {
                constant = Double.isNaN(constant) ? gap : constant;
                if (!(Math.abs(gap - constant) <= tolerance(compiled) + 4 * jacobian.error())) {
                    find(
                            Check.LOG_DENSITY,
                            "off by " + (gap - constant) + " from the first state, log density " + compiled + " at "
                                    + state());
                }
            }
            for (int site : sites.values()) {
                conditional(walker, site, expected + jacobian.logDeterminant(), jacobian, free);
            }
            settled();
        }
        if (findings.isEmpty()) {
            for (String violation : DensityContract.checkBriefly(density, random.nextLong(), CONTRACT_STATES, smooth)) {
                find(Check.CONTRACT, violation);
            }
        }
    }

    private static double tolerance(double magnitude) {
        return CLOSE * (1 + Math.abs(magnitude));
    }

    private Map<String, Double> named(double[] reported) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int i = 0; i < reported.length; i++) {
            values.put(reportNames.get(i), reported[i]);
        }
        return values;
    }

    private void computedNodes() {
        Map<String, Double> own = oracle.defined();
        for (int i = 0; i < report.length; i++) {
            Double expected = own.get(reportNames.get(i));
            if (expected != null && !same(expected, report[i])) {
                find(
                        Check.COMPUTED_NODES,
                        reportNames.get(i) + " is " + report[i] + ", the oracle has " + expected + " at " + state());
            }
        }
    }

    private static boolean same(double a, double b) {
        return Double.compare(a, b) == 0 || Math.abs(a - b) <= 1e-8 * (1 + Math.abs(a));
    }

    /** Positions that no walk has chosen: possible for both or for neither. */
    private void rawStates() {
        Cursor cursor = density.cursor();
        double[] place = new double[q.length];
        for (int n = 0; n < RAW_STATES; n++) {
            for (int i = 0; i < place.length; i++) {
                place[i] = 1.5 * random.nextGaussian();
            }
            cursor.moveTo(place);
            for (int site = 0; site < x.length; site++) {
                Support support = space.support(site);
                int from = support.lower() == Support.UNBOUNDED_BELOW ? -5 : support.lower();
                int width = (int) Math.min(support.size(), 8);
                cursor.assign(site, from + random.nextInt(width));
            }
            double compiled = cursor.logDensity();
            cursor.report(report);
            cursor.copyValues(x);
            System.arraycopy(place, 0, q, 0, q.length);
            double expected = oracleAt(named(report));
            if ((compiled == NONE) != (expected == NONE) && !extreme(expected)) {
                find(Check.SUPPORT, "log density " + compiled + ", the oracle has " + expected + " at " + state());
            }
        }
    }

    /** So far out neither reading has digits to compare. */
    private static boolean extreme(double logDensity) {
        return logDensity < -1e4 && logDensity != NONE;
    }

    /** An index that leaves its array means that a value is impossible. */
    private double oracleAt(Map<String, Double> values) {
        oracle.assign(values);
        try {
            return oracle.logDensity();
        } catch (OracleException outside) {
            return NONE;
        }
    }

    private void conditional(Cursor walker, int site, double here, FreeElements.Jacobian unmoved, FreeElements free) {
        Oracle.Unknown unknown = oracle.weighed().stream()
                .filter(u -> sites.getOrDefault(u.name(), -1) == site)
                .findFirst()
                .orElseThrow();
        oracle.assign(named(report));
        double[] support = oracle.support(unknown);
        boolean tied = oracle.observedSums().stream().anyMatch(sum -> sum.contains(unknown.name()));
        int low = walker.lower(site);
        int high = walker.upper(site);
        boolean listed = low != Support.UNBOUNDED_BELOW && high != Support.UNBOUNDED_ABOVE && (long) high - low < 4096;
        double[] weights = new double[listed ? high - low + 1 : 0];
        if (listed) {
            walker.conditional(site, weights);
        }
        double base = walker.logWeight(site, x[site]);
        int first = (int) Math.max(Math.max(Math.min(low, support[0]), -1e6), x[site] - VALUES_AROUND);
        int last = (int) Math.min(Math.min(Math.max(high, support[1]), 1e6), x[site] + VALUES_AROUND);
        Cursor elsewhere = density.cursor();
        double[] there = new double[report.length];
        for (int value = first; value <= last; value++) {
            if (!space.support(site).contains(value)) {
                Map<String, Double> values = named(report);
                values.put(unknown.name(), (double) value);
                double expected = tied ? NONE : oracleAt(values);
                if (expected > NONE) {
                    find(
                            Check.SUPPORT,
                            unknown.name() + " = " + value + " is outside " + space.support(site) + ", the oracle has "
                                    + expected + " at " + state());
                }
                continue;
            }
            elsewhere.moveTo(q);
            elsewhere.assignAll(x);
            elsewhere.assign(site, value);
            elsewhere.report(there);
            double expected = oracleAt(named(there));
            double got = walker.logWeight(site, value);
            if (value < low || value > high) {
                got = NONE;
            } else if (listed && !close(weights[value - low] - weights[x[site] - low], got - base, here)) {
                find(Check.CONDITIONALS, unknown.name() + " = " + value + ": conditional and logWeight differ");
            }
            if (expected == NONE || got == NONE) {
                if (expected != got && !extreme(expected)) {
                    find(
                            Check.SUPPORT,
                            unknown.name() + " = " + value + ": log weight " + got + ", the oracle has " + expected
                                    + " at " + state());
                }
                continue;
            }
            int[] values = x.clone();
            values[site] = value;
            // Only where the site moves a continuous unknown can it change the Jacobian.
            FreeElements.Jacobian jacobian = free.differ(report, there) ? free.jacobian(elsewhere, values, q) : unmoved;
            double difference = expected + jacobian.logDeterminant() - here;
            if (jacobian.error() < ROUGH
                    && !(Math.abs(difference - (got - base)) <= tolerance(here) + tolerance(expected) + 8 * ROUGH)) {
                find(
                        Check.CONDITIONALS,
                        unknown.name() + " = " + value + " against " + x[site] + ": " + (got - base)
                                + ", the oracle has " + difference + " at " + state());
            }
        }
    }

    private static boolean close(double a, double b, double magnitude) {
        return Double.compare(a, b) == 0
                || (Double.isNaN(a) && Double.isNaN(b))
                || Math.abs(a - b) <= 1e-8 * (1 + Math.abs(magnitude));
    }

    /** Discrete unknowns that are no sites must have one possible value, unless a sum determines them. */
    private void settled() {
        for (Oracle.Unknown unknown : oracle.weighed()) {
            if (!unknown.discrete()
                    || sites.containsKey(unknown.name())
                    || oracle.observedSums().stream().anyMatch(sum -> sum.contains(unknown.name()))) {
                continue;
            }
            oracle.assign(named(report));
            // A site of one value is settled too.
            double[] support = oracle.support(unknown);
            double own = named(report).get(unknown.name());
            for (double value = Math.max(support[0], own - VALUES_AROUND);
                    value <= Math.min(support[1], own + VALUES_AROUND);
                    value++) {
                Map<String, Double> values = named(report);
                values.put(unknown.name(), value);
                double expected = value == own ? NONE : oracleAt(values);
                if (expected > NONE) {
                    find(
                            Check.SUPPORT,
                            unknown.name() + " is always " + own + ", but " + value + " has " + expected + " at "
                                    + state());
                }
            }
        }
    }

    private String state() {
        StringBuilder text = new StringBuilder();
        for (Oracle.Unknown unknown : oracle.weighed()) {
            int at = reportNames.indexOf(unknown.name());
            text.append(unknown.name()).append(" = ").append((float) report[at]).append(", ");
        }
        return text.toString().replaceAll(", $", "");
    }
}
