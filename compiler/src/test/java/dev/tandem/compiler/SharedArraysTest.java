package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Elements of one array that are not alike: some are computed, some have other laws or other supports, beside discrete
 * unknowns. Each is compared with the reference, and its conditionals with full evaluations.
 */
class SharedArraysTest {
    private static final Pattern REPEATED = Pattern.compile("rep\\(c\\(([^()]*)\\), ([0-9]+)\\)");
    private static final Map<String, List<String>> SUMS = sums();
    private static final Map<String, List<String>> COMPUTED = computed();
    private static final Map<String, List<String>> SUPPORTS = supports();

    private static Map<String, List<String>> sums() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put(
                "counts of one loop",
                List.of("for (i in 1:2) { x[i] ~ dpois(lam[i]) }; s ~ dsum(x[1], x[2])", "lam <- c(1, 3)\ns <- 6"));
        map.put(
                "the first element is computed from data and the second",
                List.of("for (i in 1:3) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[2])", "s <- 6\nx <- c(NA, NA, 4)"));
        map.put(
                "counts with a rate that is unknown",
                List.of("for (i in 1:2) { x[i] ~ dpois(us * i) }; s ~ dsum(x[1], x[2])", "s <- 5"));
        map.put(
                "categories",
                List.of("for (i in 1:2) { x[i] ~ dcat(w[]) }; s ~ dsum(x[1], x[2])", "w <- c(1, 2, 3, 4)\ns <- 5"));
        map.put(
                "categories with a gap and unknown weights",
                List.of("for (i in 1:3) { x[i] ~ dcat(uq) }; s ~ dsum(x[1], x[2], x[3])", "s <- 6"));
        map.put(
                "indicators with a probability that is unknown",
                List.of("for (i in 1:3) { x[i] ~ dbern(up) }; s ~ dsum(x[1], x[2], x[3])", "s <- 2"));
        map.put(
                "two loops",
                List.of(
                        "for (i in 1:2) { x[i] ~ dpois(us) }; for (i in 3:4) { x[i] ~ dbin(up, 5) }"
                                + "; s ~ dsum(x[1], x[2], x[3], x[4])",
                        "s <- 7"));
        map.put(
                "the rows of a matrix",
                List.of(
                        "for (i in 1:3) { for (j in 1:2) { x[i,j] ~ dpois(us * j) }; s[i] ~ dsum(x[i,1], x[i,2]) }",
                        "s <- c(4, 2, 6)"));
        map.put(
                "a matrix of many rows",
                List.of(
                        "for (i in 1:40) { for (j in 1:3) { x[i,j] ~ dcat(uq) }; s[i] ~ dsum(x[i,1], x[i,2], x[i,3]) }",
                        "s <- c(rep(c(4, 5, 6, 7, 8), 8))"));
        map.put(
                "a count beside a real",
                List.of("x[1] ~ dpois(us); x[2] ~ dnorm(ua, 1); s ~ dsum(x[1], x[2])", "s <- 2.5"));
        map.put(
                "a real before a count",
                List.of("x[1] ~ dnorm(ua, 1); x[2] ~ dpois(us); s ~ dsum(x[1], x[2])", "s <- 2.5"));
        map.put(
                "counts, and a real in the same array",
                List.of(
                        "for (i in 1:2) { x[i] ~ dpois(us) }; x[3] ~ dnorm(ua, 1); s ~ dsum(x[1], x[2])"
                                + "; y ~ dnorm(x[2] * x[3], 1)",
                        "s <- 3\ny <- 2"));
        map.put(
                "several sums of one array",
                List.of(
                        "for (i in 1:6) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[4]); t ~ dsum(x[2], x[5], x[6])",
                        "s <- 3\nt <- 5"));
        map.put(
                "sums that share summands",
                List.of(
                        "for (i in 1:4) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[2]); t ~ dsum(x[2], x[3])"
                                + "; r ~ dsum(x[3], x[4])",
                        "s <- 5\nt <- 6\nr <- 4"));
        map.put(
                "a chain of sums",
                List.of(
                        "for (i in 1:5) { x[i] ~ dpois(us) }; for (i in 1:4) { s[i] ~ dsum(x[i], x[i+1]) }",
                        "s <- c(5, 6, 5, 4)"));
        map.put(
                "a chain of sums against its order",
                List.of(
                        "for (i in 1:4) { x[i] ~ dpois(us) }; s[1] ~ dsum(x[2], x[3]); s[2] ~ dsum(x[1], x[2])"
                                + "; s[3] ~ dsum(x[3], x[4])",
                        "s <- c(5, 6, 4)"));
        map.put(
                "a sum of what another sum determines",
                List.of("s ~ dsum(x[1], x[2], x[3]); t ~ dsum(x[3], x[2]); for (i in 1:3) { x[i] ~ dpois(us) }", """
                        s <- 7
                        t <- 4"""));
        map.put(
                "summands in other arrays and loops",
                List.of(
                        "for (i in 1:3) { x[i] ~ dpois(us); z[i] ~ dcat(uq) }; k ~ dbin(up, 3)"
                                + "; s ~ dsum(x[1], z[2], k); t ~ dsum(z[1], x[2])",
                        "s <- 4\nt <- 5"));
        map.put(
                "summands that are observed or computed",
                List.of(
                        "for (i in 1:4) { x[i] ~ dpois(us) }; m <- x[1] + 1; s ~ dsum(x[2], m, x[4], x[3])",
                        "x <- c(NA, NA, NA, 2)\ns <- 9"));
        map.put(
                "a likelihood reads the summand",
                List.of(
                        "for (i in 1:2) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[2])"
                                + "; for (j in 1:4) { y[j] ~ dnorm(ua + x[g[j]], 1) }",
                        "s <- 5\ng <- c(1, 2, 2, 1)\ny <- c(1, 2, 3, 4)"));
        map.put(
                "computed nodes read the summand",
                List.of(
                        "for (i in 1:3) { x[i] ~ dcat(uq); m[i] <- uv[x[i]] + x[i] }; s ~ dsum(x[1], x[2], x[3])"
                                + "; for (j in 1:3) { y[j] ~ dnorm(m[j], us) }",
                        "s <- 5\ny <- c(1, 2, 3)"));
        map.put(
                "an index is a summand",
                List.of(
                        "for (i in 1:2) { x[i] ~ dcat(uq) }; s ~ dsum(x[1], x[2])"
                                + "; for (j in 1:6) { y[j] ~ dnorm(uv[x[g[j]]], us) }",
                        "s <- 4\ng <- c(1, 2, 2, 1, 2, 2)\ny <- c(1, 2, 3, 2, 1, 0)"));
        map.put(
                "many read the summand by its value",
                List.of(
                        "for (i in 1:4) { x[i] ~ dcat(uq) }; s ~ dsum(x[1], x[4]); t ~ dsum(x[2], x[3])"
                                + "; for (j in 1:40) { y[j] ~ dnorm(uv[x[g[j]]], us) }",
                        "s <- 4\nt <- 5\ng <- c(rep(c(1, 2, 3, 4), 10))\ny <- c(rep(c(1, 2, 3, 2), 10))"));
        map.put(
                "the parent of another count",
                List.of(
                        "for (i in 1:2) { x[i] ~ dpois(us + 2); k[i] ~ dbin(up, x[i]) }; s ~ dsum(x[1], x[2])",
                        "s <- 6\nk <- c(1, NA)"));
        map.put(
                "counts of bounded size",
                List.of("for (i in 1:2) { x[i] ~ dbin(up, n[i]) }; s ~ dsum(x[1], x[2])", "n <- c(5, 3)\ns <- 6"));
        map.put(
                "truncated counts",
                List.of("for (i in 1:2) { x[i] ~ dpois(us) T(1, 4) }; s ~ dsum(x[1], x[2])", "s <- 6"));
        map.put(
                "real summands of one array",
                List.of(
                        "for (i in 1:4) { x[i] ~ dnorm(ua, us) }; s ~ dsum(x[1], x[3]); t ~ dsum(x[2], x[4])"
                                + "; y ~ dnorm(x[3] * x[4], 1)",
                        "s <- 2.5\nt <- 0.5\ny <- 1"));
        map.put(
                "a chain of real sums",
                List.of(
                        "for (i in 1:4) { x[i] ~ dnorm(ua, us) }; for (i in 1:3) { s[i] ~ dsum(x[i], x[i+1]) }"
                                + "; y ~ dnorm(x[1] * x[4] + x[2] * x[3], 1)",
                        "s <- c(2.5, 1.5, 0.5)\ny <- 1"));
        map.put(
                "a long chain of real sums",
                List.of(
                        "for (i in 1:40) { x[i] ~ dnorm(ua, us) }; for (i in 1:39) { s[i] ~ dsum(x[i], x[i+1]) }",
                        "s <- c(rep(c(0.5, 1, 0.2), 13))"));
        map.put(
                "positive summands of one array",
                List.of(
                        "for (i in 1:3) { x[i] ~ dgamma(2, us) }; s ~ dsum(x[1], x[2], x[3]); y ~ dnorm(x[3], 1)",
                        "s <- 9\ny <- 1"));
        map.put(
                "vectors of summands",
                List.of(
                        "for (i in 1:6) { x[i] ~ dpois(us + 1) }; s[1:2] ~ dsum(x[1:2], x[3:4])"
                                + "; y ~ dnorm(x[3] + x[5], 1)",
                        "s <- c(3, 4)\ny <- 1"));
        map.put(
                "two counts and two reals",
                List.of(
                        "n ~ dpois(us); m ~ dpois(us + 1); x ~ dnorm(ua, 1); s ~ dsum(n, x); t ~ dsum(m, x)",
                        "s <- 2.5\nt <- 3.5"));
        return map;
    }

    private static Map<String, List<String>> computed() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put(
                "from its neighbour",
                List.of(
                        "x[1] ~ dpois(us); x[2] <- x[1] + 1; for (i in 1:2) { y[i] ~ dnorm(x[i], 1) }",
                        "y <- c(1, 3)"));
        map.put(
                "from another discrete unknown",
                List.of(
                        "for (i in 1:3) { x[i] ~ dcat(uq) }; x[4] <- 2 * uk + 1"
                                + "; for (j in 1:24) { y[j] ~ dpois(us * x[g[j]]) }",
                        "g <- c(rep(c(1, 2, 3, 4), 6))\ny <- c(rep(c(1, 3, 2), 8))"));
        map.put(
                "from a real",
                List.of(
                        "for (i in 1:3) { x[i] ~ dpois(2) }; x[4] <- 2 * ua"
                                + "; for (j in 1:24) { y[j] ~ dnorm(x[g[j]], 1) }",
                        "g <- c(rep(c(1, 2, 3, 4), 6))\ny <- c(rep(c(1, 3, 2), 8))"));
        map.put(
                "a real with bounds by its neighbour",
                List.of("x[1] ~ dpois(us); x[2] ~ dunif(0, x[1] + 1); y ~ dnorm(x[2], 1)", "y <- 1"));
        map.put(
                "a category beyond those of its neighbours",
                List.of(
                        "for (i in 1:3) { x[i] ~ dcat(uq) }; x[4] <- x[1] + 3"
                                + "; for (j in 1:40) { y[j] ~ dnorm(mu[x[g[j]]], 1) }; for (k in 1:6) { mu[k] ~ dnorm(0, 1) }",
                        "g <- c(rep(c(1, 2, 3, 4), 10))\ny <- c(rep(c(1, 3, 2, 4), 10))"));
        map.put(
                "an array function reads both",
                List.of(
                        "for (i in 1:3) { x[i] ~ dpois(us) }; x[4] <- 2 * uk; y ~ dnorm(sd(x[]), 1); w ~ dnorm(sum(x[]), 1)",
                        "y <- 1\nw <- 3"));
        map.put(
                "a simplex beside a count",
                List.of("x[1:3] ~ ddirch(c(1, 2, 3)); x[4] ~ dpois(us); y ~ dnorm(x[1] * x[4], 1)", "y <- 1"));
        map.put(
                "a linear predictor with indicators and a computed one",
                List.of(
                        "for (j in 1:3) { z[j] ~ dbern(0.5); b[j] <- z[j] * uv[j] }; z[4] <- uk; b[4] <- z[4] * ua"
                                + "; for (i in 1:30) { mu[i] <- inprod(X[i,], b[]); y[i] ~ dnorm(mu[i], us) }",
                        "X <- structure(c(rep(c(1, 0.5, -0.2, 0.1, -1), 24)), .Dim = c(30, 4))\ny <- c(rep(c(1, 3, 2), 10))"));
        return map;
    }

    private static Map<String, List<String>> supports() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        String weights = "w <- c(1, 2, 3, 4)\nv <- c(1, 2, 3, 4, 5, 6, 7)\n";
        map.put("two numbers of categories", List.of("x[1] ~ dcat(w[]); x[2] ~ dcat(v[])", weights));
        map.put(
                "unknown weights",
                List.of("x[1] ~ dcat(uq); x[2] ~ dcat(v[]); y ~ dnorm(x[1] + x[2], us)", weights + "y <- 5"));
        map.put("a category beside a count", List.of("x[1] ~ dcat(w[]); x[2] ~ dpois(us)", weights));
        map.put("a count before a category", List.of("x[1] ~ dpois(us); x[2] ~ dcat(w[])", weights));
        map.put(
                "a category beside a bounded count",
                List.of("x[1] ~ dcat(w[]); x[2] ~ dbin(up, 9); y ~ dpois(us * (x[1] + x[2]))", weights + "y <- 5"));
        map.put("an indicator beside a category", List.of("x[1] ~ dbern(up); x[2] ~ dcat(v[])", weights));
        map.put(
                "truncated ones",
                List.of("x[1] ~ dcat(w[]); x[2] ~ dpois(us) T(2, 9); x[3] ~ dbin(up, 12) T(3,)", weights));
        map.put(
                "loops",
                List.of(
                        "for (i in 1:30) { x[i] ~ dcat(w[]) }; for (i in 31:60) { x[i] ~ dcat(v[]) }"
                                + "; for (i in 61:62) { x[i] ~ dbern(up) }",
                        weights));
        map.put(
                "loops with unknown weights",
                List.of(
                        "for (i in 1:30) { x[i] ~ dcat(uq) }; for (i in 31:60) { x[i] ~ dcat(p[]) }; p[1:5] ~ ddirch(c(1,1,1,1,1))"
                                + "; for (i in 1:60) { y[i] ~ dnorm(mu[x[i]], 1) }; for (k in 1:5) { mu[k] ~ dnorm(0, 1) }",
                        "y <- c(rep(c(1, 2, 3), 20))"));
        map.put(
                "each loop reads its own means",
                List.of(
                        "for (i in 1:30) { x[i] ~ dcat(w[]); y[i] ~ dnorm(uv[x[i]], us) }"
                                + "; for (i in 31:60) { x[i] ~ dcat(v[]); y[i] ~ dnorm(mu[x[i]], us) }; for (k in 1:7) { mu[k] ~ dnorm(0, 1) }",
                        "w <- c(1, 2, 3)\nv <- c(1, 2, 3, 4, 5, 6, 7)\ny <- c(rep(c(1, 2, 3), 20))"));
        map.put(
                "weights of many lengths in one vector",
                List.of("for (i in 1:20) { x[i] ~ dcat(w[off[i]:(off[i] + n[i] - 1)]); y[i] ~ dnorm(x[i], us) }", """
                        w <- c(rep(c(1, 2, 3, 4), 20))
                        off <- c(1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 65, 69, 73, 79)
                        n <- c(rep(c(4, 3, 4, 2), 5))
                        y <- c(rep(c(1, 2), 10))
                        """));
        map.put(
                "rows of many lengths",
                List.of(
                        "for (i in 1:20) { x[i] ~ dcat(w[i,1:n[i]]); y[i] ~ dnorm(x[i], us) }",
                        "w <- structure(c(rep(c(1, 2, 3, 4), 20)), .Dim = c(20, 4))\n"
                                + "n <- c(rep(c(4, 3, 4, 2), 5))\ny <- c(rep(c(1, 2), 10))"));
        map.put(
                "counts of many sizes",
                List.of(
                        "for (i in 1:20) { x[i] ~ dbin(up, n[i]); y[i] ~ dnorm(mu[x[i] + 1], us) }"
                                + "; for (k in 1:9) { mu[k] ~ dnorm(0, 1) }",
                        "n <- c(rep(c(4, 3, 8, 2), 5))\ny <- c(rep(c(1, 2), 10))"));
        map.put(
                "observed and unobserved of several laws",
                List.of(
                        "for (i in 1:20) { x[i] ~ dcat(w[]) }; for (i in 21:40) { x[i] ~ dpois(us) }",
                        "w <- c(1, 2, 3)\nx <- c(rep(c(1, NA, 3, 2), 5), rep(c(9, NA, 0, 4), 5))"));
        map.put(
                "a matrix with a law for each column",
                List.of(
                        "for (i in 1:20) { x[i,1] ~ dcat(uq); x[i,2] ~ dpois(us * x[i,1]); x[i,3] ~ dbin(up, 4)"
                                + "; y[i] ~ dnorm(uv[x[i,1]] + x[i,2] + x[i,3], 1) }",
                        "y <- c(rep(c(1, 2, 4, 5), 5))"));
        map.put(
                "a chain of states beside a count",
                List.of(
                        "x[1] ~ dcat(uq); for (t in 2:20) { x[t] ~ dcat(P[x[t-1],]) }; x[21] ~ dpois(us)"
                                + "; for (t in 1:21) { y[t] ~ dnorm(x[t], 1) }",
                        "P <- structure(c(1, 2, 3, 2, 1, 3, 1, 1, 1), .Dim = c(3, 3))\ny <- c(rep(c(1, 2, 3), 7))"));
        map.put(
                "ordered categories of several numbers",
                List.of(
                        "x[1] ~ dordered.logit(ua, c(-1, 1)); x[2] ~ dordered.logit(ua, c(-1, 0, 1, 2)); x[3] ~ dnegbin(up, 2)"
                                + "; y ~ dnorm(x[1] * x[2] + x[3], 1)",
                        "y <- 3"));
        return map;
    }

    private static Stream<DynamicTest> tests(Map<String, List<String>> models) {
        return models.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    String model = Unknowns.model(entry.getValue().get(0));
                    Case.checkAllocating(
                            model, Unknowns.data(repeated(entry.getValue().get(1)), model));
                }));
    }

    /** Data with each {@code rep(c(..), n)} written out. */
    private static String repeated(String data) {
        return REPEATED.matcher(data)
                .replaceAll(match ->
                        String.join(", ", Collections.nCopies(Integer.parseInt(match.group(2)), match.group(1))));
    }

    @TestFactory
    Stream<DynamicTest> sumsOfElementsOfOneArray() {
        return tests(SUMS);
    }

    @TestFactory
    Stream<DynamicTest> computedElements() {
        return tests(COMPUTED);
    }

    @TestFactory
    Stream<DynamicTest> elementsWithLawsOfTheirOwn() {
        return tests(SUPPORTS);
    }

    /** Users give start values for all summands, as JAGS wants them. */
    @Test
    void startValuesOfASummandMustAddUp() {
        Graph graph = ModelCompiler.bind(
                Model.of("model { for (i in 1:2) { x[i] ~ dpois(2) }; s ~ dsum(x[1], x[2]) }"),
                DataSet.of(Map.of("s", DataArray.vector(6))));
        CompiledDensity density = ModelCompiler.compile(graph, Monitor.byDefault());
        Symbol x = graph.symbol("x");
        Cursor cursor = StartValues.of(density, Map.of(x, new double[] {4, 2})).place(() -> 0.5);
        assertThat(cursor.value(0)).isEqualTo(4);
        assertThatThrownBy(() ->
                        StartValues.of(density, Map.of(x, new double[] {4, 3})).place(() -> 0.5))
                .hasMessageContaining("x[2] = 3.0 does not go with the values of the others in s ~ dsum(x[1], x[2])");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for (i in 1:2) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[2]) | s <- 2.5 | whole numbers",
                "for (i in 1:2) { x[i] ~ dcat(uq) }; s ~ dsum(x[1], x[2]) | s <- 7 | s = 7 has probability zero",
                "for (i in 1:2) { x[i] ~ dpois(us) }; s ~ dsum(x[1], x[2]) | s <- -1 | s = -1 has probability zero",
                "x ~ dpois(us); s ~ dsum(x, x) | s <- 4 | no summand of s is free",
                "x ~ dpois(us); z ~ dpois(us); s ~ dsum(x, z); t ~ dsum(z, x) | s <- 4; t <- 4 | is free to make up",
                "n ~ dpois(us); x ~ dnorm(0, 1); z ~ dnorm(0, 1); s ~ dsum(n, x, z); t ~ dsum(x, z) | s <- 4; t <- 1"
                        + " | would make n, a whole number,",
                "n ~ dpois(us); m ~ dpois(us); x ~ dnorm(0, 1); s ~ dsum(n, x); t ~ dsum(m, x); r ~ dsum(n, m)"
                        + " | s <- 4; t <- 1; r <- 3 | is free to make up",
            })
    void sumsThatCannotBeAreRefused(String statements, String data, String message) {
        assertThatThrownBy(() -> Case.of(Unknowns.model(statements), data.replace(';', '\n')))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(message);
    }
}
