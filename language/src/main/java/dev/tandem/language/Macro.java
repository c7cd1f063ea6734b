package dev.tandem.language;

import dev.tandem.language.Parameterization.Argument;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Substitution;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A function that the text defines: {@code f <- function(a, b) a + 2 * b}. Where it is called, its body stands with the
 * arguments in place, so that it is compiled and differentiated like everything else.
 *
 * @param parameters their names in order
 * @param height that of the body's tree
 */
record Macro(String name, List<String> parameters, Expression body, int height) {
    /** Functions of functions may grow without end; a body in place is no larger than this. */
    static final int MOST_PARTS = 20_000;

    Macro {
        parameters = List.copyOf(parameters);
    }

    /** {@code f(a, b)}. */
    String shown() {
        return name + "(" + String.join(", ", parameters) + ")";
    }

    /** The names of parameters that the body indexes: what stands for them must be a name. */
    Set<String> indexed() {
        Set<String> found = new TreeSet<>();
        new ModelWalk() {
            @Override
            void reference(Expression.Reference reference) {
                if (!reference.indices().isEmpty()
                        && parameters.contains(reference.name().text())) {
                    found.add(reference.name().text());
                }
            }
        }.expression(body);
        return found;
    }

    /** What stands for a parameter. */
    Expression standsFor(String parameter, List<Argument> arguments) {
        return values(arguments).get(parameter);
    }

    /** The body with arguments in place of the parameters; arguments are as many, and their names are right. */
    Expression expand(List<Argument> arguments, SourceSpan span) {
        return new Substitution(values(arguments), span).in(body);
    }

    private Map<String, Expression> values(List<Argument> arguments) {
        Map<String, Expression> values = new HashMap<>();
        for (Argument argument : arguments) {
            if (!argument.name().isEmpty()) {
                values.put(argument.name(), argument.value());
            }
        }
        int next = 0;
        for (Argument argument : arguments) {
            if (argument.name().isEmpty()) {
                while (values.containsKey(parameters.get(next))) {
                    next++;
                }
                values.put(parameters.get(next), argument.value());
            }
        }
        return values;
    }

    /** The number of parts of an expression, or more than {@link #MOST_PARTS} as soon as there are more. */
    static int parts(Expression expression) {
        return parts(expression, 0);
    }

    private static int parts(Expression expression, int before) {
        int count = before + 1;
        if (count > MOST_PARTS) {
            return count;
        }
        if (expression instanceof Expression.Unary unary) {
            return parts(unary.operand(), count);
        }
        if (expression instanceof Expression.Binary binary) {
            count = parts(binary.left(), count);
            return parts(binary.right(), count);
        }
        if (expression instanceof Expression.Call call) {
            for (Expression argument : call.arguments()) {
                count = parts(argument, count);
            }
        }
        if (expression instanceof Expression.Reference reference) {
            for (Index index : reference.indices()) {
                if (index instanceof Index.Single single) {
                    count = parts(single.value(), count);
                } else if (index instanceof Index.Range range) {
                    count = parts(range.to(), parts(range.from(), count));
                }
            }
        }
        return count;
    }
}
