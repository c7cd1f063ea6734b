package dev.tandem.compiler.lower.enclose;

import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import java.util.List;

/** Moves the counters of enclosed terms: anywhere in their loops, or through them one by one. */
final class LoopWalk {
    private final CounterIntervals counters;
    private final EnclosedTerms terms;

    LoopWalk(CounterIntervals counters, EnclosedTerms terms) {
        this.counters = counters;
        this.terms = terms;
    }

    /** Lets the counters of loops be anywhere in them; says whether they run at all. */
    boolean anywhereIn(Nest nest) {
        terms.begin();
        for (Nest.Range range : nest.ranges()) {
            double first = terms.node(range.first()).fresh().low();
            double last = terms.node(range.last()).fresh().high();
            counters.set(counters.slot(range.counter()), first, last);
            if (!(first <= last)) {
                return false;
            }
        }
        return true;
    }

    /** Runs through loops; false, and nothing is run, if it is not known how far they reach. */
    boolean walk(Nest nest, boolean backwards, Runnable body) {
        if (!new Numeric().new Walk(nest.ranges()).known()) {
            return false;
        }
        walk(nest.ranges(), 0, backwards, body);
        return true;
    }

    private void walk(List<Nest.Range> ranges, int level, boolean backwards, Runnable body) {
        if (level == ranges.size()) {
            body.run();
            return;
        }
        Nest.Range range = ranges.get(level);
        int from = (int) terms.node(range.first()).fresh().low();
        int to = (int) terms.node(range.last()).fresh().low();
        int slot = counters.slot(range.counter());
        for (int k = from; k <= to; k++) {
            counters.set(slot, backwards ? to - (k - from) : k);
            walk(ranges, level + 1, backwards, body);
        }
    }
}
