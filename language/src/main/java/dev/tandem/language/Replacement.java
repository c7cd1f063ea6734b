package dev.tandem.language;

import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts statements in the place of others, within the loops that these stand in. */
final class Replacement {
    private final Function<Statement.Stochastic, Optional<List<Statement>>> rule;
    private boolean changed;

    private Replacement(Function<Statement.Stochastic, Optional<List<Statement>>> rule) {
        this.rule = rule;
    }

    /** The model with the statements replaced for which the rule has others; the same model if it has none. */
    static Model in(Model model, Function<Statement.Stochastic, Optional<List<Statement>>> rule) {
        Replacement replacement = new Replacement(rule);
        List<Statement> statements = replacement.statements(model.statements());
        return replacement.changed
                ? new Model(model.source(), model.dialect(), model.declarations(), model.data(), statements)
                : model;
    }

    private List<Statement> statements(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                all.add(new Statement.Loop(loop.counter(), loop.range(), statements(loop.body()), loop.span()));
                continue;
            }
            Optional<List<Statement>> others =
                    statement instanceof Statement.Stochastic stochastic ? rule.apply(stochastic) : Optional.empty();
            changed |= others.isPresent();
            all.addAll(others.orElse(List.of(statement)));
        }
        return all;
    }
}
