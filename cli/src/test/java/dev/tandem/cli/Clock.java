package dev.tandem.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of the output of a command depends on the clock. This is all of it: the rest is the same whenever the seed is, and
 * is compared byte for byte.
 */
final class Clock {
    /** Columns of tables, from the end of the column before to their own: blanks go with the width of the number. */
    private static final Set<String> COLUMNS = Set.of("warmup", "sampling", "per second");

    /** Printed every ten seconds while chains are running, so not at all by short runs. */
    private static final Pattern PROGRESS = Pattern.compile(
            "chain \\d+ +(waiting( for a processor)?|(warmup: .*|sampling|waits for others) +\\d+%.*)|after [\\d,]+ draws: .*|[\\d,]+ of [\\d,]+ data sets, .* a second.*| *\\d+%  [\\d:]+ gone .*");

    private static final Pattern BAR = Pattern.compile("run +[#-]+ +\\d+%.*");

    private static final Pattern DONE = Pattern.compile(
            "(?<begin>chain (?<chain>\\d+) +done +100%) +(?:[\\d,]+/s)?(?<middle>  \\d+ divergent)  [\\d:. s]+");

    /** How long many data sets took. */
    private static final Pattern EACH =
            Pattern.compile("[\\d.e-]+ s each, [\\d.e-]+ s in all, \\d+ at a time(; batches cost [\\d.]+ % of that)?");

    private static final Pattern FASTEST = Pattern.compile("(?<begin>Most effective draws per second): .*");

    private static final Pattern CELL = Pattern.compile("\\S+(?: \\S+)*");

    private Clock() {}

    /** Output without the lines that come and go with the clock, and with chains in order. */
    static List<String> steady(List<String> printed) {
        List<String> lines = new ArrayList<>();
        List<String> done = new ArrayList<>();
        int place = 0;
        for (String line : printed) {
            if (DONE.matcher(line).matches()) {
                place = done.isEmpty() ? lines.size() : place;
                done.add(line);
            } else if (!PROGRESS.matcher(line).matches()) {
                lines.add(line);
            }
        }
        done.sort(Comparator.comparingInt(line -> chain(line)));
        lines.addAll(place, done);
        return lines;
    }

    private static int chain(String line) {
        Matcher done = DONE.matcher(line);
        return done.matches() ? Integer.parseInt(done.group("chain")) : 0;
    }

    static boolean isProgress(String line) {
        return PROGRESS.matcher(line).matches() || DONE.matcher(line).matches() || isBar(line);
    }

    /** Whether a line shows how far the whole run is. */
    static boolean isBar(String line) {
        return BAR.matcher(line).matches();
    }

    /** Output with a mark in place of everything that depends on the clock. */
    static List<String> masked(List<String> lines) {
        List<String> masked = new ArrayList<>();
        List<MatchResult> header = List.of();
        for (String line : lines) {
            List<MatchResult> cells = cells(line);
            if (cells.stream().anyMatch(cell -> COLUMNS.contains(cell.group()))) {
                header = cells;
                // Their width is that of the longest number below.
                masked.add(replace(line, header, true));
            } else if (line.isBlank()) {
                header = List.of();
                masked.add(line);
            } else {
                masked.add(replace(maskedLine(line), header, false));
            }
        }
        return masked;
    }

    private static String maskedLine(String line) {
        Matcher done = DONE.matcher(line);
        if (done.matches()) {
            return done.group("begin") + " #/s" + done.group("middle") + "  # s";
        }
        Matcher fastest = FASTEST.matcher(line);
        if (fastest.matches()) {
            return fastest.group("begin") + ": #";
        }
        return EACH.matcher(line).matches() ? "# s each" : line;
    }

    private static String replace(String line, List<MatchResult> header, boolean keepName) {
        StringBuilder text = new StringBuilder(line);
        for (int i = header.size() - 1; i > 0; i--) {
            String name = header.get(i).group();
            int begin = header.get(i - 1).end();
            int end = header.get(i).end();
            if (COLUMNS.contains(name) && end <= line.length()) {
                text.replace(begin, end, keepName ? "  " + name : "  #");
            }
        }
        return text.toString();
    }

    /** The cells of a line of a table, which two blanks or more keep apart. */
    static List<MatchResult> cells(String line) {
        return CELL.matcher(line).results().toList();
    }
}
