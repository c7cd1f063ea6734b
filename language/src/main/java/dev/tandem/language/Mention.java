package dev.tandem.language;

import dev.tandem.language.syntax.Expression;

/** Whether a name stands anywhere in an expression. */
final class Mention extends ModelWalk {
    private final String name;
    private boolean found;

    Mention(String name) {
        this.name = name;
    }

    boolean in(Expression expression) {
        expression(expression);
        return found;
    }

    @Override
    void reference(Expression.Reference reference) {
        found |= reference.name().text().equals(name);
    }
}
