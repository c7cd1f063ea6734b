package dev.tandem.benchmark;

import dev.tandem.density.MixedDensity;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.inference.Model;
import dev.tandem.models.Funnel;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints what steps that adapt to the place find of Neal's funnel, and what they cost where steps of one size do well:
 * gradients for each effective draw of the unknown that has the fewest.
 *
 * <p>Arguments: folders with {@code model.bug} and {@code data.json}, to be sampled with both.
 */
public final class AdaptiveSteps {
    private static final int SEEDS = 4;
    private static final int MEMBERS = 9;
    private static final int FUNNEL_DRAWS = 25_000;

    private AdaptiveSteps() {}

    public static void main(String[] arguments) {
        funnel();
        if (arguments.length > 0) {
            System.out.println();
            System.out.println("| model | coordinates | nuts | walnuts | ratio | divergences of nuts, of walnuts |");
            System.out.println("|---|---:|---:|---:|---:|---:|");
        }
        for (String folder : arguments) {
            Path path = Path.of(folder);
            MixedDensity density = Model.read(path.resolve("model.bug"))
                    .with(path.resolve("data.json"))
                    .compile();
            Cost nuts = cost(density, Method.NUTS);
            Cost walnuts = cost(density, Method.WALNUTS);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %.1f | %.2f | %d, %d |%n",
                    path.getFileName(),
                    density.space().dimension(),
                    nuts.gradients,
                    walnuts.gradients,
                    walnuts.gradients / nuts.gradients,
                    nuts.divergences,
                    walnuts.divergences);
        }
    }

    private static void funnel() {
        System.out.println("| funnel | seed | P(v < -3), truth 0.1587 | P(v < -6), truth 0.0228 | divergences |"
                + " gradients an effective draw of v |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        for (Method method : new Method[] {Method.NUTS, Method.WALNUTS}) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                Run run =
                        Sampling.run(Funnel.of(MEMBERS), settings(method, seed).withDraws(FUNNEL_DRAWS));
                double[][] v = run.draws().element("v");
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %d | %s | %s | %d | %.0f |%n",
                        method.label(),
                        seed,
                        share(v, -3),
                        share(v, -6),
                        run.divergences(),
                        gradients(run) / Diagnostics.essBulk(v));
            }
        }
    }

    private static String share(double[][] values, double limit) {
        double[][] below = Arrays.stream(values)
                .map(chain -> Arrays.stream(chain).map(v -> v < limit ? 1 : 0).toArray())
                .toArray(double[][]::new);
        return String.format(Locale.ROOT, "%.4f ± %.4f", Diagnostics.mean(below), Diagnostics.mcseMean(below));
    }

    /** Gradients for an effective draw, the geometric mean over seeds, and divergences of all. */
    private record Cost(double gradients, int divergences) {}

    private static Cost cost(MixedDensity density, Method method) {
        double logSum = 0;
        int divergences = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = Sampling.run(density, settings(method, seed));
            double least = run.summary().rows().stream()
                    .mapToDouble(SummaryRow::essBulk)
                    .filter(Double::isFinite)
                    .min()
                    .orElse(Double.NaN);
            logSum += Math.log(gradients(run) / least);
            divergences += run.divergences();
        }
        return new Cost(Math.exp(logSum / SEEDS), divergences);
    }

    private static double gradients(Run run) {
        return run.chains().stream().mapToLong(ChainReport::gradients).sum();
    }

    private static Settings settings(Method method, long seed) {
        return Settings.defaults().withKernel(KernelFamily.of(method)).withSeed(seed);
    }
}
