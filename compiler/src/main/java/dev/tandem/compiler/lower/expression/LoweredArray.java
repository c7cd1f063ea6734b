package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.program.ArrayTerm;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.List;
import java.util.function.Function;

/**
 * An array-valued expression while its rule is lowered: its extents, none for a scalar, and how to make the term of
 * the element at given positions, which count from 0. What a program keeps of it is an {@link ArrayTerm}.
 */
public record LoweredArray(List<Term> extents, Function<List<Term>, Term> element) {
    public LoweredArray {
        extents = List.copyOf(extents);
    }

    public static LoweredArray scalar(Term term) {
        return new LoweredArray(List.of(), positions -> term);
    }

    public boolean isScalar() {
        return extents.isEmpty();
    }

    public Term at(List<Term> positions) {
        return element.apply(positions);
    }

    /** The only element. */
    public Term single() {
        return at(List.of());
    }

    /** The array in terms alone. */
    public ArrayTerm keep(Terms terms) {
        List<Binder> counters = extents.stream().map(extent -> new Binder("k")).toList();
        return new ArrayTerm(
                extents,
                counters,
                terms.real(at(counters.stream().map(terms::binder).toList())));
    }
}
