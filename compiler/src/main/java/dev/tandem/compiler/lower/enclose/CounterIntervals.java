package dev.tandem.compiler.lower.enclose;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.distributions.intervals.Interval;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Where the counters of loops are at the moment: at one number each, or anywhere in their loops. */
final class CounterIntervals {
    private final Map<Binder, Integer> slots = new HashMap<>();
    private double[] low = new double[16];
    private double[] high = new double[16];

    /** The slot of a counter, which never changes. */
    int slot(Binder counter) {
        int slot = slots.computeIfAbsent(counter, c -> slots.size());
        if (slot >= low.length) {
            low = Arrays.copyOf(low, 2 * slot);
            high = Arrays.copyOf(high, 2 * slot);
        }
        return slot;
    }

    Interval at(int slot) {
        return Interval.whole(low[slot], high[slot]);
    }

    /** The number that a counter is at, the smallest if there are several. */
    int number(int slot) {
        return (int) low[slot];
    }

    void set(int slot, double from, double to) {
        low[slot] = from;
        high[slot] = to;
    }

    void set(int slot, double number) {
        set(slot, number, number);
    }

    /** Where all counters are; for {@link #restore}. */
    double[][] copy() {
        return new double[][] {low.clone(), high.clone()};
    }

    void restore(double[][] copy) {
        System.arraycopy(copy[0], 0, low, 0, copy[0].length);
        System.arraycopy(copy[1], 0, high, 0, copy[1].length);
    }
}
