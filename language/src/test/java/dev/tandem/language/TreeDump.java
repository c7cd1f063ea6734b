package dev.tandem.language;

import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the shape of a tree without its positions, every operation in parentheses. */
final class TreeDump {
    private TreeDump() {}

    static String dump(Model model) {
        return "(var "
                + model.declarations().stream()
                        .map(d -> d.name().text() + dumpAll(d.dimensions()))
                        .toList()
                + ")\n(data " + statements(model.data()) + ")\n(model " + statements(model.statements()) + ")";
    }

    private static String statements(List<Statement> statements) {
        return statements.stream().map(TreeDump::statement).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String statement(Statement statement) {
        if (statement instanceof Statement.Loop loop) {
            return "(for " + loop.counter().text() + " " + dump(loop.range()) + statements(loop.body()) + ")";
        }
        if (statement instanceof Statement.Deterministic d) {
            return "(<- " + d.link() + " " + dump(d.target()) + " " + dump(d.value()) + ")";
        }
        Statement.Stochastic s = (Statement.Stochastic) statement;
        DistributionCall call = s.distribution();
        String truncation = s.truncation()
                .map(t -> t.kind() + "[" + t.lower().map(TreeDump::dump) + ","
                        + t.upper().map(TreeDump::dump) + "]")
                .orElse("");
        return "(~ " + dump(s.target()) + " " + call.written() + "=" + call.canonical() + dumpAll(call.arguments())
                + truncation + ")";
    }

    private static String dumpAll(List<Expression> expressions) {
        return expressions.stream().map(TreeDump::dump).toList().toString();
    }

    static String dump(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return Double.toString(literal.value()).replaceAll("\\.0$", "");
        }
        if (expression instanceof Expression.Name name) {
            return name.text();
        }
        if (expression instanceof Expression.Subscripted s) {
            return s.name().text() + s.indices().stream().map(TreeDump::index).toList();
        }
        if (expression instanceof Expression.Call call) {
            return call.canonical() + dumpAll(call.arguments());
        }
        if (expression instanceof Expression.Unary unary) {
            return "(" + unary.operator().symbol() + " " + dump(unary.operand()) + ")";
        }
        Expression.Binary binary = (Expression.Binary) expression;
        return "(" + binary.operator().symbol() + " " + dump(binary.left()) + " " + dump(binary.right()) + ")";
    }

    private static String index(Index index) {
        if (index instanceof Index.Single single) {
            return dump(single.value());
        }
        return index instanceof Index.Range range ? dump(range.from()) + ".." + dump(range.to()) : "*";
    }
}
