package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;
import java.util.List;

/** {@code var x[N, M]}: a name and its dimensions, none for a scalar. */
public record Declaration(Expression.Name name, List<Expression> dimensions, SourceSpan span) implements Node {
    public Declaration {
        dimensions = List.copyOf(dimensions);
    }
}
