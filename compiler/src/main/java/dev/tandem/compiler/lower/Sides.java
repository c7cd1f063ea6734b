package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.AbsorbedIntervals;
import dev.tandem.compiler.lower.unknown.HalfLines;
import dev.tandem.compiler.lower.unknown.TailFormula;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Takes a continuous unknown of which the model asks only on which side of a known place it lies apart into that side,
 * which is a coin, and the unknown given its side, which nothing observed depends on.
 *
 * <pre>
 *   x[i] ~ dexp(r[i])                            x.below[i] ~ dbern(x.chance[i])
 *                                                cloglog(x.chance[i]) &lt;- log(r[i]) + log(x.cut[i])
 *   p[i] &lt;- z[i] * step(x[i] - c) + 1 - z[i]     p[i] &lt;- z[i] * (1 - x.below[i]) + 1 - z[i]
 * </pre>
 *
 * So a density that jumps where x crosses c becomes one that does not: the coin is summed out, and x is drawn forwards from
 * its distribution above or below c. Elements that are observed stay as they are; their coins are known and no factors.
 */
final class Sides {
    private final Graph original;
    private final HalfLines halfLines;
    private final Map<String, Split> splits = new LinkedHashMap<>();
    private final Map<String, DataArray> data = new LinkedHashMap<>();

    /** What stands in place of expressions of the model, in order. */
    private final IdentityHashMap<Expression, Expression> replaced = new IdentityHashMap<>();

    private Graph graph;

    /**
     * The variables that stand for one that was taken apart.
     *
     * @param below 1 where it lies below its place
     * @param chance the probabilities of that
     * @param cut the places
     */
    record Split(String below, String chance, String cut) {
        boolean has(String name) {
            return below.equals(name) || chance.equals(name) || cut.equals(name);
        }
    }

    /** An expression that says on which side an element lies, and the element. */
    private record Side(Rule rule, Expression expression, Expression.Reference element) {}

    private Sides(Graph graph) {
        original = graph;
        this.graph = graph;
        halfLines = new HalfLines(graph);
    }

    /** A graph as it is. */
    static Sides none(Graph graph) {
        return new Sides(graph);
    }

    /** A graph whose unknowns are taken apart where that can be done and removes a jump from its density. */
    static Sides of(Graph graph) {
        Sides sides = new Sides(graph);
        sides.split();
        return sides;
    }

    /** The graph with sides. */
    Graph graph() {
        return graph;
    }

    /** What stands for a variable that was taken apart. */
    Optional<Split> of(String name) {
        return Optional.ofNullable(splits.get(name));
    }

    /** Whether a variable is none of the model's own. */
    boolean added(String name) {
        return splits.values().stream().anyMatch(split -> split.has(name));
    }

    private void split() {
        Map<String, List<Side>> asked = asked();
        if (asked.isEmpty()) {
            return;
        }
        UnknownElements unknowns = new UnknownElements(original);
        AbsorbedIntervals intervals = new AbsorbedIntervals(original, unknowns, true);
        List<Rule> stochastic =
                original.rules().stream().filter(Rule::stochastic).toList();
        stochastic.forEach(unknowns::find);
        stochastic.forEach(intervals::absorb);
        Set<String> needed = Forward.needed(original, unknowns);
        asked.forEach((name, sides) -> {
            if (needed.contains(name) && intervals.of(original.symbol(name)) == null) {
                split(name, sides, unknowns);
            }
        });
        if (!splits.isEmpty()) {
            Model model = new Rewriting(replaced::get, this::coin).in(original.model());
            graph = Graph.bind(model, original.data().with(data));
        }
    }

    /** The variables of which nothing is asked but sides of single elements, with what asks it. */
    private Map<String, List<Side>> asked() {
        Map<String, List<Side>> asked = new LinkedHashMap<>();
        Set<String> otherwise = new HashSet<>();
        for (Rule rule : original.rules()) {
            if (tail(rule).isEmpty()) {
                otherwise.add(rule.targetName());
            }
        }
        for (Rule rule : original.rules()) {
            if (!rule.stochastic() && rule.constant()) {
                continue;
            }
            List<Side> sides = new ArrayList<>();
            right(rule).forEach(expression -> collect(rule, expression, sides));
            Map<String, Integer> reads = new HashMap<>();
            rule.reads().forEach(read -> reads.merge(read.name().text(), 1, Integer::sum));
            sides.forEach(side -> reads.merge(side.element().name().text(), -1, Integer::sum));
            reads.forEach((name, others) -> {
                if (others != 0) {
                    otherwise.add(name);
                }
            });
            sides.forEach(side -> asked.computeIfAbsent(side.element().name().text(), n -> new ArrayList<>())
                    .add(side));
        }
        asked.keySet().removeAll(otherwise);
        asked.keySet().removeIf(name -> original.symbol(name).constant());
        return asked;
    }

    private static Optional<TailFormula> tail(Rule rule) {
        return rule.relation() instanceof Statement.Stochastic relation
                        && relation.truncation().isEmpty()
                ? TailFormula.of(relation.distribution())
                : Optional.empty();
    }

    private static List<Expression> right(Rule rule) {
        List<Expression> right = new ArrayList<>();
        if (rule.relation() instanceof Statement.Deterministic relation) {
            right.add(relation.value());
        } else if (rule.relation() instanceof Statement.Stochastic relation) {
            right.addAll(relation.distribution().arguments());
        }
        return right;
    }

    /** Finds expressions that may be sides of unknown elements. */
    private void collect(Rule rule, Expression expression, List<Side> sides) {
        boolean step = expression instanceof Expression.Call call && call.is(Functions.STEP);
        if (step || (expression instanceof Expression.Binary binary && comparison(binary.operator()))) {
            List<Expression.Reference> unknown = new ArrayList<>();
            references(expression, unknown);
            unknown.removeIf(reference -> original.symbols().stream()
                    .noneMatch(symbol -> symbol.name().equals(reference.name().text()) && !symbol.constant()));
            if (unknown.size() == 1) {
                sides.add(new Side(rule, expression, unknown.get(0)));
            }
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(argument -> collect(rule, argument, sides));
        } else if (expression instanceof Expression.Unary unary) {
            collect(rule, unary.operand(), sides);
        } else if (expression instanceof Expression.Binary binary) {
            collect(rule, binary.left(), sides);
            collect(rule, binary.right(), sides);
        }
    }

    private static boolean comparison(BinaryOperator operator) {
        return switch (operator) {
            case GREATER, GREATER_EQUAL, LESS, LESS_EQUAL -> true;
            default -> false;
        };
    }

    private static void references(Expression expression, List<Expression.Reference> found) {
        if (expression instanceof Expression.Reference reference) {
            found.add(reference);
            for (Index index : reference.indices()) {
                if (index instanceof Index.Single single) {
                    references(single.value(), found);
                } else if (index instanceof Index.Range range) {
                    references(range.from(), found);
                    references(range.to(), found);
                }
            }
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(argument -> references(argument, found));
        } else if (expression instanceof Expression.Unary unary) {
            references(unary.operand(), found);
        } else if (expression instanceof Expression.Binary binary) {
            references(binary.left(), found);
            references(binary.right(), found);
        }
    }

    /** Where the elements of a variable are cut, and what is known of their sides. */
    private static final class Cuts {
        final double[] cut;
        final double[] below;

        Cuts(int size) {
            cut = new double[size];
            below = new double[size];
            Arrays.fill(cut, Double.NaN);
            Arrays.fill(below, Double.NaN);
        }

        /** Sets an element; false if it was set to something else. */
        static boolean set(double[] to, int position, double value) {
            boolean same = Double.isNaN(to[position]) || to[position] == value;
            to[position] = value;
            return same;
        }
    }

    private void split(String name, List<Side> sides, UnknownElements unknowns) {
        Symbol symbol = original.symbol(name);
        Cuts cuts = new Cuts(symbol.size());
        IdentityHashMap<Expression, Boolean> directions = new IdentityHashMap<>();
        for (Side side : sides) {
            try {
                if (!read(symbol, side, cuts, directions)) {
                    return;
                }
            } catch (MissingValueException unknownPlace) {
                return;
            }
        }
        boolean positive = false;
        boolean[] unknown = new boolean[symbol.size()];
        for (Rule rule : original.rules()) {
            if (rule.targetName().equals(name)) {
                positive |= tail(rule).orElseThrow().positive();
                if (unknowns.has(rule)) {
                    Arrays.stream(unknowns.of(rule).positions.flat()).forEach(i -> unknown[i] = true);
                }
            }
        }
        boolean all = true;
        for (int i = 0; i < unknown.length; i++) {
            if (unknown[i] && (Double.isNaN(cuts.cut[i]) || (positive && cuts.cut[i] <= 0))) {
                return;
            }
            // Sides that are known and that nobody asks for may be any.
            cuts.below[i] = unknown[i] ? Double.NaN : Double.isNaN(cuts.below[i]) ? 0 : cuts.below[i];
            cuts.cut[i] = unknown[i] ? cuts.cut[i] : 1;
            all &= unknown[i];
        }
        Split split = new Split(free(name + ".below"), free(name + ".chance"), free(name + ".cut"));
        splits.put(name, split);
        data.put(split.cut(), DataArray.of(symbol.dims(), cuts.cut));
        if (!all) {
            data.put(split.below(), DataArray.of(symbol.dims(), cuts.below));
        }
        for (Side side : sides) {
            Boolean above = directions.get(side.expression());
            if (above != null) {
                Expression coin = named(side.element(), split.below());
                SourceSpan span = side.expression().span();
                replaced.put(
                        side.expression(),
                        above ? binary(BinaryOperator.MINUS, new Expression.Literal(1, span), coin, span) : coin);
            }
        }
    }

    private String free(String wanted) {
        boolean taken =
                original.symbols().stream().anyMatch(symbol -> symbol.name().equals(wanted));
        return taken ? free(wanted + "s") : wanted;
    }

    /** Reads a side at every iteration; false if it is not one, or contradicts another. */
    private boolean read(Symbol symbol, Side side, Cuts cuts, IdentityHashMap<Expression, Boolean> directions) {
        boolean[] good = {true};
        Map<Integer, Boolean> shown = new LinkedHashMap<>();
        original.forEach(side.rule(), (counters, scope) -> {
            if (!good[0]) {
                return;
            }
            int[] positions = original.positions(side.element(), scope);
            Optional<HalfLines.Region> region =
                    positions.length == 1 ? halfLines.read(side.expression(), scope) : Optional.empty();
            if (region.isEmpty()) {
                good[0] = false;
            } else if (symbol.known(positions[0])) {
                shown.put(positions[0], region.get().possible());
            } else if (!region.get().possible() || region.get().halfLines().size() != 1) {
                good[0] = false;
            } else {
                HalfLines.HalfLine line = region.get().halfLines().get(0);
                Boolean before = directions.put(side.expression(), line.above());
                good[0] = line.symbol() == symbol
                        && line.position() == positions[0]
                        && (before == null || before.equals(line.above()))
                        && Cuts.set(cuts.cut, positions[0], line.end());
            }
        });
        Boolean above = directions.get(side.expression());
        if (above != null) {
            shown.forEach((position, one) -> good[0] &= Cuts.set(cuts.below, position, one.equals(above) ? 0 : 1));
        }
        return good[0];
    }

    // ---- the model with sides ------------------------------------------------------------------------------------

    /** The statements of the side that stand behind those of an unknown. */
    private List<Statement> coin(Statement.Relation relation) {
        return relation instanceof Statement.Stochastic stochastic
                ? of(relation.target().name().text())
                        .map(split -> coin(stochastic, split))
                        .orElse(List.of())
                : List.of();
    }

    private static List<Statement> coin(Statement.Stochastic relation, Split split) {
        SourceSpan span = relation.span();
        DistributionCall law = relation.distribution();
        TailFormula tail = TailFormula.of(law).orElseThrow();
        Expression.Reference chance = named(relation.target(), split.chance());
        Expression predictor = tail.below(named(relation.target(), split.cut()), law.arguments(), span);
        return List.of(
                new Statement.Deterministic(Optional.of(tail.link()), chance, predictor, span),
                Coins.of(named(relation.target(), split.below()), chance, span));
    }

    private static Expression.Reference named(Expression.Reference like, String name) {
        Expression.Name other = new Expression.Name(name, like.name().span());
        return like.indices().isEmpty() ? other : new Expression.Subscripted(other, like.indices(), like.span());
    }

    private static Expression.Binary binary(BinaryOperator operator, Expression a, Expression b, SourceSpan span) {
        return new Expression.Binary(operator, a, b, span);
    }
}
