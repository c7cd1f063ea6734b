package dev.tandem.compiler.generate;

import dev.tandem.compiler.graph.Symbol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Elements of a variable in few words, as in {@code y[3,5,9:12]}. */
final class ElementWords {
    private static final int MOST_SHOWN = 5;

    private ElementWords() {}

    /** Those at some positions, which need not be in order. */
    static String of(Symbol symbol, int[] positions) {
        int[] sorted = Arrays.stream(positions).sorted().toArray();
        return symbol.dims().length == 1 ? vector(symbol, sorted) : list(symbol, sorted);
    }

    private static String vector(Symbol symbol, int[] sorted) {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < sorted.length; ) {
            int end = i + 1;
            while (end < sorted.length && sorted[end] == sorted[end - 1] + 1) {
                end++;
            }
            String first = Integer.toString(sorted[i] + 1);
            runs.add(end == i + 1 ? first : first + ":" + (sorted[end - 1] + 1));
            i = end;
        }
        boolean cut = runs.size() > MOST_SHOWN;
        return symbol.name() + "["
                + String.join(",", cut ? runs.subList(0, MOST_SHOWN - 1) : runs)
                + (cut ? ",..] (" + sorted.length + " elements)" : "]");
    }

    private static String list(Symbol symbol, int[] sorted) {
        boolean cut = sorted.length > MOST_SHOWN;
        List<String> names = Arrays.stream(sorted)
                .limit(cut ? MOST_SHOWN - 2 : MOST_SHOWN)
                .mapToObj(symbol::element)
                .toList();
        return String.join(", ", names) + (cut ? " and " + (sorted.length - names.size()) + " more" : "");
    }
}
