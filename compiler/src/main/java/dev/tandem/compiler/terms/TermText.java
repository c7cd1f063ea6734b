package dev.tandem.compiler.terms;

import dev.tandem.compiler.code.Type;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.ScalarFunctions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints terms in ordinary notation, as in {@code a[i] * exp(q[3])}; positions count from 0. Counters of one name that
 * are not the same are told apart by numbers. Of what is long or deep a part is printed.
 */
public final class TermText {
    /** Terms share their parts, so that what is printed may be far longer than what is computed. */
    private static final int LONGEST = 2_000;

    private static final int DEEPEST = 200;
    private static final String REST = "..";

    private static final int SUM = 1;
    private static final int PRODUCT = 2;
    private static final int SIGN = 3;
    private static final int ATOM = 4;

    /** Methods of these are known by their own names; those of others by the names of both. */
    private static final Set<Class<?>> PLAIN = Set.of(
            Math.class, Elementary.class, Counts.class, Exponentials.class, GammaFunction.class, ScalarFunctions.class);

    private final Map<Binder, String> counters = new HashMap<>();
    private final Map<String, Integer> names = new HashMap<>();

    /** One term in ordinary notation. */
    public String of(Term term) {
        StringBuilder text = new StringBuilder();
        print(term, 0, 0, text);
        return text.toString();
    }

    /** Loops, the outermost first; nothing if there are none. */
    public String of(Nest nest) {
        return nest.ranges().stream()
                .map(range ->
                        "for " + name(range.counter()) + " in " + of(range.first()) + " to " + of(range.last()) + ": ")
                .collect(Collectors.joining());
    }

    /** The name of a counter, the same whenever it is asked for. */
    public String name(Binder binder) {
        return counters.computeIfAbsent(binder, b -> {
            // Counters of the model's loops have a letter before their names, which keeps locals legal in Java.
            String plain = b.name().startsWith("i_") ? b.name().substring(2) : b.name();
            int used = names.merge(plain, 1, Integer::sum);
            return used == 1 ? plain : plain + used;
        });
    }

    private void print(Term term, int around, int depth, StringBuilder text) {
        if (depth > DEEPEST || text.length() > LONGEST) {
            text.append(REST);
            return;
        }
        boolean bracket = strength(term) < around;
        text.append(bracket ? "(" : "");
        int next = depth + 1;
        switch (term.op()) {
            case NUMBER -> text.append(number(term.constant()));
            case WHOLE -> text.append(term.whole());
            case BINDER -> text.append(name(term.binder()));
            case READ -> {
                text.append(term.storage()).append('[');
                print(term.argument(0), 0, next, text);
                text.append(']');
            }
            case TO_INT -> call("whole", term.arguments(), next, text);
            case TO_DOUBLE, GIVEN -> print(term.argument(0), around, next, text);
            case ADD -> {
                Term right = term.argument(1);
                boolean less = term.type() == Type.INT && right.op() == Term.Op.WHOLE && right.whole() < 0;
                print(term.argument(0), SUM, next, text);
                if (less) {
                    text.append(" - ").append(-(long) right.whole());
                } else {
                    text.append(" + ");
                    print(right, PRODUCT, next, text);
                }
            }
            case SUBTRACT -> infix(term, " - ", SUM, next, text);
            case MULTIPLY -> infix(term, " * ", PRODUCT, next, text);
            case DIVIDE -> infix(term, " / ", PRODUCT, next, text);
            case QUOTIENT -> infix(term, " div ", PRODUCT, next, text);
            case NEGATE -> {
                text.append('-');
                print(term.argument(0), ATOM, next, text);
            }
            case CALL -> call(name(term.call()), term.arguments(), next, text);
            case CHOICE -> {
                text.append("if(");
                print(term.argument(0), SUM, next, text);
                text.append(' ').append(term.comparison()).append(' ');
                print(term.argument(1), SUM, next, text);
                text.append(", ");
                print(term.argument(2), 0, next, text);
                text.append(", ");
                print(term.argument(3), 0, next, text);
                text.append(')');
            }
            case SUM -> {
                text.append("sum(").append(name(term.binder())).append(" in ");
                print(term.argument(0), 0, next, text);
                text.append(" to ");
                print(term.argument(1), 0, next, text);
                text.append(": ");
                print(term.argument(2), 0, next, text);
                text.append(')');
            }
        }
        text.append(bracket ? ")" : "");
    }

    private void infix(Term term, String operator, int strength, int depth, StringBuilder text) {
        print(term.argument(0), strength, depth, text);
        text.append(operator);
        print(term.argument(1), strength + 1, depth, text);
    }

    private void call(String name, List<Term> arguments, int depth, StringBuilder text) {
        text.append(name).append('(');
        for (int i = 0; i < arguments.size(); i++) {
            text.append(i == 0 ? "" : ", ");
            print(arguments.get(i), 0, depth, text);
        }
        text.append(')');
    }

    private static int strength(Term term) {
        return switch (term.op()) {
            case ADD, SUBTRACT -> SUM;
            case MULTIPLY, DIVIDE, QUOTIENT -> PRODUCT;
            case NEGATE -> SIGN;
            case NUMBER -> term.constant() < 0 ? SIGN : ATOM;
            case WHOLE -> term.whole() < 0 ? SIGN : ATOM;
            // Brackets are those of what is inside.
            default -> ATOM;
        };
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : Double.toString(value);
    }

    private static String name(Calls.Function function) {
        if (function.owner() == FastExponential.class && function.method().startsWith("of")) {
            return "exp";
        }
        return PLAIN.contains(function.owner()) ? function.method() : function.toString();
    }
}
