package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Loops so long that what takes few values in them is looked up in tables: against the reference and the contract. */
class JointTablesTest {
    private static final String MADE = "what takes few values in a loop";

    /** Models that get a table, with data; impossible combinations, missing elements and dependent bounds among them. */
    private static Map<String, List<String>> tabulated() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put("latent classes", List.of("""
                model {
                  for (i in 1:40) { c[i] ~ dcat(w); for (j in 1:4) { y[i,j] ~ dbern(p[c[i],j]) } }
                  for (k in 1:2) { for (j in 1:4) { p[k,j] ~ dbeta(1, 1) } }
                  w[1:2] ~ ddirch(c(1, 1))
                }""", "y <- " + matrix(40, 4, i -> i * 7 % 5 % 2)));
        map.put("a combination that cannot be", List.of("""
                model {
                  for (i in 1:60) { z[i] ~ dbern(psi); for (j in 1:2) { y[i,j] ~ dbern(z[i] * p[j]) } }
                  psi ~ dbeta(1, 1)
                  for (j in 1:2) { p[j] ~ dbeta(1, 1) }
                }""", "y <- " + matrix(60, 2, i -> i % 9 == 0 ? 1 : 0)));
        map.put(
                "a chain whose loop begins where the data say",
                List.of(
                        """
                model {
                  for (i in 1:40) {
                    z[i,f[i]] <- 1
                    for (t in (f[i]+1):5) { z[i,t] ~ dbern(phi[s[i]] * z[i,t-1]); y[i,t] ~ dbern(p[t] * z[i,t]) }
                  }
                  for (t in 2:5) { logit(p[t]) <- a + b * t }
                  for (k in 1:2) { phi[k] ~ dbeta(1, 1) }
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1)
                }""",
                        "f <- " + vector(40, i -> 1 + i % 3) + "\ns <- " + vector(40, i -> 1 + i % 2) + "\ny <- "
                                + seenFromFirst(40, 5)));
        map.put("counts in the data", List.of("""
                model {
                  for (i in 1:90) { g[i] ~ dbern(0.4); y[i] ~ dpois((1 + g[i]) * exp(a)) }
                  a ~ dnorm(0, 1)
                }""", "y <- " + vector(90, i -> i % 4)));
        return map;
    }

    /** Models where a table would be wrong or of no use. */
    private static Map<String, List<String>> left() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put(
                "an index that is out of bounds for combinations that never occur",
                List.of("""
                model {
                  for (i in 1:60) { z[i] ~ dbern(0.5); for (t in f[i]:3) { y[i,t] ~ dbern(p[t-f[i]+1] * (0.2 + 0.5 * z[i])) } }
                  for (k in 1:3) { p[k] ~ dbeta(1, 1) }
                }""", "f <- " + vector(60, i -> 1 + i % 3) + "\ny <- " + seenFromFirst(60, 3)));
        map.put("what is computed beside unknowns", List.of("""
                model {
                  s ~ dbern(0.5)
                  z[1] <- 3 + 2 * s
                  for (i in 2:40) { z[i] ~ dcat(c(0.2, 0.3, 0.5)) }
                  for (i in 1:40) { y[i] ~ dpois(r[z[i]]) }
                  for (k in 1:5) { r[k] ~ dgamma(2, 1) }
                }""", "y <- " + vector(40, i -> i % 3)));
        map.put(
                "data that are not whole",
                List.of(
                        """
                model {
                  for (i in 1:40) { z[i] ~ dbern(0.5); y[i] ~ dnorm(a * z[i], exp(b * x[i])) }
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1)
                }""",
                        "y <- " + vector(40, i -> i % 3) + "\nx <- c("
                                + IntStream.range(0, 40)
                                        .mapToObj(i -> String.valueOf(i % 2 + 0.5))
                                        .collect(Collectors.joining(", "))
                                + ")"));
        return map;
    }

    @TestFactory
    Stream<DynamicTest> looksUpWhatTakesFewValues() {
        return cases(tabulated(), true);
    }

    @TestFactory
    Stream<DynamicTest> leavesWhatHasNoTable() {
        return cases(left(), false);
    }

    private static Stream<DynamicTest> cases(Map<String, List<String>> models, boolean made) {
        return models.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    String model = entry.getValue().get(0);
                    String data = entry.getValue().get(1);
                    assertThat(Case.check(model, data).source().contains(MADE)).isEqualTo(made);
                }));
    }

    private static String vector(int size, IntUnaryOperator value) {
        return IntStream.range(0, size)
                .mapToObj(i -> String.valueOf(value.applyAsInt(i)))
                .collect(Collectors.joining(", ", "c(", ")"));
    }

    private static String matrix(int rows, int columns, IntUnaryOperator value) {
        return "structure(" + vector(rows * columns, value) + ", .Dim = c(" + rows + ", " + columns + "))";
    }

    /** Zeros and ones from the row's first occasion, 1 + i % 3, on; nothing is known before. */
    private static String seenFromFirst(int rows, int columns) {
        String values = IntStream.range(0, rows * columns)
                .mapToObj(k -> k / rows < k % rows % 3 ? "NA" : String.valueOf(k * 7 % 11 % 2))
                .collect(Collectors.joining(", "));
        return "structure(c(" + values + "), .Dim = c(" + rows + ", " + columns + "))";
    }
}
