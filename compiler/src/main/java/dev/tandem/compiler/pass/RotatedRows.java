package dev.tandem.compiler.pass;

import dev.tandem.compiler.pass.LinearMean.Slot;
import dev.tandem.compiler.terms.Numeric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rows of a linear model, put together by the unknowns that they have and rotated into triangles.
 *
 * @param mean what a row is
 * @param slots its unknowns, those first that not all rows have
 * @param common those that all rows have
 * @param precision how many of the constant parts belong to what the squares are multiplied with
 * @param parts what tells rows apart
 * @param iterations the number of rows
 */
record RotatedRows(
        LinearMean mean, List<Slot> slots, List<Slot> common, int precision, ConstantParts parts, int iterations) {
    /** Entries of all triangles. */
    private static final double MOST_ENTRIES = 1 << 21;

    /** Rows with the same unknowns in them, and what the constant parts of these are. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Group(double[] values, Triangle triangle) {}

    /** Some rows in the place of all: a row of coefficients, what is known as its last, and its constant parts. */
    @SuppressWarnings("ArrayRecordComponent")
    record Row(double[] values, double[] entries) {}

    /**
     * What rows have become.
     *
     * @param apart those with unknowns that not all rows have
     * @param shared those with the unknowns of all rows alone
     * @param rests what no unknown explains, a single entry each
     */
    record Reduced(List<Row> apart, List<Row> shared, List<Row> rests) {
        int rows() {
            return apart.size() + shared.size() + rests.size();
        }
    }

    /** Rotates all rows; nothing if there would not be half as many then. */
    Optional<Reduced> reduce() {
        return groups().map(this::reduced).filter(reduced -> reduced.rows() <= iterations / 2);
    }

    private Reduced reduced(Map<ConstantParts.Key, Group> groups) {
        int columns = mean.columns();
        int kept = common.stream().mapToInt(Slot::count).sum();
        int first = columns - kept;
        List<Row> apart = new ArrayList<>();
        Map<ConstantParts.Key, Group> shared = new LinkedHashMap<>();
        for (Group group : groups.values()) {
            Triangle together = shared.computeIfAbsent(
                            new ConstantParts.Key(Arrays.copyOf(group.values(), precision)),
                            key -> new Group(group.values(), new Triangle(kept + 1)))
                    .triangle();
            for (int r = 0; r <= columns; r++) {
                if (r < first) {
                    double[] row = group.triangle().row(r, 0);
                    if (Arrays.stream(row, 0, columns).anyMatch(entry -> entry != 0)) {
                        apart.add(new Row(group.values(), row));
                    } else {
                        together.add(Arrays.copyOfRange(row, first, columns + 1));
                    }
                } else {
                    together.add(group.triangle().row(r, first));
                }
            }
        }
        List<Row> sharing = new ArrayList<>();
        List<Row> rests = new ArrayList<>();
        for (Group group : shared.values()) {
            for (int r = 0; r <= kept; r++) {
                double[] row = group.triangle().row(r, 0);
                if (Arrays.stream(row, 0, kept).anyMatch(entry -> entry != 0)) {
                    sharing.add(new Row(group.values(), row));
                } else if (row[kept] != 0) {
                    rests.add(new Row(group.values(), new double[] {row[kept]}));
                }
            }
        }
        return new Reduced(apart, sharing, rests);
    }

    /** The rows of each group as a triangle; nothing if they cannot be computed, or there are too many groups. */
    private Optional<Map<ConstantParts.Key, Group>> groups() {
        int columns = mean.columns();
        Numeric.Fn known = parts.compile(mean.known());
        List<Numeric.Fn> coefficients = new ArrayList<>();
        slots.forEach(slot -> coefficients.add(parts.compile(slot.known())));
        List<Numeric.Fn[]> checks = new ArrayList<>();
        mean.checks()
                .forEach(check -> checks.add(new Numeric.Fn[] {
                    parts.compile(check.counter()), parts.compile(check.first()), parts.compile(check.last())
                }));
        boolean computable = known != null
                && !coefficients.contains(null)
                && checks.stream().allMatch(fns -> Arrays.stream(fns).allMatch(Objects::nonNull));
        if (!computable) {
            return Optional.empty();
        }
        int[] counterOf = slots.stream()
                .mapToInt(slot -> slot.binder() == null ? -1 : parts.slot(slot.binder()))
                .toArray();
        Map<ConstantParts.Key, Group> groups = new LinkedHashMap<>();
        double[] row = new double[columns + 1];
        boolean[] sound = {true};
        parts.run(() -> {
            int[] counters = parts.counters();
            if (!sound[0] || !inside(checks, counters)) {
                sound[0] = false;
                return;
            }
            fill(row, coefficients, counterOf, counters);
            row[columns] = known.at(counters);
            double[] values = parts.values();
            groups.computeIfAbsent(new ConstantParts.Key(values), key -> new Group(values, new Triangle(columns + 1)))
                    .triangle()
                    .add(row);
            // Neither can a number that is none be rotated, nor is there much to gain from groups of one row.
            sound[0] = Arrays.stream(row).allMatch(Double::isFinite)
                    && ConstantParts.few(groups.size(), iterations)
                    && (columns + 1.0) * (columns + 1) * groups.size() <= MOST_ENTRIES;
        });
        return sound[0] ? Optional.of(groups) : Optional.empty();
    }

    private void fill(double[] row, List<Numeric.Fn> coefficients, int[] counterOf, int[] counters) {
        int column = 0;
        for (int s = 0; s < counterOf.length; s++) {
            Slot slot = slots.get(s);
            for (int k = 0; k < slot.count(); k++) {
                if (counterOf[s] >= 0) {
                    counters[counterOf[s]] = slot.first() + k;
                }
                row[column++] = coefficients.get(s).at(counters);
            }
        }
    }

    private static boolean inside(List<Numeric.Fn[]> checks, int[] counters) {
        for (Numeric.Fn[] check : checks) {
            double at = check[0].at(counters);
            if (!(at >= check[1].at(counters) && at <= check[2].at(counters))) {
                return false;
            }
        }
        return true;
    }
}
