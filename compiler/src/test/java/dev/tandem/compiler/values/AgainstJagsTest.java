package dev.tandem.compiler.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.BinaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of expressions and log densities of nodes against those of JAGS 4.3.1. */
class AgainstJagsTest {
    private static final double TOLERANCE = 1e-12;
    /** R's noncentral densities, quantiles and distribution functions, which JAGS uses, are no better than this. */
    private static final double NONCENTRAL_TOLERANCE = 1e-8;

    private final Evaluator evaluator = new Evaluator();
    private final Frame frame = Fixtures.frame();

    private static double tolerance(String text) {
        return text.matches(".*[dpq.](nt|nchisqr)\\(.*") ? NONCENTRAL_TOLERANCE : TOLERANCE;
    }

    @Test
    void expressionsAgree() {
        List<String> failures = new ArrayList<>();
        for (String line : Fixtures.lines("expressions.tsv")) {
            String[] field = line.split("\t", -1);
            Value expected = Fixtures.value(field[1], field[2]);
            String actual;
            try {
                Value value = evaluator.evaluate(Expressions.parse(field[0]), frame);
                actual = agrees(value, expected, tolerance(field[0])) ? "" : value.toString();
            } catch (EvaluationException problem) {
                actual = problem.getMessage();
            }
            if (!actual.isEmpty()) {
                failures.add(line + " but here " + actual);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static boolean agrees(Value actual, Value expected, double tolerance) {
        if (!Arrays.equals(actual.dims(), expected.dims())) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!(Fixtures.error(actual.get(i), expected.get(i)) <= tolerance)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void whatJagsRefusesIsRefused() {
        List<String> accepted = new ArrayList<>();
        for (String text : Fixtures.lines("refused.txt")) {
            try {
                accepted.add(text + " = " + evaluator.evaluate(Expressions.parse(text), frame));
            } catch (EvaluationException expected) {
                assertThat(expected.getMessage()).as(text).isNotEmpty();
            }
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void densitiesAgree() {
        List<String> failures = new ArrayList<>();
        for (String line : Fixtures.lines("densities.tsv")) {
            String[] field = line.split("\t", -1);
            Value x = Fixtures.value(field[1], field[2]);
            double expected = Double.parseDouble(field[3]);
            double actual =
                    Law.of(Expressions.stochastic(field[0]), evaluator, frame).logDensity(x);
            if (!(Fixtures.error(actual, expected) <= tolerance(field[0].replace("~ d", ".")))) {
                failures.add(line + " but here " + actual);
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void nothingIsLeftOut() {
        String expressions = String.join("\n", Fixtures.lines("expressions.tsv"));
        String densities = String.join("\n", Fixtures.lines("densities.tsv"));
        assertThat(Functions.all().stream()
                        .filter(Function::inJags)
                        .map(Function::name)
                        .filter(name -> !expressions.contains(name + "(")))
                .isEmpty();
        assertThat(Arrays.stream(BinaryOperator.values())
                        .map(BinaryOperator::symbol)
                        .filter(symbol -> !expressions.contains(symbol)))
                .isEmpty();
        assertThat(Distributions.all().stream()
                        .filter(Distribution::inJags)
                        .map(Distribution::name)
                        .filter(name -> !densities.contains("~ " + name + "(")))
                .isEmpty();
        assertThat(Distributions.all().stream()
                        .filter(d -> d.inJags() && d.truncatable() && d.kind() != Distribution.Kind.OBSERVABLE)
                        .map(Distribution::name)
                        .filter(name -> !densities.matches("(?s).*~ " + name + "\\([^\n]*\\)T\\(.*")))
                .containsExactly("dscaled.gamma");
    }
}
