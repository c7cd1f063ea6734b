package dev.tandem.language.syntax;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A link function on the left: {@code logit(p) <- e} means {@code p <- ilogit(e)}. */
public enum Link {
    LOG,
    LOGIT,
    PROBIT,
    CLOGLOG;

    /** The function on the left. */
    public Function function() {
        return switch (this) {
            case LOG -> Functions.LOG;
            case LOGIT -> Functions.LOGIT;
            case PROBIT -> Functions.PROBIT;
            case CLOGLOG -> Functions.CLOGLOG;
        };
    }

    /** The function that computes the node from the right side. */
    public Function inverse() {
        return switch (this) {
            case LOG -> Functions.EXP;
            case LOGIT -> Functions.ILOGIT;
            case PROBIT -> Functions.PHI;
            case CLOGLOG -> Functions.ICLOGLOG;
        };
    }

    /** The name as written in a model. */
    public String word() {
        return function().name();
    }

    /** All names. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Link::word).toList();
    }

    public static Optional<Link> find(String word) {
        for (Link link : values()) {
            if (link.word().equals(word)) {
                return Optional.of(link);
            }
        }
        return Optional.empty();
    }
}
