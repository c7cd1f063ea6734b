package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Parameters that other programs give by name: draws have the mean and the standard deviation that the words stand for. A score
 * beyond 5.5 comes by chance in one of 10^7 cases for a mean; that of a standard deviation allows for the tails of each law.
 */
class NamedParametersTest {
    private static final Settings SETTINGS = Settings.defaults().withDraws(5000);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dbeta(mean = 0.3, sd = 0.1)           | 0.3                | 0.1",
                "dgamma(mean = 3, sd = 2)              | 3                  | 2",
                "dgamma(shape = 2, scale = 3)          | 6                  | 4.242640687119285",
                "ddexp(1, var = 8)                     | 1                  | 2.8284271247461903",
                "ddexp(location = 1, scale = 2)        | 1                  | 2.8284271247461903",
                "dexp(scale = 4)                       | 4                  | 4",
                "dexp(rate = 4)                        | 0.25               | 0.25",
                "dweib(shape = 2, scale = 3)           | 2.658680776358274  | 1.3897541255283126",
                "dlogis(location = 1, scale = 2)       | 1                  | 3.6275987284684357",
                "dt(mu = 1, sigma = 2, df = 10)        | 1                  | 2.23606797749979",
                "dlnorm(meanlog = 0.5, sdlog = 0.4)    | 1.7860384307500734 | 0.7439678092126555",
                "dnorm(mean = 2, var = 9)              | 2                  | 3",
                "dnorm(2, sd = 3)                      | 2                  | 3",
                "dnegbin(mu = 4, size = 3)             | 4                  | 3.055050463303893",
                "dnegbin(prob = 0.4, size = 3)         | 4.5                | 3.3541019662496843",
                "dbinom(size = 10, prob = 0.3)         | 3                  | 1.449137674618944",
                "dunif(min = 2, max = 5)               | 3.5                | 0.8660254037844386",
                "dpois(lambda = 3)                     | 3                  | 1.7320508075688772",
            })
    void drawsHaveTheMomentsThatTheNamesSay(String law, double mean, double sd) {
        Posterior posterior =
                Model.of("model { x ~ " + law + " }").with(Map.of()).sample(SETTINGS);
        SummaryRow row = posterior.summary().row("x");
        double n = 4.0 * SETTINGS.draws();
        assertThat(row.mean()).isCloseTo(mean, within(5.5 * sd / Math.sqrt(n)));
        // Its error is sd * sqrt((kurtosis - 1) / (4 n)), and no law here has a larger kurtosis than 9.
        assertThat(row.sd()).isCloseTo(sd, within(5.5 * sd * Math.sqrt(2 / n)));
    }
}
