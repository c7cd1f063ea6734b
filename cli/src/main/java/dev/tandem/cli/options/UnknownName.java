package dev.tandem.cli.options;

import dev.tandem.draws.NearMiss;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Complains about names that nothing has. */
public final class UnknownName {
    private UnknownName() {}

    /** A complaint about a name that there is no sampler or example of. */
    public static ParameterException of(CommandSpec spec, String what, String name, List<String> known) {
        String hint = NearMiss.hint(name, known);
        return new ParameterException(
                spec.commandLine(),
                "unknown " + what + " " + name
                        + (hint.isEmpty() ? "; 'tandem " + what + "s' lists those there are" : hint));
    }
}
