package dev.tandem.cli;

import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The names of kernels on the command line. */
final class Sampler {
    /** Leaves the choice to the density. */
    static final String AUTO = "auto";

    private Sampler() {}

    static List<String> names() {
        List<String> names = new ArrayList<>(List.of(AUTO));
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            names.add(method.label());
        }
        return names;
    }

    static Optional<KernelFamily> find(String name) {
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            if (method.label().equals(name)) {
                return Optional.of(KernelFamily.of(method));
            }
        }
        return Optional.empty();
    }
}
