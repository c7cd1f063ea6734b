package dev.tandem.compiler.generate;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The unknowns of a program that are not sampled but given, on the model's own scale: their names, and where they stand.
 * Immutable.
 */
final class GivenUnknowns {
    /** Where unknowns stand: elements of a variable, and their places in a storage. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Given(Storage storage, int[] places) {}

    private final List<Given> given = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Program program;

    GivenUnknowns(Program lowered) {
        lowered.freeScalars().forEach(free -> give(free.symbol(), free.storage(), free.positions(), free.places()));
        lowered.freeArrays().forEach(free -> give(free.symbol(), free.storage(), free.positions(), free.positions()));
        lowered.sites().forEach(sites -> give(sites.symbol(), sites.storage(), sites.positions(), sites.places()));
        // Nothing is left to transform or to move.
        Draft draft = lowered.edit();
        draft.freeArrays.clear();
        draft.sites.clear();
        program = draft.finish();
    }

    private void give(Symbol symbol, Storage storage, int[] positions, int[] places) {
        given.add(new Given(storage, places));
        Arrays.stream(positions).mapToObj(symbol::element).forEach(names::add);
    }

    /** Element by element, in the order in which they are given. */
    List<String> names() {
        return List.copyOf(names);
    }

    /** The program without what would transform or move them. */
    Program program() {
        return program;
    }

    /** What writes them to the storage of a cursor. */
    Placement at(CompiledCursor cursor) {
        return new Placement(cursor);
    }

    /** Gives values to the unknowns of one cursor, without allocating anything. */
    final class Placement {
        private final CompiledCursor cursor;
        private final double[][] contents;

        private Placement(CompiledCursor cursor) {
            this.cursor = cursor;
            contents = given.stream().map(part -> cursor.values(part.storage())).toArray(double[][]::new);
        }

        /** Gives these values, and computes what the density needs. */
        void place(double[] values) {
            int next = 0;
            for (int g = 0; g < contents.length; g++) {
                for (int place : given.get(g).places()) {
                    contents[g][place] = values[next++];
                }
            }
            cursor.moved();
            cursor.refresh();
        }
    }
}
