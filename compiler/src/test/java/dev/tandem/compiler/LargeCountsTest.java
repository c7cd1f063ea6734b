package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.LimitException;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts that 32 bits do not hold, and picks that are not whole: right where they are data, refused where they are not. */
class LargeCountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y ~ dpois(3.0E9 * us) | y <- 3000000000",
                "y ~ dbin(up, 5.0E9) | y <- 3000000000",
                "y ~ dbin(up, n) | y <- 3000000000; n <- 5000000000",
                "y ~ dnegbin(up, us) | y <- 3000000000",
                "y ~ dnegbin(up, 3.0E9) | y <- 4000000000",
                "y ~ dpois(us) T(,5.0E9) | y <- 3",
                "x ~ dpois(us) T(,5.0E9); y ~ dnorm(x, 1) | y <- 3",
                "for (i in 1:20) { y[i] ~ dpois(lam[i] * us) } "
                        + "| y <- c(1, 2, 3000000000, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4);"
                        + "lam <- c(1, 1, 3.0E9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
                "for (i in 1:4) { x[i] ~ dcat(c(1, 2, 3)) }; x[5] ~ dpois(us); y ~ dnorm(x[1] + x[2], 1) "
                        + "| y <- 3; x <- c(NA, NA, NA, NA, 3000000000)",
                "y ~ dpick(up, 0.5, 2.25) | y <- 2.25",
                "x ~ dpick(up, 2, -1); y ~ dnorm(x, us) | y <- 1",
                "x ~ dpick(up, v[1], v[2]); y ~ dnorm(x, us) | y <- 1; v <- c(3, 1, 0.5)",
                "k ~ dbern(up); x <- ifelse(k == 1, 0.5, 2.25); y ~ dnorm(x, us) | y <- 1",
                "x ~ dbin(up, n); y ~ dnorm(x, us) | y <- 1; n <- 2000000000",
            })
    void whatIsWithinReachIsRight(String statements, String data) {
        String model = Unknowns.model(statements);
        // Differences of log densities of 1e11 say nothing about gradients.
        Case.of(model, data.replace(';', '\n')).checkValues();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x ~ dpois(3.0E9) | 2:1 | x is not observed and is larger than 32 bits hold, but discrete unknowns go up to 2147483646",
                "for (i in 1:2) { x[i] ~ dpois(lam[i]) } | 2:18 | x[2] is not observed and is larger",
                "x ~ dnegbin(0.5, 5.0E9) | 2:1 | x is not observed and is larger",
                "x ~ dbin(up, 5.0E9) | 2:1 | x is not observed and may be 5000000000",
                "x ~ dbetabin(us, us, 5.0E9) | 2:1 | x is not observed and may be 5000000000",
                "x ~ dhyper(3.0E9, 3.0E9, 3.0E9, 1) | 2:1 | x is not observed and may be 3000000000",
                "x ~ dpois(us) T(3.0E9,) | 2:1 | x is not observed and may be 3000000000",
                "x ~ dpick(up, 0.5, 2) | 2:15 | and this may be 0.5",
                "x ~ dpick(up, 1, us) | 2:18 | must be whole numbers",
                "x ~ dpick(up, 1, 5.0E9) | 2:1 | x is not observed and may be 5000000000",
                "x ~ dpois(us); k ~ dbin(up, x) | 2:16 | x is not observed and by the data is larger",
            })
    void whatIsNotIsRefused(String statements, String place, String message) {
        assertThatThrownBy(() -> Case.of(Unknowns.model(statements), "lam <- c(1, 3.0E9)\nk <- 3000000000"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("model:" + place);
    }

    /** Where the data alone would lead a count away, its draws are refused when it gets there. */
    @Test
    void aCountThatLeavesItsReachIsNotReported() {
        CompiledDensity density = Case.of(Unknowns.model("x ~ dpois(exp(20 * us)); y ~ dnorm(x, 1)"), "y <- 5000000000")
                .density();
        Cursor cursor = density.cursor();
        double[] reported = new double[density.space().reportedSize()];
        cursor.assign(0, 2_000_000_000);
        cursor.report(reported);
        cursor.assign(0, Integer.MAX_VALUE - 10);
        assertThatThrownBy(() -> cursor.report(reported))
                .isInstanceOf(LimitException.class)
                .hasMessageContaining("x has come to 2147483637");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dpois(3.0E9)", "dbin(0.5, 5.0E9)", "dnegbin(0.5, 3.0E9)"})
    void simulationsDrawThem(String law) {
        double drawn = ModelCompiler.bind(
                        Model.of("data { x ~ " + law + " } model { z ~ dnorm(x, 1) }"), DataSet.empty())
                .symbol("x")
                .values()[0];
        assertThat(drawn).isBetween(2.4e9, 3.1e9);
        assertThat(drawn).isEqualTo(Math.rint(drawn));
    }
}
