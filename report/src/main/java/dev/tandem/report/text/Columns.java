package dev.tandem.report.text;

import java.util.List;

/** Sets text in columns, two blanks apart. */
public final class Columns {
    private Columns() {}

    public static String leftAligned(List<List<String>> lines) {
        return align(lines, Integer.MAX_VALUE);
    }

    public static String rightAligned(List<List<String>> lines) {
        return align(lines, 0);
    }

    /** The first columns to the left, as names are, the others to the right, as numbers are. */
    public static String named(int names, List<List<String>> lines) {
        return align(lines, names);
    }

    private static String align(List<List<String>> lines, int left) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = line.get(column);
                // A column without any text takes no room.
                if (widths[column] > 0) {
                    String blanks = " ".repeat(widths[column] - cell.length());
                    row.append(row.isEmpty() ? "" : "  ").append(column < left ? cell + blanks : blanks + cell);
                }
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
