package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;

/** Writes rules without the number of the group that they are about, so that those that say the same read the same. */
final class GroupBlindText {
    private final CandidateGroups groups;

    GroupBlindText(CandidateGroups groups) {
        this.groups = groups;
    }

    /** A rule about one group, written without its number. */
    String of(Rule rule, int group) {
        StringBuilder text = new StringBuilder(of(rule.target(), group));
        rule.loops()
                .forEach(loop ->
                        text.append(" for ").append(loop.counter().text()).append(of(loop.range(), group)));
        if (rule.relation() instanceof Statement.Deterministic d) {
            text.append(d.link()).append(of(d.value(), group));
        } else {
            Statement.Stochastic s = Rules.stochastic(rule);
            text.append('~').append(s.distribution().canonical());
            s.distribution().arguments().forEach(argument -> text.append(',').append(of(argument, group)));
            text.append(s.truncation()
                    .map(bounds -> "T(" + bounds.lower().map(e -> of(e, group)) + ","
                            + bounds.upper().map(e -> of(e, group)) + ")")
                    .orElse(""));
        }
        return text.toString();
    }

    /** An expression, written without the number of a group where it counts groups; 0 for no group. */
    String of(Expression expression, int group) {
        if (expression instanceof Expression.Literal literal) {
            return Double.toString(literal.value());
        }
        if (expression instanceof Expression.Unary unary) {
            return unary.operator() + "(" + of(unary.operand(), group) + ")";
        }
        if (expression instanceof Expression.Binary binary) {
            return "(" + of(binary.left(), group) + binary.operator() + of(binary.right(), group) + ")";
        }
        StringBuilder text = new StringBuilder();
        if (expression instanceof Expression.Call call) {
            text.append(call.canonical()).append('(');
            call.arguments()
                    .forEach(argument -> text.append(of(argument, group)).append(','));
            return text.append(')').toString();
        }
        Expression.Reference reference = (Expression.Reference) expression;
        String name = reference.name().text();
        text.append(name);
        for (int d = 0; d < reference.indices().size(); d++) {
            Index index = reference.indices().get(d);
            if (index instanceof Index.Single one) {
                boolean own = groups.isGrouped(name, d)
                        && one.value() instanceof Expression.Literal literal
                        && literal.value() == group;
                text.append('[').append(own ? "group" : of(one.value(), group)).append(']');
            } else if (index instanceof Index.Range range) {
                text.append('[')
                        .append(of(range.from(), group))
                        .append(':')
                        .append(of(range.to(), group))
                        .append(']');
            } else {
                text.append("[all]");
            }
        }
        return text.toString();
    }
}
