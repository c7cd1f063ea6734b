package dev.tandem.cli.options;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Names separated by commas, as several options take them. */
public final class NameList {
    private NameList() {}

    /**
     * Complains about a list that names nothing, or something twice.
     *
     * @throws ParameterException if it does
     */
    public static void check(CommandSpec spec, String option, List<String> names) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)
                && (names.isEmpty() || names.stream().anyMatch(String::isBlank))) {
            throw new ParameterException(
                    spec.commandLine(), option + " has an empty name; write names as in " + option + " a,b");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new ParameterException(spec.commandLine(), option + " names " + name + " twice; once is enough");
            }
        }
    }
}
