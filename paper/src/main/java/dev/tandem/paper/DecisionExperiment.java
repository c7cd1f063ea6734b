package dev.tandem.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Four claims that need more draws than the figures they belong to: each has cells of its own, and a rule that was
 * written down before its cells ran.
 */
final class DecisionExperiment implements Experiment {
    @Override
    public String name() {
        return "decide";
    }

    @Override
    public String title() {
        return "Four claims that take more draws: proposals, the topic Gibbs sampler, DHMC on documents and its time";
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        DocumentCells.orders(setup, cells);
        DocumentCells.gibbs(setup, cells);
        TimeDecision.cells(setup, cells);
        DocumentCells.lines(setup, cells);
        ProposalDecision.cells(setup, cells);
        return cells;
    }

    /** A cell on variable selection. */
    static Cell selection(Setup setup, String name, Way way, int draws, double nanoseconds) {
        return new Cell(
                name,
                setup.data().selection(),
                setup.data().identity(),
                way,
                setup.scale().of(4, 192),
                setup.scale().of(60, 1000),
                setup.scale().of(draws, 2000),
                Recorder.everything(),
                chains -> Map.of(),
                nanoseconds);
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        ProposalDecision proposals = ProposalDecision.of(cells);
        DocumentDecision documents = new DocumentDecision(setup, cells);
        List<Section.Part> parts = new ArrayList<>();
        parts.add(new Section.Text("The rules, fixed before the cells ran. Proposals: over " + proposals.count()
                + " settings (five T by five L) the mean of log(MRESS with Gibbs / MRESS with RW), with its standard"
                + " error from the spread over settings. Gibbs is better in general if the mean is above 0 by more than"
                + " 3.47 errors (once in a thousand times by chance, t with 24 degrees of freedom); there is no general"
                + " advantage if 2.06 errors above the mean (a 95 % interval's end) are still below a tenth; else the"
                + " claim stays open. Topic Gibbs sampler, with the paper's chains and draws: a document is beyond 5 % if the"
                + " relative distance of the vector of posterior means from the reference is so by more than its margin, three times"
                + " the root of the summed squares of all standard errors; it is within 5 % if it is so by more than the margin."
                + " The claim is confirmed if the exact order is beyond on a document, corrected if the paper's order is and the"
                + " exact one on none, not reproduced if both are within on all documents; else it stays open. DHMC on"
                + " documents: a document differs if a posterior mean of eta is more than 5 standard errors from"
                + " the reference, or if the chains have not met (R-hat above 1.1), so that their mean is where they"
                + " began. DHMC's time: the best of the paper's whole grid against the published algorithm at T = 40, L = 600, by"
                + " processor time, and by the evaluations of the density that the paper's program makes: confirmed if the"
                + " clock says so and the loss of MRESS is above 0.2, corrected if only the program's count can. (This last"
                + " rule was settled when its cells had run.)"));
        parts.add(proposals.table());
        parts.add(documents.gibbs());
        parts.add(documents.dhmc());
        parts.add(documents.orders());
        TimeDecision timing = TimeDecision.of(cells);
        parts.add(timing.table());
        return new Section(
                name(),
                title(),
                parts,
                List.of(proposals.claim(), documents.gibbsClaim(), documents.dhmcClaim(), timing.claim()));
    }
}
