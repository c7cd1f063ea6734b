package dev.tandem.compiler.graph;

import dev.tandem.language.syntax.Link;
import java.util.Optional;

/** The inverse of a link on the left, applied to a value. */
public final class Links {
    private Links() {}

    public static double inverse(Optional<Link> link, double value) {
        return link.isEmpty() ? value : link.get().inverse().apply(value);
    }
}
