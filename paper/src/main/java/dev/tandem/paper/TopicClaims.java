package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;
import static dev.tandem.paper.TopicExperiment.ERRORS;
import static dev.tandem.paper.TopicExperiment.GIBBS;
import static dev.tandem.paper.TopicExperiment.HWG;
import static dev.tandem.paper.TopicExperiment.NWG;
import static dev.tandem.paper.TopicExperiment.PUBLISHED;
import static dev.tandem.paper.TopicExperiment.STALE;
import static dev.tandem.paper.TopicExperiment.TANDEM;
import static dev.tandem.paper.TopicExperiment.published;

import dev.tandem.paper.Presets.PaperProposal;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the paper claims of its samplers on topics, beside what was found. */
final class TopicClaims {
    private TopicClaims() {}

    static List<Section.Claim> of(TopicResults results) {
        int count = results.documents().size();
        long published = agreeing(results, PUBLISHED);
        String hwgAndNwg = agreeing(results, HWG) + " and " + agreeing(results, NWG);
        ToDoubleFunction<CellSummary> mress = CellSummary::mress;
        double overGibbs = results.ratio(PUBLISHED, STALE, mress);
        double overExact = results.ratio(PUBLISHED, GIBBS, mress);
        double overNwg = results.ratio(PUBLISHED, NWG, mress);
        double overHwg = results.ratio(PUBLISHED, HWG, mress);
        String tandemPerSecond =
                Numbers.times(results.ratio(TANDEM, PUBLISHED, CellSummary::perSecond)) + " published per second";
        double gibbsOverRw = results.ratio(PUBLISHED, published(PaperProposal.RW), mress);
        double gibbsOverGb = results.ratio(PUBLISHED, published(PaperProposal.GB), mress);
        double gbOverRw = results.ratio(published(PaperProposal.GB), published(PaperProposal.RW), mress);
        return List.of(
                new Section.Claim(
                        "Topic model: HwG, NwG and M-HMC agree on all 20 documents",
                        "20 of 20",
                        "published " + published + ", HwG and NwG " + hwgAndNwg + " of " + count,
                        "the reference",
                        published == count && agreeing(results, HWG) == count && agreeing(results, NWG) == count
                                ? CONFIRMED
                                : NOT_REPRODUCED,
                        "posterior means of eta within " + (int) ERRORS + " standard errors of Tandem's default"),
                new Section.Claim(
                        "M-HMC's MRESS is 57.32 times that of Gibbs, 8.76 times that of NwG, 8.65 times that of HwG",
                        "57.3, 8.76, 8.65",
                        Numbers.three(overGibbs) + " (exact Gibbs: " + Numbers.three(overExact) + "), "
                                + Numbers.three(overNwg) + ", " + Numbers.three(overHwg),
                        tandemPerSecond,
                        overGibbs > 1 && overNwg > 1 && overHwg > 1 ? CONFIRMED : NOT_REPRODUCED,
                        "in direction; per draw only: a draw takes "
                                + Numbers.three(results.geometric(PUBLISHED, CellSummary::gradientsPerDraw))
                                + " gradients, one of NwG "
                                + Numbers.three(results.geometric(NWG, CellSummary::gradientsPerDraw))
                                + "; per second NwG is "
                                + Numbers.times(results.ratio(NWG, PUBLISHED, CellSummary::perSecond)) + " and Gibbs "
                                + Numbers.times(results.ratio(GIBBS, PUBLISHED, CellSummary::perSecond))
                                + " the published algorithm"),
                new Section.Claim(
                        "Proposals: Gibbs 2.57 times RW, 1.38 times GB; GB 1.84 times RW (MRESS)",
                        "2.57, 1.38, 1.84",
                        Numbers.fixed(gibbsOverRw, 2) + ", " + Numbers.fixed(gibbsOverGb, 2) + ", "
                                + Numbers.fixed(gbOverRw, 2),
                        "–",
                        gibbsOverRw > 1 && gibbsOverGb > 1 && gbOverRw > 1 ? CONFIRMED : NOT_REPRODUCED,
                        "in direction"));
    }

    private static long agreeing(TopicResults results, String sampler) {
        return results.documents().stream()
                .filter(document -> results.agrees(document, sampler))
                .count();
    }
}
