package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Prints what summing discrete unknowns out is worth: effective draws a second of the sampler's processor time, of the
 * worst unknown, for the joint density, for all that can be summed out, and for what is chosen by itself.
 *
 * <p>Arguments: draws of each of four chains, how many seeds, and the examples.
 */
public final class SumTimer {
    /** Elements that leave their commonest value more seldom tell of luck. */
    private static final double RARE = 0.02;

    private SumTimer() {}

    public static void main(String[] arguments) {
        int draws = Integer.parseInt(arguments[0]);
        int seeds = Integer.parseInt(arguments[1]);
        System.out.println("| example | joint | summed out | ratio | chosen | ratio | us a step, joint | summed out |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (String example : Arrays.copyOfRange(arguments, 2, arguments.length)) {
            row(Path.of(example), draws, seeds);
        }
    }

    private static void row(Path folder, int draws, int seeds) {
        Path json = folder.resolve("data.json");
        BoundModel model =
                Model.read(folder.resolve("model.bug")).with(Files.exists(json) ? json : folder.resolve("data.R"));
        List<Summing> choices = List.of(Summing.joint(), Summing.all(), Summing.automatic());
        double[] rates = new double[choices.size()];
        double[] steps = new double[choices.size()];
        String chosen = "";
        for (int seed = 0; seed <= seeds; seed++) {
            // The first of them is for the virtual machine.
            Settings settings = Settings.defaults()
                    .withDraws(seed == 0 ? Math.min(draws, 500) : draws)
                    .withThreads(1)
                    .withSeed(40 + seed);
            for (int c = 0; c < choices.size(); c++) {
                BoundModel bound = model.summing(choices.get(c)).under(settings);
                CompiledDensity density = bound.compile();
                Run run = Sampling.run(density, settings);
                double seconds = run.chains().stream()
                        .mapToDouble(ChainReport::samplingCpuSeconds)
                        .sum();
                if (seed > 0) {
                    rates[c] += Math.log(smallest(run.draws()) / seconds) / seeds;
                    steps[c] += 1e6
                            * seconds
                            / run.chains().stream()
                                    .mapToLong(ChainReport::gradients)
                                    .sum()
                            / seeds;
                    chosen += c == 2
                            ? " " + density.summedOut().unknowns() + "+"
                                    + density.space().sites()
                            : "";
                }
            }
        }
        System.out.printf(
                "| %s | %.0f | %.0f | %.2f |%s | %.2f | %.2f | %.2f |%n",
                folder.getFileName(),
                Math.exp(rates[0]),
                Math.exp(rates[1]),
                Math.exp(rates[1] - rates[0]),
                chosen,
                Math.exp(rates[2] - rates[0]),
                steps[0],
                steps[1]);
    }

    private static double smallest(Draws draws) {
        double least = Double.POSITIVE_INFINITY;
        for (int element = 0; element < draws.elements(); element++) {
            double[][] own = draws.element(element);
            double size = Diagnostics.essBulk(own);
            if (!Double.isNaN(size) && !rare(own)) {
                least = Math.min(least, size);
            }
        }
        return least;
    }

    private static boolean rare(double[][] own) {
        double[] all =
                Arrays.stream(own).flatMapToDouble(Arrays::stream).sorted().toArray();
        int longest = 0;
        int current = 0;
        for (int i = 0; i < all.length; i++) {
            current = i > 0 && all[i] == all[i - 1] ? current + 1 : 1;
            longest = Math.max(longest, current);
        }
        return longest > (1 - RARE) * all.length;
    }
}
