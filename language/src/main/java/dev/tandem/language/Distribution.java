package dev.tandem.language;

import java.util.List;

/**
 * What is known of a distribution before any data: its names and its parameters.
 *
 * @param name the canonical name
 * @param aliases other spellings that mean the same
 * @param parameters the names of the parameters in order, with {@code []} behind vectors and {@code [,]} behind matrices
 * @param variadic whether the last parameter may be repeated
 * @param discreteValued whether its values are whole numbers, or one of a finite set
 * @param truncatable whether {@code T(,)} and {@code I(,)} may follow, as in JAGS
 */
public record Distribution(
        String name,
        List<String> aliases,
        Kind kind,
        List<String> parameters,
        boolean variadic,
        boolean discreteValued,
        boolean truncatable) {

    /** The four groups of the JAGS manual. */
    public enum Kind {
        CONTINUOUS,
        DISCRETE,
        MULTIVARIATE,
        /** A value that is a function of its parameters, and is observed: censoring, rounding, sums. */
        OBSERVABLE
    }

    public Distribution {
        aliases = List.copyOf(aliases);
        parameters = List.copyOf(parameters);
    }

    public int minArguments() {
        return parameters.size();
    }

    /** {@link Integer#MAX_VALUE} if there is no limit. */
    public int maxArguments() {
        return variadic ? Integer.MAX_VALUE : parameters.size();
    }

    /** {@code dnorm(mu, tau)}. */
    public String signature() {
        return Signatures.show(name, parameters, variadic);
    }
}
