package dev.tandem.language;

import java.util.List;

/** {@code var x[N, M]}: a name and its dimensions, none for a scalar. */
public record Declaration(Expression.Name name, List<Expression> dimensions, SourceSpan span) implements Node {
    public Declaration {
        dimensions = List.copyOf(dimensions);
    }
}
