package dev.tandem.cli.screen;

import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.RunText;
import dev.tandem.report.ChainTable;
import dev.tandem.report.text.Columns;
import java.util.ArrayList;
import java.util.List;

/** The results of a run as text: a heading, the table of unknowns, the table of chains. */
public final class RunScreen {
    private RunScreen() {}

    /** With {@code mostRows} lines in the table of unknowns at most; 0 shows all. */
    public static String render(Outcome outcome, int mostRows) {
        StringBuilder text = new StringBuilder(heading(outcome));
        if (outcome.hasDraws()) {
            text.append('\n').append(unknowns(outcome.summary(), mostRows));
        }
        return text.append('\n').append(chains(outcome)).toString();
    }

    /** Which chains the table does not count, as a line. */
    public static String leftOut(Outcome outcome) {
        String text = RunText.leftOut(outcome);
        return text.isEmpty() ? "" : "note: " + text + "\n";
    }

    private static String heading(Outcome outcome) {
        return outcome.model() + ": " + RunText.account(outcome)
                + outcome.folder().map(folder -> ", in " + folder).orElse("") + "\n";
    }

    private static String unknowns(Summary summary, int mostRows) {
        int count = summary.rows().size();
        if (mostRows == 0 || count <= mostRows) {
            return SummaryTable.render(summary);
        }
        Summary shown = new Summary(
                summary.rows().subList(0, mostRows), summary.chains(), summary.drawsPerChain(), summary.every());
        return SummaryTable.render(shown) + ".. and " + (count - mostRows) + " more; --rows 0 shows all\n";
    }

    private static String chains(Outcome outcome) {
        ChainTable table = RunText.chains(outcome);
        List<List<String>> lines = new ArrayList<>();
        lines.add(table.headings());
        lines.addAll(table.rows());
        return Columns.rightAligned(lines);
    }
}
