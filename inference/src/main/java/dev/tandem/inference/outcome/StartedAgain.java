package dev.tandem.inference.outcome;

import dev.tandem.report.findings.Finding;
import dev.tandem.report.findings.Findings;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Names the chains that warmup started again, and those that got nowhere even so. */
final class StartedAgain {
    /** In units of the scales that warmup learned. */
    private static final double SHORTEST_STEP = 1e-6;

    private StartedAgain() {}

    static Findings addTo(Findings findings, Run run) {
        List<Integer> again = new ArrayList<>();
        List<Integer> nowhere = new ArrayList<>();
        for (int chain = 0; chain < run.chains().size(); chain++) {
            if (run.warmups().get(chain).restarts() > 0) {
                again.add(chain);
                if (gotNowhere(run.chains().get(chain))) {
                    nowhere.add(chain);
                }
            }
        }
        List<Finding> warnings = new ArrayList<>(findings.warnings());
        List<Finding> notes = new ArrayList<>(findings.notes());
        if (!nowhere.isEmpty()) {
            warnings.add(new Finding(
                    Finding.Kind.STARTED_AGAIN,
                    named(nowhere) + " did not move, from several starts: " + (nowhere.size() == 1 ? "its" : "their")
                            + " draws say nothing.",
                    "Look for a place where the density jumps or has no slope, or give start values.",
                    List.of()));
        }
        again.removeAll(nowhere);
        if (!again.isEmpty()) {
            notes.add(new Finding(
                    Finding.Kind.STARTED_AGAIN,
                    named(again) + (again.size() == 1 ? " was" : " were")
                            + " started again: the first start led nowhere.",
                    "Warmup began anew elsewhere; the draws do not contain anything of the first try.",
                    List.of()));
        }
        return new Findings(findings.verdict(), warnings, notes);
    }

    private static boolean gotNowhere(ChainReport chain) {
        return chain.draws() > 0 && chain.tuning().stepSize() < SHORTEST_STEP;
    }

    private static String named(List<Integer> chains) {
        return (chains.size() == 1 ? "chain " : "chains ")
                + chains.stream().map(chain -> Integer.toString(chain + 1)).collect(Collectors.joining(", "));
    }
}
