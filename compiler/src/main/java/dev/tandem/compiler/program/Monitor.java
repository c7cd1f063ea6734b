package dev.tandem.compiler.program;

import java.util.Set;

/**
 * Which variables are reported: those named, or by default every unknown and every computed node, unless it has so many
 * elements that nobody would read them.
 *
 * @param names what was asked for; empty for the default
 */
public record Monitor(Set<String> names) {
    /** Unknowns with more elements are reported only when asked for. */
    public static final int MOST_UNKNOWNS = 5_000;

    /** Computed variables with more elements are reported only when asked for. */
    public static final int MOST_COMPUTED = 20;

    public Monitor {
        names = Set.copyOf(names);
    }

    public static Monitor byDefault() {
        return new Monitor(Set.of());
    }

    public boolean wants(String name, int size, boolean computed) {
        return names.isEmpty() ? size <= (computed ? MOST_COMPUTED : MOST_UNKNOWNS) : names.contains(name);
    }
}
