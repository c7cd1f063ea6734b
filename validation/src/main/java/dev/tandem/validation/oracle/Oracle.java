package dev.tandem.validation.oracle;

import dev.tandem.language.BinaryOperator;
import dev.tandem.language.DataArray;
import dev.tandem.language.Declaration;
import dev.tandem.language.Expression;
import dev.tandem.language.Index;
import dev.tandem.language.Link;
import dev.tandem.language.Model;
import dev.tandem.language.Statement;
import dev.tandem.language.Truncation;
import dev.tandem.language.UnaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A second reading of a model with its data: every loop unrolled, every node found when it is asked for, every density
 * by its formula. It gives the joint log density of any values of the unknowns on their own scale.
 */
public final class Oracle {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final int MOST_KEPT = 500;

    /** One iteration of a statement. */
    private static final class Instance {
        private final Statement.Relation relation;
        private final Map<String, Double> counters;
        private Array array;
        private int[] positions;
        private boolean busy;

        private Instance(Statement.Relation relation, Map<String, Double> counters) {
            this.relation = relation;
            this.counters = counters;
        }

        private boolean stochastic() {
            return relation instanceof Statement.Stochastic;
        }

        private String law() {
            return ((Statement.Stochastic) relation).distribution().canonical();
        }

        private boolean observed() {
            return !Double.isNaN(array.given[positions[0]]);
        }
    }

    /** The elements of a variable: what is given, what they are now, and who defines them. */
    private static final class Array {
        private final String name;
        private final int[] dims;
        private final double[] given;
        private final double[] values;
        private final Instance[] definers;

        private Array(String name, int[] dims) {
            this.name = name;
            this.dims = dims;
            int size = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
            given = new double[size];
            values = new double[size];
            definers = new Instance[size];
            Arrays.fill(given, Double.NaN);
            Arrays.fill(values, Double.NaN);
        }

        /** {@code x[2,1]}, or {@code x} for a single number. */
        private String element(int position) {
            if (values.length == 1) {
                return name;
            }
            StringBuilder text = new StringBuilder(name).append('[');
            int rest = position;
            for (int d = 0; d < dims.length; d++) {
                text.append(d == 0 ? "" : ",").append(rest % dims[d] + 1);
                rest /= dims[d];
            }
            return text.append(']').toString();
        }
    }

    /**
     * An element that is drawn and not given.
     *
     * @param instance which draw it belongs to: the elements of one array share it
     */
    public record Unknown(String name, String variable, int position, String law, boolean discrete, int instance) {}

    private final Map<String, Array> arrays = new LinkedHashMap<>();
    private final List<Instance> instances = new ArrayList<>();
    private final List<Unknown> unknowns = new ArrayList<>();
    private final Map<String, Unknown> byName = new LinkedHashMap<>();
    private final Map<List<Object>, Double> probabilities = new HashMap<>();
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
            oracle.arrays.computeIfAbsent(name, key -> new Array(key, dims.length == 0 ? new int[] {1} : dims));
        }
        oracle.unroll(model.statements(), Map.of());
        oracle.place();
        oracle.listUnknowns();
        oracle.forget();
        return oracle;
    }

    private void give(String name, DataArray data) {
        Array array = new Array(name, data.dims());
        System.arraycopy(data.toArray(), 0, array.given, 0, array.given.length);
        System.arraycopy(data.toArray(), 0, array.values, 0, array.given.length);
        arrays.put(name, array);
    }

    private void unroll(List<Statement> statements, Map<String, Double> counters) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                for (double value : evaluate(loop.range(), counters).values()) {
                    Map<String, Double> inner = new LinkedHashMap<>(counters);
                    inner.put(loop.counter().text(), value);
                    unroll(loop.body(), inner);
                }
            } else {
                instances.add(new Instance((Statement.Relation) statement, counters));
            }
        }
    }

    /** Finds how large the arrays are, and which elements each statement defines. */
    private void place() {
        Map<String, int[]> greatest = new LinkedHashMap<>();
        for (Instance instance : instances) {
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
                        : Arrays.stream(indices(target.indices().get(d), instance.counters, 0))
                                .max()
                                .orElseThrow();
                top[d] = Math.max(top[d], here);
            }
        }
        greatest.forEach((name, dims) -> arrays.put(name, new Array(name, dims)));
        for (Instance instance : instances) {
            Expression.Reference target = instance.relation.target();
            instance.array = arrays.get(target.name().text());
            instance.positions = positions(target, instance.array, instance.counters);
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
            Instance instance = instances.get(k);
            if (!instance.stochastic() || instance.observed() || PlainLaws.determined(instance.law())) {
                continue;
            }
            for (int position : instance.positions) {
                Unknown unknown = new Unknown(
                        instance.array.element(position),
                        instance.array.name,
                        position,
                        instance.law(),
                        PlainLaws.discrete(instance.law()),
                        k);
                unknowns.add(unknown);
                byName.put(unknown.name(), unknown);
            }
        }
    }

    public List<Unknown> unknowns() {
        return unknowns;
    }

    /** For every sum that is observed, the names of its unknown summands. */
    List<List<String>> observedSums() {
        List<List<String>> sums = new ArrayList<>();
        for (Instance instance : instances) {
            if (!instance.stochastic() || !instance.law().endsWith("sum") || !instance.observed()) {
                continue;
            }
            for (int k = 0; k < instance.positions.length; k++) {
                List<String> names = new ArrayList<>();
                for (Expression argument : ((Statement.Stochastic) instance.relation)
                        .distribution()
                        .arguments()) {
                    if (argument instanceof Expression.Reference reference) {
                        Array array = array(reference.name());
                        String name = array.element(positions(reference, array, instance.counters)[k]);
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
        for (Array array : arrays.values()) {
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
        Instance instance = instances.get(unknown.instance());
        if (PlainLaws.array(unknown.law())) {
            return new double[] {NONE, Double.POSITIVE_INFINITY};
        }
        double[] support = PlainLaws.support(unknown.law(), parameters(instance));
        double[] bounds = bounds(instance);
        return new double[] {Math.max(support[0], bounds[0]), Math.min(support[1], bounds[1])};
    }

    /** Draws every node from its law, given nodes too; NaN where a law has nothing to draw. */
    void drawForward(SplittableRandom random) {
        for (Array array : arrays.values()) {
            for (int i = 0; i < array.values.length; i++) {
                array.values[i] = array.definers[i] == null ? array.given[i] : Double.NaN;
            }
        }
        forward = Optional.of(new ForwardDraw(random));
        try {
            for (Array array : arrays.values()) {
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
        for (Array array : arrays.values()) {
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
        for (Array array : arrays.values()) {
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
                .filter(Instance::stochastic)
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

    /** The joint log density of all nodes that are drawn, at the present values. */
    public double logDensity() {
        double total = 0;
        for (Instance instance : instances) {
            if (instance.stochastic()) {
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
        for (Instance instance : instances) {
            if (instance.stochastic() && instance.observed()) {
                total += logDensity(instance);
            }
        }
        return Double.isNaN(total) ? NONE : total;
    }

    private double logDensity(Instance instance) {
        if (PlainLaws.determined(instance.law()) && !instance.observed()) {
            return 0;
        }
        List<Tensor> parameters = parameters(instance);
        Tensor x = selected(instance.relation.target(), instance.array, instance.positions, instance.counters);
        for (double value : x.values()) {
            if (Double.isNaN(value)) {
                return NONE;
            }
        }
        Optional<Truncation> truncation = ((Statement.Stochastic) instance.relation).truncation();
        if (truncation.isEmpty()) {
            return PlainLaws.logDensity(instance.law(), x, parameters);
        }
        double[] bounds = bounds(instance);
        double value = x.scalar();
        if (truncation.get().kind() == Truncation.Kind.INTERVAL) {
            return value < bounds[0] || value > bounds[1] ? NONE : PlainLaws.single(instance.law(), value, parameters);
        }
        if (value < bounds[0] || value > bounds[1] || bounds[0] > bounds[1]) {
            return NONE;
        }
        double density = PlainLaws.single(instance.law(), value, parameters)
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
        return probabilities.computeIfAbsent(key, missing -> PlainLaws.logProbability(law, parameters, low, high));
    }

    private double[] bounds(Instance instance) {
        double[] bounds = {NONE, Double.POSITIVE_INFINITY};
        ((Statement.Stochastic) instance.relation).truncation().ifPresent(truncation -> {
            truncation
                    .lower()
                    .ifPresent(e -> bounds[0] = evaluate(e, instance.counters).scalar());
            truncation
                    .upper()
                    .ifPresent(e -> bounds[1] = evaluate(e, instance.counters).scalar());
        });
        return bounds;
    }

    private List<Tensor> parameters(Instance instance) {
        return ((Statement.Stochastic) instance.relation)
                .distribution().arguments().stream()
                        .map(argument -> evaluate(argument, instance.counters))
                        .toList();
    }

    /** The value of an element, found if need be. */
    private double element(Array array, int position) {
        Instance definer = array.definers[position];
        if (Double.isNaN(array.values[position]) && definer != null && !definer.busy) {
            definer.busy = true;
            try {
                if (!definer.stochastic()) {
                    compute(definer);
                } else if (PlainLaws.determined(definer.law())) {
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

    private void compute(Instance instance) {
        Statement.Deterministic relation = (Statement.Deterministic) instance.relation;
        Tensor value = evaluate(relation.value(), instance.counters);
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

    private void determine(Instance instance) {
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

    private void draw(Instance instance, ForwardDraw draws) {
        List<Tensor> p = parameters(instance);
        for (Tensor parameter : p) {
            if (Arrays.stream(parameter.values()).anyMatch(Double::isNaN)) {
                return;
            }
        }
        double[] drawn;
        if (PlainLaws.array(instance.law())) {
            drawn = draws.array(instance.law(), p);
        } else {
            double[] bounds = bounds(instance);
            drawn = new double[] {draws.single(instance.law(), p, bounds[0], bounds[1])};
        }
        for (int k = 0; k < drawn.length; k++) {
            instance.array.values[instance.positions[k]] = drawn[k];
        }
    }

    // Expressions.

    Tensor evaluate(Expression expression, Map<String, Double> counters) {
        if (expression instanceof Expression.Literal literal) {
            return Tensor.of(literal.value());
        }
        if (expression instanceof Expression.Name name) {
            Double counter = counters.get(name.text());
            if (counter != null) {
                return Tensor.of(counter);
            }
            return selected(name, array(name), null, counters).drop();
        }
        if (expression instanceof Expression.Subscripted subscripted) {
            Array array = array(subscripted.name());
            return selected(subscripted, array, positions(subscripted, array, counters), counters);
        }
        if (expression instanceof Expression.Call call) {
            if (call.canonical().equals("dim") && call.arguments().get(0) instanceof Expression.Reference reference) {
                // Of a part, with the dimensions of one that are dropped elsewhere.
                return Tensor.vector(Arrays.stream(dims(reference, counters))
                        .asDoubleStream()
                        .toArray());
            }
            return PlainFunctions.apply(
                    call.canonical(),
                    call.arguments().stream()
                            .map(argument -> evaluate(argument, counters))
                            .toList());
        }
        if (expression instanceof Expression.Unary unary) {
            Tensor operand = evaluate(unary.operand(), counters);
            return PlainFunctions.elementwise(
                    List.of(operand), v -> unary.operator() == UnaryOperator.MINUS ? -v[0] : v[0] == 0 ? 1 : 0);
        }
        Expression.Binary binary = (Expression.Binary) expression;
        return combine(binary.operator(), evaluate(binary.left(), counters), evaluate(binary.right(), counters));
    }

    private Array array(Expression.Name name) {
        Array array = arrays.get(name.text());
        if (array == null) {
            throw new OracleException(name.text() + " is not known");
        }
        return array;
    }

    private static Tensor combine(BinaryOperator operator, Tensor left, Tensor right) {
        if (operator == BinaryOperator.RANGE) {
            int from = (int) Math.rint(left.scalar());
            int to = (int) Math.rint(right.scalar());
            double[] values = new double[Math.max(0, to - from + 1)];
            for (int i = 0; i < values.length; i++) {
                values[i] = from + i;
            }
            return Tensor.vector(values);
        }
        if (operator == BinaryOperator.MATRIX_PRODUCT) {
            double[][] a = left.rows();
            double[][] b = right.rows();
            // A vector is a row on the left, unless the sizes say that it is a column.
            if (left.dims().length == 1 && left.dims()[0] == b.length) {
                a = Textbook.transpose(a);
            } else if (right.dims().length == 1 && right.dims()[0] != a[0].length) {
                b = Textbook.transpose(b);
            }
            return Tensor.matrix(Textbook.multiply(a, b));
        }
        return PlainFunctions.elementwise(List.of(left, right), v -> combine(operator, v[0], v[1]));
    }

    private static double combine(BinaryOperator operator, double a, double b) {
        return switch (operator) {
            case OR -> a != 0 || b != 0 ? 1 : 0;
            case AND -> a != 0 && b != 0 ? 1 : 0;
            case GREATER -> a > b ? 1 : 0;
            case GREATER_EQUAL -> a >= b ? 1 : 0;
            case LESS -> a < b ? 1 : 0;
            case LESS_EQUAL -> a <= b ? 1 : 0;
            case EQUAL -> a == b ? 1 : 0;
            case NOT_EQUAL -> a != b ? 1 : 0;
            case PLUS -> a + b;
            case MINUS -> a - b;
            // JAGS does not look at the other factors of a product that has a zero.
            case TIMES -> a == 0 || b == 0 ? 0 : a * b;
            case DIVIDE -> a / b;
            case POWER -> Math.pow(a, b);
            default -> throw new OracleException("no operator " + operator);
        };
    }

    /** The values that a reference selects; positions are those of the whole variable if they are null. */
    private Tensor selected(
            Expression.Reference reference, Array array, int[] positions, Map<String, Double> counters) {
        if (reference.indices().isEmpty()) {
            double[] values = new double[array.values.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = element(array, i);
            }
            return new Tensor(array.dims, values);
        }
        double[] values = new double[positions.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = element(array, positions[i]);
        }
        return new Tensor(dims(reference, counters), values).drop();
    }

    private int[] dims(Expression.Reference reference, Map<String, Double> counters) {
        int[] whole = array(reference.name()).dims;
        int[] dims = whole.clone();
        for (int d = 0; d < reference.indices().size(); d++) {
            dims[d] = indices(reference.indices().get(d), counters, whole[d]).length;
        }
        return dims;
    }

    private int[] positions(Expression.Reference reference, Array array, Map<String, Double> counters) {
        int[] positions = {0};
        if (reference.indices().isEmpty()) {
            positions = new int[array.values.length];
            Arrays.setAll(positions, i -> i);
            return positions;
        }
        if (reference.indices().size() != array.dims.length) {
            throw new OracleException(array.name + " has " + array.dims.length + " dimensions");
        }
        int stride = 1;
        for (int d = 0; d < array.dims.length; d++) {
            int[] chosen = indices(reference.indices().get(d), counters, array.dims[d]);
            int[] next = new int[positions.length * chosen.length];
            for (int k = 0; k < chosen.length; k++) {
                if (chosen[k] < 1 || chosen[k] > array.dims[d]) {
                    throw new OracleException(array.name + " has no index " + chosen[k]);
                }
                for (int i = 0; i < positions.length; i++) {
                    next[k * positions.length + i] = positions[i] + stride * (chosen[k] - 1);
                }
            }
            positions = next;
            stride *= array.dims[d];
        }
        return positions;
    }

    private int[] indices(Index index, Map<String, Double> counters, int extent) {
        if (index instanceof Index.All) {
            int[] all = new int[extent];
            Arrays.setAll(all, i -> i + 1);
            return all;
        }
        Tensor values = index instanceof Index.Range range
                ? combine(BinaryOperator.RANGE, evaluate(range.from(), counters), evaluate(range.to(), counters))
                : evaluate(((Index.Single) index).value(), counters);
        int[] result = new int[values.size()];
        for (int i = 0; i < result.length; i++) {
            double value = values.values()[i];
            if (Double.isNaN(value)) {
                throw new OracleException("an index is missing");
            }
            result[i] = (int) Math.rint(value);
        }
        return result;
    }
}
