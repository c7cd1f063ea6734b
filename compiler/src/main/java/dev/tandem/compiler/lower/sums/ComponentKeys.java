package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Finds sets of unknowns that share no factor with others, and tells which of them are equal: those whose factors read
 * the same elements and the same data in the same way. Ecologists do this by hand when they write capture histories as
 * an m-array.
 */
final class ComponentKeys {
    /** What a component reads, in 128 bits: so many that two that differ are not expected to have the same key. */
    record Key(long high, long low) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && high == key.high && low == key.low;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(high) + Long.hashCode(low);
        }
    }

    /** The tables of one component. */
    static final class Tables {
        private final List<Group> groups;
        private final int[] size;
        private final int[] unknowns;
        private final long[] entries;

        private Tables(List<Group> groups, int[] size, int[] unknowns, long[] entries) {
            this.groups = groups;
            this.size = size;
            this.unknowns = unknowns;
            this.entries = entries;
        }

        Tables copy() {
            return new Tables(groups, size, unknowns.clone(), entries.clone());
        }

        /** The numbers of its unknowns, ascending. */
        int[] unknowns() {
            return unknowns;
        }

        int count() {
            return entries.length;
        }

        int group(int table) {
            return (int) (entries[table] >>> 32);
        }

        int iteration(int table) {
            return (int) entries[table];
        }

        int[] sizes() {
            return Arrays.stream(unknowns).map(unknown -> size[unknown]).toArray();
        }

        /** For each table the places of its unknowns among those of the component. */
        List<int[]> scopes() {
            List<int[]> scopes = new ArrayList<>();
            for (int t = 0; t < entries.length; t++) {
                scopes.add(scope(t));
            }
            return scopes;
        }

        private int[] scope(int table) {
            Group group = groups.get(group(table));
            int[] scope = new int[group.values.size()];
            for (int v = 0; v < scope.length; v++) {
                scope[v] = Arrays.binarySearch(unknowns, group.unknowns.get(v)[iteration(table)]);
            }
            return scope;
        }

        /** What the order of summation depends on. */
        List<Integer> shapeKey() {
            List<Integer> key = new ArrayList<>();
            for (int own : sizes()) {
                key.add(own);
            }
            for (int t = 0; t < entries.length; t++) {
                key.add(-1);
                for (int place : scope(t)) {
                    key.add(place);
                }
            }
            return key;
        }
    }

    private static final long FIRST = 0x9e3779b97f4a7c15L;
    private static final long SECOND = 0xc2b2ae3d27d4eb4fL;

    private final List<Group> groups;
    private final int[] parent;
    private final int[] low;
    private final int[] size;
    private final List<long[][]> reads = new ArrayList<>();

    ComponentKeys(List<Group> groups, int[] parent, int[] low, int[] size) {
        this.groups = groups;
        this.parent = parent;
        this.low = low;
        this.size = size;
        groups.forEach(group -> reads.add(read(group)));
    }

    /** What a table is made of: equal ones need be computed only once, whatever component they are of. */
    Key table(int group, int iteration) {
        long high = reads.get(group)[0][iteration];
        long low64 = reads.get(group)[1][iteration];
        for (int[] unknowns : groups.get(group).unknowns) {
            int unknown = unknowns[iteration];
            high = mix(high, size[unknown] * FIRST + low[unknown]);
            low64 = mix(low64, size[unknown] * SECOND + low[unknown]);
        }
        return new Key(high, low64);
    }

    static int root(int[] parent, int of) {
        int i = of;
        while (parent[i] != i) {
            parent[i] = parent[parent[i]];
            i = parent[i];
        }
        return i;
    }

    /** Visits all components in the order of their first unknowns. */
    void forEach(BiConsumer<Key, Tables> visitor) {
        int n = parent.length;
        int[] component = new int[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            int root = root(parent, i);
            component[i] = root == i ? count++ : component[root];
        }
        int[] firstUnknown = starts(component, n, count);
        int[] unknowns = new int[n];
        int[] next = firstUnknown.clone();
        for (int i = 0; i < n; i++) {
            unknowns[next[component[i]]++] = i;
        }
        int[] firstEntry = new int[count + 1];
        for (Group group : groups) {
            for (int i = 0; i < group.iterations; i++) {
                firstEntry[component[group.unknowns.get(0)[i]] + 1]++;
            }
        }
        for (int c = 0; c < count; c++) {
            firstEntry[c + 1] += firstEntry[c];
        }
        long[] entries = new long[firstEntry[count]];
        next = firstEntry.clone();
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            for (int i = 0; i < group.iterations; i++) {
                int place = next[component[group.unknowns.get(0)[i]]]++;
                entries[place] = ((long) g << 32) | i;
            }
        }
        for (int c = 0; c < count; c++) {
            visit(
                    Arrays.copyOfRange(unknowns, firstUnknown[c], firstUnknown[c + 1]),
                    Arrays.copyOfRange(entries, firstEntry[c], firstEntry[c + 1]),
                    visitor);
        }
    }

    private static int[] starts(int[] component, int n, int count) {
        int[] starts = new int[count + 1];
        for (int i = 0; i < n; i++) {
            starts[component[i] + 1]++;
        }
        for (int c = 0; c < count; c++) {
            starts[c + 1] += starts[c];
        }
        return starts;
    }

    private void visit(int[] unknowns, long[] entries, BiConsumer<Key, Tables> visitor) {
        Tables tables = new Tables(groups, size, unknowns, entries);
        long high = FIRST;
        long low64 = SECOND;
        for (int unknown : unknowns) {
            high = mix(high, size[unknown] * FIRST + low[unknown]);
            low64 = mix(low64, size[unknown] * SECOND + low[unknown]);
        }
        // Entries stand in the order of groups and iterations; equal components have theirs in the same order, because
        // loops run alike. Where they do not, components that are equal are taken to differ, which costs time alone.
        for (int t = 0; t < entries.length; t++) {
            long where = tables.group(t);
            for (int place : tables.scope(t)) {
                where = where * 1_000_003L + place + 1;
            }
            long[][] read = reads.get(tables.group(t));
            high = mix(mix(high, where), read[0][tables.iteration(t)]);
            low64 = mix(mix(low64, where ^ SECOND), read[1][tables.iteration(t)]);
        }
        visitor.accept(new Key(high, low64), tables);
    }

    /** What each iteration of a group reads beside the values of its unknowns: which elements, which data. */
    static long[][] read(Group group) {
        List<Term> leaves = new ArrayList<>();
        leaves(group.value, group.columns, leaves, new HashSet<>());
        Numeric numeric = new Numeric();
        Numeric.Fn[] functions = leaves.stream().map(numeric::compile).toArray(Numeric.Fn[]::new);
        List<Binder> binders = new ArrayList<>(group.columns.keySet());
        int[] slots = binders.stream().mapToInt(numeric::slot).toArray();
        int[] counters = new int[numeric.size()];
        long[][] read = new long[2][group.iterations];
        for (int i = 0; i < group.iterations; i++) {
            for (int b = 0; b < slots.length; b++) {
                counters[slots[b]] = group.columns.get(binders.get(b))[i];
            }
            long high = FIRST;
            long low = SECOND;
            for (Numeric.Fn function : functions) {
                long bits = Double.doubleToLongBits(function.at(counters));
                high = mix(high, bits);
                low = mix(low, bits * SECOND + 1);
            }
            read[0][i] = high;
            read[1][i] = low;
        }
        return read;
    }

    /** The largest parts of a term that are numbers once the iteration is known. */
    private static void leaves(Term term, Map<Binder, int[]> columns, List<Term> leaves, Set<Term> seen) {
        if (!seen.add(term) || term.binders().stream().noneMatch(columns::containsKey)) {
            return;
        }
        if (columns.keySet().containsAll(term.binders()) && new Numeric().compile(term) != null) {
            leaves.add(term);
            return;
        }
        for (Term argument : term.arguments()) {
            leaves(argument, columns, leaves, seen);
        }
    }

    private static long mix(long hash, long value) {
        long z = (hash ^ value) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) + FIRST;
    }
}
