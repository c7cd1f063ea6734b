package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Series;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The factors of counts that are summed out as series ({@link Series}). Of each factor three things are kept: the factor
 * itself with the count at its lowest value, its part of the slope, and the numbers in the ratio of the weights of
 * neighbouring values. A count may depend on unknowns with few values too, the indicator of a zero-inflated count for
 * one: then its sum is an entry of a table over their values.
 */
final class CountParts {
    /** One factor's share in the series of counts, iteration by iteration. */
    private static final class Part {
        /** The log weight, with the count among its values. */
        final Group group;

        final int value;

        /** The slope, a function of the other values. */
        final Group slope;

        /** Which of the different slopes an iteration has. */
        final int[] slopeOf;

        final int[] differentSlopes;

        /** The shift, and which of the different ones an iteration has; null if there is none. */
        Group shift;

        int[] shiftOf;
        int[] differentShifts;

        double[][] above;
        double[][] below;
        double[][] ends;
        double[][] powers;
        double[][] least;
        double[][] most;

        /** Where the tables of slopes begin, by different slopes; and so for shifts. */
        int slopeArray;

        int[] slopeStarts;
        int shiftArray;
        int[] shiftStarts;

        Part(Group group, int value, Term slopeTerm) {
            this.group = group;
            this.value = value;
            slope = without(group, value, slopeTerm);
            IntList chosen = new IntList();
            slopeOf = different(slope, chosen);
            differentSlopes = chosen.toArray();
        }

        int count(int iteration) {
            return group.unknowns.get(value)[iteration];
        }
    }

    /** A table of sums, for a count that depends on other unknowns: the group that stands for it, and its iteration. */
    private record Table(int group, int iteration) {}

    /** Factors are not repeated more often. */
    private static final int MOST_TIMES = 64;

    private final Terms terms;
    /** The number of unknowns that are no counts; they come first. */
    private final int others;

    private final int[] low;
    private final int[] high;
    private final int[] size;
    private final List<Part> parts = new ArrayList<>();

    /** For each count the parts that speak of it and their iterations. */
    private final IntList[] partsOf;

    private final IntList[] iterationsOf;
    private final Series[] series;
    private final int[][] scopes;
    /** Counts that depend on other counts, and how. */
    private final boolean[] tied;

    private final ChainParts chains;
    private final Map<Integer, Table> tables = new HashMap<>();

    /**
     * No parts yet.
     *
     * @param numbers the unknowns; the lowest values of counts are raised here where they are impossible
     * @param chains the parts of counts that depend on each other, which are complete
     */
    CountParts(Terms terms, SummedNumbers numbers, ChainParts chains) {
        this.chains = chains;
        tied = chains.tied();
        this.terms = terms;
        others = numbers.others;
        low = numbers.low;
        high = numbers.high;
        size = numbers.size;
        int counts = low.length - others;
        partsOf = new IntList[counts];
        iterationsOf = new IntList[counts];
        Arrays.setAll(partsOf, c -> new IntList());
        Arrays.setAll(iterationsOf, c -> new IntList());
        series = new Series[counts];
        scopes = new int[counts][];
    }

    /** Adds the factor of a group, if its weights have the form of a series. */
    boolean add(Group group, int value) {
        CountTerms.Form form =
                CountTerms.of(terms, group.value, group.values.get(value)).orElse(null);
        if (form == null) {
            return false;
        }
        Part part = new Part(group, value, form.slope());
        List<double[]> above = new ArrayList<>();
        for (Term term : form.above()) {
            double[] numbers = numbers(part.slope, term);
            if (numbers != null) {
                above.add(numbers);
            } else if (part.shift == null) {
                IntList chosen = new IntList();
                part.shift = without(group, value, term);
                part.shiftOf = different(part.shift, chosen);
                part.differentShifts = chosen.toArray();
            } else {
                return false;
            }
        }
        part.above = above.toArray(new double[0][]);
        part.below = numbers(part, form.below());
        part.ends = numbers(part, form.ends());
        part.powers = numbers(part, form.powers());
        part.least = numbers(part, form.least());
        part.most = numbers(part, form.most());
        if (Stream.of(part.below, part.ends, part.powers, part.least, part.most).anyMatch(Objects::isNull)
                || (part.shift != null && !part.shift.values.isEmpty())) {
            return false;
        }
        int number = parts.size();
        parts.add(part);
        for (int i = 0; i < group.iterations; i++) {
            int count = part.count(i) - others;
            partsOf[count].add(number);
            iterationsOf[count].add(i);
        }
        return true;
    }

    private double[][] numbers(Part part, List<Term> of) {
        double[][] all = new double[of.size()][];
        for (int t = 0; t < all.length; t++) {
            all[t] = numbers(part.slope, of.get(t));
            if (all[t] == null) {
                return null;
            }
        }
        return all;
    }

    /** What a term is in each iteration; null if that is not known. */
    static double[] numbers(Group group, Term term) {
        Numeric numeric = new Numeric();
        Numeric.Fn function = numeric.compile(term);
        if (function == null || !group.columns.keySet().containsAll(term.binders())) {
            return null;
        }
        List<Binder> binders = List.copyOf(term.binders());
        int[] slots = binders.stream().mapToInt(numeric::slot).toArray();
        int[] counters = new int[numeric.size()];
        double[] numbers = new double[group.iterations];
        for (int i = 0; i < numbers.length; i++) {
            for (int b = 0; b < slots.length; b++) {
                counters[slots[b]] = group.columns.get(binders.get(b))[i];
            }
            numbers[i] = function.at(counters);
            if (Double.isNaN(numbers[i])) {
                return null;
            }
        }
        return numbers;
    }

    /** A group that has another value, in which one of the unknowns does not occur. */
    private static Group without(Group group, int value, Term other) {
        List<Binder> values = new ArrayList<>(group.values);
        List<int[]> unknowns = new ArrayList<>(group.unknowns);
        values.remove(value);
        unknowns.remove(value);
        return new Group(other, group.columns, values, unknowns, group.iterations, group.comment).of(group);
    }

    /** Which iterations have different columns, as far as the value reads them; and for each the place of its like. */
    static int[] different(Group group, IntList chosen) {
        Group used = Unfolding.used(group);
        List<int[]> columns = new ArrayList<>(used.columns.values());
        columns.addAll(used.unknowns);
        Map<List<Integer>, Integer> known = new HashMap<>();
        int[] like = new int[group.iterations];
        for (int i = 0; i < like.length; i++) {
            Integer[] key = new Integer[columns.size()];
            for (int c = 0; c < key.length; c++) {
                key[c] = columns.get(c)[i];
            }
            int iteration = i;
            like[i] = known.computeIfAbsent(List.of(key), k -> {
                chosen.add(iteration);
                return chosen.size() - 1;
            });
        }
        return like;
    }

    /** Puts the series together; returns the counts for which that cannot be done. */
    int[] finish() {
        IntList refused = new IntList();
        for (int c = 0; c < series.length; c++) {
            if (!tied[c] && !finish(c)) {
                refused.add(others + c);
            }
        }
        return refused.toArray();
    }

    private boolean finish(int c) {
        List<Double> above = new ArrayList<>();
        List<Double> below = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        TreeSet<Integer> scope = new TreeSet<>();
        int shifts = 0;
        for (int p = 0; p < partsOf[c].size(); p++) {
            Part part = parts.get(partsOf[c].get(p));
            int i = iterationsOf[c].get(p);
            Arrays.stream(part.above).forEach(numbers -> above.add(numbers[i]));
            Arrays.stream(part.below).forEach(numbers -> below.add(numbers[i]));
            Arrays.stream(part.ends).forEach(numbers -> ends.add(numbers[i]));
            for (double[] times : part.powers) {
                if (!(times[i] >= 0 && times[i] <= MOST_TIMES && whole(times[i]))) {
                    return false;
                }
                above.addAll(Collections.nCopies((int) times[i], 1.0));
                below.addAll(Collections.nCopies((int) times[i], 0.0));
            }
            for (double[] bound : part.least) {
                low[others + c] = (int) Math.max(low[others + c], Math.ceil(bound[i]));
            }
            for (double[] bound : part.most) {
                high[others + c] = (int) Math.min(high[others + c], Math.floor(bound[i]));
            }
            part.slope.unknowns.forEach(unknowns -> scope.add(unknowns[i]));
            shifts += part.shift == null ? 0 : 1;
        }
        for (double b : below) {
            low[others + c] = Math.max(low[others + c], (int) Math.ceil(1 - b));
        }
        for (double end : ends) {
            high[others + c] = (int) Math.min(high[others + c], Math.floor(end));
        }
        double lowest = low[others + c];
        if (shifts > 1
                || high[others + c] < lowest
                || above.stream().anyMatch(a -> !(lowest + a > 0))
                || !Stream.concat(below.stream(), ends.stream()).allMatch(CountParts::whole)) {
            return false;
        }
        series[c] = Series.of(low[others + c], high[others + c], array(above), array(below), array(ends), shifts == 1);
        scopes[c] = scope.stream().mapToInt(Integer::intValue).toArray();
        return series[c] != null;
    }

    private static boolean whole(double number) {
        return number == Math.rint(number);
    }

    private static double[] array(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The factors with counts at their lowest values. */
    List<Group> atLowest() {
        List<Group> groups = new ArrayList<>();
        for (Part part : parts) {
            int[] lowest = new int[part.group.iterations];
            Arrays.setAll(lowest, i -> low[part.count(i)]);
            Map<Binder, int[]> columns = new LinkedHashMap<>(part.group.columns);
            Binder column = Unfolding.named(columns, lowest, "low");
            Binder count = part.group.values.get(part.value);
            Term value = terms.replace(
                    part.group.value,
                    t -> t.op() == Term.Op.BINDER && t.binder() == count ? terms.binder(column) : null);
            groups.add(new Group(
                            value,
                            columns,
                            part.slope.values,
                            part.slope.unknowns,
                            part.group.iterations,
                            part.group.comment + ", at the lowest " + count.name())
                    .of(part.group));
        }
        return groups;
    }

    /**
     * Groups that stand for tables of sums, by how many unknowns these are over.
     *
     * @param first the number that the first of them will have among all groups
     */
    List<Group> tables(int first) {
        Map<Integer, IntList> bySize = new LinkedHashMap<>();
        for (int c = 0; c < scopes.length; c++) {
            if (!tied[c] && scopes[c].length > 0) {
                bySize.computeIfAbsent(scopes[c].length, s -> new IntList()).add(c);
            }
        }
        List<Group> groups = new ArrayList<>();
        bySize.forEach((length, counts) -> {
            int[] numbers = counts.toArray();
            List<Binder> values = new ArrayList<>();
            List<int[]> unknowns = new ArrayList<>();
            for (int v = 0; v < length; v++) {
                int place = v;
                values.add(new Binder("k"));
                unknowns.add(Arrays.stream(numbers).map(c -> scopes[c][place]).toArray());
            }
            for (int i = 0; i < numbers.length; i++) {
                tables.put(numbers[i], new Table(first + groups.size(), i));
            }
            // No two of them are taken to be the same.
            Binder which = new Binder("n");
            groups.add(new Group(
                    terms.real(terms.binder(which)), Map.of(which, numbers), values, unknowns, numbers.length, ""));
        });
        return groups;
    }

    /** Computes slopes and shifts. */
    interface Tabulator {
        /** Has a group tabulated; gives the number of the array and where the tables of the iterations begin. */
        int[] tabulate(Group group, List<Storage> arrays);
    }

    /**
     * The sums.
     *
     * @param arrays receives the storage of slopes and shifts
     * @param tableOf the number of the table of a group and iteration, and where it begins
     */
    CountSums sums(Tabulator tabulator, List<Storage> arrays, TablePlaces tableOf) {
        chains.tabulate(tabulator, arrays);
        for (Part part : parts) {
            part.slopeArray = arrays.size();
            part.slopeStarts = tabulator.tabulate(part.slope.subset(part.differentSlopes), arrays);
            if (part.shift != null) {
                part.shiftArray = arrays.size();
                part.shiftStarts = tabulator.tabulate(part.shift.subset(part.differentShifts), arrays);
            }
        }
        List<CountSums.Entry> entries = new ArrayList<>();
        List<CountSums.Count> counts = new ArrayList<>();
        Map<Series, Series> kept = new HashMap<>();
        Map<List<Object>, Integer> known = new HashMap<>();
        for (int c = 0; c < series.length; c++) {
            if (tied[c]) {
                counts.add(new CountSums.Count(-1, new int[0], new int[0]));
                continue;
            }
            Series own = kept.computeIfAbsent(series[c], s -> s);
            int[] scope = scopes[c];
            int[] strides = new int[scope.length];
            int combinations = 1;
            for (int v = scope.length - 1; v >= 0; v--) {
                strides[v] = combinations;
                combinations *= size[scope[v]];
            }
            if (combinations == 1) {
                counts.add(new CountSums.Count(single(c, own, entries, known), scope, strides));
                continue;
            }
            counts.add(new CountSums.Count(entries.size(), scope, strides));
            Table table = tables.get(c);
            int[] place = tableOf.of(table.group(), table.iteration());
            for (int e = 0; e < combinations; e++) {
                entries.add(entry(c, own, e, strides, place[0], place[1] + e));
            }
        }
        return new CountSums(entries, counts, Arrays.copyOf(low, others), chains.chains(), chains.links());
    }

    /** Where the tables of sums stand. */
    interface TablePlaces {
        int[] of(int group, int iteration);
    }

    /** The entry of a count that depends on no other discrete unknown: the same for counts with the same series. */
    private int single(int c, Series own, List<CountSums.Entry> entries, Map<List<Object>, Integer> known) {
        CountSums.Entry entry = entry(c, own, 0, new int[0], -1, 0);
        List<Object> key = new ArrayList<>(List.of(own, entry.shiftArray(), entry.shiftPlace()));
        long[] places = new long[entry.arrays().length];
        Arrays.setAll(places, i -> ((long) entry.arrays()[i] << 32) | entry.places()[i]);
        Arrays.sort(places);
        Arrays.stream(places).forEach(key::add);
        Integer like = known.get(key);
        if (like == null) {
            known.put(key, entries.size());
            entries.add(entry);
            return entries.size() - 1;
        }
        CountSums.Entry old = entries.get(like);
        entries.set(
                like,
                new CountSums.Entry(
                        old.series(),
                        old.arrays(),
                        old.places(),
                        old.shiftArray(),
                        old.shiftPlace(),
                        old.table(),
                        old.tablePlace(),
                        old.multiplicity() + 1));
        return like;
    }

    private CountSums.Entry entry(int c, Series own, int combination, int[] strides, int table, int tablePlace) {
        int count = partsOf[c].size();
        int[] arrays = new int[count];
        int[] places = new int[count];
        int shiftArray = -1;
        int shiftPlace = 0;
        for (int p = 0; p < count; p++) {
            Part part = parts.get(partsOf[c].get(p));
            int i = iterationsOf[c].get(p);
            arrays[p] = part.slopeArray;
            int offset = 0;
            for (int[] unknowns : part.slope.unknowns) {
                int v = Arrays.binarySearch(scopes[c], unknowns[i]);
                int value = combination / strides[v] % size[unknowns[i]];
                offset = offset * size[unknowns[i]] + value;
            }
            places[p] = part.slopeStarts[part.slopeOf[i]] + offset;
            if (part.shift != null) {
                shiftArray = part.shiftArray;
                shiftPlace = part.shiftStarts[part.shiftOf[i]];
            }
        }
        return new CountSums.Entry(own, arrays, places, shiftArray, shiftPlace, table, tablePlace, 1);
    }
}
