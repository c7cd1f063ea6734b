package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.language.OwnDensities;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a unit of the data is called: by the indices that all of its observations share. */
final class UnitName {
    private static final int MOST_LISTED = 3;

    private final Map<Symbol, IntList> elements = new LinkedHashMap<>();
    private final int number;
    private int nodes;

    UnitName(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    void add(Symbol symbol, int[] positions) {
        elements.computeIfAbsent(symbol, s -> new IntList()).addAll(positions);
        nodes++;
    }

    Pointwise.Unit unit() {
        List<String> names = new ArrayList<>();
        elements.forEach((symbol, positions) -> names.add(ofTheText(symbol, name(symbol, positions.toArray()))));
        return new Pointwise.Unit(String.join(", ", names), nodes);
    }

    /** A density that the text gives a node is told under the name of that node. */
    private static String ofTheText(Symbol symbol, String written) {
        return written.replace(symbol.name(), OwnDensities.nodeOf(symbol.name()));
    }

    private static String name(Symbol symbol, int[] positions) {
        if (positions.length == symbol.size() || positions.length == 1) {
            return positions.length == 1 ? symbol.element(positions[0]) : symbol.name();
        }
        int[] dims = symbol.dims();
        int[] shared = indices(dims, positions[0]);
        for (int position : positions) {
            int[] own = indices(dims, position);
            for (int d = 0; d < dims.length; d++) {
                shared[d] = shared[d] == own[d] ? own[d] : 0;
            }
        }
        List<String> written = new ArrayList<>();
        boolean any = false;
        for (int index : shared) {
            written.add(index == 0 ? "" : Integer.toString(index));
            any |= index > 0;
        }
        if (any) {
            return symbol.name() + "[" + String.join(",", written) + "]";
        }
        List<String> listed = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_LISTED, positions.length); i++) {
            listed.add(symbol.element(positions[i]));
        }
        int more = positions.length - listed.size();
        return String.join(", ", listed) + (more > 0 ? " and " + more + " more" : "");
    }

    /** The indices of an element, from 1, the first changing fastest. */
    private static int[] indices(int[] dims, int position) {
        int[] indices = new int[dims.length];
        int left = position;
        for (int d = 0; d < dims.length; d++) {
            indices[d] = left % dims[d] + 1;
            left /= dims[d];
        }
        return indices;
    }
}
