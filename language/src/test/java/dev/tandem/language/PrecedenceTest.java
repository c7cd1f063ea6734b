package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Operators bind as in JAGS. Those of the first test were compared with the values that JAGS 4.3.1 computes for them in
 * a data block (a = 2, b = 3, n = 4, v = 1, 2, 3); for {@code 1:2^2} and {@code 2^1:3} it refuses the power as an end of
 * the range, which shows the same grouping. {@code !} is not accepted by JAGS 4.3.1 and follows R; the cases of OpenBUGS
 * follow its documented difference and were not run.
 */
class PrecedenceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "-a^2 @ (- (^ a 2))",
                "2^3^2 @ (^ 2 (^ 3 2))",
                "2**3**2 @ (^ 2 (^ 3 2))",
                "2^-1 @ (^ 2 (- 1))",
                "-2^-a @ (- (^ 2 (- a)))",
                "2^-3^2 @ (^ 2 (- (^ 3 2)))",
                "2^-1+1 @ (+ (^ 2 (- 1)) 1)",
                "1:n+1 @ (+ (: 1 n) 1)",
                "1:2*3 @ (* (: 1 2) 3)",
                "2*1:3 @ (* 2 (: 1 3))",
                "-1:2 @ (: (- 1) 2)",
                "-a:b @ (: (- a) b)",
                "1:2^2 @ (: 1 (^ 2 2))",
                "2^1:3 @ (: (^ 2 1) 3)",
                "10/2/5 @ (/ (/ 10 2) 5)",
                "10-2-3 @ (- (- 10 2) 3)",
                "2*-3 @ (* 2 (- 3))",
                "2--3 @ (- 2 (- 3))",
                "- - 3 @ (- (- 3))",
                "v %*% v * v @ (* (%*% v v) v)",
                "v * v %*% v @ (* v (%*% v v))",
                "1:3 %*% 1:3 @ (%*% (: 1 3) (: 1 3))",
                "-v %*% v @ (%*% (- v) v)",
                "1+2<3+1 @ (< (+ 1 2) (+ 3 1))",
                "1 + 2 == 3 && 0 @ (&& (== (+ 1 2) 3) 0)",
                "1 || 0 == 1 @ (|| 1 (== 0 1))",
                "0&&1||1 @ (|| (&& 0 1) 1)",
                "1||1&&0 @ (|| 1 (&& 1 0))",
                "2 < -1 @ (< 2 (- 1))",
            })
    void asJags(String text, String tree) {
        assertThat(tree(text, Dialect.JAGS)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "!a == b @ (! (== a b))",
                "!a && b @ (&& (! a) b)",
                "!!a @ (! (! a))",
                "a + !b @ (+ a (! b))",
            })
    void notAsInR(String text, String tree) {
        assertThat(tree(text, Dialect.JAGS)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "1:n+m @ (: 1 (+ n m))",
                "1:n-1 @ (: 1 (- n 1))",
                "2*1:3 @ (: (* 2 1) 3)",
                "a+1:b*2 @ (: (+ a 1) (* b 2))",
                "1:n == m @ (== (: 1 n) m)",
                "-1:n @ (: (- 1) n)",
            })
    void asOpenBugs(String text, String tree) {
        assertThat(tree(text, Dialect.OPENBUGS)).isEqualTo(tree);
    }

    private static String tree(String text, Dialect dialect) {
        Model model = Model.parse(SourceText.of("m", "model { x <- " + text + " }"), dialect);
        return TreeDump.dump(((Statement.Deterministic) model.statements().get(0)).value());
    }
}
