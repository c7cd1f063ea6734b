package dev.tandem.language.data;

import dev.tandem.language.source.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the rectangular tables of BUGS: a line of names with brackets, {@code x[] y[,1] y[,2]}, lines of numbers with blanks between
 * them, and {@code END}. Columns {@code y[,1]}, {@code y[,2]} are those of one matrix.
 */
final class BugsTable {
    private static final Pattern COLUMN = Pattern.compile("([A-Za-z][A-Za-z0-9._]*)\\[\\s*(?:,\\s*(\\d+)\\s*)?\\]");
    private static final Pattern HEADER = Pattern.compile("\\s*(" + COLUMN.pattern() + "\\s*)+");
    private static final String END = "END";

    private final SourceText source;
    private final List<Column> columns = new ArrayList<>();
    private final List<double[]> rows = new ArrayList<>();

    /** A column: its variable, and which column of it, from 1; 0 if it is all of it. */
    private record Column(String variable, int number, int start) {}

    BugsTable(SourceText source) {
        this.source = source;
    }

    /** Whether a text begins with a line of such names, comments before it aside. */
    static boolean looksSo(String code) {
        return HEADER.matcher(code.lines().findFirst().orElse("")).matches();
    }

    DataSet read() {
        int start = 0;
        boolean ended = false;
        for (String line : source.text().split("\n", -1)) {
            String bare = line.replaceFirst("#.*", "");
            if (!bare.isBlank() && !ended) {
                if (columns.isEmpty()) {
                    header(bare, start);
                } else if (bare.strip().equals(END)) {
                    ended = true;
                } else {
                    row(bare, start);
                }
            }
            start += line.length() + 1;
        }
        if (rows.isEmpty()) {
            throw source.fail(
                    0, 1, "this table has no rows", "the first line names the columns, the others hold the values");
        }
        return variables();
    }

    private void header(String line, int start) {
        Matcher column = COLUMN.matcher(line);
        while (column.find()) {
            columns.add(new Column(
                    column.group(1),
                    column.group(2) == null ? 0 : Integer.parseInt(column.group(2)),
                    start + column.start()));
        }
    }

    private void row(String line, int start) {
        String[] cells = line.strip().split("\\s+", -1);
        int at = start + line.indexOf(cells[0]);
        if (cells.length != columns.size()) {
            throw source.fail(
                    at,
                    at + cells[0].length(),
                    "this row has " + cells.length + " values, and there are " + columns.size() + " columns",
                    "a table ends with " + END);
        }
        double[] values = new double[cells.length];
        int from = 0;
        for (int c = 0; c < cells.length; c++) {
            from = line.indexOf(cells[c], from);
            try {
                values[c] = cells[c].equals("NA") ? Double.NaN : Double.parseDouble(cells[c]);
            } catch (NumberFormatException e) {
                throw source.fail(
                        start + from,
                        start + from + cells[c].length(),
                        cells[c] + " is not a number",
                        "missing values are NA, and a table ends with " + END);
            }
            from += cells[c].length();
        }
        rows.add(values);
    }

    private DataSet variables() {
        Map<String, List<Integer>> byVariable = new LinkedHashMap<>();
        for (int c = 0; c < columns.size(); c++) {
            byVariable
                    .computeIfAbsent(columns.get(c).variable(), v -> new ArrayList<>())
                    .add(c);
        }
        DataSet.Builder data = new DataSet.Builder();
        byVariable.forEach((name, own) -> {
            Column first = columns.get(own.get(0));
            int width = own.size();
            double[] values = new double[rows.size() * width];
            boolean[] seen = new boolean[width];
            for (int c : own) {
                Column column = columns.get(c);
                int place = first.number() == 0 && width == 1 ? 0 : column.number() - 1;
                if (place < 0 || place >= width || seen[place]) {
                    throw source.fail(
                            column.start(),
                            column.start() + column.variable().length(),
                            "the columns of " + name + " are not those of one matrix",
                            "they are " + name + "[,1], " + name + "[,2] and so on, each once");
                }
                seen[place] = true;
                for (int r = 0; r < rows.size(); r++) {
                    values[place * rows.size() + r] = rows.get(r)[c];
                }
            }
            data.put(
                    name,
                    DataArray.of(
                            first.number() == 0 ? new int[] {rows.size()} : new int[] {rows.size(), width}, values),
                    new DataSet.Origin(source.name(), source.line(first.start()), source.column(first.start())));
        });
        return data.build();
    }
}
