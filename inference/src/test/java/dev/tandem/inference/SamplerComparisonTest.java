package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.MeanComparison;
import dev.tandem.inference.SamplerComparison.Entry;
import dev.tandem.inference.SamplerComparison.Result;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of samplers whose means differ. */
class SamplerComparisonTest {
    private static Entry entry(String sampler, double rhat, Optional<MeanComparison> comparison) {
        KernelFamily kernel = KernelFamily.of(KernelFamily.Method.NUTS);
        return new Entry(sampler, Optional.of(new Result(kernel, rhat, true, 100, "x", 1, 1, 1, 1, 0, comparison)), "");
    }

    /** Two samplers whose means of x lie so many standard errors apart. */
    private static String warnings(double rhatOfFirst, double rhatOfSecond, double apart) {
        MeanComparison means = new MeanComparison(List.of(new MeanComparison.Difference("x", apart)), 0);
        return String.join(
                "\n",
                new SamplerComparison(List.of(
                                entry("one", rhatOfFirst, Optional.empty()),
                                entry("other", rhatOfSecond, Optional.of(means))))
                        .warnings().stream()
                                .map(SamplerComparison.Warning::what)
                                .toList());
    }

    @Test
    void samplersThatConvergedApartAreSaidToBeWrong() {
        assertThat(warnings(1.0, 1.0, 9))
                .isEqualTo(
                        "other disagrees with one: their means of x lie 9.0 standard errors apart, where 2.6 would be"
                                + " much. One of them is wrong, or has not found all of the posterior.");
    }

    @Test
    void samplersThatHaveNotConvergedAreNotSaidToBeWrong() {
        for (String said : List.of(warnings(1.2, 1.0, 9), warnings(1.0, 1.2, 9))) {
            assertThat(said)
                    .contains("has not converged (R-hat 1.200)", "other disagrees with one")
                    .endsWith("Runs that have not converged may lie so far apart; longer ones would tell.")
                    .doesNotContain("wrong");
        }
        assertThat(warnings(1.0, 1.0, 1)).isEmpty();
    }
}
