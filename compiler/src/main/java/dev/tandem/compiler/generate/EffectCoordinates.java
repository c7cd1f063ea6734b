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
    private final double[][] at;
    private final double[][] location;
    private final double[][] precision;
    private final double[][] slope;
    private final int size;

    EffectCoordinates(List<Program.Effects> groups, Map<Storage, double[]> values) {
        this.groups = groups;
        int n = groups.size();
        weight = new double[n][];
        seen = new double[n][];
        push = new double[n][];
        at = new double[n][];
        location = new double[n][];
        precision = new double[n][];
        slope = new double[n][];
        int total = 0;
        for (int g = 0; g < n; g++) {
            Program.Effects group = groups.get(g);
            weight[g] = values.get(group.weight());
            seen[g] = values.get(group.seen());
            push[g] = values.get(group.push());
            at[g] = values.get(group.at());
            location[g] = values.get(group.location());
            precision[g] = values.get(group.priorPrecision());
            slope[g] = values.get(group.slope());
            total += group.size();
        }
        size = total;
    }

    int size() {
        return size;
    }

    /** Takes over a choice; the position at which the effects, whose values are up to date, stay where they are. */
    double[] choose(double[] chosenSeen, double[] chosenPush, double[] position) {
        boolean own = chosenSeen.length == 0;
        if (chosenSeen.length != chosenPush.length || (!own && chosenSeen.length != size)) {
            throw new IllegalArgumentException(
                    chosenSeen.length + " and " + chosenPush.length + " numbers for " + size + " effects");
        }
        double[] moved = position.clone();
        int effect = 0;
        for (int g = 0; g < groups.size(); g++) {
            int first = groups.get(g).coordinate();
            for (int i = 0; i < groups.get(g).size(); i++) {
                weight[g][i] = own ? 0 : 1;
                seen[g][i] = own ? 1 : chosenSeen[effect];
                push[g][i] = own ? 0 : chosenPush[effect];
                effect++;
                double prior = weight[g][i] * precision[g][i];
                double total = prior + seen[g][i];
                double mean = prior * location[g][i] + push[g][i];
                double root = Math.sqrt(total);
                moved[first + i] = own ? at[g][i] : root * at[g][i] - mean / root;
            }
        }
        return moved;
    }

    /** Writes the effects, whose values are up to date, as the model has them to their places in a position. */
    void copyOwn(double[] position) {
        for (int g = 0; g < groups.size(); g++) {
            System.arraycopy(
                    at[g],
                    0,
                    position,
                    groups.get(g).coordinate(),
                    groups.get(g).size());
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
                // The coordinate moves the effect by 1 / root.
                pull[effect] = gradient[first + i] * root - slope[g][i];
                locations[effect] = location[g][i];
                precisions[effect] = precision[g][i];
                effect++;
            }
        }
    }
}
