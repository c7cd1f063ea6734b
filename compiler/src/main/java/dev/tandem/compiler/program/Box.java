package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;

/** The smallest and largest value of each counter of a nest of loops whose bounds may depend on outer counters. */
public final class Box {
    private final Numeric numeric = new Numeric();
    private final Numeric.Fn[] first;
    private final Numeric.Fn[] last;
    private final int[] slots;
    private final int[][] box;

    private Box(Nest nest) {
        int depth = nest.ranges().size();
        first = new Numeric.Fn[depth];
        last = new Numeric.Fn[depth];
        slots = new int[depth];
        box = new int[depth][];
        for (int level = 0; level < depth; level++) {
            Nest.Range range = nest.ranges().get(level);
            first[level] = numeric.compile(range.first());
            last[level] = numeric.compile(range.last());
            slots[level] = numeric.slot(range.counter());
            box[level] = new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE};
        }
    }

    /** One pair for each loop, the larger first where it never runs; null if a bound is not known. */
    public static int[][] of(Nest nest) {
        Box box = new Box(nest);
        for (int level = 0; level < box.first.length; level++) {
            if (box.first[level] == null || box.last[level] == null) {
                return null;
            }
        }
        box.visit(0, new int[box.numeric.size()]);
        return box.box;
    }

    private void visit(int level, int[] counters) {
        if (level == first.length) {
            return;
        }
        int low = (int) first[level].at(counters);
        int high = (int) last[level].at(counters);
        if (low > high) {
            return;
        }
        box[level][0] = Math.min(box[level][0], low);
        box[level][1] = Math.max(box[level][1], high);
        for (int i = low; i <= high && level + 1 < first.length; i++) {
            counters[slots[level]] = i;
            visit(level + 1, counters);
        }
    }
}
