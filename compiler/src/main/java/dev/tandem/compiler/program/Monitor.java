package dev.tandem.compiler.program;

import dev.tandem.density.Selection;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Which variables are reported: those named, or parts of them, or by default every unknown and every computed node,
 * unless it has so many elements that nobody would read them.
 *
 * @param selections what was asked for; empty for the default
 */
public record Monitor(List<Selection> selections) {
    /** What stands for minus twice the log likelihood, in models that have no variable of this name. */
    public static final String DEVIANCE = "deviance";

    /** Unknowns with more elements are reported only when asked for. */
    public static final int MOST_UNKNOWNS = 5_000;

    /** Computed variables with more elements are reported only when asked for. */
    public static final int MOST_COMPUTED = 20;

    public Monitor {
        selections = List.copyOf(selections);
    }

    public static Monitor byDefault() {
        return new Monitor(List.of());
    }

    /**
     * What users name, such as {@code beta} or {@code z[1:5,]}.
     *
     * @throws IllegalArgumentException if a name is written wrongly
     */
    public static Monitor of(Collection<String> names) {
        return new Monitor(names.stream().map(Selection::parse).toList());
    }

    public boolean isDefault() {
        return selections.isEmpty();
    }

    /** Whether something of this name was asked for. */
    public boolean names(String name) {
        return selections.stream().anyMatch(selection -> selection.name().equals(name));
    }

    /** The elements of a variable that are to be reported, as far as they are not known. */
    public BitSet elements(String name, List<Integer> shape, boolean computed) {
        BitSet elements = new BitSet();
        if (isDefault()) {
            BitSet all = new Selection(name, List.of()).elements(shape);
            return all.cardinality() <= (computed ? MOST_COMPUTED : MOST_UNKNOWNS) ? all : elements;
        }
        for (Selection selection : selections) {
            if (selection.name().equals(name)) {
                elements.or(selection.elements(shape));
            }
        }
        return elements;
    }
}
