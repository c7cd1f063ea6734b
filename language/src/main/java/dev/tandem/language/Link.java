package dev.tandem.language;

import java.util.Optional;

/** A link function on the left: {@code logit(p) <- e} means {@code p <- ilogit(e)}. */
public enum Link {
    LOG("log", "exp"),
    LOGIT("logit", "ilogit"),
    PROBIT("probit", "phi"),
    CLOGLOG("cloglog", "icloglog");

    private final String word;
    private final String inverse;

    Link(String word, String inverse) {
        this.word = word;
        this.inverse = inverse;
    }

    /** The name as written in a model. */
    public String word() {
        return word;
    }

    /** The function that computes the node from the right side. */
    public String inverse() {
        return inverse;
    }

    public static Optional<Link> find(String word) {
        for (Link link : values()) {
            if (link.word.equals(word)) {
                return Optional.of(link);
            }
        }
        return Optional.empty();
    }
}
