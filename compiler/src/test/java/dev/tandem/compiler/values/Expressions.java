package dev.tandem.compiler.values;

import dev.tandem.language.Model;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;

/** Expressions for tests, read by the parser of models; the columns of their spans count from the expression. */
final class Expressions {
    private Expressions() {}

    static Expression parse(String text) {
        Model model = Model.of("model { r <-\n" + text + "\n}");
        return ((Statement.Deterministic) model.statements().get(0)).value();
    }

    static Statement.Stochastic stochastic(String text) {
        Model model = Model.of("model {\n" + text + "\n}");
        return (Statement.Stochastic) model.statements().get(0);
    }
}
