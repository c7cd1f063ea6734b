package dev.tandem.distributions.catalogue;

import java.util.Arrays;
import java.util.List;

/**
 * Names under which a distribution takes its parameters, as NIMBLE and R write them: {@code dnorm(mean, sd)}.
 *
 * @param names the names of each place, the first one for messages
 * @param parameters the parameters of the row in order, as expressions in the first names
 */
public record NamedForm(List<List<String>> names, List<String> parameters) {
    public NamedForm {
        names = List.copyOf(names);
        parameters = List.copyOf(parameters);
    }

    /**
     * Reads a form.
     *
     * @param places separated by commas, the names of one place by bars
     * @param parameters what the parameters are in these names; none if they are the names
     */
    public static NamedForm of(String places, String... parameters) {
        List<List<String>> names = Arrays.stream(places.split(", ", -1))
                .map(place -> List.of(place.split("\\|", -1)))
                .toList();
        return new NamedForm(
                names,
                parameters.length > 0
                        ? List.of(parameters)
                        : names.stream().map(own -> own.get(0)).toList());
    }
}
