package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.terms.Storage;

/** Where variables lie for what comes late: after the density, when a draw is reported. */
public interface LateStorages {
    /** Whether some variables have elements that the density needs and others that come late. */
    boolean any();

    /** The storage that has all elements of a variable when a draw is reported. */
    Storage shown(Symbol symbol);
}
