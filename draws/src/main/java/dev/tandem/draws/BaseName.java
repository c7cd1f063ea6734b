package dev.tandem.draws;

/** The name of an array, from that of one of its elements: an array known in part is drawn element by element. */
public final class BaseName {
    private BaseName() {}

    /** The name without subscripts. */
    public static String of(String name) {
        int subscripts = name.indexOf('[');
        return subscripts < 0 ? name : name.substring(0, subscripts);
    }
}
