package dev.tandem.language.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.token.Lexer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a table with a line of column names; each column becomes a vector. A column of words becomes numbers of its levels, and a column
 * called {@code y[site,visit]} an array with the columns site and visit as indices.
 */
final class CsvData {
    private static final Pattern INDEXED = Pattern.compile("([^\\[\\]\\s]+)\\s*\\[([^\\[\\]]+)]");

    private static final Pattern BETWEEN = Pattern.compile("\\s*[,;:]\\s*|\\s+");
    private static final int MOST_CELLS = 1 << 28;

    private final SourceText source;
    private final char separator;
    private final DataSet.Builder data = new DataSet.Builder();
    /** The words of columns that hold words, by the place of the column. */
    private final Map<Integer, Words> levels = new TreeMap<>();
    /** The line of each row. */
    private final List<Integer> lines = new ArrayList<>();

    CsvData(SourceText source) {
        this.source = source;
        this.separator = separator(source);
    }

    /** The one of comma, semicolon and tab that the first line holds most of. */
    private static char separator(SourceText source) {
        String first = source.text()
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("");
        char best = ',';
        long most = 0;
        for (char candidate : new char[] {',', ';', '\t'}) {
            long count = first.chars().filter(c -> c == candidate).count();
            if (count > most) {
                most = count;
                best = candidate;
            }
        }
        return best;
    }

    DataSet read() {
        CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                // A text would be copied as a whole.
                .ofCsvRecord(new StringReader(source.text()));
        List<String> names = null;
        List<Values> columns = new ArrayList<>();
        int headerLine = 1;
        int lastLine = 1;
        try {
            for (CsvRecord record : reader) {
                lastLine = line(record);
                if (names == null) {
                    names = header(record);
                    headerLine = lastLine;
                    names.forEach(name -> columns.add(new Values()));
                } else {
                    row(record, names, columns);
                }
            }
        } catch (CsvParseException e) {
            throw malformed(e, lastLine);
        }
        if (names == null || columns.get(0).size() == 0) {
            throw source.fail(
                    0, 1, "this table has no rows", "the first line names the columns, the others hold the values");
        }
        List<double[]> values = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            double[] column = columns.get(i).toArray();
            if (levels.containsKey(i)) {
                levels.get(i).code(column);
            }
            values.add(column);
        }
        for (int i = 0; i < names.size(); i++) {
            if (!names.get(i).isEmpty()) {
                int start = place(headerLine, i);
                DataSet.Origin origin = new DataSet.Origin(source.name(), source.line(start), source.column(start));
                Matcher indexed = INDEXED.matcher(names.get(i));
                if (indexed.matches()) {
                    data.put(indexed.group(1), array(i, names, values, indexed.group(2)), origin);
                    for (String index : indexNames(indexed.group(2))) {
                        data.places(index);
                    }
                } else {
                    data.put(names.get(i), DataArray.wrap(new int[] {values.get(i).length}, values.get(i)), origin);
                    if (levels.containsKey(i)) {
                        data.levels(names.get(i), levels.get(i).sorted());
                    }
                }
            }
        }
        return data.build();
    }

    /** The columns between the brackets, with commas or blanks between them. */
    private static String[] indexNames(String between) {
        return BETWEEN.split(between.strip(), -1);
    }

    /** A column as an array, whose indices stand in other columns; cells without a row are missing. */
    private DataArray array(int column, List<String> names, List<double[]> values, String indices) {
        List<double[]> places = new ArrayList<>();
        for (String index : indexNames(indices)) {
            places.add(values.get(names.indexOf(index)));
        }
        int[] dims = new int[places.size()];
        long size = 1;
        for (int d = 0; d < dims.length; d++) {
            for (int row = 0; row < lines.size(); row++) {
                double value = places.get(d)[row];
                if (!(value >= 1 && value == Math.rint(value) && value < Integer.MAX_VALUE)) {
                    int start = place(lines.get(row), column);
                    throw source.fail(
                            start,
                            start + 1,
                            "an index of " + names.get(column) + " is "
                                    + (Double.isNaN(value) ? "missing" : String.valueOf((float) value))
                                    + " in this row",
                            "indices are whole numbers from 1 on, or words");
                }
                dims[d] = Math.max(dims[d], (int) value);
            }
            size *= dims[d];
            if (size > MOST_CELLS) {
                int start = place(1, column);
                throw source.fail(
                        start, start + 1, names.get(column) + " would have more than " + MOST_CELLS + " cells", "");
            }
        }
        double[] cells = new double[(int) size];
        Arrays.fill(cells, Double.NaN);
        int[] rows = new int[cells.length];
        for (int row = 0; row < lines.size(); row++) {
            int cell = 0;
            int stride = 1;
            for (int d = 0; d < dims.length; d++) {
                cell += stride * ((int) places.get(d)[row] - 1);
                stride *= dims[d];
            }
            if (rows[cell] > 0) {
                int start = place(lines.get(row), column);
                throw source.fail(
                        start,
                        start + 1,
                        "this cell of " + names.get(column) + " was given in line " + rows[cell] + " already",
                        "is an index missing?");
            }
            rows[cell] = lines.get(row);
            cells[cell] = values.get(column)[row];
        }
        return DataArray.wrap(dims, cells);
    }

    private SourceException malformed(CsvParseException e, int lastLine) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        int quote = source.text().lastIndexOf('"');
        int start = quote >= 0 ? quote : place(lastLine, 0);
        return source.fail(
                start,
                start + 1,
                "this table is malformed: "
                        + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""),
                "is a quotation mark missing?");
    }

    /** The names; that of the row names which R's write.csv puts first is empty, and the column is left out. */
    private List<String> header(CsvRecord record) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < record.getFieldCount(); i++) {
            String name = record.getField(i).strip();
            if (names.contains(name)) {
                throw fail(record, i, "two columns are named " + (name.isEmpty() ? "nothing" : name), "");
            }
            boolean indexed = INDEXED.matcher(name).matches()
                    && Lexer.isName(name.substring(0, name.indexOf('[')).strip());
            if (!(name.isEmpty() && i == 0 && record.getFieldCount() > 1) && !Lexer.isName(name) && !indexed) {
                throw badName(record, i, name);
            }
            names.add(name);
        }
        for (int i = 0; i < names.size(); i++) {
            Matcher indexed = INDEXED.matcher(names.get(i));
            if (indexed.matches()) {
                for (String index : indexNames(indexed.group(2))) {
                    if (!names.contains(index)) {
                        throw fail(
                                record,
                                i,
                                names.get(i) + " needs a column named " + index,
                                "the columns in brackets hold the indices");
                    }
                }
                if (names.contains(indexed.group(1))) {
                    throw fail(record, i, "two columns are named " + indexed.group(1), "");
                }
            }
        }
        return names;
    }

    private SourceException badName(CsvRecord record, int column, String name) {
        if (name.isEmpty()) {
            return fail(record, column, "a column has no name", "the first line must name every column");
        }
        if (Lexer.isDigit(name.charAt(0)) || name.charAt(0) == '-') {
            return fail(
                    record, column, name + " cannot be the name of a column", "the first line must name the columns");
        }
        return fail(
                record,
                column,
                name + " cannot be the name of a column",
                "names start with a letter and consist of letters, digits, dots and underscores");
    }

    private void row(CsvRecord record, List<String> names, List<Values> columns) {
        int count = record.getFieldCount();
        if (count != names.size()) {
            throw fail(
                    record,
                    Math.max(0, Math.min(count, names.size()) - (count < names.size() ? 1 : 0)),
                    "this row has " + count + (count == 1 ? " value" : " values") + ", but there are " + names.size()
                            + " columns",
                    "write NA for a missing value");
        }
        lines.add(line(record));
        for (int i = 0; i < count; i++) {
            columns.get(i).add(names.get(i).isEmpty() ? 0 : value(record, i, names.get(i), columns.get(i)));
        }
    }

    /** A number, or in a column that begins with a word the number of the level in the order of the text. */
    private double value(CsvRecord record, int column, String name, Values before) {
        String field = record.getField(column).strip();
        Words known = levels.get(column);
        if (known == null && Words.isWord(field) && before.allMissing()) {
            known = new Words();
            levels.put(column, known);
        }
        if (known == null) {
            return number(record, column, name);
        }
        if (field.isEmpty() || field.equals("NA")) {
            return Double.NaN;
        }
        if (!Words.isWord(field)) {
            throw fail(
                    record,
                    column,
                    "column " + name + " holds words, and this is " + brief(field),
                    "a column holds either words, which become levels, or numbers");
        }
        return known.number(field);
    }

    private double number(CsvRecord record, int column, String name) {
        String field = record.getField(column).strip();
        switch (field) {
            case "", "NA" -> {
                return Double.NaN;
            }
            case "TRUE", "true" -> {
                return 1;
            }
            case "FALSE", "false" -> {
                return 0;
            }
            default -> {
                char last = field.charAt(field.length() - 1);
                if ((Lexer.isDigit(last) || last == '.') && isPlain(field)) {
                    try {
                        double value = Double.parseDouble(field);
                        if (!Double.isInfinite(value)) {
                            return value;
                        }
                        throw fail(record, column, "this number is too large", "");
                    } catch (NumberFormatException e) {
                        throw notANumber(record, column, name, field);
                    }
                }
                throw notANumber(record, column, name, field);
            }
        }
    }

    /** Digits, signs, a point and an exponent only: Java would also read hexadecimal and type suffixes. */
    private static boolean isPlain(String field) {
        for (int i = 0; i < field.length(); i++) {
            char c = field.charAt(i);
            if (!Lexer.isDigit(c) && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
                return false;
            }
        }
        return true;
    }

    private SourceException notANumber(CsvRecord record, int column, String name, String field) {
        String word = field.toLowerCase(Locale.ROOT);
        if (word.endsWith("inf") || word.endsWith("infinity") || word.equals("nan")) {
            return fail(
                    record,
                    column,
                    name + " is " + field + ", and data must be finite",
                    "leave the cell empty or write NA if it is missing");
        }
        String hint = DataValues.decimalComma(field)
                ? DataValues.hint(field)
                : "write NA where a value is missing, code categories as 1, 2, 3, .., or leave the column out";
        return fail(record, column, "column " + name + " holds text: " + brief(field), hint);
    }

    private static String brief(String field) {
        String first = field.lines().findFirst().orElse("");
        return first.length() <= 30 ? first : first.substring(0, 30) + "..";
    }

    private static int line(CsvRecord record) {
        return (int) record.getStartingLineNumber();
    }

    private SourceException fail(CsvRecord record, int column, String message, String hint) {
        int start = place(line(record), column);
        int length = column < record.getFieldCount() ? record.getField(column).length() : 1;
        return source.fail(start, start + Math.max(1, length), message, hint);
    }

    /** The offset of a field within a line, found only when it is needed: the reader does not keep it. */
    private int place(int line, int column) {
        String text = source.text();
        int start = source.lineStart(line);
        int at = start;
        boolean quoted = false;
        for (int rest = column; at < text.length() && rest > 0; at++) {
            char c = text.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                rest--;
            } else if ((c == '\n' || c == '\r') && !quoted) {
                return at;
            }
        }
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
