package dev.tandem.compiler.graph;

import dev.tandem.distributions.ScalarFunctions;
import dev.tandem.language.Link;
import java.util.Optional;

/** The inverse of a link on the left, applied to a value. */
public final class Links {
    private Links() {}

    public static double inverse(Optional<Link> link, double value) {
        if (link.isEmpty()) {
            return value;
        }
        return switch (link.get()) {
            case LOG -> Math.exp(value);
            case LOGIT -> ScalarFunctions.ilogit(value);
            case PROBIT -> ScalarFunctions.phi(value);
            case CLOGLOG -> ScalarFunctions.icloglog(value);
        };
    }
}
