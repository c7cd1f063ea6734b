package dev.tandem.distributions.catalogue;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What is called and with what, be it a distribution or a function.
 *
 * @param name the canonical name
 * @param aliases other spellings that mean the same
 * @param parameters in order
 * @param variadic whether the last parameter may be repeated
 */
public record Signature(String name, List<String> aliases, List<Parameter> parameters, boolean variadic) {
    public Signature {
        aliases = List.copyOf(aliases);
        parameters = List.copyOf(parameters);
    }

    /** Names are separated by a bar, the canonical one first. */
    static Signature of(String names, List<Parameter> parameters, boolean variadic) {
        List<String> list = List.of(names.split("\\|"));
        return new Signature(list.get(0), list.subList(1, list.size()), parameters, variadic);
    }

    public int minArguments() {
        return parameters.size();
    }

    /** {@link Integer#MAX_VALUE} if there is no limit. */
    public int maxArguments() {
        return variadic ? Integer.MAX_VALUE : parameters.size();
    }

    /** How many arguments it takes, in words. */
    public String expected() {
        int least = minArguments();
        return (variadic ? "at least " : "") + least + (least == 1 ? " argument" : " arguments");
    }

    /** {@code dnorm(mu, tau)}. */
    @Override
    public String toString() {
        return parameters.stream()
                .map(Parameter::shown)
                .collect(Collectors.joining(", ", name + "(", (variadic ? ", .." : "") + ")"));
    }
}
