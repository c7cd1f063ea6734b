package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.density.Helpers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** Does the long loops of one cursor in parts, alone or with helpers, and adds up what parts have found in their order. */
final class SharedLoops {
    /** To add up fewer numbers, nobody is asked. */
    private static final long LITTLE = 1 << 15;

    private final SharedLoop[] loops;
    private final Part[] parts;

    /** For each loop and each of the arrays that are added up: all, and that of each part. */
    private final double[][][] totals;

    private final double[][][][] owns;
    private final IntConsumer doPart = this::doPart;
    private final IntConsumer addUp = this::addUp;
    private Helpers helpers = Helpers.NONE;
    private int current;
    private int collected;

    /**
     * @param arrays the cursor's own arrays by the names of their fields
     */
    SharedLoops(CompiledDensity density, Map<String, Object> arrays) {
        List<SharedLoop> plans = density.sharedLoops();
        loops = plans.toArray(new SharedLoop[0]);
        int most = plans.stream().mapToInt(SharedLoop::parts).max().orElse(0);
        parts = new Part[most];
        totals = new double[loops.length][][];
        owns = new double[loops.length][][][];
        for (int loop = 0; loop < loops.length; loop++) {
            int count = loops[loop].collected().size();
            totals[loop] = new double[count][];
            owns[loop] = new double[count][loops[loop].parts()][];
        }
        for (int part = 0; part < most; part++) {
            makePart(density, part, new HashMap<>(arrays));
        }
    }

    private void makePart(CompiledDensity density, int part, Map<String, Object> arrays) {
        ArrayCalls[] calls = new ArrayCalls[density.calls().size()];
        for (int call : density.sharedCalls()) {
            calls[call] = new ArrayCalls(density.calls().get(call));
            calls[call].name(call, arrays);
        }
        for (int loop = 0; loop < loops.length; loop++) {
            List<SharedLoop.Collected> all = loops[loop].collected();
            for (int k = 0; k < all.size(); k++) {
                SharedLoop.Collected one = all.get(k);
                totals[loop][k] = (double[]) arrays.get(one.total());
                if (part < loops[loop].parts()) {
                    owns[loop][k][part] = (double[]) arrays.computeIfAbsent(one.own(), name -> new double[one.size()]);
                }
            }
        }
        parts[part] = density.part(new Part.Setup(calls));
        for (Code.Field field : density.partFields()) {
            // A part that does not exist in some loop is never asked for what it would need there.
            Object array = arrays.get(field.name());
            if (array != null) {
                GeneratedClass.bind(parts[part], field.name(), array);
            }
        }
    }

    void helpedBy(Helpers others) {
        helpers = others;
    }

    void run(int loop) {
        current = loop;
        helpers.share(loops[loop].parts(), doPart);
        List<SharedLoop.Collected> all = loops[loop].collected();
        for (int k = 0; k < all.size(); k++) {
            collected = k;
            if (all.get(k).work() < LITTLE) {
                addUp(0, all.get(k).size());
            } else {
                helpers.share(loops[loop].parts(), addUp);
            }
        }
    }

    private void doPart(int part) {
        SharedLoop loop = loops[current];
        parts[part].run(current, loop.begin(part), loop.begin(part + 1) - 1);
    }

    private void addUp(int block) {
        SharedLoop loop = loops[current];
        int size = loop.collected().get(collected).size();
        addUp(SharedLoop.begin(0, size, loop.parts(), block), SharedLoop.begin(0, size, loop.parts(), block + 1));
    }

    /** Adds up elements from begin to before end, and clears those of the parts. */
    private void addUp(int begin, int end) {
        SharedLoop.Collected one = loops[current].collected().get(collected);
        double[] total = totals[current][collected];
        double[][] own = owns[current][collected];
        for (int part = 0; part < own.length; part++) {
            int to = Math.min(end, one.to()[part]);
            double[] some = own[part];
            for (int e = Math.max(begin, one.from()[part]); e < to; e++) {
                total[e] += some[e];
                some[e] = 0;
            }
        }
    }
}
