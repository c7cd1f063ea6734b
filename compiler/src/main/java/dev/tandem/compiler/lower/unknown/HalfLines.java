package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads expressions that are 1 on one side of a place and 0 on the other, such as {@code step(x - 1)} and
 * {@code x[i] < cut[i]}, and products of these, as half-lines of single elements.
 */
public final class HalfLines {
    private final Graph graph;

    /** What variables that are computed so say, by their elements. */
    private final Map<String, Map<Integer, Region>> computed = new HashMap<>();

    /**
     * Where an expression is 1: nowhere, or where all of these half-lines meet; everywhere if there are none.
     */
    public record Region(boolean possible, List<HalfLine> halfLines) {
        static final Region NOWHERE = new Region(false, List.of());
        static final Region EVERYWHERE = new Region(true, List.of());

        private Region and(Region other) {
            return possible && other.possible
                    ? new Region(
                            true,
                            Stream.concat(halfLines.stream(), other.halfLines.stream())
                                    .toList())
                    : NOWHERE;
        }

        /** Where it is 0; empty if that is more than one half-line. */
        Optional<Region> otherSide() {
            if (!possible) {
                return Optional.of(EVERYWHERE);
            }
            return switch (halfLines.size()) {
                case 0 -> Optional.of(NOWHERE);
                case 1 -> Optional.of(new Region(true, List.of(halfLines.get(0).otherSide())));
                default -> Optional.empty();
            };
        }
    }

    /**
     * Where an element lies if the expression is 1.
     *
     * @param above whether it lies above the end, or below it
     */
    public record HalfLine(Symbol symbol, int position, double end, boolean above) {
        HalfLine otherSide() {
            return new HalfLine(symbol, position, end, !above);
        }
    }

    /** Slope times an element plus a number; no element where all is known. */
    private record Line(Symbol symbol, int position, double slope, double constant) {
        static Line known(double value) {
            return new Line(null, 0, 0, value);
        }

        boolean known() {
            return symbol == null;
        }

        Line times(double factor) {
            return new Line(symbol, position, factor * slope, factor * constant);
        }

        Optional<Line> plus(Line other) {
            if (!known() && !other.known()) {
                return Optional.empty();
            }
            Line moving = known() ? other : this;
            return Optional.of(new Line(moving.symbol, moving.position, moving.slope, constant + other.constant));
        }
    }

    public HalfLines(Graph graph) {
        this.graph = graph;
    }

    /** Whether it is worth reading an expression at every iteration. */
    boolean mayRead(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            List<Rule> rules = rulesOf(reference.name().text());
            return !rules.isEmpty()
                    && rules.stream().allMatch(rule -> value(rule).isPresent());
        }
        if (expression instanceof Expression.Binary binary) {
            return switch (binary.operator()) {
                case GREATER, GREATER_EQUAL, LESS, LESS_EQUAL -> true;
                case TIMES, AND -> mayRead(binary.left()) && mayRead(binary.right());
                case MINUS -> isOne(binary.left()) && mayRead(binary.right());
                default -> false;
            };
        }
        return expression instanceof Expression.Call call && call.is(Functions.STEP);
    }

    /**
     * Where an expression is 1, at an iteration; empty if it says something else.
     *
     * @throws MissingValueException where it depends on unknowns which element is meant
     */
    public Optional<Region> read(Expression expression, Scope scope) {
        try {
            Value value = graph.evaluator().evaluate(expression, scope);
            boolean one = value.isScalar() && value.scalar() == 1;
            boolean zero = value.isScalar() && value.scalar() == 0;
            return one || zero ? Optional.of(one ? Region.EVERYWHERE : Region.NOWHERE) : Optional.empty();
        } catch (MissingValueException notKnown) {
            return readUnknown(expression, scope);
        }
    }

    private Optional<Region> readUnknown(Expression expression, Scope scope) {
        if (expression instanceof Expression.Reference reference) {
            int[] positions = graph.positions(reference, scope);
            Map<Integer, Region> found = ofComputed(reference.name().text());
            return positions.length == 1 ? Optional.ofNullable(found.get(positions[0])) : Optional.empty();
        }
        if (expression instanceof Expression.Call call && call.is(Functions.STEP)) {
            return line(call.arguments().get(0), scope).flatMap(HalfLines::whereNotNegative);
        }
        if (!(expression instanceof Expression.Binary binary)) {
            return Optional.empty();
        }
        return switch (binary.operator()) {
            case GREATER, GREATER_EQUAL -> difference(binary.left(), binary.right(), scope);
            case LESS, LESS_EQUAL -> difference(binary.right(), binary.left(), scope);
            case TIMES, AND ->
                read(binary.left(), scope)
                        .flatMap(one -> read(binary.right(), scope).map(one::and));
            case MINUS ->
                isOne(binary.left()) ? read(binary.right(), scope).flatMap(Region::otherSide) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Map<Integer, Region> ofComputed(String name) {
        Map<Integer, Region> present = computed.get(name);
        if (present != null) {
            return present;
        }
        Map<Integer, Region> found = new HashMap<>();
        computed.put(name, found);
        for (Rule rule : rulesOf(name)) {
            Optional<Expression> value = value(rule);
            if (value.isPresent()) {
                graph.forEach(rule, (counters, scope) -> {
                    int[] positions = graph.positions(rule.target(), scope);
                    if (positions.length == 1) {
                        read(value.get(), scope).ifPresent(read -> found.put(positions[0], read));
                    }
                });
            }
        }
        return found;
    }

    private List<Rule> rulesOf(String name) {
        return graph.rules().stream()
                .filter(rule -> rule.targetName().equals(name))
                .toList();
    }

    /** What a rule computes, if it can be read. */
    private Optional<Expression> value(Rule rule) {
        return rule.relation() instanceof Statement.Deterministic relation
                        && relation.link().isEmpty()
                        && !(relation.value() instanceof Expression.Reference)
                        && mayRead(relation.value())
                ? Optional.of(relation.value())
                : Optional.empty();
    }

    private static boolean isOne(Expression expression) {
        return expression instanceof Expression.Literal literal && literal.value() == 1;
    }

    private Optional<Region> difference(Expression larger, Expression smaller, Scope scope) {
        return line(larger, scope)
                .flatMap(one -> line(smaller, scope).flatMap(other -> one.plus(other.times(-1))))
                .flatMap(HalfLines::whereNotNegative);
    }

    private static Optional<Region> whereNotNegative(Line line) {
        double end = -line.constant() / line.slope();
        return !line.known() && Double.isFinite(end)
                ? Optional.of(
                        new Region(true, List.of(new HalfLine(line.symbol(), line.position(), end, line.slope() > 0))))
                : Optional.empty();
    }

    private Optional<Line> line(Expression expression, Scope scope) {
        try {
            Value value = graph.evaluator().evaluate(expression, scope);
            return value.isScalar() ? Optional.of(Line.known(value.scalar())) : Optional.empty();
        } catch (MissingValueException notKnown) {
            return movingLine(expression, scope);
        }
    }

    private Optional<Line> movingLine(Expression expression, Scope scope) {
        if (expression instanceof Expression.Reference reference) {
            int[] positions = graph.positions(reference, scope);
            Symbol symbol = graph.symbol(reference.name().text());
            return positions.length == 1 ? Optional.of(new Line(symbol, positions[0], 1, 0)) : Optional.empty();
        }
        if (expression instanceof Expression.Unary unary && unary.operator() == UnaryOperator.MINUS) {
            return line(unary.operand(), scope).map(line -> line.times(-1));
        }
        if (!(expression instanceof Expression.Binary binary)) {
            return Optional.empty();
        }
        List<Line> operands = new ArrayList<>();
        for (Expression operand : List.of(binary.left(), binary.right())) {
            line(operand, scope).ifPresent(operands::add);
        }
        if (operands.size() < 2) {
            return Optional.empty();
        }
        return combined(binary.operator(), operands.get(0), operands.get(1));
    }

    private static Optional<Line> combined(BinaryOperator operator, Line left, Line right) {
        return switch (operator) {
            case PLUS -> left.plus(right);
            case MINUS -> left.plus(right.times(-1));
            case TIMES ->
                left.known()
                        ? Optional.of(right.times(left.constant()))
                        : right.known() ? Optional.of(left.times(right.constant())) : Optional.empty();
            case DIVIDE -> right.known() ? Optional.of(left.times(1 / right.constant())) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
