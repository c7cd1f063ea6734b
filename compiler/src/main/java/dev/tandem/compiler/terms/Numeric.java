package dev.tandem.compiler.terms;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Evaluates terms in constants and counters when a model is compiled, to find which iteration touches which element. */
public final class Numeric {
    /** A term ready to be evaluated; counters are looked up by slot. */
    public interface Fn {
        double at(int[] counters);
    }

    private final Map<Binder, Integer> slots = new HashMap<>();
    private final boolean lenient;

    public Numeric() {
        this(false);
    }

    private Numeric(boolean lenient) {
        this.lenient = lenient;
    }

    /** One for which an element that does not exist is NaN, where nobody will ask for it. */
    public static Numeric lenient() {
        return new Numeric(true);
    }

    /** Where the counter's value stands in the array that is handed to {@link Fn#at}. */
    public int slot(Binder binder) {
        return slots.computeIfAbsent(binder, b -> slots.size());
    }

    /** The number of slots so far. */
    public int size() {
        return slots.size();
    }

    /** The term ready to be evaluated; null if it depends on an unknown. */
    public Fn compile(Term term) {
        if (term.op() == Term.Op.NUMBER) {
            double value = term.constant();
            return c -> value;
        }
        if (term.op() == Term.Op.WHOLE) {
            double value = term.whole();
            return c -> value;
        }
        if (term.op() == Term.Op.BINDER) {
            int slot = slot(term.binder());
            return c -> c[slot];
        }
        Fn[] a = new Fn[term.arguments().size()];
        for (int i = 0; i < a.length; i++) {
            a[i] = compile(term.argument(i));
            if (a[i] == null) {
                return null;
            }
        }
        return switch (term.op()) {
            case READ -> read(term.storage(), a[0]);
            case TO_INT -> c -> (int) a[0].at(c);
            case TO_DOUBLE -> a[0];
            case ADD -> c -> a[0].at(c) + a[1].at(c);
            case SUBTRACT -> c -> a[0].at(c) - a[1].at(c);
            case MULTIPLY -> c -> a[0].at(c) * a[1].at(c);
            case DIVIDE -> c -> a[0].at(c) / a[1].at(c);
            case QUOTIENT -> c -> Math.floorDiv((int) a[0].at(c), (int) a[1].at(c));
            case NEGATE -> c -> -a[0].at(c);
            case GIVEN -> a[0];
            case CALL ->
                c -> {
                    double[] values = new double[a.length];
                    for (int i = 0; i < a.length; i++) {
                        values[i] = a[i].at(c);
                    }
                    return term.call().apply(values);
                };
            case CHOICE -> c -> compare(term.comparison(), a[0].at(c), a[1].at(c)) ? a[2].at(c) : a[3].at(c);
            case SUM -> {
                int slot = slot(term.binder());
                yield c -> {
                    double total = 0;
                    int last = (int) a[1].at(c);
                    for (int i = (int) a[0].at(c); i <= last; i++) {
                        c[slot] = i;
                        total += a[2].at(c);
                    }
                    return total;
                };
            }
            default -> throw new IllegalStateException("handled above: " + term);
        };
    }

    private Fn read(Storage storage, Fn index) {
        if (!storage.constant()) {
            return null;
        }
        if (lenient) {
            return c -> {
                double at = index.at(c);
                boolean exists = at >= 0 && at < storage.size();
                return !exists
                        ? Double.NaN
                        : storage.isTable() ? storage.wholes()[(int) at] : storage.values()[(int) at];
            };
        }
        if (storage.isTable()) {
            int[] wholes = storage.wholes();
            return c -> wholes[(int) index.at(c)];
        }
        double[] values = storage.values();
        return c -> values[(int) index.at(c)];
    }

    private static boolean compare(String comparison, double a, double b) {
        return switch (comparison) {
            case "<" -> a < b;
            case "<=" -> a <= b;
            case ">" -> a > b;
            case ">=" -> a >= b;
            case "==" -> a == b;
            default -> a != b;
        };
    }

    /** Loops ready to be run through. */
    public final class Walk {
        private final int[] levels;
        private final Fn[] first;
        private final Fn[] last;

        public Walk(List<Nest.Range> ranges) {
            levels = new int[ranges.size()];
            first = new Fn[levels.length];
            last = new Fn[levels.length];
            for (int i = 0; i < levels.length; i++) {
                levels[i] = slot(ranges.get(i).counter());
                first[i] = compile(ranges.get(i).first());
                last[i] = compile(ranges.get(i).last());
            }
        }

        /** Whether the bounds of all loops are known. */
        public boolean known() {
            for (int i = 0; i < levels.length; i++) {
                if (first[i] == null || last[i] == null) {
                    return false;
                }
            }
            return true;
        }

        public void run(int[] counters, Runnable body) {
            run(0, counters, body);
        }

        private void run(int level, int[] counters, Runnable body) {
            if (level == levels.length) {
                body.run();
                return;
            }
            int end = (int) last[level].at(counters);
            for (int i = (int) first[level].at(counters); i <= end; i++) {
                counters[levels[level]] = i;
                run(level + 1, counters, body);
            }
        }
    }
}
