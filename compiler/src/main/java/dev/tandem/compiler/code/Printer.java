package dev.tandem.compiler.code;

import java.util.List;

/** Writes generated methods as Java that a person can read. */
final class Printer {
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private Printer() {}

    static String print(String className, String comment, List<Code.Field> fields, List<Method> methods) {
        Printer printer = new Printer();
        comment.lines().forEach(line -> printer.line("// " + line));
        printer.line("final class " + className + " extends CompiledCursor {");
        printer.depth++;
        for (Code.Field field : fields) {
            printer.line("private final " + field.objectType().getSimpleName() + " " + field.name() + ";");
        }
        for (Method method : methods) {
            printer.out.append('\n');
            printer.method(method);
        }
        printer.depth--;
        printer.line("}");
        return printer.out.toString();
    }

    private void method(Method method) {
        method.comment().lines().forEach(line -> line("// " + line));
        StringBuilder head = new StringBuilder(method.result().word())
                .append(' ')
                .append(method.name())
                .append('(');
        for (int i = 0; i < method.parameters().size(); i++) {
            Code.Local p = method.parameters().get(i);
            head.append(i == 0 ? "" : ", ").append(p.type().word()).append(' ').append(p.name());
        }
        line(head.append(") {").toString());
        block(method.body());
        line("}");
    }

    private void block(List<Code.Statement> statements) {
        depth++;
        statements.forEach(this::statement);
        depth--;
    }

    private void line(String text) {
        out.append("    ".repeat(depth)).append(text).append('\n');
    }

    private void statement(Code.Statement statement) {
        if (statement instanceof Code.Declare s) {
            line(s.local().type().word() + " " + s.local().name() + " = " + show(s.value()) + ";");
        } else if (statement instanceof Code.Assign s) {
            if (s.value() instanceof Code.Arithmetic a && a.operator() == '+' && a.left() == s.local()) {
                line(s.local().name() + " += " + show(a.right()) + ";");
            } else {
                line(s.local().name() + " = " + show(s.value()) + ";");
            }
        } else if (statement instanceof Code.Store s) {
            line(show(s.array()) + "[" + show(s.index()) + "] = " + show(s.value()) + ";");
        } else if (statement instanceof Code.Accumulate s) {
            line(show(s.array()) + "[" + show(s.index()) + "] += " + show(s.value()) + ";");
        } else if (statement instanceof Code.Loop s) {
            String i = s.local().name();
            line(
                    s.down()
                            ? "for (int " + i + " = " + show(s.last()) + "; " + i + " >= " + show(s.first()) + "; " + i
                                    + "--) {"
                            : "for (int " + i + " = " + show(s.first()) + "; " + i + " <= " + show(s.last()) + "; " + i
                                    + "++) {");
            block(s.body());
            line("}");
        } else if (statement instanceof Code.When s) {
            line("if (" + test(s.test()) + ") {");
            block(s.body());
            line("}");
        } else if (statement instanceof Code.Run s) {
            line(s.method() + "(" + list(s.arguments()) + ");");
        } else if (statement instanceof Code.Do s) {
            line(show(s.call()) + ";");
        } else if (statement instanceof Code.Return s) {
            line("return " + show(s.value()) + ";");
        }
    }

    private String list(List<Code.Expression> arguments) {
        StringBuilder text = new StringBuilder();
        for (Code.Expression argument : arguments) {
            text.append(text.isEmpty() ? "" : ", ").append(show(argument));
        }
        return text.toString();
    }

    private String test(Code.Test test) {
        return show(test.left(), 3) + " " + test.comparison() + " " + show(test.right(), 3);
    }

    private String show(Code.Expression expression) {
        return show(expression, 0);
    }

    /** The levels: 0 anything, 1 choice, 3 sum, 4 product, 5 unary. */
    private String show(Code.Expression e, int level) {
        if (e instanceof Code.Local local) {
            return local.name();
        } else if (e instanceof Code.Field field) {
            return field.name();
        } else if (e instanceof Code.Real number) {
            return number(number.value());
        } else if (e instanceof Code.Whole whole) {
            return Integer.toString(whole.value());
        } else if (e instanceof Code.Element element) {
            return show(element.array(), 6) + "[" + show(element.index()) + "]";
        } else if (e instanceof Code.Arithmetic a) {
            boolean sum = a.operator() == '+' || a.operator() == '-';
            int own = sum ? 3 : 4;
            String text = show(a.left(), own) + " " + a.operator() + " " + show(a.right(), own + 1);
            return own < level ? "(" + text + ")" : text;
        } else if (e instanceof Code.Negated n) {
            return (level > 3 ? "(" : "") + "-" + show(n.operand(), 5) + (level > 3 ? ")" : "");
        } else if (e instanceof Code.Converted c) {
            return "(" + c.type().word() + ") " + show(c.operand(), 6);
        } else if (e instanceof Code.Call call) {
            return call.owner().getSimpleName() + "." + call.method() + "(" + list(call.arguments()) + ")";
        } else if (e instanceof Code.Choice c) {
            String text = test(c.test()) + " ? " + show(c.whenTrue(), 2) + " : " + show(c.whenFalse(), 2);
            return level > 1 ? "(" + text + ")" : text;
        }
        throw new IllegalStateException("unknown expression " + e);
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
        }
        if (Double.isNaN(value)) {
            return "Double.NaN";
        }
        return Double.toString(value);
    }
}
