package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.Expressions;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Puts a normal prior and what was measured together: location and precision of an effect given the other unknowns. */
final class MeasuredPrior {
    private final Draft draft;
    private final Terms terms;
    private final Contexts contexts;
    private final UnknownElements.Found found;
    private final Contexts.Context context;

    MeasuredPrior(Draft draft, Contexts contexts, UnknownElements.Found found, Contexts.Context context) {
        this.draft = draft;
        this.contexts = contexts;
        this.found = found;
        this.context = context;
        terms = draft.terms;
    }

    /** What measurements add to the precision of an effect, and to that times its location. */
    private record Added(Term precision, Term push) {}

    /**
     * Location and precision, given those of the prior alone.
     *
     * @param place the number of the effect
     */
    List<Term> with(Term location, Term precision, List<Measurements.Measurement> measurements, Term place) {
        Term total = precision;
        Term push = terms.multiply(precision, location);
        for (Measurements.Measurement measurement : measurements) {
            Added added = added(measurement, place);
            total = terms.add(total, added.precision);
            push = terms.add(push, added.push);
        }
        return List.of(terms.divide(push, total), total);
    }

    private Added added(Measurements.Measurement measurement, Term place) {
        if (alike(measurement)) {
            return one(measurement, context.counters, place);
        }
        List<String> counters = measurement.rule().loops().stream()
                .map(Statement.Loop::counter)
                .map(counter -> counter.text())
                .toList();
        int depth = counters.size();
        int[] starts = new int[measurement.instances().size() + 1];
        for (int i = 0; i < starts.length - 1; i++) {
            starts[i + 1] = starts[i] + measurement.instances().get(i).size();
        }
        int[] rows = measurement.instances().stream()
                .flatMap(List::stream)
                .flatMapToInt(observation -> Arrays.stream(observation.counters()))
                .toArray();
        String name = measurement.rule().targetName();
        Storage first = draft.storages.table(name + "_first", starts);
        Storage table = draft.storages.table(name + "_of", rows);
        Binder k = new Binder("k");
        Map<String, Term> values = new HashMap<>();
        for (int level = 0; level < depth; level++) {
            Term at = terms.add(terms.multiply(terms.binder(k), terms.whole(depth)), terms.whole(level));
            values.put(counters.get(level), terms.read(table, at));
        }
        Added each = one(measurement, values, terms.binder(k));
        Term from = terms.read(first, place);
        Term to = terms.subtract(terms.read(first, terms.add(place, terms.whole(1))), terms.whole(1));
        return new Added(terms.sum(k, from, to, each.precision), terms.sum(k, from, to, each.push));
    }

    /** Whether each effect was measured once, where the loops of both are. */
    private boolean alike(Measurements.Measurement measurement) {
        List<Statement.Loop> own = context.rule.loops();
        List<Statement.Loop> loops = measurement.rule().loops();
        boolean same = own.size() == loops.size();
        for (int level = 0; same && level < loops.size(); level++) {
            same = own.get(level)
                    .counter()
                    .text()
                    .equals(loops.get(level).counter().text());
        }
        for (int i = 0; same && i < measurement.instances().size(); i++) {
            List<Measurements.Observation> instances = measurement.instances().get(i);
            same = instances.size() == 1
                    && found.counters.equals(i, instances.get(0).counters());
        }
        return same;
    }

    /**
     * What one observation adds.
     *
     * @param number that of the observation
     */
    private Added one(Measurements.Measurement measurement, Map<String, Term> counters, Term number) {
        Expressions expressions = contexts.at(counters);
        Measurements.Linear mean = measurement.mean();
        String name = measurement.rule().targetName();
        Term rest = terms.read(constant(name + "_measured", measurement, Measurements.Observation::value), number);
        if (mean.rest() != null) {
            rest = terms.subtract(rest, real(expressions, mean.rest()));
        }
        Term precision = measurement
                .precision()
                .map(expression -> real(expressions, expression))
                .orElseGet(() ->
                        terms.read(constant(name + "_weight", measurement, Measurements.Observation::weight), number));
        if (!mean.others().isEmpty()) {
            Term variance = terms.divide(terms.number(1), precision);
            for (Measurements.Other other : mean.others()) {
                Symbol symbol = draft.graph.symbol(other.place().name().text());
                Term at = Contexts.position(expressions.scalar(other.place()));
                double[] values = symbol.values().clone();
                double[] unknown = new double[values.length];
                for (int i = 0; i < values.length; i++) {
                    unknown[i] = symbol.known(i) ? 0 : 1;
                    values[i] = symbol.known(i) ? values[i] : 0;
                }
                Term some = terms.read(constant(symbol.name() + "_missing", unknown), at);
                Term slope = real(expressions, other.slope());
                Term known = terms.read(constant(symbol.name() + "_known", values), at);
                Term expected = terms.add(known, terms.multiply(some, real(expressions, other.location())));
                rest = terms.subtract(rest, terms.multiply(slope, expected));
                Term spread = terms.divide(terms.multiply(slope, slope), real(expressions, other.precision()));
                variance = terms.add(variance, terms.multiply(some, spread));
            }
            precision = terms.divide(terms.number(1), variance);
        }
        Term slope = real(expressions, mean.slope());
        Term weighted = terms.multiply(slope, precision);
        return new Added(terms.multiply(slope, weighted), terms.multiply(weighted, rest));
    }

    private Term real(Expressions expressions, Expression expression) {
        return terms.real(expressions.scalar(expression));
    }

    private Storage constant(
            String name, Measurements.Measurement measurement, ToDoubleFunction<Measurements.Observation> value) {
        return constant(
                name,
                measurement.instances().stream()
                        .flatMap(List::stream)
                        .mapToDouble(value)
                        .toArray());
    }

    private Storage constant(String name, double[] values) {
        return draft.storages.add(Storage.constant(draft.storages.safe(name), values));
    }
}
