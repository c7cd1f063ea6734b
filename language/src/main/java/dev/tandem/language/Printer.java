package dev.tandem.language;

import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Precedence;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.List;

/** Writes a tree as text that parses, under the model's dialect, to the same tree. */
final class Printer {
    private static final int LOOSEST = Precedence.OR.level();

    private final StringBuilder out = new StringBuilder();
    private final Dialect dialect;

    private Printer(Dialect dialect) {
        this.dialect = dialect;
    }

    static String print(Model model) {
        Printer printer = new Printer(model.dialect());
        printer.declarations(model.declarations());
        if (!model.data().isEmpty()) {
            printer.out.append("data {\n");
            printer.statements(model.data(), 1);
            printer.out.append("}\n");
        }
        printer.out.append("model {\n");
        printer.statements(model.statements(), 1);
        printer.out.append("}\n");
        return printer.out.toString();
    }

    static String print(Expression expression, Dialect dialect) {
        Printer printer = new Printer(dialect);
        printer.expression(expression, LOOSEST);
        return printer.out.toString();
    }

    private void declarations(List<Declaration> declarations) {
        for (int i = 0; i < declarations.size(); i++) {
            Declaration declaration = declarations.get(i);
            out.append(i == 0 ? "var " : ", ").append(declaration.name().text());
            if (!declaration.dimensions().isEmpty()) {
                out.append('[');
                list(declaration.dimensions());
                out.append(']');
            }
        }
        if (!declarations.isEmpty()) {
            out.append(";\n");
        }
    }

    private void statements(List<Statement> statements, int depth) {
        for (Statement statement : statements) {
            out.append("    ".repeat(depth));
            if (statement instanceof Statement.Loop loop) {
                out.append("for (").append(loop.counter().text()).append(" in ");
                expression(loop.range(), LOOSEST);
                out.append(") {\n");
                statements(loop.body(), depth + 1);
                out.append("    ".repeat(depth)).append("}\n");
            } else {
                relation((Statement.Relation) statement);
                out.append('\n');
            }
        }
    }

    private void relation(Statement.Relation relation) {
        if (relation instanceof Statement.Deterministic d) {
            d.link().ifPresent(link -> out.append(link.word()).append('('));
            expression(d.target(), LOOSEST);
            d.link().ifPresent(link -> out.append(')'));
            out.append(" <- ");
            expression(d.value(), LOOSEST);
        } else if (relation instanceof Statement.Stochastic s) {
            expression(s.target(), LOOSEST);
            out.append(" ~ ").append(s.distribution().written()).append('(');
            list(s.distribution().arguments());
            out.append(')');
            s.truncation().ifPresent(this::truncation);
        }
    }

    private void truncation(Truncation truncation) {
        out.append(' ').append(truncation.kind().letter()).append('(');
        truncation.lower().ifPresent(end -> expression(end, LOOSEST));
        out.append(", ");
        truncation.upper().ifPresent(end -> expression(end, LOOSEST));
        out.append(')');
    }

    private void list(List<Expression> expressions) {
        for (int i = 0; i < expressions.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            expression(expressions.get(i), LOOSEST);
        }
    }

    /** In parentheses where it binds less tightly than its place demands. */
    private void expression(Expression expression, int place) {
        boolean parentheses = precedence(expression).level() < place;
        if (parentheses) {
            out.append('(');
        }
        if (expression instanceof Expression.Literal n) {
            number(n.value());
        } else if (expression instanceof Expression.Name n) {
            out.append(n.text());
        } else if (expression instanceof Expression.Subscripted s) {
            out.append(s.name().text()).append('[');
            indices(s.indices());
            out.append(']');
        } else if (expression instanceof Expression.Call c) {
            out.append(c.written()).append('(');
            list(c.arguments());
            out.append(')');
        } else if (expression instanceof Expression.Unary u) {
            out.append(u.operator().symbol());
            expression(u.operand(), Precedence.of(u.operator()).level());
        } else if (expression instanceof Expression.Binary b) {
            binary(b);
        }
        if (parentheses) {
            out.append(')');
        }
    }

    private Precedence precedence(Expression expression) {
        if (expression instanceof Expression.Binary b) {
            return Precedence.of(b.operator(), dialect);
        }
        return expression instanceof Expression.Unary u ? Precedence.of(u.operator()) : Precedence.PRIMARY;
    }

    private void binary(Expression.Binary binary) {
        Precedence own = Precedence.of(binary.operator(), dialect);
        boolean power = binary.operator() == BinaryOperator.POWER;
        boolean tight = power || binary.operator() == BinaryOperator.RANGE;
        expression(binary.left(), own.level() + (power || own.nonAssociative() ? 1 : 0));
        out.append(tight ? binary.operator().symbol() : " " + binary.operator().symbol() + " ");
        expression(binary.right(), own.level() + (power ? 0 : 1));
    }

    private void indices(List<Index> indices) {
        for (int i = 0; i < indices.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            Index index = indices.get(i);
            if (index instanceof Index.Single single) {
                expression(single.value(), LOOSEST);
            } else if (index instanceof Index.Range range) {
                binary(new Expression.Binary(BinaryOperator.RANGE, range.from(), range.to(), range.span()));
            }
        }
    }

    /** The shortest digits that read back as the same value. */
    private void number(double value) {
        if (value == Math.rint(value) && value < 1e15) {
            out.append((long) value);
        } else {
            out.append(value);
        }
    }
}
