package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the log weights of a group of iterations as one computed table, with a place for all values of its unknowns. */
final class WeightTables {
    private final Terms terms;
    private final Storages storages;
    private final SummedNumbers numbers;

    WeightTables(Draft program, SummedNumbers numbers) {
        terms = program.terms;
        storages = program.storages;
        this.numbers = numbers;
    }

    /** Room for sums over counts, which are taken before the others. */
    Tabulated reserve(Group group) {
        int[] starts = new int[group.iterations];
        int total = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = total;
            total = Math.addExact(total, (int) numbers.weights(group, i));
        }
        Storage sums = storages.variable("sum", total);
        sums.activate();
        return new Tabulated(List.of(), sums, starts);
    }

    /** Steps that compute the log weights of a group, none if they are constants; and where those of each iteration begin. */
    @SuppressWarnings("ArrayRecordComponent")
    record Tabulated(List<Step.Computation> steps, Storage weights, int[] starts) {
        Tabulated {
            steps = List.copyOf(steps);
        }
    }

    Tabulated tabulate(Group group, String name) {
        int count = group.values.size();
        int n = group.iterations;
        int[][] lows = new int[count][n];
        int[][] highs = new int[count][n];
        int[][] strides = new int[count][n];
        int[] starts = new int[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            starts[i] = Math.toIntExact(total);
            int stride = 1;
            for (int v = count - 1; v >= 0; v--) {
                int unknown = group.unknowns.get(v)[i];
                lows[v][i] = numbers.low[unknown];
                highs[v][i] = numbers.low[unknown] + numbers.size[unknown] - 1;
                strides[v][i] = stride;
                stride *= numbers.size[unknown];
            }
            total += stride;
        }
        Binder p = new Binder("p");
        List<Nest.Range> values = new ArrayList<>();
        Term position = column(starts, p, "start");
        for (int v = 0; v < count; v++) {
            Term least = column(lows[v], p, "low");
            Binder k = group.values.get(v);
            values.add(new Nest.Range(k, least, column(highs[v], p, "high")));
            position = terms.add(
                    position, terms.multiply(terms.subtract(terms.binder(k), least), column(strides[v], p, "stride")));
        }
        Nest nest = nest(group, p, values);
        Term value = listed(group, p);
        int length = Math.toIntExact(total);
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(nest.ranges());
        Numeric.Fn known = value.active() ? null : numeric.compile(value);
        if (known != null && walk.known()) {
            Numeric.Fn place = numeric.compile(position);
            double[] constants = new double[length];
            int[] counters = new int[numeric.size()];
            walk.run(counters, () -> constants[(int) place.at(counters)] = known.at(counters));
            return new Tabulated(List.of(), storages.add(Storage.constant(storages.safe(name), constants)), starts);
        }
        Storage weights = storages.variable(name, length);
        if (value.active()) {
            weights.activate();
        }
        // A combination of values may be impossible, and has no derivative then.
        weights.holdUnused();
        Step.Compute all = new Step.Compute(nest, weights, position, value, group.comment + ", for all values");
        return new Tabulated(ValueByValue.of(terms, all, group.values), weights, starts);
    }

    Nest nest(Group group, Binder p, List<Nest.Range> values) {
        List<Nest.Range> ranges = new ArrayList<>();
        if (group.iterations > 1) {
            ranges.add(new Nest.Range(p, terms.whole(0), terms.whole(group.iterations - 1)));
        }
        ranges.addAll(values);
        return new Nest(ranges);
    }

    /** The value of a group with its columns as functions of one counter. */
    Term listed(Group group, Binder p) {
        Map<Binder, Term> columns = new HashMap<>();
        group.columns.forEach((binder, column) -> columns.put(binder, column(column, p, binder.name())));
        return terms.real(terms.replace(group.value, t -> t.op() == Term.Op.BINDER ? columns.get(t.binder()) : null));
    }

    /** Whole numbers by a counter from 0: one for all, a multiple of the counter, or a table. */
    Term column(int[] values, Binder p, String name) {
        int step = values.length > 1 ? values[1] - values[0] : 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] - values[i - 1] != step) {
                return terms.read(storages.table(name + "_of", values), terms.binder(p));
            }
        }
        return step == 0
                ? terms.whole(values[0])
                : terms.add(terms.multiply(terms.binder(p), terms.whole(step)), terms.whole(values[0]));
    }
}
