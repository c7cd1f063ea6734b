package dev.tandem.cli.options;

import dev.tandem.report.findings.Finding;
import dev.tandem.report.findings.Findings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The names of kernels on the command line. */
public final class Sampler {
    /** Leaves the choice to the density. */
    public static final String AUTO = "auto";

    private Sampler() {}

    /** What completion offers. */
    public static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(names());
        }
    }

    public static List<String> names() {
        List<String> names = new ArrayList<>(List.of(AUTO));
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            names.add(method.label());
        }
        return names;
    }

    public static Optional<KernelFamily> find(String name) {
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            if (method.label().equals(name)) {
                return Optional.of(KernelFamily.of(method));
            }
        }
        return Optional.empty();
    }

    /**
     * The kernel of a name, empty for {@value #AUTO}.
     *
     * @throws ParameterException if there is none of that name
     */
    public static Optional<KernelFamily> require(CommandSpec spec, String name) {
        Optional<KernelFamily> kernel = find(name);
        if (kernel.isEmpty() && !name.equals(AUTO)) {
            throw UnknownName.of(spec, "sampler", name, names());
        }
        return kernel;
    }

    /** The warning about a kernel that does not draw from the model. */
    public static Optional<Finding> bias(KernelFamily kernel) {
        return kernel.exact() ? Optional.empty() : Optional.of(Findings.bias(kernel.toString(), OptionWords.OPTIONS));
    }
}
