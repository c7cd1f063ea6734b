package dev.tandem.compiler.pass;

import dev.tandem.compiler.pass.LinearMean.Slot;
import dev.tandem.compiler.pass.RotatedRows.Row;
import dev.tandem.compiler.pass.SufficientStatistics.Square;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;

/** Writes the factors of rows that stand in the place of others, and the steps that compute their residuals. */
final class RowFactors {
    private final Program program;
    private final Terms terms;
    private final List<Step.Computation> made = new ArrayList<>();

    RowFactors(Program program) {
        this.program = program;
        terms = program.terms();
    }

    /** The steps that compute residuals. */
    List<Step.Computation> made() {
        return made;
    }

    /** The factor of some rows, whose residuals are computed before it. */
    List<Step.Contribution> factors(
            Step.Factor factor, Square square, List<Slot> slots, ConstantParts parts, List<Row> rows) {
        if (rows.isEmpty()) {
            return List.of();
        }
        Loop loop = new Loop(rows.size());
        int columns = slots.stream().mapToInt(Slot::count).sum();
        ConstantParts.Tables tables =
                parts.new Tables(program, "rows", rows.stream().map(Row::values).toList(), loop.row);
        Term left = terms.read(column(rows, "rows_known", columns, 1), loop.row);
        int column = 0;
        for (Slot slot : slots) {
            Storage matrix = column(rows, "rows_matrix", column, slot.count());
            column += slot.count();
            Term unknown = tables.in(slot.unknown());
            if (slot.binder() == null) {
                left = terms.add(left, terms.multiply(terms.read(matrix, loop.row), unknown));
                continue;
            }
            Term k = terms.subtract(terms.binder(slot.binder()), terms.whole(slot.first()));
            Term place = terms.add(loop.row, terms.multiply(k, terms.whole(rows.size())));
            left = terms.add(
                    left,
                    terms.sum(
                            slot.binder(),
                            terms.whole(slot.first()),
                            terms.whole(slot.first() + slot.count() - 1),
                            terms.multiply(terms.read(matrix, place), unknown)));
        }
        if (!slots.isEmpty()) {
            Storage residuals = program.variable("rows_left", rows.size());
            residuals.activate();
            made.add(new Step.Compute(loop.nest, residuals, loop.row, left, factor.comment()));
            left = terms.read(residuals, loop.row);
        }
        Term squares = terms.multiply(terms.number(square.factor()), terms.multiply(left, left));
        return List.of(new Step.Factor(loop.nest, terms.multiply(squares, tables.in(square.rest())), factor.comment()));
    }

    /** Entries of rows from one on, column by column. */
    private Storage column(List<Row> rows, String name, int from, int count) {
        double[] entries = new double[rows.size() * count];
        for (int k = 0; k < count; k++) {
            for (int r = 0; r < rows.size(); r++) {
                entries[r + k * rows.size()] = rows.get(r).entries()[from + k];
            }
        }
        return program.constant(name, entries);
    }

    /** A loop over rows; none around a single one. */
    private final class Loop {
        private final Nest nest;
        private final Term row;

        Loop(int rows) {
            if (rows == 1) {
                nest = Nest.NONE;
                row = terms.whole(0);
            } else {
                Binder r = new Binder("r");
                nest = new Nest(List.of(new Nest.Range(r, terms.whole(0), terms.whole(rows - 1))));
                row = terms.binder(r);
            }
        }
    }
}
