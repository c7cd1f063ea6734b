package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.compiler.code.Method;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Linear;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves the methods of long loops to a class of their own, in which a call does a part of a loop, so that threads may share
 * them. What parts add to the same element they add to arrays of their own, which are added up in the order of the parts: the
 * sum depends on the model alone, not on who did which part. Models without long loops stay as they are.
 */
final class Sharing {
    /** A loop that is just long enough has so many parts, and one of many times that has more. */
    private static final int LEAST_PARTS = 12;

    private static final int MOST_PARTS = 64;

    /** Products of matrices go along columns, which must not become short. */
    private static final int ROWS_OF_A_PART = 512;

    /** What is done once a part and not once in all must cost less than the part, by so much. */
    private static final int SMALL_SHARE = 16;

    private static final String OWN = "own_";

    private final Map<String, Storage> storages = new HashMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Set<String> scratch = new HashSet<>();
    private final GeneratedClass code;
    private final GeneratedClass parts = new GeneratedClass("CompiledParts", "Parts of long loops.", Part.class);
    private final List<SharedLoop> loops = new ArrayList<>();
    private final List<Code.Statement> run = new ArrayList<>();
    private final Code.Local loop = ModelClass.parameter("loop");
    private final Code.Local first = ModelClass.parameter("first");
    private final Code.Local last = ModelClass.parameter("last");

    private final int longLoop;

    private Sharing(Program program, GeneratedClass code, List<ArrayCalls.Plan> calls, int longLoop) {
        this.code = code;
        this.longLoop = longLoop;
        for (Storage storage : program.storages()) {
            storages.put(storage.field().name(), storage);
            sizes.put(storage.field().name(), storage.size());
            sizes.put(storage.bar().name(), storage.size());
        }
        sizes.put(ModelClass.ACCUMULATOR.name(), 1);
        for (int call = 0; call < calls.size(); call++) {
            scratch.add(ArrayCalls.result(call));
            scratch.add(ArrayCalls.resultBar(call));
            for (int i = 0; i < calls.get(call).fixed().length; i++) {
                scratch.add(ArrayCalls.argument(call, i));
                scratch.add(ArrayCalls.bar(call, i));
            }
        }
    }

    /**
     * The loops that are done in parts, and the class that does them.
     *
     * @param parts null if there are none
     * @param longLoop from how many iterations on a loop has parts
     */
    record Shared(List<SharedLoop> loops, GeneratedClass parts, int longLoop) {
        Shared {
            loops = List.copyOf(loops);
        }
    }

    /**
     * Moves what can be shared.
     *
     * @param candidates the methods that do nothing but one step, with the step
     * @param longLoop from how many iterations on a loop is worth waking somebody
     */
    static Shared find(
            Program program,
            GeneratedClass code,
            Map<String, Step> candidates,
            List<ArrayCalls.Plan> calls,
            int longLoop) {
        Map<String, Step> large = new HashMap<>(candidates);
        large.values().removeIf(step -> iterations(step) < longLoop);
        if (large.isEmpty()) {
            return new Shared(List.of(), null, longLoop);
        }
        Sharing sharing = new Sharing(program, code, calls, longLoop);
        for (Method method : List.copyOf(code.methods())) {
            Step step = large.get(method.name());
            if (step != null) {
                sharing.share(method, step);
            }
        }
        if (sharing.loops.isEmpty()) {
            return new Shared(List.of(), null, longLoop);
        }
        sharing.parts.add(new Method(
                "run",
                Type.VOID,
                List.of(sharing.loop, sharing.first, sharing.last),
                sharing.run,
                "One part of a loop."));
        return new Shared(sharing.loops, sharing.parts, longLoop);
    }

    private static double iterations(Step step) {
        return step.multiply()
                .map(product -> (double) product.rows() * product.columns())
                .orElseGet(() -> Costs.iterations(step));
    }

    private void share(Method method, Step step) {
        List<Code.Statement> body = method.body();
        boolean done = (body.size() == 1 && body.get(0) instanceof Code.Do only)
                ? shareProduct(method, only.call())
                : shareLoop(method, step);
        if (done) {
            int number = loops.size() - 1;
            run.add(new Code.When(
                    new Code.Test("==", loop, new Code.Whole(number)),
                    List.of(new Code.Run(method.name(), List.of(first, last)))));
            code.replaceBody(method.name(), List.of(new Code.Run("shareLoop", List.of(new Code.Whole(number)))));
        }
    }

    private int most(double iterations, int count) {
        return (int) Math.min(Math.min(MOST_PARTS, count), LEAST_PARTS * iterations / longLoop);
    }

    /** A product of a matrix and a vector, or of its transpose: rows are shared. */
    private boolean shareProduct(Method method, Code.Call call) {
        if (call.owner() != Linear.class) {
            return false;
        }
        List<Code.Expression> arguments = new ArrayList<>(call.arguments());
        int rows = ((Code.Whole) arguments.get(3)).value();
        int columns = ((Code.Whole) arguments.get(4)).value();
        int count = most((double) rows * columns, rows / ROWS_OF_A_PART);
        if (count < 2) {
            return false;
        }
        boolean forwards = call.method().equals("add");
        // Where the elements of the long vector begin.
        int place = forwards ? 8 : 6;
        arguments.set(1, new Code.Arithmetic('+', arguments.get(1), first));
        arguments.set(3, new Code.Arithmetic('+', new Code.Arithmetic('-', last, first), new Code.Whole(1)));
        arguments.set(place, new Code.Arithmetic('+', arguments.get(place), first));
        List<SharedLoop.Collected> collected = new ArrayList<>();
        if (!forwards) {
            Code.Field total = (Code.Field) arguments.get(7);
            int from = ((Code.Whole) arguments.get(8)).value();
            int[] begin = new int[count];
            int[] end = new int[count];
            Arrays.fill(begin, from);
            Arrays.fill(end, from + columns);
            collected.add(collected(total.name(), new TouchedElements.Ranges(begin, end)));
            if ((long) count * sizes.get(total.name()) > (long) rows * columns / 2) {
                return false;
            }
            arguments.set(7, Code.Field.doubles(OWN + total.name()));
        }
        add(
                method,
                List.of(new Code.Do(new Code.Call(Linear.class, call.method(), arguments, Type.VOID))),
                new SharedLoop(0, rows, count, collected));
        return true;
    }

    private boolean shareLoop(Method method, Step step) {
        double iterations = iterations(step);
        Code.Loop main = mainLoop(method.body(), step.nest());
        if (main == null || !simple(method.body(), main)) {
            return false;
        }
        int begin = ((Code.Whole) main.first()).value();
        int count = ((Code.Whole) main.last()).value() - begin + 1;
        TouchedElements touched = new TouchedElements(method.body(), main, storages);
        Set<String> read = new HashSet<>();
        method.body().forEach(statement -> reads(statement, read));
        read.removeAll(scratch);
        for (String field : touched.written()) {
            if (read.contains(field) || (!scratch.contains(field) && !sizes.containsKey(field))) {
                return false;
            }
        }
        for (int number = most(iterations, count); number >= 2; number /= 2) {
            List<SharedLoop.Collected> collected = collected(touched, number);
            if (collected == null) {
                return false;
            }
            long room = 0;
            for (SharedLoop.Collected one : collected) {
                room += (long) number * one.size();
            }
            if (room <= iterations / 2 && shortBeside(method.body(), main, iterations / number)) {
                Set<String> own = new HashSet<>();
                collected.forEach(one -> own.add(one.total()));
                add(method, partly(method.body(), main, own), new SharedLoop(begin, count, number, collected));
                return true;
            }
        }
        return false;
    }

    private void add(Method method, List<Code.Statement> body, SharedLoop shared) {
        parts.add(new Method(method.name(), Type.VOID, List.of(first, last), body, method.comment()));
        loops.add(shared);
    }

    /** The outermost loop of a step, if it runs upwards between constants and is not to be taken for another. */
    private static Code.Loop mainLoop(List<Code.Statement> body, Nest nest) {
        if (nest.ranges().isEmpty()) {
            return null;
        }
        Nest.Range range = nest.ranges().get(0);
        if (range.first().op() != Term.Op.WHOLE || range.last().op() != Term.Op.WHOLE) {
            return null;
        }
        Code.Loop main = null;
        for (Code.Statement statement : body) {
            if (statement instanceof Code.Loop candidate
                    && !candidate.down()
                    && candidate.first().equals(new Code.Whole(range.first().whole()))
                    && candidate.last().equals(new Code.Whole(range.last().whole()))) {
                if (main != null) {
                    return null;
                }
                main = candidate;
            }
        }
        return main == null || count(main) < 2 ? null : main;
    }

    private static int count(Code.Loop candidate) {
        return candidate.first() instanceof Code.Whole from && candidate.last() instanceof Code.Whole to
                ? to.value() - from.value() + 1
                : 0;
    }

    /** Whether all writes are to fields, and what is done beside the loop can be done by every part. */
    private boolean simple(List<Code.Statement> statements, Code.Loop main) {
        for (Code.Statement statement : statements) {
            boolean fine = statement instanceof Code.Declare
                    || statement instanceof Code.Assign
                    || (statement instanceof Code.Accumulate add && add.array() instanceof Code.Field)
                    || (statement instanceof Code.Store store && store.array() instanceof Code.Field)
                    || (statement instanceof Code.Run called && called.method().startsWith("call"))
                    || (statement instanceof Code.When when && simple(when.body(), main))
                    || (statement instanceof Code.Loop inner && simple(inner.body(), main));
            if (!fine) {
                return false;
            }
        }
        return true;
    }

    /** Whether the loops beside the long one are short, since every part does them. */
    private static boolean shortBeside(List<Code.Statement> body, Code.Loop main, double iterationsOfAPart) {
        for (Code.Statement statement : body) {
            if (statement != main && statement instanceof Code.Loop beside) {
                int count = count(beside);
                boolean nested = beside.body().stream().anyMatch(Code.Loop.class::isInstance);
                if (count == 0 || nested || count * (double) SMALL_SHARE > iterationsOfAPart) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Adds the fields whose elements are read. */
    private static void reads(Code code, Set<String> found) {
        if (code instanceof Code.Accumulate add) {
            reads(add.index(), found);
            reads(add.value(), found);
        } else if (code instanceof Code.Store store) {
            reads(store.index(), found);
            reads(store.value(), found);
        } else {
            if (code instanceof Code.Field field) {
                found.add(field.name());
            }
            code.parts().forEach(part -> reads(part, found));
        }
    }

    /** The arrays that more than one part adds to; null if parts get in each other's way. */
    private List<SharedLoop.Collected> collected(TouchedElements touched, int number) {
        List<SharedLoop.Collected> collected = new ArrayList<>();
        for (String field : touched.written()) {
            if (scratch.contains(field)) {
                continue;
            }
            TouchedElements.Ranges ranges = touched.ranges(field, sizes.get(field), number);
            if (!ranges.apart()) {
                if (touched.stores(field)) {
                    return null;
                }
                collected.add(collected(field, ranges));
            }
        }
        return collected;
    }

    private SharedLoop.Collected collected(String field, TouchedElements.Ranges ranges) {
        return new SharedLoop.Collected(field, OWN + field, sizes.get(field), ranges.from(), ranges.to());
    }

    /** The statements for a part of the loop, with arrays of its own. */
    private List<Code.Statement> partly(List<Code.Statement> statements, Code.Loop main, Set<String> own) {
        List<Code.Statement> changed = new ArrayList<>();
        for (Code.Statement statement : statements) {
            if (statement instanceof Code.Loop inner) {
                List<Code.Statement> body = partly(inner.body(), main, own);
                changed.add(
                        statement == main
                                ? new Code.Loop(inner.local(), first, last, false, body)
                                : new Code.Loop(inner.local(), inner.first(), inner.last(), inner.down(), body));
            } else if (statement instanceof Code.When when) {
                changed.add(new Code.When(when.test(), partly(when.body(), main, own)));
            } else if (statement instanceof Code.Accumulate add
                    && add.array() instanceof Code.Field field
                    && own.contains(field.name())) {
                changed.add(new Code.Accumulate(Code.Field.doubles(OWN + field.name()), add.index(), add.value()));
            } else {
                changed.add(statement);
            }
        }
        return changed;
    }
}
