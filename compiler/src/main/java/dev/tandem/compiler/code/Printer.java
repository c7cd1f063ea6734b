package dev.tandem.compiler.code;

import java.util.List;

/** Writes generated methods as Java that a person can read. */
final class Printer implements Code.StatementVisitor {
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private Printer() {}

    static String print(
            String className, String parent, String comment, List<Code.Field> fields, List<Method> methods) {
        Printer printer = new Printer();
        comment.lines().forEach(line -> printer.line("// " + line));
        printer.line("final class " + className + " extends " + parent + " {");
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
        statements.forEach(statement -> statement.accept(this));
        depth--;
    }

    private void line(String text) {
        out.append("    ".repeat(depth)).append(text).append('\n');
    }

    @Override
    public void declare(Code.Declare s) {
        line(s.local().type().word() + " " + s.local().name() + " = " + show(s.value()) + ";");
    }

    @Override
    public void assign(Code.Assign s) {
        if (s.value() instanceof Code.Arithmetic a && a.operator() == '+' && a.left() == s.local()) {
            line(s.local().name() + " += " + show(a.right()) + ";");
        } else {
            line(s.local().name() + " = " + show(s.value()) + ";");
        }
    }

    @Override
    public void store(Code.Store s) {
        line(show(s.array()) + "[" + show(s.index()) + "] = " + show(s.value()) + ";");
    }

    @Override
    public void accumulate(Code.Accumulate s) {
        line(show(s.array()) + "[" + show(s.index()) + "] += " + show(s.value()) + ";");
    }

    @Override
    public void loop(Code.Loop s) {
        String i = s.local().name();
        line(
                s.down()
                        ? "for (int " + i + " = " + show(s.last()) + "; " + i + " >= " + show(s.first()) + "; " + i
                                + "--) {"
                        : "for (int " + i + " = " + show(s.first()) + "; " + i + " <= " + show(s.last()) + "; " + i
                                + "++) {");
        block(s.body());
        line("}");
    }

    @Override
    public void when(Code.When s) {
        line("if (" + test(s.test()) + ") {");
        block(s.body());
        line("}");
    }

    @Override
    public void run(Code.Run s) {
        line(s.method() + "(" + list(s.arguments()) + ");");
    }

    @Override
    public void call(Code.Do s) {
        line(show(s.call()) + ";");
    }

    @Override
    public void result(Code.Return s) {
        line("return " + show(s.value()) + ";");
    }

    private static String list(List<Code.Expression> arguments) {
        StringBuilder text = new StringBuilder();
        for (Code.Expression argument : arguments) {
            text.append(text.isEmpty() ? "" : ", ").append(show(argument));
        }
        return text.toString();
    }

    private static String test(Code.Test test) {
        return show(test.left(), 3) + " " + test.comparison() + " " + show(test.right(), 3);
    }

    private static String show(Code.Expression expression) {
        return show(expression, 0);
    }

    private static String show(Code.Expression expression, int level) {
        Shown shown = new Shown(level);
        expression.accept(shown);
        return shown.text;
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

    /** An expression where others bind as tightly as the level says: 0 anything, 1 choice, 3 sum, 4 product, 5 unary. */
    private static final class Shown implements Code.ExpressionVisitor {
        private final int level;
        private String text = "";

        Shown(int level) {
            this.level = level;
        }

        private void show(String unbound, boolean bind) {
            text = bind ? "(" + unbound + ")" : unbound;
        }

        @Override
        public void local(Code.Local local) {
            text = local.name();
        }

        @Override
        public void field(Code.Field field) {
            text = field.name();
        }

        @Override
        public void real(Code.Real number) {
            text = number(number.value());
        }

        @Override
        public void whole(Code.Whole number) {
            text = Integer.toString(number.value());
        }

        @Override
        public void element(Code.Element element) {
            text = Printer.show(element.array(), 6) + "[" + Printer.show(element.index()) + "]";
        }

        @Override
        public void arithmetic(Code.Arithmetic a) {
            boolean sum = a.operator() == '+' || a.operator() == '-';
            int own = sum ? 3 : 4;
            show(
                    Printer.show(a.left(), own) + " " + a.operator() + " " + Printer.show(a.right(), own + 1),
                    own < level);
        }

        @Override
        public void negated(Code.Negated n) {
            show("-" + Printer.show(n.operand(), 5), level > 3);
        }

        @Override
        public void converted(Code.Converted c) {
            text = "(" + c.type().word() + ") " + Printer.show(c.operand(), 6);
        }

        @Override
        public void call(Code.Call call) {
            text = call.owner().getSimpleName() + "." + call.method() + "(" + list(call.arguments()) + ")";
        }

        @Override
        public void choice(Code.Choice c) {
            show(
                    test(c.test()) + " ? " + Printer.show(c.whenTrue(), 2) + " : " + Printer.show(c.whenFalse(), 2),
                    level > 1);
        }
    }
}
