package dev.tandem.cli.options;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Names separated by commas, as several options take them. */
public final class NameList {
    /** Commas between names, as a regular expression; those between subscripts, as in {@code z[1,2]}, separate nothing. */
    public static final String COMMAS = ",(?![^\\[]*\\])";

    private NameList() {}

    /**
     * Complains about a list that names nothing, or something twice.
     *
     * @throws ParameterException if it does
     */
    public static void check(Supplier<CommandSpec> spec, String option, List<String> names) {
        if (names.stream().anyMatch(String::isBlank)
                || (names.isEmpty() && spec.get().commandLine().getParseResult().hasMatchedOption(option))) {
            throw new ParameterException(
                    spec.get().commandLine(), option + " has an empty name; write names as in " + option + " a,b");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new ParameterException(
                        spec.get().commandLine(), option + " names " + name + " twice; once is enough");
            }
        }
    }
}
