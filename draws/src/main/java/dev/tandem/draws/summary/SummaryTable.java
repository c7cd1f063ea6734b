package dev.tandem.draws.summary;

import dev.tandem.density.Variable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Renders a summary as a plain text table. */
public final class SummaryTable {
    private static final String UNKNOWN = "-";

    /** How many digits of a number are shown when no standard error says how many are meaningful. */
    private static final int DEFAULT_DIGITS = 3;

    private SummaryTable() {}

    /**
     * One line per element under a line of headings. The standard error of the mean is shown with two digits, and the
     * other numbers of its row to the same decimal; what is unknown is shown as a dash. Mode and probability of the
     * mode stand in columns of their own, if any element is discrete.
     */
    public static String render(Summary summary) {
        boolean discrete = summary.rows().stream().anyMatch(row -> row.kind() == Variable.Kind.DISCRETE);
        List<List<String>> lines = new ArrayList<>();
        lines.add(headings(discrete));
        for (SummaryRow row : summary.rows()) {
            lines.add(cells(row, discrete));
        }
        return align(lines);
    }

    /** The headings of the columns, the first one empty; with columns for modes if some element is discrete. */
    public static List<String> headings(boolean discrete) {
        List<String> headings = new ArrayList<>(List.of("", "mean", "mcse", "sd", "5%", "50%", "95%"));
        if (discrete) {
            headings.addAll(List.of("mode", "P(mode)"));
        }
        headings.addAll(List.of("rhat", "ess bulk", "ess tail"));
        return headings;
    }

    /** A row as text, in the order of {@link #headings}. */
    public static List<String> cells(SummaryRow row, boolean discrete) {
        double error = row.mcseMean();
        List<String> cells = new ArrayList<>();
        cells.add(row.name());
        for (double value : new double[] {row.mean(), error, row.sd()}) {
            cells.add(number(value, error));
        }
        for (double value : new double[] {row.q5(), row.q50(), row.q95()}) {
            // Quantiles of whole numbers are whole, or halfway and the like between two.
            cells.add(number(value, row.kind() == Variable.Kind.DISCRETE ? Double.NaN : error));
        }
        if (discrete) {
            boolean hasMode = row.mode().isPresent();
            cells.add(hasMode ? Long.toString(row.mode().getAsLong()) : "");
            cells.add(hasMode ? fixed(row.frequencies().get(0).probability(), 3) : "");
        }
        cells.add(Double.isFinite(row.rhat()) ? fixed(row.rhat(), 3) : number(row.rhat(), Double.NaN));
        cells.add(Double.isNaN(row.essBulk()) ? UNKNOWN : fixed(row.essBulk(), 0));
        cells.add(Double.isNaN(row.essTail()) ? UNKNOWN : fixed(row.essTail(), 0));
        return cells;
    }

    /** A number to the second digit of its standard error. */
    private static String number(double value, double error) {
        if (Double.isNaN(value)) {
            return UNKNOWN;
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Inf" : "-Inf";
        }
        boolean hasError = error > 0 && Double.isFinite(error);
        if (value == 0 || (!hasError && value == Math.rint(value) && Math.abs(value) < 1e7)) {
            return fixed(value, 0);
        }
        int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
        int decimals = hasError ? 1 - (int) Math.floor(Math.log10(error)) : DEFAULT_DIGITS - 1 - magnitude;
        if (Math.abs(value) >= 1e7 || (Math.abs(value) < 1e-4 && decimals > 6)) {
            int digits = Math.max(0, Math.min(magnitude + decimals, 8));
            return String.format(Locale.ROOT, "%." + digits + "e", value);
        }
        return fixed(value, Math.max(0, Math.min(decimals, 9)));
    }

    static String fixed(double value, int decimals) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        // What String.format prints, in a fifth of the time: a table of many unknowns has thousands of numbers. No
        // negative zero.
        return new BigDecimal(Double.toString(value))
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Names to the left, numbers to the right, two blanks between columns. */
    private static String align(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                String cell = line.get(column);
                String blanks = " ".repeat(widths[column] - cell.length());
                text.append(column == 0 ? cell + blanks : "  " + blanks + cell);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
