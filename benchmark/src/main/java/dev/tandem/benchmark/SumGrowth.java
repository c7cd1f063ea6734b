package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Prints what gradients of occupancy models cost from a thousand to a million sites, with the states summed out and with
 * them: where all sites are alike, and where each has a covariate of its own.
 *
 * <p>Argument: the largest number of sites.
 */
public final class SumGrowth {
    private static final int VISITS = 5;

    private SumGrowth() {}

    public static void main(String[] arguments) {
        int largest = Integer.parseInt(arguments[0]);
        System.out.println("| sites | covariate | distinct sums | summed out, ns a site | joint, ns a site | ratio |");
        System.out.println("|---|---|---|---|---|---|");
        for (int sites = 1000; sites <= largest; sites *= 10) {
            for (boolean covariate : new boolean[] {false, true}) {
                BoundModel model = bind(sites, covariate);
                CompiledDensity summed = model.summing(Summing.all()).compile();
                double one = time(summed) / sites;
                double other = time(model.summing(Summing.joint()).compile()) / sites;
                System.out.printf(
                        "| %d | %s | %d | %.2f | %.2f | %.2f |%n",
                        sites, covariate ? "yes" : "no", summed.summedOut().distinct(), one, other, one / other);
            }
        }
    }

    private static BoundModel bind(int sites, boolean covariate) {
        SplittableRandom random = new SplittableRandom(5);
        double[] y = new double[sites];
        double[] x = new double[sites];
        for (int i = 0; i < sites; i++) {
            x[i] = covariate ? random.nextDouble() - 0.5 : 0;
            boolean occupied = random.nextDouble() < 0.4;
            for (int visit = 0; visit < VISITS; visit++) {
                y[i] += occupied && random.nextDouble() < 0.3 ? 1 : 0;
            }
        }
        String psi = covariate ? "ilogit(a + b * x[i])" : "ilogit(a + b)";
        return Model.of("""
                        model {
                          for (i in 1:N) {
                            z[i] ~ dbern(PSI)
                            y[i] ~ dbin(z[i] * p, 5)
                          }
                          a ~ dnorm(0, 1)
                          b ~ dnorm(0, 1)
                          p ~ dbeta(1, 1)
                        }
                        """.replace("PSI", psi))
                .with(
                        covariate
                                ? Map.of(
                                        "N",
                                        DataArray.scalar(sites),
                                        "y",
                                        DataArray.vector(y),
                                        "x",
                                        DataArray.vector(x))
                                : Map.of("N", DataArray.scalar(sites), "y", DataArray.vector(y)));
    }

    /** Nanoseconds of the processor for a gradient. */
    private static double time(CompiledDensity density) {
        Cursor cursor = density.cursor();
        double[] q = new double[density.space().dimension()];
        double[] gradient = new double[q.length];
        SplittableRandom random = new SplittableRandom(6);
        return ProcessorTime.of(() -> {
                    for (int i = 0; i < q.length; i++) {
                        q[i] = 0.2 * (random.nextDouble() - 0.5);
                    }
                    cursor.moveTo(q);
                    cursor.logDensityAndGradient(gradient);
                    return 1;
                })
                .median();
    }
}
