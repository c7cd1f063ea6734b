package dev.tandem.compiler;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Frame;
import dev.tandem.compiler.values.Law;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Value;
import dev.tandem.compiler.values.Variable;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The joint log density of a model statement by statement, as the reference evaluator reads it: what a compiled density
 * is held against. It takes the values of the unknowns from a report and computes everything else itself.
 */
final class Reference {
    private final Graph graph;
    private final Map<String, double[]> known = new LinkedHashMap<>();
    private final Evaluator evaluator = new Evaluator();
    private final List<String> free = new ArrayList<>();
    private final Set<String> unknown = new HashSet<>();

    Reference(Graph graph) {
        this.graph = graph;
        for (Symbol symbol : graph.symbols()) {
            known.put(symbol.name(), symbol.values().clone());
        }
        for (Rule rule : graph.rules()) {
            if (rule.stochastic()) {
                findFree(rule);
            }
        }
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && law(rule).endsWith("sum")) {
                removeDependent(rule);
            }
        }
    }

    /** The names of the elements in which the density is one: all continuous unknowns that no constraint ties. */
    List<String> free() {
        return free;
    }

    private static Statement.Stochastic stochastic(Rule rule) {
        return (Statement.Stochastic) rule.relation();
    }

    private static String law(Rule rule) {
        return stochastic(rule).distribution().canonical();
    }

    private void findFree(Rule rule) {
        Symbol symbol = graph.symbol(rule.targetName());
        graph.forEach(rule, (counters, scope) -> {
            int[] positions = graph.positions(rule.target(), scope);
            if (Arrays.stream(positions).allMatch(symbol::known)) {
                return;
            }
            for (int position : positions) {
                if (!symbol.known(position)) {
                    unknown.add(symbol.element(position));
                }
            }
            for (int k : distinct(rule, scope, positions.length)) {
                if (!symbol.known(positions[k])) {
                    free.add(symbol.element(positions[k]));
                }
            }
        });
    }

    /** The elements of a draw that determine the rest of it. */
    private int[] distinct(Rule rule, Scope scope, int size) {
        List<Integer> kept = new ArrayList<>();
        switch (law(rule)) {
            case "ddirch" -> {
                for (int k = 0; k < size; k++) {
                    if (alpha(rule, scope, size)[k] > 0) {
                        kept.add(k);
                    }
                }
                kept.remove(kept.size() - 1);
            }
            case "dwish", "dscaled.wishart" -> {
                int side = (int) Math.round(Math.sqrt(size));
                for (int k = 0; k < size; k++) {
                    if (k % side >= k / side) {
                        kept.add(k);
                    }
                }
            }
            case "dinterval", "dround", "dsum", "sum" -> {}
            default -> {
                for (int k = 0;
                        k < size
                                && !stochastic(rule)
                                        .distribution()
                                        .distribution()
                                        .discreteValued();
                        k++) {
                    kept.add(k);
                }
            }
        }
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    private double[] alpha(Rule rule, Scope scope, int size) {
        try {
            return evaluator
                    .evaluate(stochastic(rule).distribution().arguments().get(0), scope)
                    .toArray();
        } catch (MissingValueException e) {
            double[] ones = new double[size];
            Arrays.fill(ones, 1);
            return ones;
        }
    }

    /** An observed sum leaves one summand no freedom, a real one if there is one; here the last, since any would do. */
    private void removeDependent(Rule rule) {
        Symbol observed = graph.symbol(rule.targetName());
        graph.forEach(rule, (counters, scope) -> {
            int[] sums = graph.positions(rule.target(), scope);
            for (int k = 0; k < sums.length; k++) {
                String last = null;
                for (Expression argument : stochastic(rule).distribution().arguments()) {
                    if (!(argument instanceof Expression.Reference summand)) {
                        continue;
                    }
                    int[] positions = graph.positions(summand, scope);
                    String element = graph.symbol(summand.name().text()).element(positions[k]);
                    boolean worse = last != null && free.contains(last) && !free.contains(element);
                    last = unknown.contains(element) && !worse ? element : last;
                }
                if (observed.known(sums[k]) && last != null) {
                    free.remove(last);
                }
            }
        });
    }

    /** The values of all variables at a state: data, unknowns as reported, the rest computed. */
    Map<String, double[]> complete(Map<String, Double> reported) {
        Map<String, double[]> values = new LinkedHashMap<>();
        Frame frame = new Frame();
        for (Symbol symbol : graph.symbols()) {
            double[] own = known.get(symbol.name()).clone();
            for (int i = 0; i < own.length; i++) {
                String element = symbol.element(i);
                own[i] = unknown.contains(element) ? reported.get(element) : own[i];
            }
            values.put(symbol.name(), own);
            frame.define(symbol.name(), Variable.of(symbol.dims(), own));
        }
        // As many passes as it takes, in no particular order: the order is among the things under test.
        for (boolean progress = true; progress; ) {
            progress = false;
            for (Rule rule : graph.rules()) {
                if (!rule.stochastic() && !rule.constant()) {
                    progress |= computeSome(rule, frame, values.get(rule.targetName()));
                }
            }
        }
        return values;
    }

    private boolean computeSome(Rule rule, Frame frame, double[] own) {
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        boolean[] progress = {false};
        graph.forEach(rule, (counters, scope) -> {
            int[] positions = graph.positions(rule.target(), scope);
            if (Arrays.stream(positions).noneMatch(p -> Double.isNaN(own[p]))) {
                return;
            }
            count(rule, counters, frame);
            try {
                Value value = evaluator.evaluate(relation.value(), frame);
                for (int k = 0; k < positions.length; k++) {
                    double v = inverse(relation.link(), value.isScalar() ? value.scalar() : value.get(k));
                    progress[0] |= Double.isNaN(own[positions[k]]) && !Double.isNaN(v);
                    own[positions[k]] = v;
                }
            } catch (MissingValueException notYet) {
                return;
            } finally {
                close(rule, frame);
            }
        });
        return progress[0];
    }

    private static double inverse(Optional<Link> link, double x) {
        if (link.isEmpty()) {
            return x;
        }
        return switch (link.get()) {
            case LOG -> Math.exp(x);
            case LOGIT -> 1 / (1 + Math.exp(-x));
            case CLOGLOG -> -Math.expm1(-Math.exp(x));
            case PROBIT -> dev.tandem.distributions.special.ScalarFunctions.phi(x);
        };
    }

    private static void count(Rule rule, int[] counters, Frame frame) {
        for (int level = 0; level < counters.length; level++) {
            frame.count(rule.loops().get(level).counter().text(), counters[level]);
        }
    }

    private static void close(Rule rule, Frame frame) {
        rule.loops().forEach(loop -> frame.close(loop.counter().text()));
    }

    /** The log densities of all stochastic nodes; NaN if something has no value. */
    double logDensity(Map<String, double[]> values) {
        Frame frame = new Frame();
        for (Symbol symbol : graph.symbols()) {
            frame.define(symbol.name(), Variable.of(symbol.dims(), values.get(symbol.name())));
        }
        double[] total = {0};
        try {
            for (Rule rule : graph.rules()) {
                if (rule.stochastic()) {
                    graph.forEach(rule, (counters, scope) -> {
                        count(rule, counters, frame);
                        Law law = Law.of(stochastic(rule), evaluator, frame);
                        total[0] += law.logDensity(evaluator.evaluate(rule.target(), frame));
                        close(rule, frame);
                    });
                }
            }
        } catch (MissingValueException e) {
            return Double.NaN;
        }
        return total[0];
    }

    /** All values by element, for comparison with a report. */
    Map<String, Double> byElement(Map<String, double[]> values) {
        Map<String, Double> all = new HashMap<>();
        for (Symbol symbol : graph.symbols()) {
            double[] own = values.get(symbol.name());
            for (int i = 0; i < own.length; i++) {
                all.put(symbol.element(i), own[i]);
            }
        }
        return all;
    }
}
