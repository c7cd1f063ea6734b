package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;
import java.util.List;
import java.util.Map;

/** Puts expressions in the place of names: how functions of the text and other ways to write a parameter are read. */
public final class Substitution {
    private final Map<String, Expression> values;
    private final SourceSpan span;

    /**
     * @param values what stands for which name; other names stay
     * @param span where what is made is said to stand; what is put in keeps its own place
     */
    public Substitution(Map<String, Expression> values, SourceSpan span) {
        this.values = values;
        this.span = span;
    }

    public Expression in(Expression expression) {
        if (expression instanceof Expression.Literal literal) {
            return new Expression.Literal(literal.value(), span);
        }
        if (expression instanceof Expression.Name name) {
            Expression value = values.get(name.text());
            return value != null ? value : new Expression.Name(name.text(), span);
        }
        if (expression instanceof Expression.Subscripted part) {
            return reference(part);
        }
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), in(unary.operand()), span);
        }
        if (expression instanceof Expression.Binary binary) {
            return new Expression.Binary(binary.operator(), in(binary.left()), in(binary.right()), span);
        }
        Expression.Call call = (Expression.Call) expression;
        return new Expression.Call(
                call.written(),
                call.canonical(),
                call.arguments().stream().map(this::in).toList(),
                span);
    }

    private Expression reference(Expression.Subscripted part) {
        List<Index> indices = part.indices().stream().map(this::index).toList();
        Expression.Name name = new Expression.Name(part.name().text(), span);
        if (values.get(part.name().text()) instanceof Expression.Name other) {
            name = other;
        }
        return new Expression.Subscripted(name, indices, span);
    }

    private Index index(Index index) {
        if (index instanceof Index.Single single) {
            return new Index.Single(in(single.value()));
        }
        return index instanceof Index.Range range
                ? new Index.Range(in(range.from()), in(range.to()))
                : new Index.All(span);
    }
}
