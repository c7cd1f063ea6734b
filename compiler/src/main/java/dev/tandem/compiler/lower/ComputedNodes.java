package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.Expressions;
import dev.tandem.compiler.lower.expression.Jumps;
import dev.tandem.compiler.lower.expression.LoweredArray;
import dev.tandem.compiler.lower.expression.LoweredArrays;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.array.IntervalCensoring;
import dev.tandem.distributions.array.Round;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of nodes that are computed from others. */
final class ComputedNodes {
    private final Graph graph;
    private final Terms terms;
    private final Storages storages;
    private final Contexts contexts;
    private final Jumps jumps;
    private final LateElements late;

    ComputedNodes(Draft draft, Contexts contexts, Jumps jumps, LateElements late) {
        this.late = late;
        this.contexts = contexts;
        this.jumps = jumps;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
    }

    /** A relation with its link: {@code p <- phi(e)} says the same as {@code probit(p) <- e}. */
    private record Linked(Optional<Link> link, Expression value) {
        private static final List<Link> OF_PROBABILITIES = List.of(Link.LOGIT, Link.PROBIT, Link.CLOGLOG);

        static Linked of(Statement.Deterministic relation) {
            if (relation.link().isEmpty()
                    && relation.value() instanceof Expression.Call call
                    && call.arguments().size() == 1) {
                for (Link link : OF_PROBABILITIES) {
                    if (link.inverse().name().equals(call.canonical())) {
                        return new Linked(Optional.of(link), call.arguments().get(0));
                    }
                }
            }
            return new Linked(relation.link(), relation.value());
        }
    }

    /** The steps of a node that an expression defines, but for what comes late of it. */
    List<Step.Computation> of(Rule rule) {
        Contexts.Context context =
                late.early(rule).map(some -> contexts.some(rule, some)).orElseGet(() -> contexts.of(rule));
        return of(rule, context, false);
    }

    /** The steps of what comes late of a node that an expression defines. */
    List<Step.Computation> lateOf(Rule rule) {
        return of(rule, contexts.late(rule, late.late(rule)), true);
    }

    private List<Step.Computation> of(Rule rule, Contexts.Context context, boolean comesLate) {
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        LoweredArray target = context.expressions.lower(rule.target());
        Linked read = Linked.of(relation);
        LoweredArray value = context.expressions.lower(read.value());
        Symbol symbol = graph.symbol(rule.targetName());
        if (value.extents().size() != target.extents().size()) {
            throw new EvaluationException(
                    rule.target().span(),
                    "the left side is " + Expressions.describe(target) + ", the right side "
                            + Expressions.describe(value),
                    "both sides must have the same number of elements");
        }
        for (int d = 0; d < value.extents().size(); d++) {
            Term m = target.extents().get(d);
            Term n = value.extents().get(d);
            if (m.op() == Term.Op.WHOLE && n.op() == Term.Op.WHOLE && m != n) {
                throw new EvaluationException(
                        rule.target().span(),
                        "the left side is " + Expressions.describe(target) + ", the right side "
                                + Expressions.describe(value),
                        "both sides must have the same number of elements");
            }
        }
        List<Nest.Range> ranges = new ArrayList<>(context.nest.ranges());
        List<Term> positions = new ArrayList<>();
        for (Term extent : target.extents()) {
            Binder k = new Binder("e");
            positions.add(terms.binder(k));
            ranges.add(new Nest.Range(k, terms.whole(0), terms.subtract(extent, terms.whole(1))));
        }
        Term result = terms.real(value.isScalar() ? value.single() : value.at(positions));
        if (!comesLate) {
            jumps.look(rule, result);
        }
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        Nest nest = new Nest(ranges);
        Term position = Contexts.position(target.at(positions));
        boolean copied = comesLate && late.hasShown(symbol);
        Optional<Storage> linked = copied ? Optional.empty() : read.link().flatMap(link -> linked(symbol, link));
        if (linked.isPresent()) {
            steps.add(new Step.Compute(nest, linked.get(), position, result, Rules.text(graph, rule)));
            result = terms.read(linked.get(), position);
        }
        steps.add(new Step.Compute(
                nest,
                copied ? late.shown(symbol) : storages.of(symbol),
                position,
                inverse(read.link(), result),
                Rules.text(graph, rule)));
        return steps;
    }

    /**
     * Storage for the linear predictor of a variable that has the same link throughout, constants aside: the densities
     * of counts are exact in it where the probability itself would round to 0 or 1.
     */
    private Optional<Storage> linked(Symbol symbol, Link link) {
        for (double value : storages.of(symbol).values()) {
            double[] known = {value};
            if (!Double.isNaN(value)
                    && !Double.isFinite(Calls.of(link.function()).apply(known))) {
                return Optional.empty();
            }
        }
        for (Rule rule : graph.rules()) {
            if (rule.targetName().equals(symbol.name())
                    && !rule.constant()
                    && !(!rule.names().contains(symbol.name())
                            && rule.relation() instanceof Statement.Deterministic d
                            && Linked.of(d).link().equals(Optional.of(link)))) {
                return Optional.empty();
            }
        }
        return Optional.of(storages.predictor(storages.of(symbol), link));
    }

    private Term inverse(Optional<Link> link, Term value) {
        return link.isEmpty() ? value : terms.call(Calls.of(link.get().inverse()), value);
    }

    /** An observable that is not observed is what its parameters make it. */
    List<Step.Computation> ofObservable(Rule rule, UnknownElements.Found found) {
        Symbol symbol = graph.symbol(rule.targetName());
        Contexts.Context context = found.all ? contexts.of(rule) : contexts.listed(rule, found.counters);
        LoweredArray target = context.expressions.lower(rule.target());
        List<LoweredArray> arguments = Rules.stochastic(rule).distribution().arguments().stream()
                .map(context.expressions::lower)
                .toList();
        List<Term> positions = new ArrayList<>();
        List<Nest.Range> ranges = new ArrayList<>(context.nest.ranges());
        for (Term extent : target.extents()) {
            Binder k = new Binder("k");
            positions.add(terms.binder(k));
            ranges.add(new Nest.Range(k, terms.whole(0), terms.subtract(extent, terms.whole(1))));
        }
        Term first = terms.real(
                arguments.get(0).isScalar()
                        ? arguments.get(0).single()
                        : arguments.get(0).at(positions));
        Term value;
        if (Rules.row(rule).is(IntervalCensoring.class)) {
            value = new LoweredArrays(terms)
                    .total(List.of(new LoweredArray(
                            arguments.get(1).extents(),
                            p -> terms.choice(">", first, arguments.get(1).at(p), terms.number(1), terms.number(0)))));
        } else if (Rules.row(rule).is(Round.class)) {
            value = terms.call(
                    Calls.plain(Round.class, "rounded", 2),
                    first,
                    arguments.get(1).single());
        } else {
            value = first;
            for (LoweredArray argument : arguments.subList(1, arguments.size())) {
                value = terms.add(value, argument.isScalar() ? argument.single() : argument.at(positions));
            }
        }
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                new Nest(ranges),
                storages.of(symbol),
                Contexts.position(target.at(positions)),
                terms.real(value),
                Rules.text(graph, rule)));
        jumps.look(rule, value);
        return steps;
    }
}
