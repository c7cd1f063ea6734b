package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.inference.outcome.Outcome;
import dev.tandem.language.data.DataArray;
import dev.tandem.report.findings.Finding;
import dev.tandem.report.findings.Findings;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Models with a funnel, a ridge and a heavy tail are told of it, and their twins without are not; seeds are fixed. */
class ShapesOfModelsTest {
    private static Findings findings(BoundModel bound, long seed, int draws) {
        Settings settings = Settings.defaults().withSeed(seed).withDraws(draws);
        var density = bound.compile();
        Run run = Sampling.run(density, settings);
        return Outcome.of("model", density.space(), settings, run).findings();
    }

    private static Stream<Finding.Kind> shapes(Findings findings) {
        return Stream.concat(findings.warnings().stream(), findings.notes().stream())
                .map(Finding::kind)
                .filter(kind ->
                        kind == Finding.Kind.FUNNEL || kind == Finding.Kind.RIDGE || kind == Finding.Kind.HEAVY_TAIL);
    }

    private static BoundModel effects(double... y) {
        return Model.of("""
                        model {
                          for (i in 1:6) {
                            y[i] ~ dnorm(b[i], 1)
                            b[i] ~ dt(m, t, 3)
                          }
                          m ~ dnorm(0, 1.0E-4)
                          t ~ dgamma(0.001, 0.001)
                        }
                        """).with(Map.of("y", DataArray.vector(y)));
    }

    @Test
    void effectsThatMayBeNoneMakeAFunnelAndEffectsThatAreThereDoNot() {
        Findings findings = findings(effects(0.3, -0.4, 0.2, 0.3, -0.4, 0.3), 3, 1000);
        assertThat(findings.warnings())
                .filteredOn(finding -> finding.kind() == Finding.Kind.FUNNEL)
                .singleElement()
                .satisfies(finding -> assertThat(finding.what())
                        .startsWith("b[1], b[2], b[3], b[4] and 2 more make a funnel with t: where t is large"));
        assertThat(shapes(findings(effects(-20, 14, 35, -41, 8, -3), 3, 1000))).doesNotContain(Finding.Kind.FUNNEL);
    }

    private static BoundModel groups(String last) {
        SplittableRandom random = new SplittableRandom(4);
        int groups = 80;
        return Model.of("model { for (i in 1:n) { y[i] ~ dnorm(a + g[k[i]], 1) } a ~ dnorm(0, 1.0E-6)"
                        + " for (j in 1:(groups - 1)) { g[j] ~ dnorm(0, 1.0E-6) } " + last + " }")
                .with(Map.of(
                        "n", DataArray.scalar(3 * groups),
                        "groups", DataArray.scalar(groups),
                        "k",
                                DataArray.vector(IntStream.range(0, 3 * groups)
                                        .mapToDouble(i -> 1 + i / 3)
                                        .toArray()),
                        "y",
                                DataArray.vector(IntStream.range(0, 3 * groups)
                                        .mapToDouble(i -> 2 + random.nextGaussian())
                                        .toArray())))
                .monitoring("a", "g");
    }

    @Test
    void anInterceptBesideEffectsOfAllGroupsIsOnARidgeAndBesideAllButOneIsNot() {
        Findings findings = findings(groups("g[groups] ~ dnorm(0, 1.0E-6)"), 1, 400);
        assertThat(findings.warnings())
                .filteredOn(finding -> finding.kind() == Finding.Kind.RIDGE)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.unknowns().get(0)).isEqualTo("a");
                    assertThat(finding.what())
                            .contains(" changes by -1, ")
                            .containsPattern("The data know a \\+ g\\[[0-9]+\\] \\(standard deviation 0\\.[56]");
                });
        assertThat(shapes(findings(groups("g[groups] <- 0"), 1, 400))).isEmpty();
    }

    @Test
    void aQuotientHasAHeavyTailAndADifferenceHasNone() {
        String text = "model { a ~ dnorm(0, 1); b ~ dnorm(0, 1); r <- %s }";
        Findings findings =
                findings(Model.of(text.formatted("a / b")).with(Map.of()).monitoring("r"), 5, 1000);
        assertThat(findings.notes())
                .filteredOn(finding -> finding.kind() == Finding.Kind.HEAVY_TAIL)
                .singleElement()
                .satisfies(finding -> assertThat(finding.unknowns()).containsExactly("r"));
        assertThat(shapes(findings(
                        Model.of(text.formatted("a - b")).with(Map.of()).monitoring("r"), 5, 1000)))
                .isEmpty();
    }
}
