package dev.tandem.validation.oracle;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A model with its data.
 *
 * @param name what made it, such as {@code seed 17}
 * @param text the model
 * @param data what is given
 * @param drawn a value for every variable, from which the data were taken; what becomes data while a model is shrunk
 *     takes its values from here
 */
public record ModelCase(String name, String text, Map<String, DataArray> data, Map<String, DataArray> drawn) {
    public ModelCase {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        drawn = Collections.unmodifiableMap(new LinkedHashMap<>(drawn));
    }

    public Model model() {
        return Model.of(text);
    }

    /** The data as a file that JAGS and R read. */
    public String dataText() {
        return data.entrySet().stream()
                .map(entry -> entry.getKey() + " <- " + show(entry.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    private static String show(DataArray array) {
        String values = Arrays.stream(array.toArray())
                .mapToObj(
                        v -> Double.isNaN(v) ? "NA" : v == Math.rint(v) ? String.valueOf((long) v) : String.valueOf(v))
                .collect(Collectors.joining(", "));
        if (array.rank() > 1) {
            String dims = Arrays.stream(array.dims()).mapToObj(String::valueOf).collect(Collectors.joining(", "));
            return "structure(c(" + values + "), .Dim = c(" + dims + "))";
        }
        return array.size() == 1 ? values : "c(" + values + ")";
    }

    /** Model and data as a person wants to see them. */
    @Override
    public String toString() {
        return "# " + name + "\n" + text.strip() + "\n# data\n" + dataText();
    }
}
