package dev.tandem.language;

import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.Optional;

/** The first vector of a model whose elements are chosen by the values of a variable, as {@code mu} in {@code mu[species[i]]}. */
final class IndexedBy extends ModelWalk {
    private final String name;
    private Optional<String> found = Optional.empty();

    IndexedBy(String name) {
        this.name = name;
    }

    Optional<String> in(Model model) {
        statements(model.statements());
        return found;
    }

    @Override
    boolean done() {
        return found.isPresent();
    }

    @Override
    void reference(Expression.Reference reference) {
        if (found.isEmpty()
                && reference.indices().size() == 1
                && reference.indices().get(0) instanceof Index.Single single
                && single.value() instanceof Expression.Reference index
                && index.name().text().equals(name)) {
            found = Optional.of(reference.name().text());
        }
    }
}
