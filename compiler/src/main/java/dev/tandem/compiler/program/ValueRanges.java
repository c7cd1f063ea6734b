package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The smallest and largest value of discrete variables, element by element: elements of one array may have other laws, and
 * what one of them selects need not exist for another.
 */
public final class ValueRanges {
    /** Ranges that are wider are of no use. */
    private static final int WIDEST = 1 << 20;

    /** What the elements of a variable can be; those that nothing is known of have their ends in the wrong order. */
    private static final class Elements {
        final int[] low;
        final int[] high;
        int smallest = Integer.MAX_VALUE;
        int largest = Integer.MIN_VALUE;
        boolean alike = true;
        int unknown;

        Elements(int size) {
            low = new int[size];
            high = new int[size];
            unknown = size;
            Arrays.fill(low, Integer.MAX_VALUE);
            Arrays.fill(high, Integer.MIN_VALUE);
        }

        void set(int position, int from, int to) {
            unknown -= low[position] > high[position] ? 1 : 0;
            low[position] = from;
            high[position] = to;
            alike &= smallest > largest || (from == smallest && to == largest);
            smallest = Math.min(smallest, from);
            largest = Math.max(largest, to);
        }
    }

    private final Map<Storage, Elements> known = new HashMap<>();
    private final Set<Storage> unbounded = new HashSet<>();

    /** Notes what an element can be. */
    public void set(Storage storage, int position, double low, double high) {
        Elements elements = known.computeIfAbsent(storage, s -> new Elements(s.size()));
        double smallest = Math.min(elements.smallest, low);
        double largest = Math.max(elements.largest, high);
        // Some of them may be infinite, or far beyond whole numbers of 32 bits.
        if (largest - smallest < WIDEST && low == (int) low && high == (int) high) {
            elements.set(position, (int) low, (int) high);
        } else {
            unbounded.add(storage);
        }
    }

    /** These ranges without variables whose elements may be anything after all. */
    public ValueRanges without(Set<Storage> storages) {
        ValueRanges rest = new ValueRanges();
        rest.known.putAll(known);
        rest.unbounded.addAll(unbounded);
        rest.known.keySet().removeAll(storages);
        return rest;
    }

    public boolean contains(Storage storage) {
        return known.containsKey(storage) && !unbounded.contains(storage);
    }

    /**
     * The smallest and largest value that a read of a variable meets in loops; null if it is not bounded, or meets an element of
     * which nothing is known: an array may have continuous elements beside discrete ones. Where it is not known which elements
     * it meets, they are taken to be all.
     */
    public int[] of(Term read, Nest nest) {
        if (!contains(read.storage())) {
            return null;
        }
        Elements elements = known.get(read.storage());
        int[] all = elements.unknown == 0 ? new int[] {elements.smallest, elements.largest} : null;
        if (all != null && elements.alike) {
            return all;
        }
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(nest.ranges());
        Numeric.Fn position = numeric.compile(read.argument(0));
        boolean inside = nest.ranges().stream()
                .map(Nest.Range::counter)
                .collect(Collectors.toSet())
                .containsAll(read.binders());
        if (position == null || !walk.known() || !inside) {
            return all;
        }
        int[] range = {Integer.MAX_VALUE, Integer.MIN_VALUE};
        boolean[] known = {true};
        int[] counters = new int[numeric.size()];
        walk.run(counters, () -> {
            int at = (int) position.at(counters);
            known[0] &= elements.low[at] <= elements.high[at];
            range[0] = Math.min(range[0], elements.low[at]);
            range[1] = Math.max(range[1], elements.high[at]);
        });
        return known[0] ? (range[0] <= range[1] ? range : all) : null;
    }
}
