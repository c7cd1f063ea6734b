package dev.tandem.compiler.lower;

import java.util.Set;

/**
 * Which discrete unknowns are summed out of the density.
 *
 * @param kind how they are chosen
 * @param names the variables, where they are named
 */
public record Summing(Kind kind, Set<String> names) {
    /** How the unknowns to sum out are chosen. */
    public enum Kind {
        /** Where it can be done, and is thought to be faster than sampling them. */
        AUTOMATIC,
        /** None. */
        NONE,
        /** Wherever it can be done. */
        ALL,
        /** Those of the named variables where it can be done. */
        NAMED
    }

    public Summing {
        names = Set.copyOf(names);
    }

    public static Summing automatic() {
        return new Summing(Kind.AUTOMATIC, Set.of());
    }

    public static Summing none() {
        return new Summing(Kind.NONE, Set.of());
    }

    public static Summing all() {
        return new Summing(Kind.ALL, Set.of());
    }

    public static Summing of(Set<String> names) {
        return new Summing(Kind.NAMED, names);
    }

    boolean isAutomatic() {
        return kind == Kind.AUTOMATIC;
    }

    boolean wants(String name) {
        return switch (kind) {
            case AUTOMATIC, ALL -> true;
            case NONE -> false;
            case NAMED -> names.contains(name);
        };
    }
}
