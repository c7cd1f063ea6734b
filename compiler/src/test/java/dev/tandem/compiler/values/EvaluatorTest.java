package dev.tandem.compiler.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tandem.compiler.ProcessorTime;
import dev.tandem.language.syntax.Expression;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the evaluator says when something is wrong or unknown, and what JAGS 4.3.1 cannot be asked. */
class EvaluatorTest {
    private final Evaluator evaluator = new Evaluator();
    private final Frame frame = new Frame();

    @BeforeEach
    void fill() {
        frame.define("x", Variable.of(2.5));
        frame.define("v", Variable.of(new int[] {4}, new double[] {1.5, -2, 0.25, 3}));
        frame.define("u", Variable.of(new int[] {3}, new double[] {3, 1, 2}));
        frame.define("m", Variable.of(new int[] {3, 2}, new double[] {1, 2, 3, 4, 5, 7}));
        frame.define("na", Variable.of(new int[] {3}, new double[] {1, Double.NaN, 3}));
        frame.define("nam", Variable.of(new int[] {2, 2}, new double[] {1, 2, Double.NaN, 3}));
        frame.define("lost", Variable.of(Double.NaN));
        frame.count("i", 2);
    }

    private Value value(String text) {
        return evaluator.evaluate(Expressions.parse(text), frame);
    }

    @Test
    void countersHideVariables() {
        frame.define("i", Variable.of(9));
        assertThat(value("i * 2").scalar()).isEqualTo(4);
        assertThat(value("v[i]").scalar()).isEqualTo(-2);
        frame.close("i");
        assertThat(value("i * 2").scalar()).isEqualTo(18);
    }

    @Test
    void notIsZeroOrOne() {
        assertThat(value("!x").scalar()).isEqualTo(0);
        assertThat(value("!(v > 1)")).isEqualTo(Value.vector(0, 1, 1, 0));
    }

    @Test
    void rangesMayBeEmpty() {
        assertThat(value("3:1").size()).isZero();
        assertThat(value("c(1, 3:1)")).isEqualTo(Value.vector(1));
        assertThat(evaluator.integers(Expressions.parse("2:1"), frame)).isEmpty();
    }

    @Test
    void notANumberIsAValue() {
        assertThat(value("log(-1)").scalar()).isNaN();
        assertThat(value("1 / 0").scalar()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void nearlyWholeIndicesCount() {
        assertThat(value("v[0.1 * 3 * 10]").scalar()).isEqualTo(0.25);
    }

    @Test
    void shapesNeedNoValues() {
        assertThat(value("length(na)").scalar()).isEqualTo(3);
        assertThat(value("dim(nam[1, ])")).isEqualTo(Value.vector(1, 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v + u | 2:1 | a vector of 4 and one of 3 cannot be added",
                "1 + (v - u) | 2:6 | a vector of 4 and one of 3 cannot be subtracted",
                "m * u | 2:1 | a 3 by 2 matrix and a vector of 3 cannot be multiplied element by element",
                "v < u | 2:1 | a vector of 4 and one of 3 cannot be compared",
                "v + 3:1 | 2:1 | a vector of 4 and an empty vector cannot be added",
                "v[5] | 2:3 | index 5 of v is outside 1..4",
                "x + v[i + 7] | 2:7 | index 9 of v is outside 1..4",
                "v[0] | 2:3 | index 0 of v is outside 1..4",
                "v[-1] | 2:3 | index -1 of v is outside 1..4",
                "m[1, 3] | 2:6 | index 3 of m in dimension 2 is outside 1..2",
                "m[2:4, 1] | 2:3 | index 4 of m in dimension 1 is outside 1..3",
                "m[1] | 2:1 | m has 2 dimensions, not 1",
                "v[1, 1] | 2:1 | v has 1 dimension, not 2",
                "v[x] | 2:3 | an index must be a whole number, not 2.5",
                "v[3:1] | 2:3 | the index 3:1 selects nothing",
                "v[c(1, x)] | 2:3 | an index must be a whole number, not 2.5",
                "1:x | 2:3 | an end of a range must be a whole number, not 2.5",
                "1:v | 2:3 | an end of a range must be a single number, not a vector of 4",
                "exp(v) | 2:5 | exp takes a single number, not a vector of 4",
                "pow(v, u) | 2:1 | pow takes single numbers and arrays of one shape, not a vector of 4 and one of 3",
                "rep(u, c(1, 2)) | 2:8 | rep takes one number of times, or one for each of the 3 elements, not 2",
                "rep(u, 1.5) | 2:8 | rep takes whole numbers of times from 0, not 1.5",
                "rep(u, -1) | 2:8 | rep takes whole numbers of times from 0, not -1",
                "i[1] | 2:1 | i is a loop counter and has no indices",
            })
    void complains(String text, String place, String message) {
        EvaluationException problem = catchThrowableOfType(EvaluationException.class, () -> value(text));
        assertThat(problem).isNotNull().isNotInstanceOf(MissingValueException.class);
        assertThat(problem.getMessage()).isEqualTo(message);
        assertThat(problem.span()).hasToString(place);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 + na[2] | 2:5 | na[2] has no value",
                "na + 1 | 2:1 | na[2] has no value",
                "nam[1, ] | 2:1 | nam[1,2] has no value",
                "v[na[i]] | 2:3 | na[2] has no value",
                "lost | 2:1 | lost has no value",
                "other[3] | 2:1 | other has no value",
                "length(other) | 2:8 | other has no value",
            })
    void tellsWhatIsMissing(String text, String place, String message) {
        MissingValueException missing = catchThrowableOfType(MissingValueException.class, () -> value(text));
        assertThat(missing).isNotNull().hasMessage(message);
        assertThat(missing.span()).hasToString(place);
    }

    @Test
    void scalarsAndIntegersAreHeldToThat() {
        assertThatThrownBy(() -> evaluator.scalar(Expressions.parse("v"), frame))
                .hasMessage("this must be a single number, not a vector of 4");
        assertThatThrownBy(() -> evaluator.integer(Expressions.parse("x"), frame))
                .hasMessage("this must be a whole number, not 2.5");
        assertThat(evaluator.integer(Expressions.parse("u[1]"), frame)).isEqualTo(3);
    }

    @Test
    void aMillionElementsTakeAboutASecond() {
        int n = 1_000_000;
        double[] many = new double[n];
        frame.define("y", Variable.of(new int[] {n}, many));
        Expression expression = Expressions.parse("2 * y[i] + x - i / 3");
        double sum = 0;
        double start = ProcessorTime.seconds();
        for (int i = 1; i <= n; i++) {
            frame.count("i", i);
            sum += evaluator.scalar(expression, frame);
        }
        assertThat(sum).isCloseTo(n * 2.5 - n * (n + 1.0) / 6, withinPercentage(1e-9));
        // Many times what it takes: copying the array for each element would take an hour.
        assertThat(ProcessorTime.seconds() - start).isLessThan(10);
    }
}
