package dev.tandem.compiler;

import java.util.ArrayList;
import java.util.List;

/** The lines in which two texts differ: those that go, after a minus, and those that come, after a plus. */
final class LineChanges {
    /** Texts that differ over more lines, one times the other, are not compared line by line. */
    private static final long MOST = 1 << 24;

    private LineChanges() {}

    /** As few changes as there can be. */
    static List<String> between(String before, String after) {
        List<String> from = before.lines().toList();
        List<String> to = after.lines().toList();
        int start = 0;
        int shorter = Math.min(from.size(), to.size());
        while (start < shorter && from.get(start).equals(to.get(start))) {
            start++;
        }
        int end = 0;
        while (end < shorter - start && from.get(from.size() - 1 - end).equals(to.get(to.size() - 1 - end))) {
            end++;
        }
        return compared(from.subList(start, from.size() - end), to.subList(start, to.size() - end));
    }

    private static List<String> compared(List<String> from, List<String> to) {
        boolean few = (long) from.size() * to.size() <= MOST;
        int[][] common = few ? common(from, to) : new int[0][];
        List<String> changes = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < from.size() || j < to.size()) {
            if (few && i < from.size() && j < to.size() && from.get(i).equals(to.get(j))) {
                i++;
                j++;
            } else if (j == to.size() || (i < from.size() && (!few || common[i + 1][j] >= common[i][j + 1]))) {
                changes.add("- " + from.get(i++));
            } else {
                changes.add("+ " + to.get(j++));
            }
        }
        return changes;
    }

    /** How many lines the rests of two texts have in common, in order. */
    private static int[][] common(List<String> from, List<String> to) {
        int[][] common = new int[from.size() + 1][to.size() + 1];
        for (int i = from.size() - 1; i >= 0; i--) {
            for (int j = to.size() - 1; j >= 0; j--) {
                common[i][j] = from.get(i).equals(to.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
