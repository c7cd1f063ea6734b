package dev.tandem.report.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Courses;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.AsOptions;
import dev.tandem.report.Samples;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Funnels, ridges and heavy tails are named where draws have them, and nowhere else. */
class ShapesTest {
    private static final int CHAINS = 4;
    private static final int DRAWS = 500;

    /** Fills a row of draws; the state is what the chain remembers. */
    private interface Source {
        void draw(SplittableRandom random, double[] state, double[] row);
    }

    private static Findings findings(
            List<Variable> variables, long seed, long divergences, Source source, ToIntFunction<double[]> diverges) {
        SplittableRandom random = new SplittableRandom(seed);
        Draws.Builder table = Draws.builder(variables, CHAINS, DRAWS);
        double[][] divergent = new double[CHAINS][DRAWS];
        int size = variables.stream().mapToInt(Variable::size).sum();
        for (int chain = 0; chain < CHAINS; chain++) {
            double[] state = {random.nextGaussian(), random.nextGaussian()};
            for (int draw = 0; draw < DRAWS; draw++) {
                double[] row = new double[size];
                source.draw(random, state, row);
                table.append(chain, row);
                divergent[chain][draw] = diverges.applyAsInt(row);
            }
        }
        Draws draws = table.build();
        return Findings.of(
                Samples.facts(divergences, CHAINS, DRAWS),
                Summary.of(draws),
                new Evidence(
                        Optional.of(draws), Roles.PLAIN, Courses.none(), List.of(), 0, 0, Optional.empty(), divergent),
                new AsOptions());
    }

    private static Variable real(String name, Integer... shape) {
        return new Variable(name, List.of(shape), Variable.Kind.CONTINUOUS);
    }

    private static Optional<Finding> named(Findings findings, Finding.Kind kind) {
        return findings.warnings().stream()
                .filter(finding -> finding.kind() == kind)
                .findFirst()
                .or(() -> findings.notes().stream()
                        .filter(finding -> finding.kind() == kind)
                        .findFirst());
    }

    /** The effects of eight groups with an unknown centre, and either their scale or their precision. */
    private static Source groups(double centre, double sdOfLog, boolean precision) {
        return (random, state, row) -> {
            double log = sdOfLog * random.nextGaussian();
            double mu = centre + 5 * random.nextGaussian();
            row[0] = Math.exp(precision ? -2 * log : log);
            for (int i = 1; i < row.length; i++) {
                row[i] = mu + Math.exp(log) * random.nextGaussian();
            }
        };
    }

    private static final List<Variable> GROUPS = List.of(real("tau"), real("theta", 8));

    @Test
    void namesAFunnelByItsScaleAndItsMembersHoweverTheirCentreVaries() {
        Finding funnel = named(
                        findings(GROUPS, 1, 9, groups(3, 1, false), row -> row[0] < 0.2 ? 1 : 0), Finding.Kind.FUNNEL)
                .orElseThrow();
        assertThat(funnel.unknowns()).startsWith("tau", "theta[1]", "theta[2]").hasSize(9);
        assertThat(funnel.what())
                .startsWith("theta[1], theta[2], theta[3], theta[4] and 4 more make a funnel with tau: where tau is"
                        + " small (below 0.4")
                .contains(" times closer together than where it is large");
        assertThat(funnel.advice()).startsWith("Try --sampler walnuts").contains("give tau a prior");
        assertThat(named(findings(GROUPS, 2, 9, groups(3, 1, true), row -> 0), Finding.Kind.FUNNEL)
                        .orElseThrow()
                        .what())
                .contains("where tau is large (above ");
    }

    @Test
    void namesAFunnelOfASingleUnknown() {
        Source neal = (random, state, row) -> {
            row[0] = 3 * random.nextGaussian();
            row[1] = Math.exp(row[0] / 2) * random.nextGaussian();
        };
        assertThat(named(findings(List.of(real("v"), real("x")), 3, 2, neal, row -> 0), Finding.Kind.FUNNEL)
                        .orElseThrow()
                        .unknowns())
                .containsExactly("v", "x");
    }

    @Test
    void aFunnelThatDoesNoHarmIsNotSpokenOf() {
        assertThat(findings(GROUPS, 4, 0, groups(3, 1, false), row -> 0).warnings())
                .isEmpty();
    }

    @Test
    void aFunnelDoesNotExplainDivergencesInItsMouth() {
        Findings findings = findings(GROUPS, 5, 60, groups(3, 1, false), row -> row[0] > 3 ? 1 : 0);
        assertThat(findings.warnings()).extracting(Finding::kind).containsExactly(Finding.Kind.DIVERGENCES);
        assertThat(findings.warnings().get(0).advice()).startsWith("Try --target-acceptance 0.9");
    }

    /** The scale of many groups is known to a third or so, and of positive unknowns the logarithm moves. */
    @Test
    void aScaleThatIsKnownAndOneThatGoesWithASizeAreNoFunnels() {
        assertThat(named(findings(GROUPS, 6, 9, groups(3, 0.35, false), row -> 0), Finding.Kind.FUNNEL))
                .isEmpty();
        Source sizes = (random, state, row) -> {
            row[0] = Math.exp(2 * random.nextGaussian());
            row[1] = row[0] * Math.exp(random.nextGaussian());
        };
        assertThat(named(findings(List.of(real("n"), real("m")), 7, 9, sizes, row -> 0), Finding.Kind.FUNNEL))
                .isEmpty();
    }

    /** Chains that walk slowly along {@code a + 2 b = 7}, with {@code width} across. */
    private static Source ridge(double width) {
        return (random, state, row) -> {
            state[0] = 0.98 * state[0] + 0.2 * random.nextGaussian();
            row[0] = 10 * state[0];
            row[1] = (7 - row[0] + width * random.nextGaussian()) / 2;
            row[2] = random.nextGaussian();
        };
    }

    @Test
    void namesARidgeByItsDirectionAndWhatIsKnown() {
        List<Variable> variables = List.of(real("a"), real("b"), real("c"));
        Finding ridge = named(findings(variables, 8, 0, ridge(0.5), row -> 0), Finding.Kind.RIDGE)
                .orElseThrow();
        assertThat(ridge.unknowns()).containsExactly("a", "b");
        assertThat(ridge.what())
                .isEqualTo(
                        "a and b go together: the draws lie along a ridge on which b changes by -0.5 where a changes by 1. The data know a + 2 b (standard deviation 0.51), and a alone much less (13).");
        assertThat(named(findings(variables, 8, 0, ridge(20), row -> 0), Finding.Kind.RIDGE))
                .isEmpty();
    }

    /** Of three unknowns the sum is known, and no two of them are tied to each other. */
    @Test
    void namesARidgeOfSeveral() {
        Source plane = (random, state, row) -> {
            for (int i = 0; i < 2; i++) {
                state[i] = 0.97 * state[i] + Math.sqrt(1 - 0.97 * 0.97) * random.nextGaussian();
            }
            row[0] = 10 * state[0];
            row[1] = 10 * state[1];
            row[2] = 4 - row[0] - row[1] + 0.1 * random.nextGaussian();
        };
        Finding ridge = named(
                        findings(List.of(real("a"), real("b"), real("c")), 9, 0, plane, row -> 0), Finding.Kind.RIDGE)
                .orElseThrow();
        assertThat(ridge.unknowns()).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(ridge.what()).containsPattern("The data know ([abc]) \\+ ([abc]) \\+ ([abc]) \\(");
    }

    /** Shares that add up to one lie in a plane by construction. */
    @Test
    void sumsByConstructionAreNoRidge() {
        Source shares = (random, state, row) -> {
            state[0] = 0.98 * state[0] + 0.2 * random.nextGaussian();
            row[0] = 3 + state[0];
            row[1] = 10 - row[0];
        };
        assertThat(named(findings(List.of(real("p"), real("q")), 10, 0, shares, row -> 0), Finding.Kind.RIDGE))
                .isEmpty();
    }

    /** Few effective draws of many unknowns lie near planes by chance: none of 25 runs may be told of one. */
    @Test
    void slowChainsOfIndependentUnknownsHaveNoShape() {
        for (int seed = 0; seed < 25; seed++) {
            SplittableRandom start = new SplittableRandom(seed);
            double[] slow = new double[20];
            Source walks = (random, state, row) -> {
                for (int i = 0; i < row.length; i++) {
                    slow[i] = 0.98 * slow[i] + 0.2 * start.nextGaussian();
                    row[i] = slow[i];
                }
            };
            Findings findings = findings(List.of(real("x", 20)), seed, 12, walks, row -> row[0] > 2 ? 1 : 0);
            assertThat(findings.warnings())
                    .as("seed %d", seed)
                    .extracting(Finding::kind)
                    .contains(Finding.Kind.FEW_DRAWS)
                    .doesNotContain(Finding.Kind.FUNNEL, Finding.Kind.RIDGE);
            assertThat(findings.notes()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void namesHeavyTailsAndNoOthers() {
        Source tails = (random, state, row) -> {
            double numerator = random.nextGaussian();
            row[0] = numerator / random.nextGaussian();
            row[1] = random.nextGaussian();
            row[2] = -Math.log(1 - random.nextDouble());
            row[3] = Math.exp(random.nextGaussian());
            double squares = 0;
            for (int i = 0; i < 5; i++) {
                squares += Math.pow(random.nextGaussian(), 2) / 5;
            }
            row[4] = random.nextGaussian() / Math.sqrt(squares);
        };
        List<Variable> variables =
                List.of(real("cauchy"), real("normal"), real("exponential"), real("lognormal"), real("t5"));
        for (int seed = 20; seed < 30; seed++) {
            Findings findings = findings(variables, seed, 0, tails, row -> 0);
            Finding heavy = named(findings, Finding.Kind.HEAVY_TAIL).orElseThrow();
            assertThat(heavy.unknowns()).as("seed %d", seed).containsExactly("cauchy");
            assertThat(heavy.what()).startsWith("cauchy has a heavy tail (k = ");
            assertThat(heavy.advice()).contains("median");
            assertThat(findings.verdict().trust()).isEqualTo(Verdict.Trust.GOOD);
        }
    }
}
