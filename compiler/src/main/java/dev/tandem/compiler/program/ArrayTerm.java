package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An array as a step has it: its extents, none for a single number, and the term of an element at the positions that the
 * counters stand for, which count from 0.
 */
public record ArrayTerm(List<Term> extents, List<Binder> counters, Term element) {
    public ArrayTerm {
        extents = List.copyOf(extents);
        counters = List.copyOf(counters);
    }

    /** The loops over its elements, the first dimension outermost. */
    public List<Nest.Range> ranges(Terms terms) {
        List<Nest.Range> ranges = new ArrayList<>();
        for (int d = 0; d < extents.size(); d++) {
            ranges.add(new Nest.Range(counters.get(d), terms.whole(0), terms.subtract(extents.get(d), terms.whole(1))));
        }
        return ranges;
    }

    /** All terms in it. */
    List<Term> terms() {
        List<Term> all = new ArrayList<>(extents);
        all.add(element);
        return all;
    }

    ArrayTerm map(UnaryOperator<Term> change) {
        return new ArrayTerm(extents.stream().map(change).toList(), counters, change.apply(element));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ArrayTerm arrayTerm
                && extents.equals(arrayTerm.extents)
                && counters.equals(arrayTerm.counters)
                && element.equals(arrayTerm.element);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * extents.hashCode() + counters.hashCode()) + element.hashCode();
    }
}
