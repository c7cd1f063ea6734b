package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.LoweredArray;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.TruncatedQuantile;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Truncation;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Unknowns that nothing observed depends on: replicates, predictions, missing responses. Their factors add up to one
 * whatever the others are, so they leave the density and are drawn from their distributions when a draw is reported.
 *
 * <p>It goes by elements. Where the density needs others of the same variable, see {@link LateElements}.
 */
final class Forward {
    private final Draft draft;
    private final UnknownElements unknowns;
    private final Sides sides;
    private final LateElements late;

    Forward(Draft draft, UnknownElements unknowns, Sides sides, LateElements late) {
        this.draft = draft;
        this.unknowns = unknowns;
        this.sides = sides;
        this.late = late;
    }

    /** Takes from the unknowns what can be drawn forwards. */
    void take() {
        Graph graph = draft.graph;
        late.find(rule -> drawable(rule, unknowns));
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && unknowns.has(rule)) {
                BitSet own = new BitSet();
                Arrays.stream(unknowns.of(rule).positions.flat()).forEach(own::set);
                own.and(late.of(rule.targetName()));
                if (!own.isEmpty()) {
                    UnknownElements.Found taken = unknowns.takeForward(rule, own);
                    draft.drawn.add(new Program.Drawn(graph.symbol(rule.targetName()), taken.positions.flat()));
                }
            }
        }
    }

    /** The variables that the density needs: what observed nodes depend on, and what cannot be drawn here. */
    static Set<String> needed(Graph graph, UnknownElements unknowns) {
        Set<String> needed = new HashSet<>();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : graph.rules()) {
                if (rule.instances() == 0 || (!rule.stochastic() && rule.constant())) {
                    continue;
                }
                boolean stays = rule.stochastic() && unknowns.has(rule) && !drawable(rule, unknowns);
                progress |= stays && needed.add(rule.targetName());
                boolean observed = rule.stochastic() && !(unknowns.has(rule) && unknowns.of(rule).all);
                if (observed || needed.contains(rule.targetName())) {
                    progress |= needed.addAll(rule.names());
                }
            }
        }
        return needed;
    }

    /** Whether there is code that draws from the distribution of a rule. */
    static boolean drawable(Rule rule, UnknownElements unknowns) {
        return !Rules.observable(rule)
                && Rules.stochastic(rule)
                        .truncation()
                        .map(bounds -> truncatable(rule, bounds))
                        .orElse(true)
                && unknowns.of(rule).positions.get(0).length == 1
                && (Rules.row(rule).is(Categorical.class)
                        || Rules.row(rule)
                                .scalar()
                                .filter(d -> d.has("quantile"))
                                .isPresent());
    }

    /**
     * Whether a distribution has something between bounds whatever its parameters are: only then does leaving its factor out
     * change nothing. So bounds must be written as numbers, and the distribution must reach all that is above zero.
     */
    private static boolean truncatable(Rule rule, Truncation bounds) {
        Values values = Rules.row(rule).values();
        double low = bounds.lower().map(Forward::number).orElse(Double.NEGATIVE_INFINITY);
        double high = bounds.upper().map(Forward::number).orElse(Double.POSITIVE_INFINITY);
        boolean reals = values.equals(Values.reals());
        boolean positive = !values.whole()
                && values.lower().equals(Bound.fixed(0))
                && values.upper().equals(Bound.openAbove());
        return bounds.kind() == Truncation.Kind.TRUNCATION
                && (reals || (positive && high > 0))
                && low < high
                && Rules.row(rule).parameters().size() <= TruncatedQuantile.mostParameters();
    }

    /** A number as it is written; NaN for whatever else is. */
    private static double number(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return literal.value();
        }
        return expression instanceof Expression.Unary sign && sign.operator() == UnaryOperator.MINUS
                ? -number(sign.operand())
                : Double.NaN;
    }

    /** Draws the unknowns of a rule: each is the quantile of a random number between 0 and 1. */
    List<Step.Computation> draw(Rule rule, Contexts contexts) {
        UnknownElements.Found found = unknowns.forward(rule);
        Terms terms = draft.terms;
        Symbol symbol = draft.graph.symbol(rule.targetName());
        boolean some = late.hasShown(symbol);
        Contexts.Context context =
                contexts.late(rule, some || !found.all ? Optional.of(found.counters) : Optional.empty());
        Term position = context.place();
        // Where few of many are drawn there is a random number for each of these alone.
        Storage uniform = draft.storages.variable("uniform", some ? found.counters.size() : symbol.size());
        draft.uniforms.add(uniform);
        Term u = terms.read(
                uniform, some ? terms.binder(context.nest.ranges().get(0).counter()) : position);
        Term value = quantile(rule, context, u, position);
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                context.nest,
                late.shown(symbol),
                position,
                terms.real(value),
                Rules.text(draft.graph, rule) + ", drawn"));
        return steps;
    }

    /** The quantile of a number between 0 and 1, of the distribution of the unknown at a position. */
    Term quantile(Rule rule, Contexts.Context context, Term u, Term position) {
        Terms terms = draft.terms;
        List<LoweredArray> arguments = Rules.stochastic(rule).distribution().arguments().stream()
                .map(context.expressions::lower)
                .toList();
        if (Rules.row(rule).is(Categorical.class)) {
            return category(terms, u, arguments.get(0));
        }
        ScalarDistribution d = Rules.row(rule).scalar().orElseThrow();
        List<Term> parts = new ArrayList<>(List.of(u));
        Optional<Truncation> bounds = Rules.stochastic(rule).truncation();
        bounds.ifPresent(known -> {
            parts.add(terms.number(known.lower().map(Forward::number).orElse(Double.NEGATIVE_INFINITY)));
            parts.add(terms.number(known.upper().map(Forward::number).orElse(Double.POSITIVE_INFINITY)));
            parts.add(terms.number(TruncatedQuantile.number(Rules.row(rule))));
        });
        for (int i = 0; i < arguments.size(); i++) {
            parts.add(terms.real(Factors.single(rule, d, i, arguments.get(i))));
        }
        // What is taken apart has no bounds.
        return sides.of(rule.targetName())
                .map(split -> onItsSide(split, d, position, parts))
                .orElseGet(() -> bounds.isPresent()
                        ? call(TruncatedQuantile.class, "of", parts)
                        : call(d.owner(), "quantile", parts));
    }

    private Term call(Class<?> owner, String method, List<Term> parts) {
        return draft.terms.call(Calls.plain(owner, method, parts.size()), parts.toArray(new Term[0]));
    }

    /** The quantile of a random number among the values on the side of a place that was drawn before. */
    private Term onItsSide(Sides.Split split, ScalarDistribution d, Term position, List<Term> parts) {
        Terms terms = draft.terms;
        Term side = read(split.below(), position);
        Term chance = read(split.chance(), position);
        Term cut = read(split.cut(), position);
        Term u = parts.get(0);
        Term half = terms.number(0.5);
        Term up = terms.add(chance, terms.multiply(terms.subtract(terms.number(1), chance), u));
        Term almost = terms.number(Math.nextDown(1.0));
        List<Term> at = new ArrayList<>(parts);
        at.set(
                0,
                terms.choice(">=", side, half, terms.multiply(chance, u), terms.choice("<=", up, almost, up, almost)));
        Term value = call(d.owner(), "quantile", at);
        // Rounding must not carry it over.
        Term smaller = terms.choice("<=", value, cut, value, cut);
        Term larger = terms.choice(">=", value, cut, value, cut);
        return terms.choice(">=", side, half, smaller, larger);
    }

    private Term read(String name, Term position) {
        Terms terms = draft.terms;
        return terms.real(terms.read(late.shown(draft.graph.symbol(name)), position));
    }

    /** The category that a number between 0 and 1 falls into: one more than the shares of the weights that it is beyond. */
    private static Term category(Terms terms, Term u, LoweredArray weights) {
        if (weights.isScalar()) {
            return terms.number(1);
        }
        Term last = terms.subtract(weights.extents().get(0), terms.whole(1));
        Binder j = new Binder("j");
        Term total = terms.sum(j, terms.whole(0), last, weights.at(List.of(terms.binder(j))));
        Binder k = new Binder("k");
        Binder i = new Binder("k");
        Term below = terms.sum(i, terms.whole(0), terms.binder(k), weights.at(List.of(terms.binder(i))));
        Term beyond = terms.choice(">=", terms.multiply(u, total), below, terms.number(1), terms.number(0));
        return terms.add(terms.number(1), terms.sum(k, terms.whole(0), terms.subtract(last, terms.whole(1)), beyond));
    }
}
