package dev.tandem.compiler.values;

import dev.tandem.language.data.DataSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A scope that can be filled: variables by name, and the counters of the loops that are open. */
public final class Frame implements Scope {
    private final Map<String, Optional<Variable>> variables = new HashMap<>();
    private final Map<String, OptionalInt> counters = new HashMap<>();

    /** A frame of the variables of a data set. */
    public static Frame of(DataSet data) {
        Frame frame = new Frame();
        data.arrays().forEach((name, array) -> frame.define(name, Variable.of(array)));
        return frame;
    }

    /** Adds or replaces a variable. */
    public void define(String name, Variable variable) {
        variables.put(name, Optional.of(variable));
    }

    /** Forgets a variable. */
    public void remove(String name) {
        variables.remove(name);
    }

    /** Opens a loop, or moves its counter on. */
    public void count(String name, int value) {
        counters.put(name, OptionalInt.of(value));
    }

    /** Closes a loop. */
    public void close(String name) {
        counters.remove(name);
    }

    @Override
    public OptionalInt counter(String name) {
        return counters.isEmpty() ? OptionalInt.empty() : counters.getOrDefault(name, OptionalInt.empty());
    }

    @Override
    public Optional<Variable> variable(String name) {
        return variables.getOrDefault(name, Optional.empty());
    }
}
