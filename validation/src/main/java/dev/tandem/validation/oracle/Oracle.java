package dev.tandem.validation.oracle;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A second reading of a model with its data: every loop unrolled, every node found when it is asked for, every density
 * by its formula. It gives the joint log density of any values of the unknowns on their own scale.
 */
public final class Oracle {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final int MOST_KEPT = 500;

    /**
     * An element that is drawn and not given.
     *
     * @param instance which draw it belongs to: the elements of one array share it
     */
    public record Unknown(String name, String variable, int position, String law, boolean discrete, int instance) {}

    private final Map<String, OracleArray> arrays = new LinkedHashMap<>();
    private final List<OracleInstance> instances = new ArrayList<>();
    private final List<Unknown> unknowns = new ArrayList<>();
    private final Map<String, Unknown> byName = new LinkedHashMap<>();
    private final Map<List<Object>, Double> probabilities = new HashMap<>();
    private final PlainExpressions expressions = new PlainExpressions(arrays, this::element);
    private final Set<Integer> leftOut = new HashSet<>();
    private Optional<ForwardDraw> forward = Optional.empty();

    private Oracle() {}

    /** Unrolls a model; what its data block defines must be among the data. */
    public static Oracle of(Model model, Map<String, DataArray> data) {
        Oracle oracle = new Oracle();
        data.forEach(oracle::give);
        for (Declaration declaration : model.declarations()) {
            String name = declaration.name().text();
            int[] dims = declaration.dimensions().stream()
                    .mapToInt(dim -> (int) oracle.evaluate(dim, Map.of()).scalar())
                    .toArray();
            oracle.arrays.computeIfAbsent(name, key -> new OracleArray(key, dims.length == 0 ? new int[] {1} : dims));
        }
        oracle.unroll(model.statements(), Map.of());
        oracle.place();
        oracle.listUnknowns();
        oracle.forget();
        return oracle;
    }

    private void give(String name, DataArray data) {
        OracleArray array = new OracleArray(name, data.dims());
        System.arraycopy(data.toArray(), 0, array.given, 0, array.given.length);
        System.arraycopy(data.toArray(), 0, array.values, 0, array.given.length);
        arrays.put(name, array);
    }

    private void unroll(List<Statement> statements, Map<String, Double> counters) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                for (double value : expressions.evaluate(loop.range(), counters).values()) {
                    Map<String, Double> inner = new LinkedHashMap<>(counters);
                    inner.put(loop.counter().text(), value);
                    unroll(loop.body(), inner);
                }
            } else {
                instances.add(new OracleInstance((Statement.Relation) statement, counters));
            }
        }
    }

    /** Finds how large the arrays are, and which elements each statement defines. */
    private void place() {
        Map<String, int[]> greatest = new LinkedHashMap<>();
        for (OracleInstance instance : instances) {
            Expression.Reference target = instance.relation.target();
            String name = target.name().text();
            if (arrays.containsKey(name)) {
                continue;
            }
            int[] top = greatest.computeIfAbsent(
                    name, key -> new int[Math.max(1, target.indices().size())]);
            for (int d = 0; d < top.length; d++) {
                int here = target.indices().isEmpty()
                        ? 1
                        : Arrays.stream(expressions.indices(target.indices().get(d), instance.counters, 0))
                                .max()
                                .orElseThrow();
                top[d] = Math.max(top[d], here);
            }
        }
        greatest.forEach((name, dims) -> arrays.put(name, new OracleArray(name, dims)));
        for (OracleInstance instance : instances) {
            Expression.Reference target = instance.relation.target();
            instance.array = arrays.get(target.name().text());
            instance.positions = expressions.positions(target, instance.array, instance.counters);
            for (int position : instance.positions) {
                if (instance.array.definers[position] != null) {
                    throw new OracleException(instance.array.element(position) + " is defined twice");
                }
                instance.array.definers[position] = instance;
            }
        }
    }

    private void listUnknowns() {
        for (int k = 0; k < instances.size(); k++) {
            OracleInstance instance = instances.get(k);
            if (!instance.stochastic() || instance.observed() || PlainDistributions.determined(instance.law())) {
                continue;
            }
            for (int position : instance.positions) {
                Unknown unknown = new Unknown(
                        instance.array.element(position),
                        instance.array.name,
                        position,
                        instance.law(),
                        PlainDistributions.discrete(instance.law()),
                        k);
                unknowns.add(unknown);
                byName.put(unknown.name(), unknown);
            }
        }
    }

    public List<Unknown> unknowns() {
        return unknowns;
    }

    /** Leaves the factors of some unknowns out of the density: those that a compiler draws forwards. */
    void leaveOut(Set<String> names) {
        unknowns.stream()
                .filter(unknown -> names.contains(unknown.name()))
                .forEach(unknown -> leftOut.add(unknown.instance()));
    }

    /** The unknowns whose factors are in the density. */
    List<Unknown> weighed() {
        return unknowns.stream()
                .filter(unknown -> !leftOut.contains(unknown.instance()))
                .toList();
    }

    /** For every sum that is observed, the names of its unknown summands. */
    List<List<String>> observedSums() {
        List<List<String>> sums = new ArrayList<>();
        for (OracleInstance instance : instances) {
            if (!instance.stochastic() || !instance.law().endsWith("sum") || !instance.observed()) {
                continue;
            }
            for (int k = 0; k < instance.positions.length; k++) {
                List<String> names = new ArrayList<>();
                for (Expression argument : ((Statement.Stochastic) instance.relation)
                        .distribution()
                        .arguments()) {
                    if (argument instanceof Expression.Reference reference) {
                        OracleArray array = expressions.array(reference.name());
                        String name = array.element(expressions.positions(reference, array, instance.counters)[k]);
                        if (byName.containsKey(name)) {
                            names.add(name);
                        }
                    }
                }
                sums.add(names);
            }
        }
        return sums;
    }

    /** Everything that is not given becomes missing again. */
    void forget() {
        for (OracleArray array : arrays.values()) {
            System.arraycopy(array.given, 0, array.values, 0, array.given.length);
        }
    }

    /** Gives every unknown the value that it has under its name; computed nodes follow. */
    public void assign(Map<String, Double> values) {
        forget();
        for (Unknown unknown : unknowns) {
            Double value = values.get(unknown.name());
            if (value != null) {
                arrays.get(unknown.variable()).values[unknown.position()] = value;
            }
        }
    }

    /** Gives every unknown a value, in their order. */
    void assign(double[] values) {
        forget();
        for (int k = 0; k < values.length; k++) {
            Unknown unknown = unknowns.get(k);
            arrays.get(unknown.variable()).values[unknown.position()] = values[k];
        }
    }

    /** The least and greatest value of a single unknown given its parents, as its law and its bounds say. */
    double[] support(Unknown unknown) {
        OracleInstance instance = instances.get(unknown.instance());
        if (PlainDistributions.array(unknown.law())) {
            return new double[] {NONE, Double.POSITIVE_INFINITY};
        }
        double[] support = PlainDistributions.support(unknown.law(), parameters(instance));
        double[] bounds = bounds(instance);
        return new double[] {Math.max(support[0], bounds[0]), Math.min(support[1], bounds[1])};
    }

    /**
     * Where the value of an unknown stands in its law given its parents: uniform between 0 and 1 if it was drawn from it.
     *
     * @param u uniform, which decides where inside the probability of a whole number
     */
    double transformed(Unknown unknown, double u) {
        OracleInstance instance = instances.get(unknown.instance());
        List<Tensor> parameters = parameters(instance);
        double[] bounds = bounds(instance);
        double value = arrays.get(unknown.variable()).values[unknown.position()];
        boolean whole = bounds[0] == NONE && bounds[1] == Double.POSITIVE_INFINITY;
        double all = whole
                ? 1
                : Math.exp(PlainDistributions.logProbability(unknown.law(), parameters, bounds[0], bounds[1]));
        double upTo = Math.exp(PlainDistributions.logProbability(unknown.law(), parameters, bounds[0], value));
        double at = unknown.discrete() ? Math.exp(PlainDistributions.single(unknown.law(), value, parameters)) : 0;
        return (upTo - u * at) / all;
    }

    /** Draws every node from its law, given nodes too; NaN where a law has nothing to draw. */
    void drawForward(SplittableRandom random) {
        for (OracleArray array : arrays.values()) {
            for (int i = 0; i < array.values.length; i++) {
                array.values[i] = array.definers[i] == null ? array.given[i] : Double.NaN;
            }
        }
        forward = Optional.of(new ForwardDraw(random));
        try {
            for (OracleArray array : arrays.values()) {
                for (int i = 0; i < array.values.length; i++) {
                    element(array, i);
                }
            }
        } finally {
            forward = Optional.empty();
        }
    }

    /** Draws every unknown from its law given the others, in the order of the graph; given nodes stay. */
    void drawUnknowns(SplittableRandom random) {
        forget();
        forward = Optional.of(new ForwardDraw(random));
        try {
            for (Unknown unknown : unknowns) {
                element(arrays.get(unknown.variable()), unknown.position());
            }
        } finally {
            forward = Optional.empty();
        }
    }

    /** The present values of the unknowns, in their order. */
    double[] unknownValues() {
        return unknowns.stream()
                .mapToDouble(unknown -> arrays.get(unknown.variable()).values[unknown.position()])
                .toArray();
    }

    /** The values of all variables as they are now, computed nodes included. */
    Map<String, DataArray> values() {
        Map<String, DataArray> all = new LinkedHashMap<>();
        for (OracleArray array : arrays.values()) {
            for (int i = 0; i < array.values.length; i++) {
                element(array, i);
            }
            all.put(array.name, DataArray.of(array.dims, array.values));
        }
        return all;
    }

    /** The present value of every element that some statement defines. */
    Map<String, Double> defined() {
        Map<String, Double> all = new LinkedHashMap<>();
        for (OracleArray array : arrays.values()) {
            for (int i = 0; i < array.values.length; i++) {
                if (array.definers[i] != null) {
                    all.put(array.element(i), element(array, i));
                }
            }
        }
        return all;
    }

    /** The names that stochastic statements define. */
    List<String> stochasticNames() {
        return instances.stream()
                .filter(OracleInstance::stochastic)
                .map(instance -> instance.array.name)
                .distinct()
                .toList();
    }

    /** The names that statements compute. */
    List<String> computedNames() {
        return instances.stream()
                .filter(instance -> !instance.stochastic())
                .map(instance -> instance.array.name)
                .distinct()
                .toList();
    }

    /** The value of an expression. */
    Tensor evaluate(Expression expression, Map<String, Double> counters) {
        return expressions.evaluate(expression, counters);
    }

    /** The joint log density of all nodes that are drawn, but for those left out, at the present values. */
    public double logDensity() {
        double total = 0;
        for (int k = 0; k < instances.size(); k++) {
            OracleInstance instance = instances.get(k);
            if (instance.stochastic() && !leftOut.contains(k)) {
                total += logDensity(instance);
                if (total == NONE) {
                    return NONE;
                }
            }
        }
        return Double.isNaN(total) ? NONE : total;
    }

    /** The log density of what is given: the factors of observed nodes alone. */
    double logLikelihood() {
        double total = 0;
        for (OracleInstance instance : instances) {
            if (instance.stochastic() && instance.observed()) {
                total += logDensity(instance);
            }
        }
        return Double.isNaN(total) ? NONE : total;
    }

    private double logDensity(OracleInstance instance) {
        if (PlainDistributions.determined(instance.law()) && !instance.observed()) {
            return 0;
        }
        List<Tensor> parameters = parameters(instance);
        Tensor x =
                expressions.selected(instance.relation.target(), instance.array, instance.positions, instance.counters);
        for (double value : x.values()) {
            if (Double.isNaN(value)) {
                return NONE;
            }
        }
        Optional<Truncation> truncation = ((Statement.Stochastic) instance.relation).truncation();
        if (truncation.isEmpty()) {
            return PlainDistributions.logDensity(instance.law(), x, parameters);
        }
        double[] bounds = bounds(instance);
        double value = x.scalar();
        if (truncation.get().kind() == Truncation.Kind.INTERVAL) {
            return value < bounds[0] || value > bounds[1]
                    ? NONE
                    : PlainDistributions.single(instance.law(), value, parameters);
        }
        if (value < bounds[0] || value > bounds[1] || bounds[0] > bounds[1]) {
            return NONE;
        }
        double density = PlainDistributions.single(instance.law(), value, parameters)
                - logProbability(instance.law(), parameters, bounds[0], bounds[1]);
        return Double.isNaN(density) || density == Double.POSITIVE_INFINITY ? NONE : density;
    }

    /** An integral, which is kept as long as there are few: neighbouring states ask for the same ones. */
    private double logProbability(String law, List<Tensor> parameters, double low, double high) {
        if (probabilities.size() > MOST_KEPT) {
            probabilities.clear();
        }
        List<Object> key = new ArrayList<>(List.of(law, low, high));
        for (double parameter : Tensor.concatenate(parameters)) {
            key.add(parameter);
        }
        return probabilities.computeIfAbsent(
                key, missing -> PlainDistributions.logProbability(law, parameters, low, high));
    }

    private double[] bounds(OracleInstance instance) {
        double[] bounds = {NONE, Double.POSITIVE_INFINITY};
        ((Statement.Stochastic) instance.relation).truncation().ifPresent(truncation -> {
            truncation
                    .lower()
                    .ifPresent(e -> bounds[0] =
                            expressions.evaluate(e, instance.counters).scalar());
            truncation
                    .upper()
                    .ifPresent(e -> bounds[1] =
                            expressions.evaluate(e, instance.counters).scalar());
        });
        return bounds;
    }

    private List<Tensor> parameters(OracleInstance instance) {
        return ((Statement.Stochastic) instance.relation)
                .distribution().arguments().stream()
                        .map(argument -> expressions.evaluate(argument, instance.counters))
                        .toList();
    }

    /** The value of an element, found if need be. */
    private double element(OracleArray array, int position) {
        OracleInstance definer = array.definers[position];
        if (Double.isNaN(array.values[position]) && definer != null && !definer.busy) {
            definer.busy = true;
            try {
                if (!definer.stochastic()) {
                    compute(definer);
                } else if (PlainDistributions.determined(definer.law())) {
                    determine(definer);
                } else if (forward.isPresent()) {
                    draw(definer, forward.get());
                }
            } finally {
                definer.busy = false;
            }
        }
        return array.values[position];
    }

    private void compute(OracleInstance instance) {
        Statement.Deterministic relation = (Statement.Deterministic) instance.relation;
        Tensor value = expressions.evaluate(relation.value(), instance.counters);
        if (!value.single() && value.size() != instance.positions.length) {
            throw new OracleException(instance.array.name + ": " + value.size() + " values for "
                    + instance.positions.length + " elements");
        }
        for (int k = 0; k < instance.positions.length; k++) {
            double plain = value.values()[value.single() ? 0 : k];
            instance.array.values[instance.positions[k]] = relation.link().isEmpty()
                    ? plain
                    : PlainFunctions.apply(inverse(relation.link().get()), List.of(Tensor.of(plain)))
                            .scalar();
        }
    }

    private static String inverse(Link link) {
        return switch (link) {
            case LOG -> "exp";
            case LOGIT -> "ilogit";
            case PROBIT -> "phi";
            case CLOGLOG -> "icloglog";
        };
    }

    private void determine(OracleInstance instance) {
        List<Tensor> p = parameters(instance);
        for (int k = 0; k < instance.positions.length; k++) {
            double value = 0;
            switch (instance.law()) {
                case "dinterval" -> {
                    double t = p.get(0).scalar();
                    value = Double.isNaN(t)
                            ? t
                            : Arrays.stream(p.get(1).values())
                                    .filter(cut -> t > cut)
                                    .count();
                }
                case "dround" -> {
                    double unit = Math.pow(10, p.get(1).scalar());
                    value = Math.rint(p.get(0).scalar() * unit) / unit;
                }
                default -> {
                    for (Tensor summand : p) {
                        value += summand.values()[k];
                    }
                }
            }
            instance.array.values[instance.positions[k]] = value;
        }
    }

    private void draw(OracleInstance instance, ForwardDraw draws) {
        List<Tensor> p = parameters(instance);
        for (Tensor parameter : p) {
            if (Arrays.stream(parameter.values()).anyMatch(Double::isNaN)) {
                return;
            }
        }
        double[] drawn;
        if (PlainDistributions.array(instance.law())) {
            drawn = draws.array(instance.law(), p);
        } else {
            double[] bounds = bounds(instance);
            drawn = new double[] {draws.single(instance.law(), p, bounds[0], bounds[1])};
        }
        for (int k = 0; k < drawn.length; k++) {
            instance.array.values[instance.positions[k]] = drawn[k];
        }
    }
}
