package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.LoweredArray;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.lower.unknown.AbsorbedIntervals;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.distributions.scalar.LogNormal;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.StudentT;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Unknowns whose prior has an unknown location or scale, as the effects of groups have: their coordinates say how far
 * they lie from where the prior and an imaginary measurement together expect them, in units of that expectation's width.
 *
 * <p>With a prior of location m and precision t, and a measurement of precision s that pushes by h (its value times s), an
 * effect is e = (w t m + h + u r) / r^2 with r^2 = w t + s, where u is its coordinate. Whoever owns the cursor chooses s
 * and h; w is 0 or 1. With w = 0, s = 1 and h = 0 the coordinate is the effect itself, which is how a cursor begins. With
 * w = 1 and s = 0 it is standardised by the prior alone; the larger s is, the less the coordinate depends on the prior. A
 * measured value may also go along with the location: f of its precision s does, and m gets the weight w t + f.
 *
 * <p>Where observations measure an unknown, as linear functions of it with an unknown slope or precision, these go into the
 * prior in this formula, see {@link Measurements}: m and t are then those of the prior and the observations together. Such
 * an unknown is an effect even if its prior is known.
 *
 * <p>An effect that the model has in units of its own scale d, z = e / d, is found as that, see {@link StandardUnits}: e has
 * the prior location d m and precision t / d^2, and the same formula.
 */
final class Hierarchies {
    private final Graph graph;
    private final Draft draft;
    private final Terms terms;
    private final Storages storages;
    private final UnknownElements unknowns;
    private final AbsorbedIntervals intervals;
    private final Ties ties;
    private final Set<Rule> found = new LinkedHashSet<>();

    /** The scales of effects that are in units of their own. */
    private final Map<Rule, Expression.Reference> scales = new LinkedHashMap<>();

    /** What observations say of the effects. */
    private final Map<Rule, List<Measurements.Measurement>> measurements = new LinkedHashMap<>();

    /** Rules whose steps run in the order of the model's own loops. */
    private final Set<Rule> looped = new HashSet<>();

    private final Map<Rule, List<Step.Computation>> told = new LinkedHashMap<>();

    /** Says that some rules cannot be computed in an order that effects of theirs would need. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Collection<Rule> rules;

        Refused(Collection<Rule> rules) {
            super("no order", null, false, false);
            this.rules = rules;
        }

        Collection<Rule> rules() {
            return rules;
        }
    }

    Hierarchies(Draft draft, UnknownElements unknowns, AbsorbedIntervals intervals, Ties ties) {
        this.draft = draft;
        this.unknowns = unknowns;
        this.intervals = intervals;
        this.ties = ties;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
    }

    /** Finds the rules of effects, some left out; once it is known what depends on unknowns. */
    void find(Set<Rule> leftOut) {
        Measurements measuring = new Measurements(graph, unknowns);
        for (Rule rule : graph.rules()) {
            if (!rule.stochastic() || !unknowns.has(rule) || leftOut.contains(rule) || !free(rule)) {
                continue;
            }
            // What was observed in part is a covariate with a slope, and no effect with a scale.
            boolean units = Rules.row(rule).is(Normal.class)
                    && unknowns.of(rule).all
                    && arguments(rule).stream().noneMatch(this::moving);
            if (hierarchical(rule)) {
                found.add(rule);
            } else if (units) {
                new StandardUnits(graph).scale(rule).filter(this::unknownScale).ifPresent(scale -> {
                    found.add(rule);
                    scales.put(rule, scale);
                });
            }
            if (Rules.row(rule).is(Normal.class) && !scales.containsKey(rule)) {
                measure(rule, measuring);
            }
            if (found.contains(rule)) {
                measuring.accept(rule, measurements.getOrDefault(rule, List.of()));
            }
        }
    }

    /** Takes what observations say of the unknowns of a rule, if by how much depends on other unknowns. */
    private void measure(Rule rule, Measurements measuring) {
        List<Measurements.Measurement> all = measuring.of(rule).stream()
                .filter(measurement -> measurement.names().stream()
                        .noneMatch(name -> moving(name) && storage(name).discrete()))
                .toList();
        boolean prior = arguments(rule).stream()
                .noneMatch(name -> moving(name) && storage(name).discrete());
        boolean varying = all.stream()
                .flatMap(measurement -> measurement.precisionNames().stream())
                .anyMatch(name -> moving(name) && storage(name).active());
        if (prior && varying) {
            found.add(rule);
            measurements.put(rule, all);
        }
    }

    private boolean unknownScale(Expression.Reference scale) {
        String name = scale.name().text();
        // A counter is no variable.
        return graph.symbols().stream().anyMatch(symbol -> symbol.name().equals(name))
                && moving(name)
                && storage(name).active()
                && !storage(name).discrete();
    }

    private static Set<String> arguments(Rule rule) {
        return names(Rules.stochastic(rule).distribution().arguments());
    }

    /** Whether its unknowns are free to be anything, and are what they are by themselves. */
    private boolean free(Rule rule) {
        return Rules.stochastic(rule).truncation().isEmpty()
                && intervals.of(graph.symbol(rule.targetName())) == null
                && !ties.contains(rule);
    }

    private boolean hierarchical(Rule rule) {
        boolean family = Rules.row(rule).is(Normal.class)
                || Rules.row(rule).is(LogNormal.class)
                || Rules.row(rule).is(StudentT.class);
        if (!family) {
            return false;
        }
        List<Expression> arguments = Rules.stochastic(rule).distribution().arguments();
        return names(arguments).stream()
                        .noneMatch(name -> moving(name) && storage(name).discrete())
                && names(arguments.subList(0, 2)).stream()
                        .anyMatch(name -> moving(name) && storage(name).active());
    }

    private boolean moving(String name) {
        return graph.symbols().stream().anyMatch(symbol -> symbol.name().equals(name) && !symbol.constant());
    }

    private Storage storage(String name) {
        return storages.of(graph.symbol(name));
    }

    private static Set<String> names(List<Expression> expressions) {
        Set<String> names = new LinkedHashSet<>();
        expressions.forEach(expression -> names.addAll(Names.in(expression)));
        return names;
    }

    boolean contains(Rule rule) {
        return found.contains(rule);
    }

    /** What the effects of a rule are computed from; nothing for other rules. */
    Set<String> needs(Rule rule) {
        if (!found.contains(rule)) {
            return Set.of();
        }
        Set<String> needs = arguments(rule);
        if (scales.containsKey(rule)) {
            needs.add(scales.get(rule).name().text());
        }
        measurements.getOrDefault(rule, List.of()).forEach(measurement -> needs.addAll(measurement.names()));
        return needs;
    }

    /** Whether the steps of a rule can stand among those of others, iteration by iteration. */
    boolean canInterleave(Rule rule) {
        return !found.contains(rule) || looped.contains(rule);
    }

    /** The steps that tell of the effects of all rules; nothing but the choice of coordinates needs them. */
    Collection<List<Step.Computation>> told() {
        return told.values();
    }

    /**
     * The effect, on the scale on which its prior has location and scale, as a function of its coordinate.
     *
     * @param place the number of the effect among those of its rule
     * @param position where its value stands
     */
    Term effect(
            Rule rule,
            Contexts contexts,
            Contexts.Context context,
            boolean inLoops,
            Term coordinate,
            Term place,
            Term position,
            int first) {
        Symbol symbol = graph.symbol(rule.targetName());
        int size = unknowns.of(rule).counters.size();
        if (inLoops) {
            looped.add(rule);
        }
        List<LoweredArray> arguments = Rules.stochastic(rule).distribution().arguments().stream()
                .map(context.expressions::lower)
                .toList();
        if (!arguments.stream().allMatch(LoweredArray::isScalar)) {
            // The factor complains of it.
            return coordinate;
        }
        List<Term> p =
                arguments.stream().map(LoweredArray::single).map(terms::real).toList();
        if (measurements.containsKey(rule)) {
            p = new MeasuredPrior(draft, contexts, unknowns.of(rule), context)
                    .with(p.get(0), p.get(1), measurements.get(rule), place);
        }
        Storage weight = knob(symbol, "weight", size, 0);
        Storage precision = knob(symbol, "seen", size, 1);
        Storage push = knob(symbol, "push", size, 0);
        Storage follow = knob(symbol, "follow", size, 0);
        Term chosen = terms.read(weight, place);
        Term own = terms.multiply(chosen, p.get(1));
        Term unit = unit(rule, context);
        // Measurements are of the effect; where no coordinate was chosen, the unknown is its own.
        Term once = orOne(chosen, unit);
        Term square = orOne(chosen, terms.multiply(unit, unit));
        Term total = terms.add(own, terms.multiply(terms.read(precision, place), square));
        Term along = terms.add(own, terms.multiply(terms.read(follow, place), square));
        Term mean = terms.add(terms.multiply(along, p.get(0)), terms.multiply(terms.read(push, place), once));
        Term root = terms.call(Calls.SQRT, total);
        Term effect = terms.divide(terms.add(mean, terms.multiply(coordinate, root)), total);
        Term logScale = terms.multiply(terms.number(-0.5), terms.call(Calls.LOG, total));
        if (logScale.active()) {
            draft.factors.add(
                    new Step.Factor(context.nest, logScale, "log scale of the coordinates of " + symbol.name()));
        }
        tell(
                rule,
                context,
                p,
                unit,
                place,
                position,
                new Program.Effects(
                        symbol,
                        first,
                        size,
                        weight,
                        precision,
                        push,
                        follow,
                        storages.variable(symbol.name() + "_at", size),
                        storages.variable(symbol.name() + "_location", size),
                        storages.variable(symbol.name() + "_precision", size),
                        storages.variable(symbol.name() + "_slope", size),
                        storages.variable(symbol.name() + "_unit", size)));
        return effect;
    }

    /** What an unknown is to be multiplied by to give the effect. */
    private Term unit(Rule rule, Contexts.Context context) {
        Expression.Reference scale = scales.get(rule);
        return scale == null
                ? terms.number(1)
                : terms.real(context.expressions.lower(scale).single());
    }

    /** The value where coordinates were chosen, else one. */
    private Term orOne(Term chosen, Term value) {
        return value.isNumber(1)
                ? value
                : terms.add(terms.number(1), terms.multiply(chosen, terms.subtract(value, terms.number(1))));
    }

    private Storage knob(Symbol symbol, String name, int size, double value) {
        Storage storage = storages.variable(symbol.name() + "_" + name, size);
        Arrays.fill(storage.values(), value);
        return storage;
    }

    /** Steps that say where each effect stands, and what its prior is there. */
    private void tell(
            Rule rule,
            Contexts.Context context,
            List<Term> prior,
            Term unit,
            Term place,
            Term position,
            Program.Effects effects) {
        draft.effects.add(effects);
        Term value = terms.read(storages.of(effects.symbol()), position);
        Term at = terms.multiply(unit, Rules.row(rule).is(LogNormal.class) ? terms.call(Calls.LOG, value) : value);
        List<Term> p = new ArrayList<>(prior);
        p.set(0, terms.multiply(unit, prior.get(0)));
        p.set(1, terms.divide(prior.get(1), terms.multiply(unit, unit)));
        Term distance = terms.subtract(at, p.get(0));
        Term slope = terms.negate(terms.multiply(p.get(1), distance));
        if (Rules.row(rule).is(StudentT.class)) {
            Term square = terms.multiply(p.get(1), terms.multiply(distance, distance));
            slope = terms.divide(
                    terms.multiply(terms.add(p.get(2), terms.number(1)), slope), terms.add(p.get(2), square));
        }
        Nest nest = context.nest;
        String comment = "how the coordinates of " + effects.symbol().name() + " are chosen";
        List<Step.Computation> steps = new ArrayList<>();
        steps.add(new Step.Compute(nest, effects.at(), place, at, comment));
        steps.add(new Step.Compute(nest, effects.location(), place, p.get(0), comment));
        steps.add(new Step.Compute(nest, effects.priorPrecision(), place, p.get(1), comment));
        steps.add(new Step.Compute(nest, effects.slope(), place, slope, comment));
        steps.add(new Step.Compute(nest, effects.unit(), place, unit, comment));
        told.put(rule, steps);
    }
}
