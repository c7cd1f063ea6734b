package dev.tandem.exports;

import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads names such as {@code y[3,2]}. A variable that is known in part is drawn element by element, and each of these
 * elements is a variable of its own that bears such a name.
 */
final class ElementNames {
    private static final Pattern SUBSCRIPTED = Pattern.compile("(?<name>[^\\[\\]]+)\\[\\d+(,\\d+)*]");

    /** Tables have columns of these names themselves. */
    private static final Set<String> RESERVED = Set.of("chain", "draw");

    private ElementNames() {}

    /** The name of an element's column in a table that begins with chain and draw: a namesake gets an underscore. */
    static String column(Variable variable, int index) {
        String name = variable.elementName(index);
        return RESERVED.contains(name) ? name + "_" : name;
    }

    /** The name of an array beside arrays chain and draw, whose name is also that of a folder. */
    static String array(String name) {
        String file = name.replace('/', '_');
        return RESERVED.contains(file) ? file + "_" : file;
    }

    /** A name without its subscripts. */
    static String base(String name) {
        Matcher matcher = SUBSCRIPTED.matcher(name);
        return matcher.matches() ? matcher.group("name") : name;
    }

    /**
     * Names that Stan takes: what is neither letter nor digit becomes an underscore, and where another variable has
     * the name already one more is added. Readers of Stan's files take a dot for the start of subscripts, so a dot in
     * a name would be misread; and rstan wants all elements of an array, so some of them are scalars: y[2] is y_2.
     *
     * @return for each variable's name the name to write
     */
    static Map<String, String> forStan(List<Variable> variables) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        for (Variable variable : variables) {
            if (variable.name().matches("[A-Za-z0-9_]+")) {
                taken.add(variable.name());
            }
        }
        for (Variable variable : variables) {
            String name = variable.name();
            if (!taken.contains(name)) {
                name = name.replaceAll("]$", "").replaceAll("[^A-Za-z0-9_]", "_");
                while (!taken.add(name)) {
                    name += "_";
                }
            }
            names.put(variable.name(), name);
        }
        return names;
    }

    /** The names of all elements with dots before subscripts: {@code omega.2.1}. */
    static List<String> dotted(List<Variable> variables) {
        Map<String, String> stan = forStan(variables);
        List<String> names = new ArrayList<>();
        for (Variable variable : variables) {
            for (int i = 0; i < variable.size(); i++) {
                String subscripts = variable.elementName(i)
                        .substring(variable.name().length())
                        .replaceAll("[\\[,]", ".")
                        .replace("]", "");
                names.add(stan.get(variable.name()) + subscripts);
            }
        }
        return names;
    }

    /**
     * Variables by base name, in order of appearance: an array as it is, and together the single elements of an array
     * of which the rest is known.
     */
    static Map<String, List<Integer>> grouped(List<Variable> variables) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            String name = variable.name();
            String group = variable.shape().isEmpty() ? base(name) : name;
            groups.computeIfAbsent(group, g -> new ArrayList<>()).add(i);
        }
        return groups;
    }
}
