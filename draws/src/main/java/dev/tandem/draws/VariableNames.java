package dev.tandem.draws;

import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.List;

/** Finds the variables of draws that users name; {@link DrawSource#only} takes what it finds. */
public final class VariableNames {
    private VariableNames() {}

    /**
     * The variables, or the elements of arrays, that a text such as {@code beta} or {@code z[1:5,]} names. The name of an
     * array stands for its elements where these were drawn one by one.
     *
     * @throws IllegalArgumentException if the text is written wrongly, or names elements that an array does not have
     */
    public static List<String> matching(List<Variable> variables, String text) {
        Selection selection = Selection.parse(text);
        List<String> found = new ArrayList<>();
        for (Variable variable : variables) {
            if (!selection.meets(variable.name())) {
                continue;
            }
            if (selection.whole() || !variable.name().equals(selection.name())) {
                found.add(variable.name());
            } else {
                selection.elements(variable.shape()).stream()
                        .mapToObj(variable::elementName)
                        .forEach(found::add);
            }
        }
        return found;
    }
}
