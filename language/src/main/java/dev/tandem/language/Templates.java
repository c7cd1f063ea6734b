package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;

/** Expressions of the program's own, written as text. */
final class Templates {
    private Templates() {}

    static Expression expression(String text) {
        SourceText source = SourceText.of("template", text);
        ProblemList problems = new ProblemList(source);
        Expression expression = new Parser(source, Dialect.JAGS, problems).expression();
        problems.throwIfAny();
        return expression;
    }
}
