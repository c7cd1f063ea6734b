package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import java.util.HashSet;
import java.util.Set;

/** The space of the unknowns: coordinates and sites get their numbers and names here. */
public final class Coordinates {
    private final Space.Builder space = Space.builder();
    private final Set<String> names = new HashSet<>();
    private int dimension;
    private int sites;

    /** Takes some coordinates; the first of them. */
    public int claim(int count) {
        int first = dimension;
        dimension += count;
        return first;
    }

    /** What is sampled has the name of what is reported only if their elements are the same. */
    public static String sampledName(Symbol symbol, int[] positions) {
        boolean same = positions.length == symbol.size() && symbol.dims().length == 1;
        for (int i = 0; same && i < positions.length; i++) {
            same = positions[i] == i;
        }
        return same ? symbol.name() : "unknown(" + symbol.name() + ")";
    }

    /** Names coordinates that were claimed. */
    public void coordinate(String name, int count, boolean scalar) {
        if (scalar) {
            space.coordinate(distinct(name));
        } else {
            space.coordinate(distinct(name), count);
        }
    }

    /** A name that is like another and like no other. */
    private String distinct(String name) {
        String unique = name;
        for (int i = 2; !names.add(unique); i++) {
            unique = name + "#" + i;
        }
        return unique;
    }

    /** Takes discrete sites; the number of the first. */
    public int site(String name, Support[] supports) {
        space.site(distinct(name), supports, supports.length);
        int first = sites;
        sites += supports.length;
        return first;
    }

    /** The number of coordinates claimed so far. */
    public int dimension() {
        return dimension;
    }

    /** Where what is reported is said. */
    public Space.Builder space() {
        return space;
    }
}
