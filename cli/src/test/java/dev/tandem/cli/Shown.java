package dev.tandem.cli;

import dev.tandem.validation.PageArithmetic;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a page shows of a command, beside what the command prints: the output below it, and figures in the text. */
final class Shown {
    /** A line of its own that stands for the lines of the output that a page leaves out. */
    static final String LEFT_OUT = "..";

    /** A figure in the text, with where it is from: a row and a column of the tables above it, and perhaps a factor. */
    private static final Pattern FIGURE =
            Pattern.compile("<!--= (?:(?<factor>\\d+) \\* )?(?<row>\\S+) (?<column>[^>]+?)-->(?<shown>[^<]*)<!--=-->");

    private static final boolean SAME_ARITHMETIC = PageArithmetic.isHere();

    private Shown() {}

    /**
     * What a page should show of an output: what it does show, if nothing is different but what depends on the clock, and
     * else what was printed. Lines are left out where the page leaves them out: as many are shown before and after.
     */
    static List<String> renewed(List<String> shown, List<String> printed) {
        List<String> fresh = excerpt(shown, Clock.steady(printed));
        return same(shown, fresh) ? shown : fresh;
    }

    private static boolean same(List<String> shown, List<String> fresh) {
        List<String> before = Clock.masked(shown);
        List<String> now = Clock.masked(fresh);
        return SAME_ARITHMETIC ? before.equals(now) : withoutNumbers(before).equals(withoutNumbers(now));
    }

    private static List<String> excerpt(List<String> shown, List<String> printed) {
        int before = shown.indexOf(LEFT_OUT);
        if (before < 0) {
            return printed;
        }
        int after = shown.size() - before - 1;
        if (before + after >= printed.size()) {
            return printed;
        }
        List<String> lines = new ArrayList<>(printed.subList(0, before));
        lines.add(LEFT_OUT);
        lines.addAll(printed.subList(printed.size() - after, printed.size()));
        return lines;
    }

    private static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("[-+]?[0-9][0-9.,e+-]*%?| -(?= |$)", " #")
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
    }

    /** A line of text with its figures as the tables above it have them, with as many decimals as before. */
    static String withFigures(String line, List<List<String>> above) {
        return FIGURE.matcher(line).replaceAll(figure -> {
            String row = figure.group(2);
            String column = figure.group(3);
            String shown = figure.group(4);
            BigDecimal value = find(row, column, above)
                    .map(BigDecimal::new)
                    .orElseThrow(
                            () -> new AssertionError("no table above has a row " + row + " with a column " + column));
            if (figure.group(1) != null) {
                value = value.multiply(new BigDecimal(figure.group(1)));
            }
            int point = shown.indexOf('.');
            String fresh = value.setScale(point < 0 ? 0 : shown.length() - point - 1, RoundingMode.HALF_UP)
                    .toPlainString();
            String text = figure.group();
            int begin = figure.start(4) - figure.start();
            return Matcher.quoteReplacement(text.substring(0, begin)
                    + (SAME_ARITHMETIC ? fresh : shown)
                    + text.substring(begin + shown.length()));
        });
    }

    /** What stands in a row and a column of the nearest table that has both. */
    static Optional<String> find(String row, String column, List<List<String>> above) {
        for (int block = above.size() - 1; block >= 0; block--) {
            List<String> lines = above.get(block);
            for (int i = lines.size() - 1; i >= 0; i--) {
                if (lines.get(i).startsWith(row + "  ")) {
                    for (int j = i - 1; j >= 0; j--) {
                        Optional<Integer> end = end(lines.get(j), column);
                        if (end.isPresent()) {
                            return Clock.cells(lines.get(i)).stream()
                                    .filter(cell -> cell.end() == end.get())
                                    .map(MatchResult::group)
                                    .findFirst();
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Integer> end(String header, String column) {
        return Clock.cells(header).stream()
                .filter(cell -> cell.group().equals(column))
                .map(MatchResult::end)
                .findFirst();
    }
}
