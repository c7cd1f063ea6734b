package dev.tandem.inference.judging;

import java.util.function.Consumer;

/**
 * What is done about units of data that importance sampling by itself cannot leave out.
 *
 * @param matching whether draws are moved to where the posterior without the unit has its own (moment matching)
 * @param refits the number of units, at most, without which the model is sampled again; those of the largest k come first
 * @param listener hears of each unit before the model is sampled without it
 */
public record Repair(boolean matching, int refits, Consumer<String> listener) {
    public Repair {
        if (refits < 0) {
            throw new IllegalArgumentException("the number of refits must be at least 0, not " + refits);
        }
    }

    /** Nothing. */
    public static Repair none() {
        return new Repair(false, 0, unit -> {});
    }

    /** Moment matching, which takes a little while. */
    public static Repair byMatching() {
        return new Repair(true, 0, unit -> {});
    }

    /** Moment matching and, where that does not help, sampling again without the unit: as long as the run, each time. */
    public static Repair byRefitting(int most) {
        return new Repair(true, most, unit -> {});
    }

    /** This repair, told to another listener. */
    public Repair toldTo(Consumer<String> other) {
        return new Repair(matching, refits, other);
    }
}
