package dev.tandem.compiler.program;

import java.util.List;
import java.util.Set;

/**
 * Which unknowns leave the density: discrete ones that are summed out, and those that nothing observed depends on.
 *
 * @param kind how those to sum out are chosen
 * @param names the variables, where they are named
 * @param forward whether unknowns that nothing observed depends on are drawn forwards
 */
public record Summing(Kind kind, Set<String> names, boolean forward) {
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
        return new Summing(Kind.AUTOMATIC, Set.of(), true);
    }

    public static Summing none() {
        return new Summing(Kind.NONE, Set.of(), true);
    }

    /** No unknown leaves the density. */
    public static Summing joint() {
        return new Summing(Kind.NONE, Set.of(), false);
    }

    /** This choice with nothing drawn forwards. */
    public Summing withoutForward() {
        return new Summing(kind, names, false);
    }

    public static Summing all() {
        return new Summing(Kind.ALL, Set.of(), true);
    }

    public static Summing of(Set<String> names) {
        return new Summing(Kind.NAMED, names, true);
    }

    /**
     * Reads a choice as people write it: {@code auto}, {@code none}, {@code all}, or names of variables; {@code joint}
     * is none, and nothing drawn forwards.
     *
     * @param words one of these, or one or several names
     */
    public static Summing of(List<String> words) {
        String word = words.size() == 1 ? words.get(0) : "";
        return switch (word) {
            case "auto" -> automatic();
            case "none" -> none();
            case "joint" -> joint();
            case "all" -> all();
            default -> of(Set.copyOf(words));
        };
    }

    /** The choice as {@link #of(List)} reads it. */
    public List<String> words() {
        return switch (kind) {
            case AUTOMATIC -> List.of("auto");
            case NONE -> List.of(forward ? "none" : "joint");
            case ALL -> List.of("all");
            case NAMED -> names.stream().sorted().toList();
        };
    }

    /**
     * What to do for a kernel. Who names a kernel wants to see it at work on the unknowns as they are, so that nothing is
     * summed out then unless it was asked for.
     *
     * @param named whether the kernel was named, and not left to be chosen
     */
    public Summing under(boolean named) {
        return kind == Kind.AUTOMATIC && named ? none() : this;
    }

    /** Whether it takes any variable that can be summed out, named or not. */
    public boolean sumsWhatItCan() {
        return kind == Kind.AUTOMATIC || kind == Kind.ALL;
    }

    public boolean isAutomatic() {
        return kind == Kind.AUTOMATIC;
    }

    public boolean wants(String name) {
        return switch (kind) {
            case AUTOMATIC, ALL -> true;
            case NONE -> false;
            case NAMED -> names.contains(name);
        };
    }
}
