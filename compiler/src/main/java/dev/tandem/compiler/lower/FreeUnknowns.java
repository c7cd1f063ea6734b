package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.Expressions;
import dev.tandem.compiler.lower.unknown.AbsorbedIntervals;
import dev.tandem.compiler.lower.unknown.Concentrations;
import dev.tandem.compiler.lower.unknown.Coordinates;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.ScalarTransform;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.FreeShape;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Continuous unknowns: coordinates for them, and the steps that make them from these. */
final class FreeUnknowns {
    private final Graph graph;
    private final Draft draft;
    private final Terms terms;
    private final Storages storages;
    private final Coordinates coordinates;
    private final Contexts contexts;
    private final AbsorbedIntervals intervals;
    private final Hierarchies hierarchies;
    private final ScalarTransform transform;
    private final Set<Storage> simplexes = new HashSet<>();

    FreeUnknowns(
            Draft draft,
            Coordinates coordinates,
            Contexts contexts,
            AbsorbedIntervals intervals,
            Hierarchies hierarchies) {
        this.draft = draft;
        this.coordinates = coordinates;
        this.contexts = contexts;
        this.intervals = intervals;
        this.hierarchies = hierarchies;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
        transform = new ScalarTransform(terms);
    }

    /** Declares the unknowns of a rule; the steps that compute them, none where a transform of arrays does. */
    List<Step.Computation> declare(Rule rule, UnknownElements.Found found) {
        if (Rules.row(rule).form() == Distribution.Form.SINGLE) {
            return scalars(rule, found);
        }
        if (Rules.row(rule).values() == Values.Arrays.REALS) {
            return reals(rule, found);
        }
        arrays(rule, found);
        return List.of();
    }

    /** The unknown arrays whose elements lie between 0 and 1. */
    Set<Storage> simplexes() {
        return simplexes;
    }

    private List<Step.Computation> scalars(Rule rule, UnknownElements.Found found) {
        Statement.Stochastic relation = Rules.stochastic(rule);
        Symbol symbol = graph.symbol(rule.targetName());
        Contexts.Context context = found.all ? contexts.of(rule) : contexts.listed(rule, found.counters);
        Term place;
        boolean inLoops = true;
        if (found.all && context.nest.ranges().isEmpty()) {
            place = terms.whole(0);
        } else if (found.all && context.nest.ranges().size() == 1 && context.plain) {
            Nest.Range range = context.nest.ranges().get(0);
            place = terms.subtract(terms.binder(range.counter()), range.first());
        } else {
            context = contexts.listed(rule, found.counters);
            inLoops = false;
            place = terms.binder(context.nest.ranges().get(0).counter());
        }
        int first = coordinates.claim(found.counters.size());
        int[] positions = found.positions.flat();
        draft.freeScalars.add(new Program.FreeScalars(symbol, storages.of(symbol), first, positions, positions));
        Expressions expressions = context.expressions;
        Term free = terms.read(draft.coordinates, terms.add(place, terms.whole(first)));
        Term position = context.place();
        if (hierarchies.contains(rule)) {
            free = hierarchies.effect(rule, contexts, context, inLoops, free, place, position, first);
        }
        Term[] bounds = bounds(rule, relation, expressions, symbol, position);
        ScalarTransform.Transformed transformed = transform.of(free, bounds[0], bounds[1]);
        List<Step.Computation> steps = new ArrayList<>(context.steps);
        steps.add(new Step.Compute(
                context.nest, storages.of(symbol), position, transformed.value(), "the unknown " + symbol.name()));
        if (!transformed.logJacobian().isNumber(0)) {
            draft.factors.add(
                    new Step.Factor(context.nest, transformed.logJacobian(), "log Jacobian of " + symbol.name()));
        }
        boolean real = bounds[0] == null && bounds[1] == null;
        String name = real ? Coordinates.sampledName(symbol, positions) : "free(" + symbol.name() + ")";
        coordinates.coordinate(name, found.counters.size(), symbol.scalar());
        return steps;
    }

    /** The lower and upper bound of an unknown, null where there is none. */
    private Term[] bounds(
            Rule rule, Statement.Stochastic relation, Expressions expressions, Symbol symbol, Term position) {
        List<Expression> arguments = relation.distribution().arguments();
        Term lower = end(Rules.row(rule).values().lower(), arguments, expressions);
        Term upper = end(Rules.row(rule).values().upper(), arguments, expressions);
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            lower = transform.greater(
                    lower, truncation.lower().map(expressions::scalar).orElse(null));
            upper = transform.less(
                    upper, truncation.upper().map(expressions::scalar).orElse(null));
        }
        return within(symbol, position, lower, upper);
    }

    /** Bounds, and those that observed intervals set besides. */
    private Term[] within(Symbol symbol, Term position, Term lower, Term upper) {
        double[][] interval = intervals.of(symbol);
        if (interval == null) {
            return new Term[] {lower, upper};
        }
        String name = symbol.name();
        Storage low = storages.add(Storage.constant(storages.safe(name + "_low"), interval[0]));
        Storage high = storages.add(Storage.constant(storages.safe(name + "_high"), interval[1]));
        return new Term[] {
            transform.greater(lower, terms.read(low, position)), transform.less(upper, terms.read(high, position))
        };
    }

    /** An end of the values of a continuous distribution; null where there is none. */
    private Term end(Bound bound, List<Expression> arguments, Expressions expressions) {
        if (bound instanceof Bound.Fixed fixed) {
            return Double.isInfinite(fixed.value()) ? null : terms.number(fixed.value());
        }
        if (bound instanceof Bound.Value value) {
            return terms.real(expressions.scalar(arguments.get(value.parameter())));
        }
        throw new IllegalStateException("the end of what a continuous distribution gives is a number or a parameter");
    }

    /** Vectors of reals, which have no bounds but those that observed intervals set. */
    private List<Step.Computation> reals(Rule rule, UnknownElements.Found found) {
        Symbol symbol = graph.symbol(rule.targetName());
        int[] positions = found.positions.flat();
        int first = coordinates.claim(positions.length);
        draft.freeScalars.add(new Program.FreeScalars(symbol, storages.of(symbol), first, positions, positions));
        Binder p = new Binder("p");
        Term counter = terms.binder(p);
        boolean inOrder = true;
        for (int i = 0; i < positions.length; i++) {
            inOrder &= positions[i] == positions[0] + i;
        }
        Term position = inOrder
                ? terms.add(counter, terms.whole(positions[0]))
                : terms.read(storages.table(symbol.name() + "_at", positions), counter);
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(positions.length - 1))));
        Term[] bounds = within(symbol, position, null, null);
        ScalarTransform.Transformed transformed = transform.of(
                terms.read(draft.coordinates, terms.add(counter, terms.whole(first))), bounds[0], bounds[1]);
        if (!transformed.logJacobian().isNumber(0)) {
            draft.factors.add(new Step.Factor(nest, transformed.logJacobian(), "log Jacobian of " + symbol.name()));
        }
        boolean real = bounds[0] == null && bounds[1] == null;
        String name = real ? Coordinates.sampledName(symbol, positions) : "free(" + symbol.name() + ")";
        coordinates.coordinate(name, positions.length, false);
        return List.of(new Step.Compute(
                nest, storages.of(symbol), position, transformed.value(), "the unknown " + symbol.name()));
    }

    /** Simplexes and matrices. */
    private void arrays(Rule rule, UnknownElements.Found found) {
        Symbol symbol = graph.symbol(rule.targetName());
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        int[] next = {0};
        int total = coordinates.dimension();
        List<FreeShape> made = new ArrayList<>();
        graph.forEach(rule, (counters, scope) -> {
            if (next[0] < found.counters.size() && found.counters.equals(next[0], counters)) {
                int size = found.positions.get(next[0]).length;
                made.add(
                        switch ((Values.Arrays) Rules.row(rule).values()) {
                            case SIMPLEX -> {
                                simplexes.add(storages.of(symbol));
                                yield simplex(arguments.get(0), size, scope);
                            }
                            case POSITIVE_DEFINITE -> {
                                int side = (int) Math.round(Math.sqrt(size));
                                if (side * side != size) {
                                    throw new EvaluationException(
                                            rule.target().span(),
                                            "this must be a square matrix",
                                            "write both ranges on the left, as in Omega[1:3,1:3]");
                                }
                                yield new FreeShape.PositiveDefinite(side);
                            }
                            default ->
                                throw new EvaluationException(
                                        rule.target().span(),
                                        rule.targetName() + " is not observed, and "
                                                + Rules.stochastic(rule)
                                                        .distribution()
                                                        .written()
                                                + " can only be observed here",
                                        "give its values in the data");
                        });
                next[0]++;
            }
        });
        for (int i = 0; i < made.size(); i++) {
            int size = made.get(i).get().freeSize();
            draft.freeArrays.add(new Program.FreeArray(
                    symbol, made.get(i), coordinates.claim(size), storages.of(symbol), found.positions.get(i)));
        }
        coordinates.coordinate("free(" + symbol.name() + ")", coordinates.dimension() - total, false);
    }

    private FreeShape simplex(Expression alpha, int size, Scope scope) {
        try {
            double[] values = Concentrations.known(graph, alpha, scope);
            boolean[] positive = new boolean[values.length];
            boolean zeros = false;
            for (int i = 0; i < values.length; i++) {
                positive[i] = !(values[i] <= 0);
                zeros |= !positive[i];
            }
            if (zeros && values.length == size) {
                return new FreeShape.Simplex(positive);
            }
        } catch (MissingValueException unknownAlpha) {
            // An alpha that is not known is taken to be positive.
        }
        boolean[] positive = new boolean[size];
        Arrays.fill(positive, true);
        return new FreeShape.Simplex(positive);
    }
}
