package dev.tandem.inference.description;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.inference.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes where a legal model is probably a mistake, and none where it is not. */
class ModelNotesTest {
    private static List<String> notes(String model, String data) {
        return ModelNotes.of(Model.of(model)
                .with(DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS))
                .graph());
    }

    @Test
    void aPrecisionThatIsCalledLikeADeviation() {
        String model = "model { for (i in 1:3) { y[i] ~ dnorm(a, %s) }  a ~ dnorm(0, 0.01)  %s ~ dunif(0, 10) }";
        for (String name : List.of("sigma", "sd", "sigma.y", "SD", "sd2")) {
            assertThat(notes(model.formatted(name, name), "y <- c(1, 2, 3)"))
                    .as(name)
                    .singleElement()
                    .asString()
                    .contains(name + " is the precision of dnorm here")
                    .contains("write sd = " + name);
        }
        for (String name : List.of("tau", "prec", "sdinv", "side")) {
            assertThat(notes(model.formatted(name, name), "y <- c(1, 2, 3)"))
                    .as(name)
                    .isEmpty();
        }
        assertThat(notes(model.formatted("sd = sigma", "sigma"), "y <- c(1, 2, 3)"))
                .isEmpty();
    }

    @Test
    void aPriorAsNarrowAsAVagueOneWouldBeWide() {
        assertThat(notes("model { y ~ dnorm(a, 1)  a ~ dnorm(0, 1000) }", "y <- 1"))
                .singleElement()
                .asString()
                .contains(": 1000 is the precision of dnorm, so that this prior has a standard deviation of 0.0316");
        assertThat(notes("model { y ~ dnorm(a, 1)  a ~ dnorm(0, 0.001) }", "y <- 1"))
                .isEmpty();
    }

    /** A run says what would change its answer, and leaves advice on speed and on how to write a model to check. */
    @Test
    void aRunSaysWhatWouldMakeItsAnswerAnother() {
        String model =
                "model { for (i in 1:3) { y[i] ~ dnorm(a + b * x[i], sigma) }  a ~ dnorm(0, 1000)  b ~ dflat()  sigma ~ dunif(0, 10) }";
        List<String> doubts = Model.of(model)
                .with(DataFile.parse(
                        SourceText.of("data.R", "y <- c(1, 2, 3, 4)\nx <- c(2001, 2002, 2003)"), Dialect.JAGS))
                .doubts();
        assertThat(doubts).hasSize(3);
        assertThat(doubts.get(0)).contains("sigma is the precision of dnorm here");
        assertThat(doubts.get(1)).contains("1000 is the precision of dnorm");
        assertThat(doubts.get(2)).contains("1 of 4 values of y have no distribution");
    }

    @Test
    void covariatesFarFromZeroOrHuge() {
        String model =
                "model { for (i in 1:3) { y[i] ~ dnorm(m[i], 1)  m[i] <- a + b * x[i] }  a ~ dnorm(0, 1)  b ~ dnorm(0, 1) }";
        assertThat(notes(model, "y <- c(1, 2, 3)\nx <- c(2001, 2002, 2003)"))
                .singleElement()
                .asString()
                .contains("x has mean 2002.0 and standard deviation 0.8")
                .endsWith(
                        ". Centre and scale it, (x - mean) / sd: intercept and priors are then easier to read, and with"
                                + " more than 64 continuous unknowns sampling is easier too");
        assertThat(notes(model, "y <- c(1, 2, 3)\nx <- c(-1000000, 0, 1000000)"))
                .singleElement()
                .asString()
                .contains("Centre and scale it");
        assertThat(notes(model, "y <- c(1, 2, 3)\nx <- c(-1, 0, 1)")).isEmpty();
        assertThat(notes(model, "y <- c(1, 2, 3)\nx <- c(1, 1, 1)")).isEmpty();
    }

    @Test
    void dataLongerThanTheirLoop() {
        assertThat(notes("model { for (i in 1:3) { y[i] ~ dnorm(a, 1) }  a ~ dnorm(0, 1) }", "y <- c(1, 2, 3, 4, 5)"))
                .singleElement()
                .asString()
                .contains("2 of 5 values of y have no distribution, from y[4] on");
        assertThat(notes("model { for (i in 1:3) { y[i] ~ dnorm(a, 1) }  a ~ dnorm(0, 1) }", "y <- c(1, 2, 3, NA)"))
                .isEmpty();
    }

    @Test
    void flatPriorsAreToldAsWhatTheyAreReadAs() {
        assertThat(ModelNotes.of(
                        Model.of(SourceText.of("m", "model { y ~ dnorm(a, 1)  a ~ dflat() }"), Dialect.OPENBUGS)
                                .with(DataFile.parse(SourceText.of("data.R", "y <- 1"), Dialect.JAGS))
                                .graph()))
                .containsExactly(
                        "1:30: dflat() is no distribution: the posterior exists only if the data alone say where a is. Draws"
                                + " from the prior take a standard deviation of a million");
    }

    @Test
    void zerosAndOnes() {
        assertThat(notes(
                        "model { for (i in 1:2) { zeros[i] ~ dpois(10 - l[i])  l[i] <- -pow(y[i] - a, 2) }  a ~ dnorm(0, 1) }",
                        "zeros <- c(0, 0)\ny <- c(1, 2)"))
                .singleElement()
                .asString()
                .contains("zeros is read as the zeros trick");
        assertThat(notes(
                        "model { for (i in 1:2) { ones[i] ~ dbern(p[i])  p[i] <- exp(-pow(y[i] - a, 2)) }  a ~ dnorm(0, 1) }",
                        "ones <- c(1, 1)\ny <- c(1, 2)"))
                .singleElement()
                .asString()
                .contains("ones is read as the ones trick");
        assertThat(notes("model { for (i in 1:2) { y[i] ~ dpois(a) }  a ~ dexp(1) }", "y <- c(0, 0)"))
                .isEmpty();
    }
}
