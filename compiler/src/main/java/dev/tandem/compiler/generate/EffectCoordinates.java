package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import java.util.List;
import java.util.Map;

/**
 * The coordinates of a cursor's effects: which were chosen, and what they are of effects that stay where they are. The
 * formula is that of lowering, see {@code Hierarchies} there.
 */
final class EffectCoordinates {
    private final List<Program.Effects> groups;
    private final double[][] weight;
    private final double[][] seen;
    private final double[][] push;
    private final double[][] follow;
    private final double[][] at;
    private final double[][] location;
    private final double[][] precision;
    private final double[][] slope;
    private final double[][] unit;
    private final int size;

    EffectCoordinates(List<Program.Effects> groups, Map<Storage, double[]> values) {
        this.groups = groups;
        int n = groups.size();
        weight = new double[n][];
        seen = new double[n][];
        push = new double[n][];
        follow = new double[n][];
        at = new double[n][];
        location = new double[n][];
        precision = new double[n][];
        slope = new double[n][];
        unit = new double[n][];
        int total = 0;
        for (int g = 0; g < n; g++) {
            Program.Effects group = groups.get(g);
            weight[g] = values.get(group.weight());
            seen[g] = values.get(group.seen());
            push[g] = values.get(group.push());
            follow[g] = values.get(group.follow());
            at[g] = values.get(group.at());
            location[g] = values.get(group.location());
            precision[g] = values.get(group.priorPrecision());
            slope[g] = values.get(group.slope());
            unit[g] = values.get(group.unit());
            total += group.size();
        }
        size = total;
    }

    int size() {
        return size;
    }

    /** Takes over a choice; the position at which the effects, whose values are up to date, stay where they are. */
    double[] choose(double[] chosenSeen, double[] chosenPush, double[] chosenFollow, double[] position) {
        boolean own = chosenSeen.length == 0;
        boolean agree = chosenSeen.length == chosenPush.length && chosenSeen.length == chosenFollow.length;
        if (!agree || (!own && chosenSeen.length != size)) {
            throw new IllegalArgumentException(chosenSeen.length + ", " + chosenPush.length + " and "
                    + chosenFollow.length + " numbers for " + size + " effects");
        }
        double[] moved = position.clone();
        int effect = 0;
        for (int g = 0; g < groups.size(); g++) {
            int first = groups.get(g).coordinate();
            for (int i = 0; i < groups.get(g).size(); i++) {
                weight[g][i] = own ? 0 : 1;
                seen[g][i] = own ? 1 : chosenSeen[effect];
                push[g][i] = own ? 0 : chosenPush[effect];
                follow[g][i] = own ? 0 : chosenFollow[effect];
                effect++;
                double prior = weight[g][i] * precision[g][i];
                double total = prior + seen[g][i];
                double mean = (prior + follow[g][i]) * location[g][i] + push[g][i];
                double root = Math.sqrt(total);
                moved[first + i] = own ? at[g][i] / unit[g][i] : root * at[g][i] - mean / root;
            }
        }
        return moved;
    }

    /** Writes the effects, whose values are up to date, as the model has them to their places in a position. */
    void copyOwn(double[] position) {
        for (int g = 0; g < groups.size(); g++) {
            int first = groups.get(g).coordinate();
            for (int i = 0; i < groups.get(g).size(); i++) {
                position[first + i] = at[g][i] / unit[g][i];
            }
        }
    }

    /** See {@code Cursor.weighEffects}; the values of the effects are up to date. */
    void weigh(double[] gradient, double[] places, double[] pull, double[] locations, double[] precisions) {
        int effect = 0;
        for (int g = 0; g < groups.size(); g++) {
            int first = groups.get(g).coordinate();
            for (int i = 0; i < groups.get(g).size(); i++) {
                double root = Math.sqrt(weight[g][i] * precision[g][i] + seen[g][i]);
                places[effect] = at[g][i];
                // The coordinate moves the effect by 1 / root, and the unknown itself by its unit.
                double derivative = weight[g][i] == 0 ? gradient[first + i] / unit[g][i] : gradient[first + i] * root;
                pull[effect] = derivative - slope[g][i];
                locations[effect] = location[g][i];
                precisions[effect] = precision[g][i];
                effect++;
            }
        }
    }
}
