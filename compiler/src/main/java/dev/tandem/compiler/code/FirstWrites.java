package dev.tandem.compiler.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns {@code array[i] += value} into {@code array[i] = value} where it is the first to touch an array and loops over
 * all of it, so that nobody need fill the array with zeros before.
 */
final class FirstWrites {
    private final Map<String, Method> methods = new HashMap<>();
    private final Map<String, Integer> sizes;
    private final Set<String> touched = new HashSet<>();
    private final Set<String> stored = new HashSet<>();

    /**
     * @param methods the methods of the class, to be changed
     * @param sizes the arrays in question, by the names of their fields, with their sizes
     */
    FirstWrites(List<Method> methods, Map<String, Integer> sizes) {
        methods.forEach(method -> this.methods.put(method.name(), method));
        this.sizes = sizes;
    }

    /** Follows methods in the order in which they are run, each of them once. */
    void follow(List<String> names) {
        for (String name : names) {
            Method method = methods.get(name);
            if (method != null) {
                methods.put(
                        name,
                        new Method(
                                name,
                                method.result(),
                                method.parameters(),
                                method.body().stream().map(this::first).toList(),
                                method.comment()));
            }
        }
    }

    /** A method as it has become. */
    Method changed(Method method) {
        return methods.get(method.name());
    }

    /** The arrays that need no zeros. */
    Set<String> stored() {
        return stored;
    }

    private Code.Statement first(Code.Statement statement) {
        if (statement instanceof Code.Run run) {
            follow(List.of(run.method()));
            return statement;
        }
        if (!(statement instanceof Code.Loop loop)) {
            touch(statement);
            return statement;
        }
        Map<String, Integer> times = new HashMap<>();
        loop.eachField(field -> times.merge(field.name(), 1, Integer::sum));
        List<Code.Statement> body = new ArrayList<>();
        for (Code.Statement inner : loop.body()) {
            if (inner instanceof Code.Accumulate add
                    && add.array() instanceof Code.Field field
                    && sizes.containsKey(field.name())
                    && !touched.contains(field.name())
                    && times.get(field.name()) == 1
                    && coversAll(loop, add.index(), sizes.get(field.name()))) {
                stored.add(field.name());
                body.add(new Code.Store(add.array(), add.index(), add.value()));
            } else {
                body.add(inner);
            }
        }
        touch(loop);
        return loop.around(body);
    }

    private void touch(Code.Statement statement) {
        statement.eachField(field -> touched.add(field.name()));
        runs(statement);
    }

    /** What a loop or a condition runs touches its arrays as well, who knows when. */
    private void runs(Code.Statement statement) {
        if (statement instanceof Code.Run run && methods.containsKey(run.method())) {
            methods.get(run.method()).body().forEach(this::touch);
        } else if (statement instanceof Code.Loop loop) {
            loop.body().forEach(this::runs);
        } else if (statement instanceof Code.When when) {
            when.body().forEach(this::runs);
        }
    }

    private static boolean coversAll(Code.Loop loop, Code.Expression index, int size) {
        if (!(loop.first() instanceof Code.Whole first) || !(loop.last() instanceof Code.Whole last)) {
            return false;
        }
        int shift;
        if (index == loop.local()) {
            shift = 0;
        } else if (index instanceof Code.Arithmetic a
                && a.operator() == '-'
                && a.left() == loop.local()
                && a.right() instanceof Code.Whole less) {
            shift = -less.value();
        } else {
            return false;
        }
        return first.value() + shift == 0 && last.value() + shift == size - 1;
    }
}
