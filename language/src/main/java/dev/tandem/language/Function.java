package dev.tandem.language;

import java.util.List;

/**
 * What is known of a function before any data.
 *
 * @param name the canonical name
 * @param aliases other spellings that mean the same
 * @param parameters the names of the parameters in order
 * @param variadic whether the last parameter may be repeated
 */
public record Function(String name, List<String> aliases, Kind kind, List<String> parameters, boolean variadic) {

    /** How a function treats its arguments. */
    public enum Kind {
        /** Scalars to a scalar; given vectors it works element by element. */
        SCALAR,
        /** The inverse of a link, {@code exp} among them: JAGS refuses vectors here. */
        INVERSE_LINK,
        /** Takes or gives whole arrays. */
        ARRAY,
        /** The shape of a variable, known when the model is compiled. */
        SHAPE,
        /** A density, log density, distribution or quantile function. */
        PROBABILITY
    }

    public Function {
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

    /** {@code pow(x, y)}. */
    public String signature() {
        return Signatures.show(name, parameters, variadic);
    }
}
