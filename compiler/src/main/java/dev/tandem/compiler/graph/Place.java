package dev.tandem.compiler.graph;

import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the one element stands that a reference selects, found at any iteration without making an object. */
final class Place {
    /** The answer where an index has no value. */
    static final int MISSING = -1;

    /** The answer where only the evaluator can tell what is wrong. */
    static final int ASK = -2;

    private final Formula[] indices;
    private final int[] dims;

    private Place(Formula[] indices, int[] dims) {
        this.indices = indices;
        this.dims = dims;
    }

    /** Empty if the reference may select several elements, or its indices are more than arithmetic. */
    static Optional<Place> of(Expression.Reference reference, Rule rule, Map<String, Symbol> symbols) {
        return Optional.ofNullable(make(reference, rule.loopNames(), symbols));
    }

    /**
     * A place where some indices may be left empty: {@link #at} then tells whether the part that is selected is in range,
     * and the position of its first element.
     */
    static Optional<Place> ofPart(Expression.Reference reference, Rule rule, Map<String, Symbol> symbols) {
        return Optional.ofNullable(make(reference, rule.loopNames(), symbols, true));
    }

    static Place make(Expression.Reference reference, List<String> counters, Map<String, Symbol> symbols) {
        return make(reference, counters, symbols, false);
    }

    private static Place make(
            Expression.Reference reference, List<String> counters, Map<String, Symbol> symbols, boolean parts) {
        Symbol symbol = symbols.get(reference.name().text());
        if (symbol == null || !symbol.shaped()) {
            return null;
        }
        int[] dims = symbol.dims();
        if (reference.indices().isEmpty()) {
            return symbol.size() == 1 ? new Place(new Formula[0], new int[0]) : null;
        }
        if (reference.indices().size() != dims.length) {
            return null;
        }
        List<Formula> formulas = new ArrayList<>();
        for (Index index : reference.indices()) {
            Formula formula = parts && index instanceof Index.All
                    ? Formula.constant(1)
                    : index instanceof Index.Single single ? Formula.make(single.value(), counters, symbols) : null;
            if (formula == null) {
                return null;
            }
            formulas.add(formula);
        }
        return new Place(formulas.toArray(new Formula[0]), dims);
    }

    /** The column-major position from 0, {@link #MISSING} or {@link #ASK}. */
    int at(int[] counters) {
        int position = 0;
        for (int d = indices.length - 1; d >= 0; d--) {
            double value = indices[d].at(counters);
            if (Double.isNaN(value)) {
                return MISSING;
            }
            int index = (int) value;
            if (index != value || index < 1 || index > dims[d]) {
                return ASK;
            }
            position = position * dims[d] + index - 1;
        }
        return position;
    }
}
