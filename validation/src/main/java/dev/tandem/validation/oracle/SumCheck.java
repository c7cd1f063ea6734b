package dev.tandem.validation.oracle;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StateProbabilities;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Holds a density with discrete unknowns summed out against the density that has them, by enumeration.
 *
 * <p>At random places: the log density is the logarithm of the sum over all values; the gradient is the mean of the
 * gradients; what is reported is what the other reports at one of the states, and each state comes up as often as its
 * probability says; the probabilities of single unknowns are those of the states. Where sites are left, their conditionals and the density after a change of one are those of the sum.
 */
public final class SumCheck {
    private static final int PLACES = 3;
    private static final int DRAWS = 300;
    /** Nothing is enumerated beyond. */
    private static final int MOST_STATES = 3_000;

    /** Sites that are left of which the conditionals are compared. */
    private static final int MOST_SITES = 3;

    /** If values of this probability are left out of a count without end, nothing is compared. */
    private static final double NEGLIGIBLE = 1e-14;

    private static final double CLOSE = 1e-9;
    private static final double GRADIENT_CLOSE = 1e-7;

    /** Beyond this many standard deviations a count of draws is wrong: once in 10^9 counts by chance. */
    private static final double FAR = 6.1;

    /**
     * What came out.
     *
     * @param summed how many unknowns were summed out; 0 if there was nothing to compare
     * @param endless how many of them are counts without an upper end, which are summed as series
     * @param exact how many probabilities of values of single unknowns were compared
     * @param finding the first disagreement
     */
    public record Outcome(int summed, int endless, int exact, Optional<String> finding) {}

    private final MixedDensity joint;
    private final Cursor one;
    private final Cursor other;
    private final SplittableRandom random;
    /** The sites of the joint density that the other does not have. */
    private final List<Integer> summed = new ArrayList<>();

    private final Map<Integer, Integer> shared = new HashMap<>();

    /** For each summed site how many of its values are enumerated. */
    private int[] widths;

    private Optional<StateCheck> stateCheck = Optional.empty();

    private SumCheck(MixedDensity joint, MixedDensity marginal, long seed) {
        this.joint = joint;
        one = joint.cursor();
        other = marginal.cursor();
        random = new SplittableRandom(seed);
        Map<String, Integer> left = new HashMap<>();
        for (int site = 0; site < marginal.space().sites(); site++) {
            left.put(marginal.space().siteName(site), site);
        }
        for (int site = 0; site < joint.space().sites(); site++) {
            Integer twin = left.get(joint.space().siteName(site));
            if (twin == null) {
                summed.add(site);
            } else {
                shared.put(site, twin);
            }
        }
    }

    /** Compiles a model with everything summed out that can be, and without, and compares. */
    public static Outcome run(ModelCase model, long seed) {
        try {
            Graph graph = Graph.bind(model.model(), DataSet.of(model.data()));
            Summing all = Summing.all().withoutForward();
            return run(
                    compile(graph, Summing.joint()),
                    compile(graph, all),
                    Optional.of(ModelCompiler.states(graph, all)),
                    seed);
        } catch (SourceException refused) {
            return new Outcome(0, 0, 0, Optional.empty());
        }
    }

    private static CompiledDensity compile(Graph graph, Summing summing) {
        return ModelCompiler.compile(graph, Monitor.byDefault(), summing, new ClassCache(1));
    }

    /** Compares a density with one in which some of its sites are summed out. */
    public static Outcome run(MixedDensity joint, MixedDensity marginal, long seed) {
        return run(joint, marginal, Optional.empty(), seed);
    }

    /**
     * Compares a density with one in which some of its sites are summed out.
     *
     * @param probabilities what computes the probabilities of these, to be compared too
     */
    public static Outcome run(
            MixedDensity joint, MixedDensity marginal, Optional<StateProbabilities> probabilities, long seed) {
        SumCheck check = new SumCheck(joint, marginal, seed);
        long states = check.states();
        if (check.summed.isEmpty() || states > MOST_STATES) {
            return new Outcome(0, 0, 0, Optional.empty());
        }
        check.stateCheck = probabilities.map(known -> new StateCheck(known, joint.space(), check.summed.size()));
        return check.find((int) states);
    }

    /** How many states are enumerated: of counts without end, as many values as there is room for. */
    private long states() {
        long states = 1;
        int endless = 0;
        for (int site : summed) {
            Support support = joint.space().support(site);
            endless += support.bounded() ? 0 : 1;
            states = Math.min(Integer.MAX_VALUE, states * (support.bounded() ? support.size() : 1));
        }
        int room = (int) Math.floor(Math.pow((double) MOST_STATES / states, 1.0 / Math.max(endless, 1)) + 1e-9);
        widths = new int[summed.size()];
        for (int s = 0; s < widths.length; s++) {
            Support support = joint.space().support(summed.get(s));
            widths[s] = support.bounded() ? (int) Math.min(Integer.MAX_VALUE, support.size()) : room;
            states = support.bounded() ? states : states * room;
        }
        return endless > 0 && room < 2 ? Integer.MAX_VALUE : states;
    }

    private Outcome find(int states) {
        Space space = joint.space();
        double[] q = new double[space.dimension()];
        double constant = Double.NaN;
        boolean compared = false;
        for (int place = 0; place < PLACES; place++) {
            Arrays.setAll(q, i -> random.nextDouble(-1.5, 1.5));
            one.moveTo(q);
            other.moveTo(q);
            shared.forEach((site, twin) -> {
                Support support = space.support(site);
                int value = support.bounded()
                        ? random.nextInt(support.lower(), support.upper() + 1)
                        : Math.max(support.lower(), 0) + random.nextInt(4);
                one.assign(site, value);
                other.assign(twin, value);
            });
            double[] logs = new double[states];
            double[][] gradients = new double[states][q.length];
            double[][] reports = new double[states][space.reportedSize()];
            for (int state = 0; state < states; state++) {
                assign(state);
                logs[state] = one.logDensityAndGradient(gradients[state]);
                one.report(reports[state]);
            }
            double most = Arrays.stream(logs).max().orElseThrow();
            double[] gradient = new double[q.length];
            double found = other.logDensityAndGradient(gradient);
            if (most == Double.NEGATIVE_INFINITY) {
                if (found != most) {
                    return wrong("impossible, but the sum is " + found + " at " + Arrays.toString(q));
                }
                continue;
            }
            double total = Arrays.stream(logs).map(log -> Math.exp(log - most)).sum();
            double expected = most + Math.log(total);
            double left = 0;
            for (int state = 0; state < states; state++) {
                left += atTheEdge(state) ? Math.exp(logs[state] - expected) : 0;
            }
            if (left > NEGLIGIBLE) {
                continue;
            }
            compared = true;
            if (!(Math.abs(found - expected) <= CLOSE * (1 + Math.abs(expected)) * 10)
                    && !(Math.abs(found - expected - constant) <= CLOSE * (1 + Math.abs(expected)) * 10)) {
                if (!Double.isNaN(constant)) {
                    return wrong("the sum is " + found + ", not " + expected + " (earlier difference " + constant
                            + ") at " + Arrays.toString(q));
                }
            }
            constant = found - expected;
            if (other.logDensity() != found) {
                return wrong("with a gradient the sum is " + found + ", without it " + other.logDensity());
            }
            double[] probabilities =
                    Arrays.stream(logs).map(log -> Math.exp(log - expected)).toArray();
            Optional<String> wrong = gradient(probabilities, gradients, gradient);
            if (wrong.isEmpty()) {
                wrong = draws(probabilities, reports, place);
            }
            if (wrong.isEmpty()) {
                wrong = stateCheck.flatMap(check -> check.find(probabilities, reports));
            }
            if (wrong.isEmpty()) {
                wrong = conditionals(states, constant);
            }
            if (wrong.isPresent()) {
                return new Outcome(summed.size(), endless(), exact(), wrong);
            }
        }
        return compared
                ? new Outcome(summed.size(), endless(), exact(), Optional.empty())
                : new Outcome(0, 0, 0, Optional.empty());
    }

    /** The conditionals of some sites that are left, and the density after each of their values was assigned. */
    private Optional<String> conditionals(int states, double constant) {
        int sites = 0;
        for (Map.Entry<Integer, Integer> entry : shared.entrySet()) {
            int site = entry.getKey();
            int twin = entry.getValue();
            Support support = joint.space().support(site);
            if (!support.bounded() || support.size() * states > MOST_STATES || ++sites > MOST_SITES) {
                continue;
            }
            // Put back in the end: at an impossible state a conditional would mean nothing.
            int kept = one.value(site);
            int values = (int) support.size();
            double[] expected = new double[values];
            for (int v = 0; v < values; v++) {
                one.assign(site, support.lower() + v);
                expected[v] = logSum(states);
            }
            double[] weights = new double[values];
            other.conditional(twin, weights);
            double most = Arrays.stream(weights).max().orElseThrow();
            double mostExpected = Arrays.stream(expected).max().orElseThrow();
            for (int v = 0; v < values; v++) {
                double found = Math.exp(weights[v] - most);
                double right = Math.exp(expected[v] - mostExpected);
                if (!(Math.abs(found - right) <= GRADIENT_CLOSE)) {
                    return Optional.of("the conditional of " + joint.space().siteName(site) + " at "
                            + (support.lower() + v) + " is " + found + " of its mode, not " + right);
                }
                other.assign(twin, support.lower() + v);
                double log = other.logDensity();
                double difference = Math.abs(log - expected[v] - constant);
                if (expected[v] == Double.NEGATIVE_INFINITY
                        ? log != expected[v]
                        : !(difference <= 20 * CLOSE * (1 + Math.abs(expected[v])))) {
                    return Optional.of("with " + joint.space().siteName(site) + " assigned the sum is " + log + ", not "
                            + (expected[v] + constant));
                }
            }
            one.assign(site, kept);
            other.assign(twin, kept);
        }
        return Optional.empty();
    }

    private double logSum(int states) {
        double[] logs = new double[states];
        for (int state = 0; state < states; state++) {
            assign(state);
            logs[state] = one.logDensity();
        }
        double most = Arrays.stream(logs).max().orElseThrow();
        return most == Double.NEGATIVE_INFINITY
                ? most
                : most
                        + Math.log(Arrays.stream(logs)
                                .map(log -> Math.exp(log - most))
                                .sum());
    }

    private Outcome wrong(String finding) {
        return new Outcome(summed.size(), endless(), exact(), Optional.of(finding));
    }

    private int exact() {
        return stateCheck.map(StateCheck::compared).orElse(0);
    }

    private int endless() {
        return (int) summed.stream()
                .filter(site -> !joint.space().support(site).bounded())
                .count();
    }

    private void assign(int state) {
        int rest = state;
        for (int s = 0; s < widths.length; s++) {
            int site = summed.get(s);
            one.assign(site, joint.space().support(site).lower() + rest % widths[s]);
            rest /= widths[s];
        }
    }

    /** Whether a state stands at the last value that is enumerated of a count without end. */
    private boolean atTheEdge(int state) {
        int rest = state;
        for (int s = 0; s < widths.length; s++) {
            if (rest % widths[s] == widths[s] - 1
                    && !joint.space().support(summed.get(s)).bounded()) {
                return true;
            }
            rest /= widths[s];
        }
        return false;
    }

    private static Optional<String> gradient(double[] probabilities, double[][] gradients, double[] found) {
        for (int i = 0; i < found.length; i++) {
            double expected = 0;
            double magnitude = 0;
            for (int state = 0; state < probabilities.length; state++) {
                // What is impossible has no derivative.
                if (probabilities[state] > 0) {
                    expected += probabilities[state] * gradients[state][i];
                    magnitude += probabilities[state] * Math.abs(gradients[state][i]);
                }
            }
            if (!Double.isNaN(expected) && !(Math.abs(found[i] - expected) <= GRADIENT_CLOSE * (1 + magnitude))) {
                return Optional.of("derivative " + i + " is " + found[i] + ", not " + expected);
            }
        }
        return Optional.empty();
    }

    /** Draws back often, and counts. */
    private Optional<String> draws(double[] probabilities, double[][] reports, int place) {
        Map<List<Float>, Double> expected = new HashMap<>();
        for (int state = 0; state < reports.length; state++) {
            expected.merge(key(reports[state]), probabilities[state], Double::sum);
        }
        Map<List<Float>, Integer> counts = new HashMap<>();
        double[] report = new double[reports[0].length];
        for (int draw = 0; draw < DRAWS; draw++) {
            other.complete(random.nextLong());
            other.report(report);
            counts.merge(key(report), 1, Integer::sum);
        }
        for (Map.Entry<List<Float>, Integer> count : counts.entrySet()) {
            Double probability = expected.get(count.getKey());
            if (probability == null || probability == 0) {
                return Optional.of("reported what no state reports: " + count.getKey());
            }
        }
        for (Map.Entry<List<Float>, Double> state : expected.entrySet()) {
            double p = state.getValue();
            int count = counts.getOrDefault(state.getKey(), 0);
            double mean = DRAWS * p;
            // Where few are expected a count is far from normal, and a bound on large deviations tells.
            double deviation = mean > 20 && DRAWS - mean > 20
                    ? Math.abs(count - mean) / Math.sqrt(mean * (1 - p))
                    : count > mean ? Math.sqrt(2 * relativeEntropy(count, p)) : 0;
            if (deviation > FAR) {
                return Optional.of("at place " + place + " a state of probability " + p + " came up " + count
                        + " times in " + DRAWS + ": " + state.getKey());
            }
        }
        return Optional.empty();
    }

    /** Chernoff: count or more of DRAWS happen with probability below exp(-this). */
    private static double relativeEntropy(int count, double p) {
        double share = (double) count / DRAWS;
        double rest = share == 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - p));
        return DRAWS * (share * Math.log(share / p) + rest);
    }

    /** Reported values to single precision: sums are added up in different orders. */
    private static List<Float> key(double[] report) {
        List<Float> key = new ArrayList<>(report.length);
        for (double value : report) {
            float rounded = (float) value;
            key.add(rounded == 0 ? 0f : rounded);
        }
        return key;
    }
}
