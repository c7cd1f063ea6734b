package dev.tandem.cli.options;

import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Tells before a run whether what it keeps can fit into the memory that Java has. */
public final class MemoryNeed {
    /** What a chain takes beside its numbers, at the least: its report, its names of columns, its files. */
    private static final double BYTES_PER_CHAIN = 4_000;

    private MemoryNeed() {}

    /**
     * Complains about a run that cannot fit. The estimate is from below, so that nothing is refused that would have gone
     * well.
     *
     * @throws ParameterException if it cannot
     */
    public static void check(CommandSpec spec, Space space, Settings settings, boolean inFolder) {
        check(spec, bytes(space, settings, inFolder), Runtime.getRuntime().maxMemory(), settings, inFolder);
    }

    public static void check(CommandSpec spec, double needed, long available, Settings settings, boolean inFolder) {
        if (needed > available) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.format(
                            Locale.ROOT,
                            "%,d chains of %,d draws need at least %,.0f MB of memory, and Java has %,d MB: ask for fewer, "
                                    + "or give it more, as in TANDEM_JAVA_OPTIONS=-Xmx16g%s",
                            settings.chains(),
                            settings.draws(),
                            needed / (1 << 20),
                            available >> 20,
                            inFolder || !takesOut(spec) ? "" : "; with --out DIR, draws take none"));
        }
    }

    private static boolean takesOut(CommandSpec spec) {
        return spec.findOption("--out") != null;
    }

    public static double bytes(Space space, Settings settings, boolean inFolder) {
        double perChain = BYTES_PER_CHAIN;
        if (!inFolder) {
            double elements =
                    space.reported().stream().mapToDouble(Variable::size).sum();
            perChain += Double.BYTES
                    * ((elements + Statistic.variables().size()) * settings.draws()
                            + (double) WarmupHistory.Column.variables().size() * settings.warmup());
        }
        return perChain * settings.chains();
    }
}
