package dev.tandem.compiler.graph;

import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Optional;

/** Finds the statement that defines a name. */
final class Definitions {
    private Definitions() {}

    /** The first statement of a block that defines a name or an element of it. */
    static Optional<Statement.Relation> in(List<Statement> statements, String name) {
        for (Statement statement : statements) {
            Optional<Statement.Relation> found = Optional.empty();
            if (statement instanceof Statement.Loop loop) {
                found = in(loop.body(), name);
            } else if (statement instanceof Statement.Relation relation
                    && relation.target().name().text().equals(name)) {
                found = Optional.of(relation);
            }
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Whether a statement computes a name or an element of it. */
    static boolean computed(List<Statement> statements, String name) {
        return statements.stream()
                .anyMatch(statement -> statement instanceof Statement.Loop loop
                        ? computed(loop.body(), name)
                        : statement instanceof Statement.Deterministic d
                                && d.target().name().text().equals(name));
    }
}
