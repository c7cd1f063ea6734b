package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Function.Quantity;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the expressions of one rule into terms. */
public final class Expressions {
    /** Puts the result of an array function into storage of its own, before the rule that uses it. */
    @FunctionalInterface
    interface Materialiser {
        LoweredArray materialise(Expression expression, String function, List<LoweredArray> arguments);
    }

    private final Graph graph;
    /** The most factors of a product that is written out. */
    private static final int MOST_WRITTEN_FACTORS = 16;

    private final Terms terms;
    private final Storages storages;
    private final java.util.function.Function<Symbol, Storage> home;
    private final Infinities infinities;
    private final Materialiser materialiser;
    private final LoweredArrays arrays;
    private final Map<String, Term> counters = new HashMap<>();

    /**
     * Those of a rule.
     *
     * @param home where each variable is read
     */
    Expressions(
            Graph graph,
            Terms terms,
            Storages storages,
            java.util.function.Function<Symbol, Storage> home,
            Infinities infinities,
            Materialiser materialiser) {
        this.home = home;
        this.graph = graph;
        this.terms = terms;
        this.storages = storages;
        this.infinities = infinities;
        this.materialiser = materialiser;
        arrays = new LoweredArrays(terms);
    }

    void bind(String counter, Term term) {
        counters.put(counter, term);
    }

    public Term scalar(Expression expression) {
        LoweredArray array = lower(expression);
        if (!array.isScalar()) {
            throw new EvaluationException(
                    expression.span(), "this must be a single number, not " + describe(array), "give it an index");
        }
        return array.single();
    }

    public static String describe(LoweredArray array) {
        if (array.isScalar()) {
            return "a single number";
        }
        StringBuilder text = new StringBuilder();
        for (Term extent : array.extents()) {
            text.append(text.isEmpty() ? "" : " by ").append(extent.op() == Term.Op.WHOLE ? extent.whole() : "n");
        }
        return array.extents().size() == 1 ? "a vector of " + text : "an array of " + text;
    }

    /** A term that is whole, for use as an index. */
    Term whole(Expression expression) {
        return toWhole(scalar(expression));
    }

    private Term toWhole(Term term) {
        if (term.op() == Term.Op.READ
                && term.storage().constant()
                && !term.storage().isTable()) {
            // Data that serve as an index are kept as whole numbers, which need no conversion in the inner loop.
            Optional<Storage> table = storages.wholeTwin(term.storage());
            if (table.isPresent()) {
                return terms.read(table.get(), term.argument(0));
            }
        }
        if (term.op() == Term.Op.ADD || term.op() == Term.Op.SUBTRACT || term.op() == Term.Op.MULTIPLY) {
            Term a = toWhole(term.argument(0));
            Term b = toWhole(term.argument(1));
            return switch (term.op()) {
                case ADD -> terms.add(a, b);
                case SUBTRACT -> terms.subtract(a, b);
                default -> terms.multiply(a, b);
            };
        }
        return terms.integer(term);
    }

    public LoweredArray lower(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return LoweredArray.scalar(number(literal.value()));
        }
        if (expression instanceof Expression.Reference reference) {
            Term counter = counters.get(reference.name().text());
            return counter != null && reference.indices().isEmpty()
                    ? LoweredArray.scalar(counter)
                    : reference(reference);
        }
        if (expression instanceof Expression.Unary unary) {
            LoweredArray operand = lower(unary.operand());
            return unary.operator() == UnaryOperator.MINUS
                    ? map(operand, terms::negate)
                    : map(operand, t -> terms.choice("==", t, number(0), number(1), number(0)));
        }
        if (expression instanceof Expression.Binary binary) {
            return binary(binary);
        }
        return call((Expression.Call) expression);
    }

    /** Small whole numbers are kept whole, so that index arithmetic stays whole. */
    private Term number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e6 ? terms.whole((int) value) : terms.number(value);
    }

    private LoweredArray reference(Expression.Reference reference) {
        Symbol symbol = graph.symbol(reference.name().text());
        Storage storage = home.apply(symbol);
        int[] dims = symbol.dims();
        List<Index> indices = reference.indices();
        List<Term> extents = new ArrayList<>();
        List<java.util.function.Function<List<Term>, Term>> places = new ArrayList<>();
        for (int d = 0; d < dims.length; d++) {
            Index index = indices.isEmpty() ? new Index.All(reference.span()) : indices.get(d);
            place(index, dims[d], extents, places);
        }
        return new LoweredArray(extents, positions -> {
            Term flat = terms.whole(0);
            int stride = 1;
            for (int d = 0; d < dims.length; d++) {
                flat = terms.add(flat, terms.multiply(places.get(d).apply(positions), terms.whole(stride)));
                stride *= dims[d];
            }
            return terms.read(storage, flat);
        });
    }

    /** One dimension of a reference: its extent, if it keeps one, and the position from 0 along it. */
    private void place(
            Index index, int dim, List<Term> extents, List<java.util.function.Function<List<Term>, Term>> places) {
        int axis = extents.size();
        if (index instanceof Index.All) {
            if (dim == 1) {
                places.add(positions -> terms.whole(0));
            } else {
                extents.add(terms.whole(dim));
                places.add(positions -> positions.get(axis));
            }
        } else if (index instanceof Index.Range range) {
            Term from = whole(range.from());
            Term extent = terms.add(terms.subtract(whole(range.to()), from), terms.whole(1));
            Term start = terms.subtract(from, terms.whole(1));
            if (extent.op() == Term.Op.WHOLE && extent.whole() == 1) {
                places.add(positions -> start);
            } else {
                extents.add(extent);
                places.add(positions -> terms.add(start, positions.get(axis)));
            }
        } else {
            Expression value = ((Index.Single) index).value();
            LoweredArray selected = lower(value);
            if (selected.isScalar()) {
                Term from1 = terms.subtract(toWhole(selected.single()), terms.whole(1));
                Term fixed = followsContinuous(selected.single()) ? inside(from1, dim) : from1;
                places.add(positions -> fixed);
            } else {
                extents.add(arrays.size(selected));
                places.add(positions ->
                        terms.subtract(toWhole(selected.at(List.of(positions.get(axis)))), terms.whole(1)));
            }
        }
    }

    /** Whether it reads what changes and is no matter of discrete unknowns alone. Whole numbers made of continuous ones have no derivative. */
    private static boolean followsContinuous(Term term) {
        if (term.op() == Term.Op.READ) {
            return !term.storage().constant() && !term.storage().discrete();
        }
        return term.arguments().stream().anyMatch(Expressions::followsContinuous);
    }

    /** An index that follows a continuous unknown stays in range where that unknown is rounded to an end of its values. */
    private Term inside(Term position, int dim) {
        Term last = terms.whole(dim - 1);
        Term below = terms.choice("<=", position, last, position, last);
        return terms.choice(">=", below, terms.whole(0), below, terms.whole(0));
    }

    private LoweredArray map(LoweredArray array, java.util.function.Function<Term, Term> function) {
        return new LoweredArray(array.extents(), positions -> function.apply(array.at(positions)));
    }

    private LoweredArray zip(
            Expression expression,
            LoweredArray a,
            LoweredArray b,
            java.util.function.BiFunction<Term, Term, Term> function) {
        if (a.isScalar() && b.isScalar()) {
            return LoweredArray.scalar(function.apply(a.single(), b.single()));
        }
        if (a.isScalar()) {
            return new LoweredArray(b.extents(), p -> function.apply(a.single(), b.at(p)));
        }
        if (b.isScalar()) {
            return new LoweredArray(a.extents(), p -> function.apply(a.at(p), b.single()));
        }
        checkSame(expression, a, b);
        return new LoweredArray(a.extents(), p -> function.apply(a.at(p), b.at(p)));
    }

    private static void checkSame(Expression expression, LoweredArray a, LoweredArray b) {
        boolean same = a.extents().size() == b.extents().size();
        for (int d = 0; same && d < a.extents().size(); d++) {
            Term m = a.extents().get(d);
            Term n = b.extents().get(d);
            same = m == n || m.op() != Term.Op.WHOLE || n.op() != Term.Op.WHOLE;
        }
        if (!same) {
            throw new EvaluationException(
                    expression.span(),
                    describe(a) + " and " + describe(b) + " do not go together",
                    "shapes must be equal, or one of the two a single number");
        }
    }

    private LoweredArray binary(Expression.Binary binary) {
        if (binary.operator() == BinaryOperator.RANGE) {
            Term from = whole(binary.left());
            Term extent = terms.add(terms.subtract(whole(binary.right()), from), terms.whole(1));
            return new LoweredArray(List.of(extent), p -> terms.add(from, p.get(0)));
        }
        LoweredArray left = lower(binary.left());
        LoweredArray right = lower(binary.right());
        return switch (binary.operator()) {
            case PLUS -> zip(binary, left, right, terms::add);
            case MINUS -> zip(binary, left, right, terms::subtract);
            case TIMES ->
                zip(
                        binary,
                        left,
                        right,
                        infinities.inProduct(binary.left(), binary.right())
                                ? (a, b) -> terms.call(Calls.PRODUCT, a, b)
                                : terms::multiply);
            case DIVIDE -> zip(binary, left, right, terms::divide);
            case POWER -> zip(binary, left, right, this::power);
            case GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL ->
                zip(binary, left, right, (a, b) -> truth(binary.operator().symbol(), a, b));
            case AND ->
                zip(
                        binary,
                        left,
                        right,
                        (a, b) -> terms.multiply(truth("!=", a, number(0)), truth("!=", b, number(0))));
            case OR ->
                zip(
                        binary,
                        left,
                        right,
                        (a, b) -> terms.choice("!=", a, number(0), number(1), truth("!=", b, number(0))));
            case MATRIX_PRODUCT ->
                materialiser.materialise(binary, Functions.MATRIX_PRODUCT.name(), List.of(left, right));
            case RANGE -> throw new IllegalStateException("handled above");
        };
    }

    private Term truth(String comparison, Term a, Term b) {
        return terms.choice(comparison, a, b, number(1), number(0));
    }

    Term power(Term base, Term exponent) {
        Term y = terms.real(exponent);
        if (y.isNumber(1)) {
            return base;
        }
        if (y.isNumber(2)) {
            return terms.multiply(terms.real(base), terms.real(base));
        }
        if (y.isNumber(-1)) {
            return terms.divide(terms.number(1), base);
        }
        if (y.isNumber(-2)) {
            Term x = terms.real(base);
            return terms.divide(terms.number(1), terms.multiply(x, x));
        }
        if (y.isNumber(0.5)) {
            return terms.call(Calls.SQRT, base);
        }
        return terms.call(Calls.of(Functions.POW), base, y);
    }

    private LoweredArray call(Expression.Call call) {
        Function function = call.function();
        if (function.kind() == Function.Kind.SHAPE) {
            return shape(call);
        }
        if (function.form() == Function.Form.JOINED) {
            return arrays.concatenate(call.arguments().stream().map(this::lower).toList());
        }
        if (function.form() == Function.Form.REPEATED) {
            return repeat(call);
        }
        List<LoweredArray> arguments =
                call.arguments().stream().map(this::lower).toList();
        if (function.probability().isPresent()) {
            return probability(call, function.probability().get(), arguments);
        }
        LoweredArray spelt = spelt(call, function, arguments);
        if (spelt == null) {
            spelt = productOfFew(function, arguments);
        }
        if (spelt != null) {
            return spelt;
        }
        if (function.array().isPresent()) {
            return materialiser.materialise(call, function.name(), arguments);
        }
        return arguments.size() == 1
                ? map(arguments.get(0), a -> terms.call(Calls.of(function), a))
                : zip(call, arguments.get(0), arguments.get(1), (a, b) -> smooth(call, a, b));
    }

    /**
     * The product of a few numbers that depend on discrete unknowns, written out: what goes through a function of a whole array could not be
     * summed out. Null for other calls.
     */
    private LoweredArray productOfFew(Function function, List<LoweredArray> arguments) {
        if (function != Functions.PROD
                || arguments.size() != 1
                || arguments.get(0).extents().size() != 1) {
            return null;
        }
        LoweredArray array = arguments.get(0);
        Term extent = array.extents().get(0);
        if (extent.op() != Term.Op.WHOLE || extent.whole() < 1 || extent.whole() > MOST_WRITTEN_FACTORS) {
            return null;
        }
        Term product = array.at(List.of(terms.whole(0)));
        boolean discrete = product.discrete();
        for (int k = 1; k < extent.whole(); k++) {
            Term factor = array.at(List.of(terms.whole(k)));
            discrete |= factor.discrete();
            product = terms.multiply(product, factor);
        }
        return discrete ? LoweredArray.scalar(product) : null;
    }

    /** The functions that are spelt out in terms; null for the others. */
    private LoweredArray spelt(Expression.Call call, Function function, List<LoweredArray> arguments) {
        if (function == Functions.SUM) {
            return LoweredArray.scalar(arrays.total(arguments));
        }
        if (function == Functions.MEAN) {
            return LoweredArray.scalar(terms.divide(arrays.total(arguments), arrays.size(arguments.get(0))));
        }
        if (function == Functions.INPROD) {
            checkSame(call, arguments.get(0), arguments.get(1));
            return LoweredArray.scalar(
                    arrays.total(List.of(zip(call, arguments.get(0), arguments.get(1), terms::multiply))));
        }
        if (function == Functions.POW) {
            return zip(call, arguments.get(0), arguments.get(1), this::power);
        }
        if (function == Functions.EQUALS) {
            return zip(call, arguments.get(0), arguments.get(1), (a, b) -> truth("==", a, b));
        }
        if (function == Functions.STEP) {
            return map(arguments.get(0), a -> truth(">=", a, number(0)));
        }
        if (function == Functions.IFELSE) {
            return ifelse(call, arguments);
        }
        boolean extreme = function == Functions.MAX || function == Functions.MIN;
        return extreme && arguments.stream().allMatch(LoweredArray::isScalar)
                ? LoweredArray.scalar(extreme(function == Functions.MAX ? ">=" : "<=", arguments))
                : null;
    }

    /** A call whose derivative may be wanted: one by an argument that has none, where others have one, is refused. */
    private Term smooth(Expression.Call call, Term... arguments) {
        Function function = call.function();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].active()
                    && function.differentiable()
                    && !function.slope(i).exists()) {
                String name = function.parameters().get(i).name();
                throw new EvaluationException(
                        call.arguments().get(i).span(),
                        name + " of " + function.name() + " cannot be a continuous unknown",
                        "there is no derivative by " + name);
            }
        }
        return terms.call(Calls.of(function), arguments);
    }

    private LoweredArray ifelse(Expression.Call call, List<LoweredArray> arguments) {
        LoweredArray shaped =
                zip(call, zip(call, arguments.get(0), arguments.get(1), (c, a) -> a), arguments.get(2), (a, b) -> b);
        return new LoweredArray(
                shaped.extents(),
                p -> terms.choice(
                        "!=",
                        element(arguments.get(0), p),
                        number(0),
                        element(arguments.get(1), p),
                        element(arguments.get(2), p)));
    }

    private static Term element(LoweredArray array, List<Term> positions) {
        return array.isScalar() ? array.single() : array.at(positions);
    }

    private Term extreme(String comparison, List<LoweredArray> arguments) {
        Term best = arguments.get(0).single();
        for (LoweredArray argument : arguments.subList(1, arguments.size())) {
            Term other = argument.single();
            best = terms.choice(comparison, best, other, best, other);
        }
        return best;
    }

    /** The shape of a reference needs no values. */
    private LoweredArray shape(Expression.Call call) {
        Expression argument = call.arguments().get(0);
        if (argument instanceof Expression.Reference reference
                && reference.indices().isEmpty()) {
            int[] dims = graph.symbol(reference.name().text()).dims();
            if (call.is(Functions.LENGTH)) {
                return LoweredArray.scalar(terms.whole(Arrays.stream(dims).reduce(1, Math::multiplyExact)));
            }
            return arrays.concatenate(Arrays.stream(dims)
                    .mapToObj(d -> LoweredArray.scalar(terms.whole(d)))
                    .toList());
        }
        LoweredArray array = lower(argument);
        return call.is(Functions.LENGTH)
                ? LoweredArray.scalar(arrays.size(array))
                : arrays.concatenate(
                        array.extents().stream().map(LoweredArray::scalar).toList());
    }

    private LoweredArray repeat(Expression.Call call) {
        LoweredArray source = lower(call.arguments().get(0));
        LoweredArray times = lower(call.arguments().get(1));
        if (!times.isScalar()) {
            return repeatEach(call, source);
        }
        return arrays.repeat(source, toWhole(times.single()));
    }

    /** Each element as often as a known vector says. */
    private LoweredArray repeatEach(Expression.Call call, LoweredArray source) {
        int[] counts;
        try {
            counts = graph.integers(call.arguments().get(1));
        } catch (MissingValueException e) {
            throw new EvaluationException(
                    call.arguments().get(1).span(), "how often to repeat must be known before sampling", "");
        }
        int[] places = new int[Arrays.stream(counts).sum()];
        int next = 0;
        for (int i = 0; i < counts.length; i++) {
            Arrays.fill(places, next, next + counts[i], i);
            next += counts[i];
        }
        Storage table = storages.table("rep_at", places);
        return arrays.at(source, table);
    }

    /** {@code dnorm(x, mu, tau)}, {@code pnorm}, {@code qnorm} and {@code logdensity.norm} as functions. */
    private LoweredArray probability(
            Expression.Call call, Function.Probability probability, List<LoweredArray> arguments) {
        Quantity quantity = probability.quantity();
        Optional<ScalarDistribution> scalar = probability.distribution().scalar();
        if (scalar.isEmpty()) {
            String name = Quantity.LOG_DENSITY.of(probability.distribution());
            LoweredArray density = materialiser.materialise(call, name, arguments);
            return quantity == Quantity.LOG_DENSITY ? density : map(density, a -> terms.call(Calls.EXP, a));
        }
        LoweredArray shaped = arguments.get(0);
        for (LoweredArray argument : arguments.subList(1, arguments.size())) {
            shaped = zip(call, shaped, argument, (a, b) -> a);
        }
        ScalarDistribution d = scalar.get();
        return new LoweredArray(
                shaped.extents(),
                positions -> probability(
                        d,
                        quantity,
                        arguments.stream().map(a -> element(a, positions)).toArray(Term[]::new)));
    }

    private Term probability(ScalarDistribution d, Quantity quantity, Term[] parts) {
        Term density = terms.call(Calls.logDensity(d), parts);
        if (quantity == Quantity.LOG_DENSITY) {
            return density;
        }
        if (quantity == Quantity.DENSITY) {
            return terms.call(Calls.EXP, density);
        }
        boolean quantile = quantity == Quantity.QUANTILE;
        Term value = terms.call(Calls.plain(d.owner(), quantile ? "quantile" : "cumulative", parts.length), parts);
        if (quantile && d.discrete()) {
            return value;
        }
        List<Term> given = new ArrayList<>(List.of(value));
        Term[] at = parts.clone();
        if (quantile) {
            at[0] = value;
        }
        Term height = terms.call(Calls.EXP, terms.call(Calls.plain(d.owner(), "logDensity", at.length), at));
        if (!d.discrete()) {
            given.add(parts[0]);
            given.add(quantile ? terms.divide(terms.number(1), height) : height);
        }
        for (int i = 1; i < parts.length; i++) {
            if (d.has("c" + i)) {
                Term byParameter = terms.call(Calls.plain(d.owner(), "c" + i, at.length), at);
                given.add(parts[i]);
                given.add(quantile ? terms.negate(terms.divide(byParameter, height)) : byParameter);
            }
        }
        return terms.given(given.stream().map(terms::real).toArray(Term[]::new));
    }
}
