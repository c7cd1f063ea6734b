package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import org.junit.jupiter.api.Test;

/** What a product with a known zero switches off is not part of the density, and what is switched on is. */
class ZeroProductsTest {
    private static final String MODEL = """
            model {
              a ~ dnorm(0, 1)
              b ~ dnorm(0, 1)
              s ~ dunif(0, 2)
              for (i in 1:3) {
                eps[i] ~ dnorm(0, pow(s, -2))
                y[i] ~ dnorm(a + exp(b * x[i]) * slope.on + (1 - on) * 0.5 + eps[i] * on, 1)
              }
            }
            """;
    private static final String DATA = "y <- c(0.3, -1, 2); x <- c(1, 2, 3); slope.on <- 1; ";

    private static CompiledDensity density(String model, String data, Summing summing) {
        DataSet known = DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Model.of(model).with(known).summing(summing).compile();
    }

    @Test
    void whatIsSwitchedOffIsDrawnForwards() {
        CompiledDensity off = density(MODEL, DATA + "on <- 0", Summing.automatic());
        assertThat(off.drawnForwards()).containsExactlyInAnyOrder("s", "eps");
        assertThat(off.space().dimension()).isEqualTo(2);
        CompiledDensity on = density(MODEL, DATA + "on <- 1", Summing.automatic());
        assertThat(on.drawnForwards()).isEmpty();
        assertThat(on.space().dimension()).isEqualTo(6);
    }

    /** The posterior of what is left is that of the model without the switch. */
    @Test
    void theDensityIsThatOfTheModelWithoutIt() {
        CompiledDensity off = density(MODEL, DATA + "on <- 0", Summing.automatic());
        CompiledDensity without = density("""
                model {
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1)
                  for (i in 1:3) { y[i] ~ dnorm(a + exp(b * x[i]) + 0.5, 1) }
                }
                """, "y <- c(0.3, -1, 2); x <- c(1, 2, 3)", Summing.automatic());
        Cursor one = off.cursor();
        Cursor other = without.cursor();
        for (double[] q : new double[][] {{0, 0}, {1, -0.5}, {-2, 0.3}}) {
            one.moveTo(q);
            other.moveTo(q);
            assertThat(one.logDensity()).isCloseTo(other.logDensity(), within(1e-12));
        }
    }

    /** A product of a vector with zero is a vector of zeros; a zero that is an unknown's value is none of these. */
    @Test
    void vectorsKeepTheirLength() {
        CompiledDensity density = density(
                "model { for (i in 1:2) { v[i] ~ dnorm(0, 1) }  m[1:2] <- v[1:2] * on + 1  for (i in 1:2) { y[i] ~ dnorm(m[i], 1) } }",
                "y <- c(1, 2); on <- 0",
                Summing.joint());
        assertThat(density.space().dimension()).isEqualTo(2);
        CompiledDensity drawn = density(
                "model { k ~ dbern(0.5)  b ~ dnorm(0, 1)  y ~ dnorm(b * k, 1) }",
                "y <- 1; k <- 0",
                Summing.automatic());
        assertThat(drawn.drawnForwards()).isEmpty();
    }
}
