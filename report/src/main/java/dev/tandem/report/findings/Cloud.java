package dev.tandem.report.findings;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Draws of a run as points, few enough to be looked at many times: chain after chain, some left out evenly. */
final class Cloud {
    private final Draws draws;
    private final Summary summary;
    private final Evidence evidence;
    private final int every;
    private final int perChain;

    /**
     * Points of a run.
     *
     * @param points the most that there may be
     */
    Cloud(Draws draws, Summary summary, Evidence evidence, int points) {
        this.draws = draws;
        this.summary = summary;
        this.evidence = evidence;
        int most = Math.max(1, points / draws.chains());
        every = Math.max(1, (draws.drawsPerChain() + most - 1) / most);
        perChain = (draws.drawsPerChain() + every - 1) / every;
    }

    Draws draws() {
        return draws;
    }

    /** How many iterations of each draw diverged, by chain and draw; empty if that is not known. */
    double[][] divergent() {
        return evidence.divergent();
    }

    /** Points of each chain. */
    int perChain() {
        return perChain;
    }

    int chains() {
        return draws.chains();
    }

    SummaryRow row(int element) {
        return summary.rows().get(element);
    }

    /** Whether chains move in it by themselves: it is continuous, it changes, and it is not computed from others. */
    boolean moves(int element) {
        return draws.variableOf(element).kind() == Variable.Kind.CONTINUOUS && varies(element);
    }

    private boolean varies(int element) {
        return row(element).sd() > 0
                && !evidence.roles().isComputed(element)
                && !evidence.roles().isDrawn(element);
    }

    /** Unknowns that change, counts of many values among them, those with the fewest effective draws first. */
    List<Integer> slowest(int most) {
        return IntStream.range(0, summary.rows().size())
                .filter(this::varies)
                .filter(element -> moves(element) || row(element).sd() > 3)
                .boxed()
                .sorted(Comparator.comparingDouble(element -> row(element).effectiveSize()))
                .limit(most)
                .toList();
    }

    /**
     * The values of an unknown on the scale that chains move on: logarithms of what is positive, log odds of what lies
     * between 0 and 1.
     */
    double[] unbounded(int element) {
        double[] values = values(element);
        double least = Arrays.stream(values).min().orElse(Double.NaN);
        double greatest = Arrays.stream(values).max().orElse(Double.NaN);
        if (least > 0) {
            boolean share = greatest < 1;
            Arrays.setAll(values, i -> Math.log(values[i]) - (share ? Math.log1p(-values[i]) : 0));
        }
        return values;
    }

    /** The values of an unknown as they are. */
    double[] values(int element) {
        double[][] numbers = draws.element(element);
        double[] points = new double[chains() * perChain];
        for (int chain = 0; chain < chains(); chain++) {
            for (int i = 0; i < perChain; i++) {
                points[chain * perChain + i] = numbers[chain][i * every];
            }
        }
        return points;
    }
}
