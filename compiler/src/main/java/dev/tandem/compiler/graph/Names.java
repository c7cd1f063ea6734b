package dev.tandem.compiler.graph;

import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.LinkedHashSet;
import java.util.Set;

/** The names in an expression, variables and counters alike. */
public final class Names {
    private Names() {}

    public static Set<String> in(Expression expression) {
        Set<String> names = new LinkedHashSet<>();
        collect(expression, names);
        return names;
    }

    private static void collect(Expression expression, Set<String> names) {
        if (expression instanceof Expression.Reference reference) {
            names.add(reference.name().text());
            for (Index index : reference.indices()) {
                if (index instanceof Index.Single single) {
                    collect(single.value(), names);
                } else if (index instanceof Index.Range range) {
                    collect(range.from(), names);
                    collect(range.to(), names);
                }
            }
        } else if (expression instanceof Expression.Unary unary) {
            collect(unary.operand(), names);
        } else if (expression instanceof Expression.Binary binary) {
            collect(binary.left(), names);
            collect(binary.right(), names);
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(argument -> collect(argument, names));
        }
    }
}
