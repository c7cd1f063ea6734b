package dev.tandem.compiler.lower.enclose;

import dev.tandem.compiler.lower.enclose.Enclosures.Noted;
import dev.tandem.compiler.lower.enclose.Enclosures.Where;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.distributions.intervals.Interval;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encloses the elements of variables: data are known, discrete unknowns can be held to some of their values, and nodes
 * that are computed from them follow.
 */
final class EnclosedVariables implements EnclosedTerms.Reader {
    /** More elements than this are enclosed with all of their variable. */
    private static final double LONGEST_READ = 64;

    /** Computed nodes are followed to what they are computed from so many times. */
    private static final int DEEPEST = 3;

    private final Storage coordinates;
    private final CounterIntervals counters;
    private final EnclosedTerms terms;
    private final LoopWalk loops;
    private final Map<Storage, View> views = new HashMap<>();
    private final List<Definition> definitions = new ArrayList<>();
    private Where where = Where.ANYWHERE;
    private Noted noted;
    private boolean ready;
    private int depth;

    EnclosedVariables(Storage coordinates) {
        this.coordinates = coordinates;
        counters = new CounterIntervals();
        terms = new EnclosedTerms(counters, this);
        loops = new LoopWalk(counters, terms);
    }

    EnclosedTerms terms() {
        return terms;
    }

    LoopWalk loops() {
        return loops;
    }

    /** Says which continuous unknowns the next values are for, and who hears of the discrete ones; that may be null. */
    void begin(Where continuous, Noted listener) {
        where = continuous;
        noted = listener;
        depth = 0;
    }

    /** Holds discrete unknowns to values that may change later; NaN where there is none. */
    void sites(Storage storage, double[] lows, double[] highs) {
        view(storage).sites(lows, highs);
    }

    /** Lets some element of a variable be in an interval too. */
    void widen(Storage storage, Where each, Interval values) {
        view(storage).widen(each, values.low(), values.high(), values.nan());
    }

    /** How elements of a variable are computed, which can be followed to sites once all definitions are known. */
    void define(Step.Compute step) {
        definitions.add(new Definition(step, definitions.size()));
    }

    /** All definitions are known. */
    void ready() {
        ready = true;
    }

    private View view(Storage storage) {
        return views.computeIfAbsent(storage, View::new);
    }

    @Override
    public Interval read(Storage storage, Interval position) {
        return view(storage).read(position);
    }

    /** How an element of a variable is computed: the iterations of a step by what they write. */
    private final class Definition {
        private final Step.Compute step;
        private final int number;
        private final EnclosedTerms.Node value;
        private final int[] levelSlots;
        private int[] levels;
        private boolean entered;

        Definition(Step.Compute step, int number) {
            this.step = step;
            this.number = number;
            value = terms.node(step.value());
            levelSlots = step.nest().ranges().stream()
                    .mapToInt(range -> counters.slot(range.counter()))
                    .toArray();
        }

        /** Notes for each element which iteration computes it. */
        void find(int[] definers) {
            double[][] kept = counters.copy();
            int depths = levelSlots.length;
            levels = new int[definers.length * depths];
            EnclosedTerms.Node position = terms.node(step.position());
            loops.walk(step.nest(), false, () -> {
                Interval at = position.fresh();
                int element = (int) at.low();
                if (at.low() == at.high() && element >= 0 && element < definers.length) {
                    definers[element] = number + 1;
                    for (int level = 0; level < depths; level++) {
                        levels[element * depths + level] = counters.number(levelSlots[level]);
                    }
                }
            });
            counters.restore(kept);
            terms.changed();
        }

        /** Encloses one element; a definition within itself is not followed. */
        Interval enclose(int element) {
            entered = true;
            depth++;
            int depths = levelSlots.length;
            Interval[] kept = new Interval[depths];
            for (int level = 0; level < depths; level++) {
                // Steps of one rule share their counters.
                kept[level] = counters.at(levelSlots[level]);
                counters.set(levelSlots[level], levels[element * depths + level]);
            }
            try {
                return value.fresh();
            } finally {
                for (int level = 0; level < depths; level++) {
                    counters.set(levelSlots[level], kept[level].low(), kept[level].high());
                }
                terms.changed();
                depth--;
                entered = false;
            }
        }
    }

    /** What is known of the elements of a variable. */
    private final class View {
        private final Storage storage;
        private final Map<Where, Hull> hulls = new EnumMap<>(Where.class);
        private double[] siteLow;
        private double[] siteHigh;
        private int[] definers;

        View(Storage storage) {
            this.storage = storage;
            Hull known = new Hull();
            for (int i = 0; i < storage.size() && storage != coordinates; i++) {
                double value = storage.isTable() ? storage.wholes()[i] : storage.values()[i];
                if (!Double.isNaN(value)) {
                    known.widen(value, value, false);
                }
            }
            for (Where each : Where.values()) {
                hulls.put(each, known.copy());
            }
            if (storage == coordinates) {
                widen(Where.ANYWHERE, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, false);
                widen(Where.AT_ORIGIN, 0, 0, false);
            }
        }

        void sites(double[] lows, double[] highs) {
            siteLow = lows;
            siteHigh = highs;
            for (int i = 0; i < lows.length; i++) {
                if (!Double.isNaN(lows[i])) {
                    widen(Where.ANYWHERE, lows[i], highs[i], false);
                    widen(Where.AT_ORIGIN, lows[i], highs[i], false);
                }
            }
        }

        void widen(Where each, double from, double to, boolean mayBeNaN) {
            hulls.get(each).widen(from, to, mayBeNaN);
        }

        Interval read(Interval position) {
            if (position.point() && position.low() >= 0 && position.low() < storage.size()) {
                return element((int) position.low(), true);
            }
            double from = Math.max(0, position.low());
            double to = Math.min(storage.size() - 1.0, position.high());
            if (position.nan() || storage == coordinates || !(to - from < LONGEST_READ) || to < from) {
                return all();
            }
            Interval hull = element((int) from, false);
            for (int i = (int) from + 1; i <= to; i++) {
                hull = hull.or(element(i, false));
            }
            return hull;
        }

        private Interval element(int i, boolean follow) {
            if (storage.isTable()) {
                return Interval.point(storage.wholes()[i]);
            }
            double value = storage.values()[i];
            if (storage == coordinates) {
                return all();
            }
            if (!Double.isNaN(value)) {
                return Interval.point(value);
            }
            if (siteLow != null && !Double.isNaN(siteLow[i])) {
                if (noted != null) {
                    noted.element(storage, i);
                }
                return Interval.whole(siteLow[i], siteHigh[i]);
            }
            Definition definition = follow && depth < DEEPEST ? definition(i) : null;
            return definition == null || definition.entered ? all() : definition.enclose(i);
        }

        private Definition definition(int i) {
            if (!ready || !storage.discrete()) {
                return null;
            }
            if (definers == null) {
                definers = new int[storage.size()];
                for (Definition definition : definitions) {
                    if (definition.step.target() == storage) {
                        definition.find(definers);
                    }
                }
            }
            return definers[i] == 0 ? null : definitions.get(definers[i] - 1);
        }

        private Interval all() {
            return hulls.get(where).interval();
        }
    }

    /** Around all elements of a variable; anything, as long as nothing is known of them. */
    private static final class Hull {
        private double low = Double.POSITIVE_INFINITY;
        private double high = Double.NEGATIVE_INFINITY;
        private boolean nan;

        void widen(double from, double to, boolean mayBeNaN) {
            low = Math.min(low, from);
            high = Math.max(high, to);
            nan |= mayBeNaN;
        }

        Hull copy() {
            Hull copy = new Hull();
            copy.widen(low, high, nan);
            return copy;
        }

        Interval interval() {
            return low <= high ? new Interval(low, high, false, nan) : Interval.ANY;
        }
    }
}
