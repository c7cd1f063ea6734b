package dev.tandem.language;

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
