package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.List;
import java.util.function.Function;

/**
 * An array-valued expression: its extents, none for a scalar, and the term of the element at given positions, which
 * count from 0.
 */
public record ArrayTerm(List<Term> extents, Function<List<Term>, Term> element) {
    public ArrayTerm {
        extents = List.copyOf(extents);
    }

    static ArrayTerm scalar(Term term) {
        return new ArrayTerm(List.of(), positions -> term);
    }

    public boolean isScalar() {
        return extents.isEmpty();
    }

    public Term at(List<Term> positions) {
        return element.apply(positions);
    }

    /** The only element. */
    Term single() {
        return at(List.of());
    }

    /** An element at unknown positions: whatever any element depends on, it depends on. */
    public Term general(Terms terms) {
        return at(extents.stream().map(e -> terms.binder(new Binder("any"))).toList());
    }
}
