package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.distributions.transform.ArrayTransform;
import java.util.List;
import java.util.Map;

/** The unknown arrays of a cursor: their elements from the coordinates, and derivatives on the way back. */
final class FreeArrays {
    private final Unknown[] unknowns;

    /** An unknown array: where its coordinates, elements and their derivatives stand. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Unknown(
            ArrayTransform transform,
            int coordinate,
            int[] positions,
            double[] values,
            double[] bar,
            double[] element,
            double[] elementBar) {}

    FreeArrays(List<Program.FreeArray> arrays, Map<Storage, double[]> values, Map<Storage, double[]> bars) {
        unknowns = arrays.stream()
                .map(free -> new Unknown(
                        free.transform().get(),
                        free.coordinate(),
                        free.positions(),
                        values.get(free.storage()),
                        bars.get(free.storage()),
                        new double[free.positions().length],
                        new double[free.positions().length]))
                .toArray(Unknown[]::new);
    }

    /** Computes the elements, and returns the log of the change of volume. */
    double constrain(double[] q) {
        double jacobian = 0;
        for (Unknown free : unknowns) {
            jacobian += free.transform().constrain(q, free.coordinate(), free.element());
            int[] positions = free.positions();
            for (int i = 0; i < positions.length; i++) {
                free.values()[positions[i]] = free.element()[i];
            }
        }
        return jacobian;
    }

    /** Hands the derivatives of the elements, and those of the change of volume, on to the coordinates. */
    void addGradient(double[] q, double[] coordinateBar) {
        for (Unknown free : unknowns) {
            int[] positions = free.positions();
            for (int i = 0; i < positions.length; i++) {
                free.elementBar()[i] = free.bar()[positions[i]];
            }
            free.transform()
                    .addGradient(
                            q,
                            free.coordinate(),
                            free.element(),
                            free.elementBar(),
                            1,
                            coordinateBar,
                            free.coordinate());
        }
    }
}
