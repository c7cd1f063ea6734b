package dev.tandem.inference.outcome;

import dev.tandem.report.ChainTable;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A run in words and cells: how much was drawn and by what, how each chain did, and what is left out. */
public final class RunText {
    private static final String UNKNOWN = "-";

    private RunText() {}

    /** How much was drawn, and by what. */
    public static String account(Outcome outcome) {
        int chains = outcome.run().draws().chains();
        boolean independent = outcome.dimension() + outcome.sites() == 0;
        return chains + (chains == 1 ? " chain" : " chains") + " of "
                + outcome.run().draws().drawsPerChain() + " draws, "
                + (independent
                        ? "each independent of the others"
                        : "sampler " + outcome.run().kernel()) + ", seed "
                + outcome.settings().seed();
    }

    /** Which chains the table does not count, and why; empty if it counts all, or none has a draw. */
    public static String leftOut(Outcome outcome) {
        List<Integer> kept = outcome.run().kept();
        int all = outcome.run().chains().size();
        if (!outcome.hasDraws() || kept.size() == all) {
            return "";
        }
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (int chain = 0; chain < all; chain++) {
            if (!kept.contains(chain)) {
                int draws = outcome.run().chains().get(chain).draws();
                String reason = draws == 0 ? "no draw yet" : draws == 1 ? "1 draw" : draws + " draws";
                reasons.computeIfAbsent(reason, none -> new ArrayList<>()).add(Integer.toString(chain + 1));
            }
        }
        return reasons.entrySet().stream()
                .map(entry -> (entry.getValue().size() == 1 ? "chain " : "chains ")
                        + String.join(", ", entry.getValue())
                        + (entry.getValue().size() == 1 ? " has " : " have ")
                        + entry.getKey())
                .collect(Collectors.joining("; ", "left out, being too short: ", ""));
    }

    /** How each chain was tuned and how it did, a row for each. */
    public static ChainTable chains(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        for (int chain = 0; chain < outcome.run().chains().size(); chain++) {
            rows.add(cells(outcome, chain));
        }
        return new ChainTable(headings(outcome), rows);
    }

    /** The headings of the table of chains. */
    private static List<String> headings(Outcome outcome) {
        List<String> headings = new ArrayList<>(List.of("chain"));
        if (outcome.continuous()) {
            headings.addAll(List.of("step", outcome.timed() ? "time" : "depth", "metric"));
        }
        if (outcome.discrete()) {
            headings.addAll(List.of("sites", "at end", "changed"));
        }
        if (outcome.continuous()) {
            headings.addAll(List.of("accepted", "divergent", "E-BFMI"));
        }
        headings.addAll(List.of("warmup", "sampling"));
        return headings;
    }

    /** What the table of chains says about one, counted from 0. */
    private static List<String> cells(Outcome outcome, int number) {
        ChainReport chain = outcome.run().chains().get(number);
        Tuning tuning = chain.tuning();
        List<String> cells = new ArrayList<>();
        if (outcome.continuous()) {
            cells.add(significant(tuning.stepSize()));
            cells.add(outcome.timed() ? significant(tuning.trajectoryTime()) : Integer.toString(chain.deepest()));
            // Its scales are in the JSON.
            cells.add(tuning.kinetic().describe().replaceFirst(",.*", ""));
        }
        if (outcome.discrete()) {
            cells.add(Integer.toString(tuning.sitesPerStep()));
            cells.add(Integer.toString(tuning.closingSites()));
            cells.add(fixed(100 * chain.flipRate(), 1) + "%");
        }
        if (outcome.continuous()) {
            cells.add(fixed(chain.acceptance(), 3));
            cells.add(Integer.toString(chain.divergences()));
            cells.add(fixed(chain.ebfmi(), 2));
        }
        if (chain.energies().length == 0) {
            // Stopped in warmup: there is no tuning to speak of.
            cells.replaceAll(cell -> UNKNOWN);
        }
        cells.add(0, Integer.toString(number + 1));
        cells.add(fixed(chain.warmupSeconds(), 2) + " s");
        cells.add(fixed(chain.samplingSeconds(), 2) + " s");
        return cells;
    }

    private static String significant(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    private static String fixed(double value, int decimals) {
        return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
