package dev.tandem.validation.oracle;

import dev.tandem.density.Cursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The elements in which the oracle's density is one, those that no constraint determines, and how their volume changes from
 * a density's coordinates to them, by differences.
 */
final class FreeElements {
    private final List<String> names;
    /** Where they stand among what is reported. */
    private final int[] rows;

    private final int reported;

    /** The logarithm of a determinant by differences, and how far two estimates of it are apart. */
    record Jacobian(double logDeterminant, double error) {}

    /**
     * @param reported what a cursor of the density reports anywhere
     * @param reportNames the elements that it reports
     */
    FreeElements(Oracle oracle, double[] reported, List<String> reportNames) {
        names = names(oracle, reported, reportNames);
        rows = names.stream().mapToInt(reportNames::indexOf).toArray();
        this.reported = reported.length;
    }

    private static List<String> names(Oracle oracle, double[] reported, List<String> reportNames) {
        List<String> free = new ArrayList<>();
        Map<Integer, List<Oracle.Unknown>> draws = oracle.weighed().stream()
                .collect(Collectors.groupingBy(Oracle.Unknown::instance, LinkedHashMap::new, Collectors.toList()));
        for (List<Oracle.Unknown> draw : draws.values()) {
            String law = draw.get(0).law();
            if (draw.get(0).discrete()) {
                continue;
            }
            switch (law) {
                case "ddirch" -> {
                    // A part with alpha zero is zero everywhere.
                    List<String> parts = draw.stream()
                            .map(Oracle.Unknown::name)
                            .filter(name -> reported[reportNames.indexOf(name)] != 0)
                            .toList();
                    free.addAll(parts.subList(0, Math.max(0, parts.size() - 1)));
                }
                case "dwish", "dscaled.wishart" -> {
                    int side = (int) Math.round(Math.sqrt(draw.size()));
                    for (int k = 0; k < draw.size(); k++) {
                        if (k % side >= k / side) {
                            free.add(draw.get(k).name());
                        }
                    }
                }
                default -> draw.forEach(unknown -> free.add(unknown.name()));
            }
        }
        for (List<String> sum : oracle.observedSums()) {
            for (int k = sum.size() - 1; k >= 0; k--) {
                if (free.remove(sum.get(k))) {
                    break;
                }
            }
        }
        return free;
    }

    int size() {
        return rows.length;
    }

    /** Whether one of them is elsewhere in one report than in the other. */
    boolean differ(double[] here, double[] there) {
        for (int row : rows) {
            if (there[row] != here[row]) {
                return true;
            }
        }
        return false;
    }

    Jacobian jacobian(Cursor cursor, int[] values, double[] place) {
        if (place.length == 0) {
            return new Jacobian(0, 0);
        }
        cursor.moveTo(place);
        cursor.assignAll(values);
        double fine = logDeterminant(cursor, place, 0.01);
        double coarse = logDeterminant(cursor, place, 0.02);
        double error = Math.abs(fine - coarse);
        return new Jacobian(fine, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error);
    }

    private double logDeterminant(Cursor cursor, double[] place, double step) {
        double[][] matrix = new double[rows.length][rows.length];
        double[] moved = place.clone();
        double[] ahead = new double[reported];
        double[] behind = new double[reported];
        // Central differences of three sizes, extrapolated: what is left is of the sixth order.
        double[] weights = {3.0 / 4, -3.0 / 20, 1.0 / 60};
        for (int column = 0; column < place.length; column++) {
            for (int k = 1; k <= weights.length; k++) {
                moved[column] = place[column] + k * step;
                cursor.moveTo(moved);
                cursor.report(ahead);
                moved[column] = place[column] - k * step;
                cursor.moveTo(moved);
                cursor.report(behind);
                for (int row = 0; row < rows.length; row++) {
                    matrix[row][column] += weights[k - 1] * (ahead[rows[row]] - behind[rows[row]]) / step;
                }
            }
            moved[column] = place[column];
        }
        cursor.moveTo(place);
        return Textbook.logAbsoluteDeterminant(matrix);
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
