package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which elements of the arrays that a method writes to each part of its long loop touches, as far as the data say. */
final class TouchedElements {
    /** Who has touched an element when nobody has, and when several parts have. */
    private static final short NOBODY = -1;

    private static final short SEVERAL = -2;

    private final Map<String, Storage> storages;
    private final Code.Loop main;
    private final Map<Code.Local, Code.Expression> definitions = new HashMap<>();
    private final Set<Code.Local> changed = new HashSet<>();
    private final Map<Code.Local, Integer> slots = new HashMap<>();
    private final Map<String, List<Touch>> touches = new LinkedHashMap<>();
    private final Set<String> stored = new HashSet<>();

    /** An element that is written to: in which loops inside the long one, if it is inside at all. */
    private record Touch(boolean inside, List<Code.Loop> loops, Code.Expression index) {}

    /** An expression in counters and data, ready to be evaluated. */
    private interface Fn {
        double at(int[] counters);
    }

    /** What parts touch of one array: from and to are null if no element is touched by two of them. */
    @SuppressWarnings("ArrayRecordComponent")
    record Ranges(int[] from, int[] to) {
        boolean apart() {
            return from == null;
        }
    }

    TouchedElements(List<Code.Statement> body, Code.Loop main, Map<String, Storage> storages) {
        this.main = main;
        this.storages = storages;
        slots.put(main.local(), 0);
        find(body, false, List.of());
    }

    private void find(List<Code.Statement> statements, boolean inside, List<Code.Loop> loops) {
        for (Code.Statement statement : statements) {
            if (statement instanceof Code.Declare declare) {
                definitions.put(declare.local(), declare.value());
            } else if (statement instanceof Code.Assign assign) {
                changed.add(assign.local());
            } else if (statement instanceof Code.Accumulate add) {
                touch(add.array(), new Touch(inside, loops, add.index()));
            } else if (statement instanceof Code.Store store) {
                touch(store.array(), new Touch(inside, loops, store.index()));
                stored.add(((Code.Field) store.array()).name());
            } else if (statement instanceof Code.When when) {
                find(when.body(), inside, loops);
            } else if (statement == main) {
                find(main.body(), true, List.of());
            } else if (statement instanceof Code.Loop loop) {
                slots.computeIfAbsent(loop.local(), local -> slots.size());
                List<Code.Loop> inner = new ArrayList<>(loops);
                inner.add(loop);
                find(loop.body(), inside, List.copyOf(inner));
            }
        }
    }

    private void touch(Code.Expression array, Touch touch) {
        touches.computeIfAbsent(((Code.Field) array).name(), name -> new ArrayList<>())
                .add(touch);
    }

    /** The arrays that are written to. */
    Set<String> written() {
        return touches.keySet();
    }

    /** Whether elements of an array are given values, and not only added to. */
    boolean stores(String array) {
        return stored.contains(array);
    }

    /** What each part touches of an array. */
    Ranges ranges(String array, int size, int parts) {
        List<Touch> own = touches.get(array);
        if (stepsAlong(own)) {
            return new Ranges(null, null);
        }
        int[] from = new int[parts];
        int[] to = new int[parts];
        Arrays.fill(from, size);
        short[] owner = new short[size];
        Arrays.fill(owner, NOBODY);
        try {
            for (Touch touch : own) {
                if (!walk(touch, parts, owner, from, to)) {
                    return everything(size, parts);
                }
            }
        } catch (IndexOutOfBoundsException e) {
            // A branch that is never taken may ask for elements that do not exist.
            return everything(size, parts);
        }
        for (short who : owner) {
            if (who == SEVERAL) {
                return new Ranges(from, to);
            }
        }
        return new Ranges(null, null);
    }

    private static Ranges everything(int size, int parts) {
        int[] to = new int[parts];
        Arrays.fill(to, size);
        return new Ranges(new int[parts], to);
    }

    /** Whether every iteration touches one element, which goes along with the counter. */
    private boolean stepsAlong(List<Touch> own) {
        for (Touch touch : own) {
            if (!touch.inside || !touch.index.equals(own.get(0).index)) {
                return false;
            }
        }
        Code.Expression index = own.get(0).index;
        return index == main.local()
                || (index instanceof Code.Arithmetic sum
                        && (sum.operator() == '+' || sum.operator() == '-')
                        && sum.left() == main.local()
                        && sum.right() instanceof Code.Whole);
    }

    /** Goes through a touch part by part; false if data do not say which elements it is about. */
    private boolean walk(Touch touch, int parts, short[] owner, int[] from, int[] to) {
        Set<Code.Local> counters = new HashSet<>();
        Fn index = compile(touch.index, counters);
        if (index == null) {
            return false;
        }
        List<Code.Loop> loops = new ArrayList<>();
        for (int l = touch.loops.size() - 1; l >= 0; l--) {
            Code.Loop loop = touch.loops.get(l);
            if (counters.contains(loop.local())) {
                loops.add(0, loop);
                if (compile(loop.first(), counters) == null || compile(loop.last(), counters) == null) {
                    return false;
                }
            }
        }
        Fn[] bounds = new Fn[2 * loops.size()];
        int[] places = new int[loops.size()];
        for (int l = 0; l < loops.size(); l++) {
            bounds[2 * l] = compile(loops.get(l).first(), counters);
            bounds[2 * l + 1] = compile(loops.get(l).last(), counters);
            places[l] = slots.get(loops.get(l).local());
        }
        int first = ((Code.Whole) main.first()).value();
        int count = ((Code.Whole) main.last()).value() - first + 1;
        boolean along = touch.inside && counters.contains(main.local());
        int[] values = new int[slots.size()];
        for (int part = 0; part < parts; part++) {
            int begin = along ? SharedLoop.begin(first, count, parts, part) : 0;
            int end = along ? SharedLoop.begin(first, count, parts, part + 1) : 1;
            for (int i = begin; i < end; i++) {
                values[0] = i;
                inside(0, bounds, places, values, index, part, owner, from, to);
            }
        }
        return true;
    }

    private static void inside(
            int level,
            Fn[] bounds,
            int[] places,
            int[] values,
            Fn index,
            int part,
            short[] owner,
            int[] from,
            int[] to) {
        if (level == places.length) {
            int element = (int) index.at(values);
            if (owner[element] == NOBODY) {
                owner[element] = (short) part;
            } else if (owner[element] != part) {
                owner[element] = SEVERAL;
            }
            from[part] = Math.min(from[part], element);
            to[part] = Math.max(to[part], element + 1);
            return;
        }
        int last = (int) bounds[2 * level + 1].at(values);
        for (int k = (int) bounds[2 * level].at(values); k <= last; k++) {
            values[places[level]] = k;
            inside(level + 1, bounds, places, values, index, part, owner, from, to);
        }
    }

    /** An expression ready to be evaluated, the counters in it added to a set; null if it depends on more than data. */
    private Fn compile(Code.Expression expression, Set<Code.Local> counters) {
        if (expression instanceof Code.Whole whole) {
            double value = whole.value();
            return c -> value;
        }
        if (expression instanceof Code.Real real) {
            double value = real.value();
            return c -> value;
        }
        if (expression instanceof Code.Local local) {
            Integer slot = slots.get(local);
            if (slot != null) {
                int place = slot;
                counters.add(local);
                return c -> c[place];
            }
            return definitions.containsKey(local) && !changed.contains(local)
                    ? compile(definitions.get(local), counters)
                    : null;
        }
        if (expression instanceof Code.Element element && element.array() instanceof Code.Field field) {
            Storage storage = storages.get(field.name());
            Fn index = compile(element.index(), counters);
            if (index == null || storage == null || !storage.constant()) {
                return null;
            }
            if (storage.isTable()) {
                int[] wholes = storage.wholes();
                return c -> wholes[(int) index.at(c)];
            }
            double[] reals = storage.values();
            return c -> reals[(int) index.at(c)];
        }
        if (expression instanceof Code.Converted converted) {
            Fn operand = compile(converted.operand(), counters);
            return operand == null || converted.type() != Type.INT ? operand : c -> (int) operand.at(c);
        }
        if (expression instanceof Code.Arithmetic arithmetic) {
            return arithmetic(arithmetic, counters);
        }
        return null;
    }

    private Fn arithmetic(Code.Arithmetic arithmetic, Set<Code.Local> counters) {
        Fn left = compile(arithmetic.left(), counters);
        Fn right = compile(arithmetic.right(), counters);
        if (left == null || right == null || arithmetic.type() != Type.INT) {
            return null;
        }
        return switch (arithmetic.operator()) {
            case '+' -> c -> left.at(c) + right.at(c);
            case '-' -> c -> left.at(c) - right.at(c);
            case '*' -> c -> left.at(c) * right.at(c);
            case '/' -> c -> Math.rint(((int) left.at(c) - (int) left.at(c) % (int) right.at(c)) / right.at(c));
            case '%' -> c -> (int) left.at(c) % (int) right.at(c);
            default -> null;
        };
    }
}
