package dev.tandem.compiler.program;

import dev.tandem.compiler.graph.Symbol;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Numbers of groups, such as the components of a mixture, that can change places without changing the density.
 *
 * @param size how many there are
 * @param names variables whose values are such numbers
 * @param axes variables that have something for each group, and which of their dimensions count groups, from 0
 * @param mirrored unknown shares of the first of two groups, by the positions of their variables: the other has the rest
 * @param note what the user should know
 */
public record Labels(
        int size, List<Symbol> names, Map<Symbol, List<Integer>> axes, Map<Symbol, Integer> mirrored, String note) {
    public Labels {
        names = List.copyOf(names);
        axes = Map.copyOf(axes);
        mirrored = Map.copyOf(mirrored);
    }

    /** These, with a note for the user. */
    public Labels noted(String text) {
        return new Labels(size, names, axes, mirrored, text);
    }

    /** Where an element goes if the groups change places: {@code order} has the new number of each, from 0. */
    public int moved(Symbol symbol, int position, int[] order) {
        List<Integer> grouped = axes.getOrDefault(symbol, List.of());
        int rest = position;
        int stride = 1;
        int moved = 0;
        for (int d = 0; d < symbol.dims().length; d++) {
            int index = rest % symbol.dims()[d];
            rest /= symbol.dims()[d];
            moved += stride * (grouped.contains(d) ? order[index] : index);
            stride *= symbol.dims()[d];
        }
        return moved;
    }

    /** The variables that change, sorted by name, those alone that are unknown. */
    public List<String> unknowns() {
        return Stream.of(names.stream(), axes.keySet().stream(), mirrored.keySet().stream())
                .flatMap(symbols -> symbols)
                .filter(symbol -> !symbol.constant())
                .map(Symbol::name)
                .distinct()
                .sorted()
                .collect(Collectors.toList());
    }
}
