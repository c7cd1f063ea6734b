package dev.tandem.report.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.AsOptions;
import dev.tandem.report.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The words about a run: what is found, what is advised, and the verdict that the gravest of it gives. */
class FindingsTest {
    private static final int DRAWS = 2000;

    private static Summary good() {
        return summary(Samples.autoregression(4, DRAWS, 0, 3));
    }

    /** One chain of four lies {@code away} standard deviations from the others. */
    private static Summary apart(double away) {
        double[][] chains = Samples.autoregression(4, DRAWS, 0, 3);
        for (int draw = 0; draw < DRAWS; draw++) {
            chains[2][draw] += away;
        }
        return summary(chains);
    }

    private static Summary summary(double[][] chains) {
        Draws draws = Samples.table(List.of("mu"), chains);
        return Summary.of(draws);
    }

    private static RunFacts facts(long divergences) {
        return Samples.facts(divergences, 4, DRAWS);
    }

    @Test
    void nothingIsSaidAboutAGoodRun() {
        Findings findings = Findings.of(facts(0), good());
        assertThat(findings.warnings()).isEmpty();
        assertThat(findings.notes()).isEmpty();
        assertThat(findings.render()).isEmpty();
        assertThat(findings.verdict().trust()).isEqualTo(Verdict.Trust.GOOD);
        assertThat(findings.verdict().headline()).isEqualTo("Converged");
    }

    @Test
    void theGravestFindingGivesTheVerdict() {
        assertThat(Findings.of(facts(0), apart(3)).verdict())
                .extracting(Verdict::trust, Verdict::headline)
                .containsExactly(Verdict.Trust.BAD, "Not converged");
        assertThat(Findings.of(facts(0), apart(0.35)).verdict())
                .extracting(Verdict::trust, Verdict::headline)
                .containsExactly(Verdict.Trust.CAUTION, "Nearly converged");
        assertThat(Findings.of(facts(7), apart(0.35)).verdict())
                .extracting(Verdict::trust, Verdict::headline)
                .containsExactly(Verdict.Trust.BAD, "Not to be trusted yet");
        assertThat(Findings.of(facts(7), good()).verdict())
                .extracting(Verdict::trust, Verdict::headline)
                .containsExactly(Verdict.Trust.CAUTION, "Converged, with a blind spot");
        Summary slow = summary(Samples.autoregression(4, 200_000 / 100, 0.97, 5));
        assertThat(Findings.of(facts(0), slow).warnings())
                .extracting(Finding::kind)
                .contains(Finding.Kind.FEW_DRAWS);
    }

    @Test
    void findingsNameTheUnknownsTheyConcernWorstFirst() {
        double[][] worse = Samples.autoregression(4, DRAWS, 0, 8);
        double[][] bad = Samples.autoregression(4, DRAWS, 0, 9);
        for (int draw = 0; draw < DRAWS; draw++) {
            worse[0][draw] += 4;
            bad[0][draw] += 1;
        }
        Draws draws =
                Samples.table(List.of("fine", "bad", "worse"), Samples.autoregression(4, DRAWS, 0, 10), bad, worse);
        Finding finding = Findings.of(facts(0), Summary.of(draws), Evidence.none(), new AsOptions())
                .warnings()
                .get(0);
        assertThat(finding.kind()).isEqualTo(Finding.Kind.DISAGREEMENT);
        assertThat(finding.unknowns()).containsExactly("worse", "bad");
        assertThat(finding.what()).startsWith("R-hat is above 1.01 for 2 of 3 unknowns, worst for worse (");
        assertThat(finding.advice()).startsWith("Do not use them yet: try --warmup 2000 --draws ");
    }

    @Test
    void programsAreToldInPlainWords() {
        assertThat(Findings.of(facts(1), good()).warnings().get(0).advice())
                .isEqualTo("Try a target acceptance of 0.9; if that does not help, write the model differently.");
        assertThat(Wording.plain()
                        .values(Wording.Value.of(Setting.WARMUP, 2000), Wording.Value.of(Setting.DRAWS, 4000)))
                .isEqualTo("a warmup of 2000 and 4000 draws");
    }

    @Test
    void divergencesRaiseTheTargetHalfWayToOne() {
        assertThat(Findings.of(facts(1), good(), Evidence.none(), new AsOptions())
                        .render())
                .isEqualTo(
                        "\nwarning: 1 iteration diverged: the steps were too long for some region, which the draws may"
                                + " miss.\n         Try --target-acceptance 0.9; if that does not help, write the model"
                                + " differently.\n");
    }

    @Test
    void aBiasedSamplerIsNeverTrusted() {
        RunFacts biased = new RunFacts(
                "published",
                false,
                4,
                DRAWS,
                1000,
                0.8,
                false,
                4,
                DRAWS,
                false,
                false,
                Optional.empty(),
                true,
                0,
                0,
                List.of());
        Findings findings = Findings.of(biased, good());
        assertThat(findings.verdict().trust()).isEqualTo(Verdict.Trust.BAD);
        assertThat(findings.warnings().get(0).what()).startsWith("THE SAMPLER published IS BIASED");
    }

    @Test
    void oneChainIsToldThatItIsAlone() {
        Summary summary = summary(Samples.autoregression(1, DRAWS, 0, 3));
        Findings findings = Findings.of(Samples.facts(0, 1, DRAWS), summary);
        assertThat(findings.notes()).extracting(Finding::kind).containsExactly(Finding.Kind.ONE_CHAIN);
        assertThat(findings.verdict().trust()).isEqualTo(Verdict.Trust.CAUTION);
    }

    @Test
    void aStoppedRunSaysHowToGoOn() {
        RunFacts stopped = new RunFacts(
                "node",
                true,
                4,
                5000,
                1000,
                0.8,
                false,
                3,
                DRAWS,
                true,
                false,
                Optional.of("first-run"),
                true,
                0,
                0,
                List.of());
        assertThat(Findings.of(stopped, good(), Evidence.none(), new AsOptions())
                        .notes())
                .extracting(Finding::what, Finding::advice)
                .containsExactly(tuple(
                        "the run was stopped: kept 2000 of 5000 draws from 3 of 4 chains.",
                        "To go on: --resume first-run"));
        RunFacts empty = new RunFacts(
                "node",
                true,
                4,
                5000,
                1000,
                0.8,
                true,
                4,
                0,
                true,
                true,
                Optional.of("first-run"),
                true,
                0,
                0,
                List.of());
        Findings nothing = Findings.of(empty, new Summary(List.of(), 4, 0));
        assertThat(nothing.notes().get(0).what()).isEqualTo("the run is still going, and has no draws yet.");
        assertThat(nothing.verdict().headline()).isEqualTo("There are no draws");
    }

    @Test
    void lowEnergyFractionsAndMissingNumbersAreWarnings() {
        RunFacts facts = new RunFacts(
                "node",
                true,
                4,
                DRAWS,
                1000,
                0.8,
                false,
                4,
                DRAWS,
                false,
                false,
                Optional.empty(),
                true,
                0,
                12,
                List.of(0.9, 0.21));
        Findings findings = Findings.of(facts, good());
        assertThat(findings.warnings())
                .extracting(Finding::kind)
                .containsExactly(Finding.Kind.ENERGY, Finding.Kind.NOT_NUMBERS);
        assertThat(findings.warnings().get(0).what()).contains("0.21");
        assertThat(findings.verdict().headline()).isEqualTo("Converged, with a warning");
    }
}
