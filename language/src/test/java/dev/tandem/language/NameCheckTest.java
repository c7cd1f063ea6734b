package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.source.SourceProblem;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names that nothing defines are found where they are first used. */
class NameCheckTest {
    @Test
    void aDottedNameWrittenWithBrackets() {
        Model model = Model.of("model {\n  mu.k <- 1\n  y ~ dnorm(mu[k], 1)\n}");
        assertThat(check(model, "k"))
                .containsExactly("model:3:13: mu[k] is used but never defined; did you mean mu.k?");
    }

    @Test
    void aSlipOfTheHand() {
        Model model = Model.of("model { sigma ~ dunif(0, 1)\n tau <- 1 / sigam^2 y ~ dnorm(0, tau) }");
        assertThat(check(model)).containsExactly("model:2:13: sigam is used but never defined; did you mean sigma?");
    }

    @Test
    void caseDotsAndUnderscores() {
        Model model = Model.of("model { y ~ dnorm(Mu_0, beta.1) }");
        assertThat(check(model, "mu.0", "beta1"))
                .containsExactly(
                        "model:1:19: Mu_0 is used but never defined; did you mean mu.0?",
                        "model:1:25: beta.1 is used but never defined; did you mean beta1?");
    }

    @Test
    void everythingDefined() {
        Model model = Model.of("""
                var x[n];
                data { for (i in 1:n) { ly[i] <- log(y[i]) } }
                model { for (i in 1:n) { ly[i] ~ dnorm(a, x[i]) T(lo,) x[i] <- i } a ~ dnorm(0, 1) lo <- a }
                """);
        assertThat(check(model, "n", "y")).isEmpty();
        assertThat(NameCheck.unused(model, Set.of("n", "y"))).isEmpty();
    }

    @Test
    void eachNameOnceInIndicesRangesTruncationsAndDimensions() {
        Model model =
                Model.of("var w[d];\nmodel { for (i in 1:n) { y[g[i]] ~ dnorm(0, 1) T(lo, hi) z[i] ~ dnorm(lo, n) } }");
        assertThat(check(model))
                .containsExactly(
                        "model:1:7: d is used but never defined",
                        "model:2:21: n is used but never defined",
                        "model:2:28: g[i] is used but never defined",
                        "model:2:50: lo is used but never defined",
                        "model:2:54: hi is used but never defined");
    }

    @Test
    void aCounterOutsideItsLoop() {
        Model model = Model.of("model { for (i in 1:3) { x[i] ~ dnorm(0, 1) } y <- x[i] }");
        assertThat(check(model)).containsExactly("model:1:54: i is a loop counter used outside its loop");
    }

    @Test
    void theDataBlockDoesNotSeeTheModel() {
        Model model = Model.of("data { a <- b } model { b ~ dnorm(a, 1) }");
        assertThat(check(model)).containsExactly("model:1:13: b is used but never defined");
    }

    @Test
    void constantsOfOtherLanguages() {
        Model model = Model.of("model { x <- pi + TRUE }");
        assertThat(NameCheck.check(model, Set.of()))
                .extracting(SourceProblem::hint)
                .containsExactly("write 3.141592653589793, or pass it as data", "write 1");
    }

    @Test
    void unusedData() {
        Model model = Model.of("model { y ~ dnorm(m, 1) }");
        assertThat(NameCheck.unused(model, Set.of("Y"))).containsExactly("Y");
    }

    private static List<String> check(Model model, String... data) {
        return NameCheck.check(model, Set.of(data)).stream()
                .map(SourceProblem::headline)
                .toList();
    }
}
