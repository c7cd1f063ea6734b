package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Annealing leads into the bulk and does not dwell on the way. The density is a walk, in too many coordinates to learn its directions: trees grow long. */
class AnnealingTest {
    private static final int DIMENSION = 80;

    /** The size of a step of the walk that the coordinates are, which begins about zero. */
    private static final double STEP = 0.05;

    @Test
    void itsTreesAreShortAndThoseBehindItAreNot() {
        MixedDensity density =
                MixedDensity.of(Space.builder().real("q", DIMENSION).build(), (x, q, gradient) -> {
                    double sum = 0;
                    for (int i = 0; i < DIMENSION; i++) {
                        double sd = i == 0 ? 1 : STEP;
                        double z = (q[i] - (i == 0 ? 0 : q[i - 1])) / sd;
                        sum -= 0.5 * z * z;
                        if (gradient != null) {
                            gradient[i] = -z / sd;
                            if (i > 0) {
                                gradient[i - 1] += z / sd;
                            }
                        }
                    }
                    return sum;
                });
        KernelFamily family = KernelFamily.of(KernelFamily.Method.NUTS);
        Kernel kernel = family.create(density.cursor());
        double[] start = new double[DIMENSION];
        RandomStream random = RandomStream.of(5, 0);
        for (int i = 0; i < DIMENSION; i++) {
            start[i] = (i == 0 ? 0 : start[i - 1]) + STEP * random.gaussian();
        }
        kernel.cursor().moveTo(start);
        kernel.reload();
        Map<String, Integer> longest = new HashMap<>();
        new Warmup(
                        density,
                        family,
                        kernel,
                        Fixed.nothing(),
                        1000,
                        random,
                        (stage, tuning, outcome) -> longest.merge(stage, outcome.steps, Math::max))
                .runAll();
        assertThat(longest.get("anneal")).isLessThanOrEqualTo(31);
        // The limit is annealing's alone: what comes behind it goes as far as it has to.
        assertThat(longest.get("explore")).isGreaterThan(31);
    }
}
