package dev.tandem.compiler.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a method as a person would: a name that is used once gives way to what it stands for, and multiplications by
 * one go away. Values do not change, since what moves is pure and never passes a statement that writes.
 */
final class Tidy {
    private static final int LONGEST = 24;

    private final Map<Code.Local, Integer> uses = new HashMap<>();
    private final Set<Code.Local> changed = new HashSet<>();
    /** Declared values that wait for the statement that uses them. */
    private final Map<Code.Local, Code.Expression> waiting = new LinkedHashMap<>();
    /** Names for constants and other names. */
    private final Map<Code.Local, Code.Expression> aliases = new HashMap<>();

    private Tidy() {}

    static Method tidy(Method method) {
        Tidy tidy = new Tidy();
        List<Code.Statement> body = withoutZeros(method.body());
        body.forEach(tidy::count);
        return new Method(method.name(), method.result(), method.parameters(), tidy.block(body), method.comment());
    }

    /** A sum that starts at zero and grows before anything but names has come starts with what it grows by. */
    private static List<Code.Statement> withoutZeros(List<Code.Statement> statements) {
        List<Code.Statement> out = new ArrayList<>();
        for (Code.Statement statement : statements) {
            if (statement instanceof Code.Assign assign
                    && assign.value() instanceof Code.Arithmetic sum
                    && sum.operator() == '+'
                    && sum.left() == assign.local()
                    && takeZero(out, assign.local())) {
                out.add(new Code.Declare(assign.local(), sum.right()));
            } else {
                out.add(statement);
            }
        }
        return out;
    }

    /** Takes the declaration of a local as zero out of the declarations that come last, if it is there. */
    private static boolean takeZero(List<Code.Statement> statements, Code.Local local) {
        for (int i = statements.size() - 1; i >= 0 && statements.get(i) instanceof Code.Declare declare; i--) {
            if (declare.local() == local) {
                boolean zero = declare.value() instanceof Code.Real number && number.value() == 0;
                if (zero) {
                    statements.remove(i);
                }
                return zero;
            }
        }
        return false;
    }

    private void count(Code code) {
        if (code instanceof Code.Local local) {
            uses.merge(local, 1, Integer::sum);
        } else if (code instanceof Code.Statement statement) {
            statement.changes().ifPresent(changed::add);
        }
        code.parts().forEach(this::count);
    }

    private List<Code.Statement> block(List<Code.Statement> statements) {
        List<Code.Statement> out = new ArrayList<>();
        for (Code.Statement statement : statements) {
            if (statement instanceof Code.Declare declare) {
                declare(declare, out);
            } else {
                // Its own expressions may take in what waits; whatever is left is declared before it, for what comes
                // later.
                Code.Statement simpler = statement.map(this::simplify);
                flush(out);
                out.add(
                        simpler instanceof Code.Loop loop
                                ? loop.around(block(loop.body()))
                                : simpler instanceof Code.When when
                                        ? new Code.When(when.test(), block(when.body()))
                                        : simpler);
            }
        }
        flush(out);
        return out;
    }

    private void declare(Code.Declare declare, List<Code.Statement> out) {
        Code.Local local = declare.local();
        int used = uses.getOrDefault(local, 0);
        boolean fixed = !changed.contains(local);
        if (used == 0 && fixed) {
            return;
        }
        Code.Expression value = simplify(declare.value());
        boolean plain = value instanceof Code.Real
                || value instanceof Code.Whole
                || (value instanceof Code.Local other && !changed.contains(other));
        if (fixed && plain) {
            aliases.put(local, value);
        } else if (fixed && used == 1 && size(value) <= LONGEST) {
            waiting.put(local, value);
        } else {
            // What waits may read what a later statement writes, but a declaration writes nothing.
            out.add(new Code.Declare(local, value));
        }
    }

    /** Declares what nobody has taken in. */
    private void flush(List<Code.Statement> out) {
        waiting.forEach((local, value) -> out.add(new Code.Declare(local, value)));
        waiting.clear();
    }

    private static int size(Code code) {
        int size = 1;
        for (Code part : code.parts()) {
            size += size(part);
        }
        return size;
    }

    private Code.Expression simplify(Code.Expression e) {
        if (e instanceof Code.Local local) {
            Code.Expression alias = aliases.get(local);
            if (alias != null) {
                return simplify(alias);
            }
            Code.Expression value = waiting.remove(local);
            return value == null ? local : value;
        }
        Code.Expression simpler = e.map(this::simplify);
        if (simpler instanceof Code.Arithmetic c) {
            return arithmetic(c.operator(), c.left(), c.right());
        }
        if (simpler instanceof Code.Negated c && c.operand() instanceof Code.Real real) {
            return new Code.Real(-real.value());
        }
        return simpler;
    }

    private static Code.Expression arithmetic(char operator, Code.Expression a, Code.Expression b) {
        if (operator == '*' && a instanceof Code.Real one && one.value() == 1) {
            return b;
        }
        if (operator == '*' && b instanceof Code.Real one && one.value() == 1) {
            return a;
        }
        if (operator == '*' && b instanceof Code.Real minusOne && minusOne.value() == -1) {
            return new Code.Negated(a);
        }
        if (operator == '*'
                && b instanceof Code.Real two
                && two.value() == 2
                && a instanceof Code.Arithmetic product
                && product.operator() == '*'
                && product.right() instanceof Code.Real number) {
            // Doubling is exact wherever it is done.
            return arithmetic('*', product.left(), new Code.Real(2 * number.value()));
        }
        if (operator == '+' && b instanceof Code.Whole whole && whole.value() < 0) {
            return new Code.Arithmetic('-', a, new Code.Whole(-whole.value()));
        }
        return new Code.Arithmetic(operator, a, b);
    }
}
