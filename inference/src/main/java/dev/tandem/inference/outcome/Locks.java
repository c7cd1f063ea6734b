package dev.tandem.inference.outcome;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.prediction.JointDensity;
import dev.tandem.language.source.SourceException;
import dev.tandem.report.findings.Evidence;
import dev.tandem.sampling.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds discrete unknowns that never changed because they hold each other fast: at the last draw, other values of two of
 * them together are about as probable, and one of the two steps there is impossible by itself. That other values exist is
 * proved so; that none was found proves nothing.
 */
final class Locks {
    /** So many unknowns that never changed are looked at, each with so many values on either side of its own. */
    private static final int MOST_UNKNOWNS = 24;

    private static final int REACH = 12;

    /** What a look may cost, in elements of the model found anew; well below a second. */
    private static final long MOST_WORK = 1_500_000;

    /** A place that is less probable by more than this, in logarithms, would hardly have been visited. */
    private static final double NEGLIGIBLE = 8;

    private static final double NONE = Double.NEGATIVE_INFINITY;

    private final JointDensity joint;
    private final Draws draws;
    private final double[] draw;
    private final double here;
    private long left;

    private Locks(JointDensity joint, Draws draws, double[] draw) {
        this.joint = joint;
        this.draws = draws;
        this.draw = draw;
        left = MOST_WORK / (1 + draw.length);
        here = at();
    }

    /** Two unknowns that hold each other fast, if such are found. */
    static Optional<Evidence.Lock> find(ModelView model, Run run, Summary summary) {
        List<Integer> still = still(run, summary);
        if (still.size() < 2) {
            return Optional.empty();
        }
        JointDensity joint;
        try {
            joint = new JointDensity(model, run.draws().variables());
        } catch (IllegalArgumentException notMonitored) {
            return Optional.empty();
        }
        double[] last = new double[run.draws().elements()];
        run.draws().copyRow(0, run.draws().drawsPerChain() - 1, last);
        Locks locks = new Locks(joint, run.draws(), last);
        return locks.here == NONE ? Optional.empty() : locks.among(still);
    }

    /** The sampled discrete unknowns that never changed and are not proved to have one value alone. */
    static List<Integer> still(Run run, Summary summary) {
        List<Integer> still = new ArrayList<>();
        Draws draws = run.draws();
        for (int element = 0; element < summary.rows().size() && still.size() < MOST_UNKNOWNS; element++) {
            if (summary.rows().get(element).sd() == 0
                    && draws.drawsPerChain() > 1
                    && draws.variableOf(element).kind() == Variable.Kind.DISCRETE
                    && run.roles().fate(element) == Roles.Fate.SAMPLED) {
                still.add(element);
            }
        }
        return still;
    }

    private Optional<Evidence.Lock> among(List<Integer> still) {
        for (int reach = 1; reach <= REACH; reach++) {
            for (int first : still) {
                for (int second : still) {
                    if (first < second) {
                        Optional<Evidence.Lock> found = pair(first, second, reach);
                        if (found.isPresent() || left < 0) {
                            return found;
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Other values of two unknowns, the farther of which is {@code reach} away. */
    private Optional<Evidence.Lock> pair(int first, int second, int reach) {
        double a = draw[first];
        double b = draw[second];
        for (int i = -reach; i <= reach; i++) {
            for (int j = -reach; j <= reach; j++) {
                if (i == 0 || j == 0 || Math.max(Math.abs(i), Math.abs(j)) != reach) {
                    continue;
                }
                draw[first] = a + i;
                draw[second] = b + j;
                double there = at();
                Optional<Evidence.Lock> found = there < here - NEGLIGIBLE || !held(first, a, second, b)
                        ? Optional.empty()
                        : Optional.of(new Evidence.Lock(
                                draws.elementName(first),
                                Math.round(a + i),
                                draws.elementName(second),
                                Math.round(b + j),
                                here,
                                there));
                draw[first] = a;
                draw[second] = b;
                if (found.isPresent() || left < 0) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** Whether one of the two steps to the present values is impossible while the other unknown stays as it was. */
    private boolean held(int first, double firstBefore, int second, double secondBefore) {
        double firstThere = draw[first];
        double secondThere = draw[second];
        draw[second] = secondBefore;
        boolean held = at() == NONE;
        draw[second] = secondThere;
        draw[first] = firstBefore;
        held |= at() == NONE;
        draw[first] = firstThere;
        return held;
    }

    /** Values that no index or parameter can have are looked at too: where the model has no meaning, nothing can be. */
    private double at() {
        left--;
        try {
            double value = joint.at(draw);
            return Double.isNaN(value) ? NONE : value;
        } catch (SourceException meaningless) {
            // A value tried here may be none that the unknown can have, and an index by it leads out of its array.
            return NONE;
        }
    }
}
