package dev.tandem.language.syntax;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.source.SourceSpan;
import java.util.List;

/** A value as written; parentheses are in the shape of the tree, not in it. */
public sealed interface Expression extends Node
        permits Expression.Literal, Expression.Reference, Expression.Call, Expression.Unary, Expression.Binary {

    /** A number, finite and not negative: a sign is a {@link Unary}. */
    record Literal(double value, SourceSpan span) implements Expression {}

    /** What may stand on the left of a relation: a whole variable or a part of it. */
    sealed interface Reference extends Expression permits Name, Subscripted {
        /** The variable. */
        Name name();

        /** The indices, none for a whole variable. */
        List<Index> indices();
    }

    /** A variable or a loop counter. */
    record Name(String text, SourceSpan span) implements Reference {
        @Override
        public Name name() {
            return this;
        }

        @Override
        public List<Index> indices() {
            return List.of();
        }
    }

    /** {@code x[i, , 1:3]}; at least one index. */
    record Subscripted(Name name, List<Index> indices, SourceSpan span) implements Reference {
        public Subscripted {
            indices = List.copyOf(indices);
        }
    }

    /**
     * {@code f(a, b)}; {@code length} and {@code dim} are ordinary calls.
     *
     * @param written the name in the file, which may be an alias such as {@code acos}
     * @param canonical the name under which the catalogue lists it, such as {@code arccos}
     */
    record Call(String written, String canonical, List<Expression> arguments, SourceSpan span) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        /** The catalogue's entry; always present in a checked model. */
        public Function function() {
            return Functions.find(canonical)
                    .orElseThrow(() -> new IllegalStateException("unknown function " + canonical));
        }

        /** Whether it calls this function. */
        public boolean is(Function function) {
            return canonical.equals(function.name());
        }
    }

    /** An operator before its operand. */
    record Unary(UnaryOperator operator, Expression operand, SourceSpan span) implements Expression {}

    /** An operator between its operands. */
    record Binary(BinaryOperator operator, Expression left, Expression right, SourceSpan span) implements Expression {}
}
