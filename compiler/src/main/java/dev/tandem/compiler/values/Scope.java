package dev.tandem.compiler.values;

import java.util.Optional;
import java.util.OptionalInt;

/** Where an evaluator finds what names stand for. A counter hides a variable of the same name. */
public interface Scope {
    /** The value of the loop counter of this name, if there is one. */
    OptionalInt counter(String name);

    /**
     * The variable of this name. Empty if it is not known, or not known yet: reading it is then a
     * {@link MissingValueException}.
     */
    Optional<Variable> variable(String name);
}
