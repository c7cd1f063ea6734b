package dev.tandem.report.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Course;
import dev.tandem.draws.summary.Courses;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.AsOptions;
import dev.tandem.report.Samples;
import dev.tandem.report.findings.Evidence.ChainState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Chains in different places, dead chains, unknowns that never change: what is said, and that no draws are advised. */
class PlacesTest {
    private static final int DRAWS = 500;

    private static final List<Variable> VARIABLES = List.of(
            new Variable("mu", List.of(3), Variable.Kind.CONTINUOUS),
            new Variable("w", List.of(3), Variable.Kind.CONTINUOUS),
            new Variable("tau", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("z", List.of(2), Variable.Kind.DISCRETE));

    /** Chains about centres; an sd of 0 makes a chain dead. */
    private static Findings findings(Roles roles, double fullDepth, double[] steps, double[][] centres, double... sds) {
        SplittableRandom random = new SplittableRandom(11);
        Draws.Builder table = Draws.builder(VARIABLES, centres.length, DRAWS);
        List<Course> courses = new ArrayList<>();
        List<ChainState> states = new ArrayList<>();
        for (int chain = 0; chain < centres.length; chain++) {
            Course course = new Course(1);
            for (int draw = 0; draw < DRAWS; draw++) {
                double[] row = centres[chain].clone();
                for (int i = 0; i < 7; i++) {
                    row[i] += sds[chain] * random.nextGaussian();
                }
                table.append(chain, row);
                course.add(new double[] {-100 - centres[chain][6] + sds[chain] * random.nextGaussian()});
            }
            courses.add(course);
            states.add(new ChainState(chain + 1, steps.length == 0 ? 0.5 : steps[chain]));
        }
        Draws draws = table.build();
        return Findings.of(
                Samples.facts(0, centres.length, DRAWS),
                Summary.of(draws),
                new Evidence(
                        Optional.of(draws),
                        roles,
                        Courses.of(courses, element -> "the log density"),
                        states,
                        10,
                        fullDepth,
                        Optional.empty(),
                        new double[0][]),
                new AsOptions());
    }

    private static final double[] NONE = {};
    private static final double[] HERE = {1, 5, 9, 0.2, 2, 4, 7, 1, 0};
    private static final double[] SWITCHED = {9, 1, 5, 4, 0.2, 2, 7, 0, 1};
    private static final double[] ELSEWHERE = {1, 5, 9, 0.2, 2, 4, 12, 1, 0};

    private static Finding disagreement(Findings findings) {
        return findings.warnings().stream()
                .filter(finding -> finding.kind() == Finding.Kind.DISAGREEMENT)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void labelSwitchingIsCalledSo() {
        Findings findings =
                findings(Roles.PLAIN, 0, NONE, new double[][] {HERE, SWITCHED, HERE, SWITCHED}, 0.1, 0.1, 0.1, 0.1);
        assertThat(disagreement(findings).what())
                .contains("stayed in 2 different places: chains 1, 3 (log density -107.0); chains 2, 4 (log density"
                        + " -107.0).")
                .contains("mu[1] (means 1.0");
        assertThat(disagreement(findings).advice()).startsWith("This is label switching: with the elements of mu, w ");
        assertThat(findings.verdict().reason()).contains("label switching");
        noDrawsAreAdvised(findings);
    }

    @Test
    void modesAreNamedWithWhatDiffersAndTheirDensities() {
        Findings findings =
                findings(Roles.PLAIN, 0, NONE, new double[][] {HERE, HERE, HERE, ELSEWHERE}, 0.1, 0.1, 0.1, 0.1);
        assertThat(disagreement(findings).what())
                .contains("chains 1, 2, 3 (log density -107.0); chain 4 (log density -112.0). They differ in tau (means"
                        + " 6.99, 12.0).");
        assertThat(disagreement(findings).advice()).startsWith("These are different modes");
        noDrawsAreAdvised(findings);
    }

    @Test
    void deadChainsAreNamed() {
        Findings still = findings(Roles.PLAIN, 0, NONE, new double[][] {HERE, HERE, ELSEWHERE, HERE}, 0.1, 0.1, 0, 0.1);
        assertThat(still.warnings().get(0).kind()).isEqualTo(Finding.Kind.DEAD_CHAINS);
        assertThat(still.warnings().get(0).what()).startsWith("chain 3 is dead");
        noDrawsAreAdvised(still);
        Findings collapsed = findings(
                Roles.PLAIN,
                0,
                new double[] {0.4, 1e-12, 0.5, 0.6},
                new double[][] {HERE, HERE, HERE, HERE},
                0.1,
                1e-9,
                0.1,
                0.1);
        assertThat(collapsed.warnings().get(0).what()).startsWith("chain 2 (its step size fell to 1.0e-12) is dead");
        assertThat(collapsed.verdict().trust()).isEqualTo(Verdict.Trust.BAD);
    }

    private static void noDrawsAreAdvised(Findings findings) {
        assertThat(findings.render()).doesNotContain("--draws");
    }

    @Test
    void treesAtFullDepthAreWorthAWord() {
        double[][] same = {HERE, HERE, HERE, HERE};
        assertThat(findings(Roles.PLAIN, 0.25, NONE, same, 1, 1, 1, 1)
                        .warnings()
                        .get(0)
                        .what())
                .startsWith("25.0% of the trajectories were cut off at the greatest depth of a tree (10, 1023 steps)");
        assertThat(findings(Roles.PLAIN, 0.001, NONE, same, 1, 1, 1, 1).warnings())
                .isEmpty();
    }

    @Test
    void onlyWhatIsProvedIsAsItShouldBe() {
        double[][] same = {HERE, HERE, HERE, HERE};
        BitSet settled = new BitSet();
        settled.set(8);
        Findings findings = findings(new Roles(settled, new BitSet(), List.of()), 0, NONE, same, 1, 1, 1, 1);
        assertThat(findings.notes())
                .extracting(Finding::what)
                .containsExactly(
                        "1 of 9 unknowns was never seen to change, z[1]: nothing is known about its convergence.",
                        "1 of 9 unknowns has one value in all draws, z[2].");
        assertThat(findings.notes().get(0).advice()).contains("may be stuck");
        assertThat(findings.notes().get(1).advice()).startsWith("That is as it should be");
        assertThat(findings.verdict().headline()).isEqualTo("Converged in all that changed");
        assertThat(findings.verdict().reason()).endsWith("; 1 was never seen to change.");
        BitSet computed = new BitSet();
        computed.set(7);
        assertThat(findings(new Roles(settled, computed, List.of()), 0, NONE, same, 1, 1, 1, 1)
                        .notes())
                .hasSize(1);
    }

    @Test
    void aRunInWhichNothingMovedShowsNothing() {
        double[][] same = {HERE, HERE, HERE, HERE};
        Findings findings = findings(Roles.PLAIN, 0, NONE, same, 0, 0, 0, 0);
        assertThat(findings.warnings())
                .extracting(Finding::what)
                .containsExactly("no chain moved: 9 of 9 unknowns had one value in all draws, first mu[1], and the"
                        + " model does not rule out others.");
        assertThat(findings.notes()).isEmpty();
        assertThat(findings.verdict().trust()).isEqualTo(Verdict.Trust.CAUTION);
        BitSet all = new BitSet();
        all.set(0, 9);
        assertThat(findings(new Roles(all, new BitSet(), List.of()), 0, NONE, same, 0, 0, 0, 0)
                        .warnings())
                .isEmpty();
    }
}
