package dev.tandem.report.findings;

import dev.tandem.draws.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Chains that came to rest: none of their unknowns changed, or their step size collapsed. */
final class DeadChains {
    /** A step size that is shorter than the median of all chains by this factor leads nowhere. */
    private static final double COLLAPSED = 1e-4;

    private DeadChains() {}

    /** The chains that are dead, numbered from 0 among those that have draws. */
    static List<Integer> find(Evidence evidence) {
        List<Integer> dead = new ArrayList<>();
        if (evidence.draws().isEmpty() || evidence.draws().get().drawsPerChain() < 2) {
            return dead;
        }
        Draws draws = evidence.draws().get();
        boolean[] moved = moved(draws, evidence);
        boolean anyMoved = false;
        for (boolean chain : moved) {
            anyMoved |= chain;
        }
        for (int chain = 0; chain < draws.chains(); chain++) {
            // Where no chain moves at all, nothing is known: the values may be the only ones.
            if ((anyMoved && !moved[chain]) || collapsed(evidence, chain)) {
                dead.add(chain);
            }
        }
        return dead;
    }

    private static boolean collapsed(Evidence evidence, int chain) {
        return chain < evidence.chains().size()
                && evidence.chains().get(chain).stepSize() < COLLAPSED * medianStep(evidence);
    }

    private static double medianStep(Evidence evidence) {
        double[] steps = evidence.chains().stream()
                .mapToDouble(Evidence.ChainState::stepSize)
                .sorted()
                .toArray();
        return steps[steps.length / 2];
    }

    private static boolean[] moved(Draws draws, Evidence evidence) {
        boolean[] moved = new boolean[draws.chains()];
        int still = moved.length;
        if (evidence.courses().chains() == moved.length) {
            for (int chain = 0; chain < moved.length; chain++) {
                moved[chain] = !evidence.courses().stoodStill(chain, 1);
                still -= moved[chain] ? 1 : 0;
            }
        }
        for (int element = 0; element < draws.elements() && still > 0; element++) {
            double[][] values = draws.element(element);
            for (int chain = 0; chain < moved.length; chain++) {
                if (!moved[chain] && changes(values[chain])) {
                    moved[chain] = true;
                    still--;
                }
            }
        }
        return moved;
    }

    private static boolean changes(double[] values) {
        for (double value : values) {
            if (value != values[0]) {
                return true;
            }
        }
        return false;
    }

    static String describe(Evidence evidence, List<Integer> dead) {
        String which = dead.stream()
                .map(chain -> {
                    int number = chain < evidence.chains().size()
                            ? evidence.chains().get(chain).number()
                            : chain + 1;
                    return collapsed(evidence, chain)
                            ? String.format(
                                    Locale.ROOT,
                                    "%d (its step size fell to %.2g)",
                                    number,
                                    evidence.chains().get(chain).stepSize())
                            : Integer.toString(number);
                })
                .collect(Collectors.joining(", "));
        return (dead.size() == 1 ? "chain " + which + " is" : "chains " + which + " are")
                + " dead: nothing moved, or next to nothing, from where warmup ended.";
    }
}
