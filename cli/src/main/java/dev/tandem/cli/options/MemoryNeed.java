package dev.tandem.cli.options;

import dev.tandem.density.Space;
import dev.tandem.inference.outcome.RunMemory;
import dev.tandem.sampling.Settings;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Tells before a run whether what it keeps can fit into the memory that Java has. */
public final class MemoryNeed {
    private MemoryNeed() {}

    /**
     * Complains about a run that cannot fit. The estimate is from below, so that nothing is refused that would have gone
     * well.
     *
     * @throws ParameterException if it cannot
     */
    public static void check(Supplier<CommandSpec> spec, Space space, Settings settings, boolean inFolder) {
        check(
                spec,
                RunMemory.bytes(space, settings, inFolder),
                Runtime.getRuntime().maxMemory(),
                settings,
                inFolder);
    }

    public static void check(
            Supplier<CommandSpec> spec, double needed, long available, Settings settings, boolean inFolder) {
        if (needed > available) {
            throw new ParameterException(
                    spec.get().commandLine(),
                    String.format(
                            Locale.ROOT,
                            "%,d chains of %,d draws need at least %,.0f MB of memory, and Java has %,d MB: ask for fewer, "
                                    + "or give it more, as in TANDEM_JAVA_OPTIONS=-Xmx16g%s",
                            settings.chains(),
                            settings.draws(),
                            needed / (1 << 20),
                            available >> 20,
                            inFolder || !takesOut(spec.get()) ? "" : "; with --out DIR, draws take none"));
        }
    }

    private static boolean takesOut(CommandSpec spec) {
        return spec.findOption("--out") != null;
    }
}
