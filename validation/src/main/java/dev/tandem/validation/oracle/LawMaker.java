package dev.tandem.validation.oracle;

import static dev.tandem.validation.oracle.ExpressionMaker.Kind.POSITIVE;
import static dev.tandem.validation.oracle.ExpressionMaker.Kind.PROBABILITY;
import static dev.tandem.validation.oracle.ExpressionMaker.Kind.REAL;
import static dev.tandem.validation.oracle.ExpressionMaker.Kind.WHOLE;

import dev.tandem.validation.oracle.ExpressionMaker.Counter;
import dev.tandem.validation.oracle.ExpressionMaker.Defined;
import dev.tandem.validation.oracle.ExpressionMaker.Kind;
import java.util.ArrayList;
import java.util.List;

/** Writes random distributions of single numbers, with parameters from the variables that there are. */
final class LawMaker {
    private static final int DEPTH = 2;

    private final ExpressionMaker make;

    LawMaker(ExpressionMaker make) {
        this.make = make;
    }

    /** What stands on the right of {@code ~}, and what whole numbers it can give. */
    record Law(String text, Kind kind, int least, int greatest) {}

    Law of(Kind kind, List<Counter> c) {
        return switch (kind) {
            case REAL -> real(c);
            case POSITIVE -> positive(c);
            case PROBABILITY -> probability(c);
            case WHOLE -> whole(c);
        };
    }

    private static Law law(String text, Kind kind) {
        return new Law(text, kind, 0, Defined.NO_LIMIT);
    }

    private String expression(Kind kind, List<Counter> c) {
        return make.of(kind, c, DEPTH);
    }

    private Law real(List<Counter> c) {
        String mu = expression(REAL, c);
        String tau = expression(POSITIVE, c);
        return switch (make.below(9)) {
            case 0, 1, 2 -> law("dnorm(" + mu + ", " + tau + ")" + realBounds(c), REAL);
            case 3 -> law("ddexp(" + mu + ", " + tau + ")" + realBounds(c), REAL);
            case 4 -> law(make.pick("dlogis(", "dgumbel(") + mu + ", " + tau + ")" + realBounds(c), REAL);
            case 5 ->
                law(
                        "dt(" + mu + ", " + tau + ", " + make.pick("3", "5.5", expression(POSITIVE, c) + " + 2") + ")"
                                + realBounds(c),
                        REAL);
            case 6 ->
                make.chance(0.3)
                        ? law("dnt(" + make.number(-1, 1) + ", " + tau + ", 6)", REAL)
                        : law("dnorm(" + mu + ", " + tau + ")" + realBounds(c), REAL);
            case 7 ->
                law(
                        "dunif(" + make.pick("-2", mu + " - " + tau) + ", "
                                + make.pick("3", "4 + " + expression(POSITIVE, c)) + ")",
                        REAL);
            default ->
                law(
                        "dnormmix(c(" + mu + ", " + make.number(1, 2) + "), c(" + tau + ", " + make.number(0.5, 2)
                                + "), c(0.3, 0.7))",
                        REAL);
        };
    }

    private String realBounds(List<Counter> c) {
        if (!make.chance(0.15)) {
            return "";
        }
        return switch (make.below(5)) {
            case 0 -> " T(" + make.number(-2, 0) + ",)";
            case 1 -> " T(," + make.number(0, 2) + ")";
            case 2 -> " T(" + make.number(-2, -0.5) + ", " + make.number(0.5, 2) + ")";
            case 3 -> " T(" + make.of(REAL, c, 0) + " - 1,)";
            default -> " T(," + make.of(REAL, c, 0) + " + 1.5)";
        };
    }

    private Law positive(List<Counter> c) {
        String a = expression(POSITIVE, c);
        String b = expression(POSITIVE, c);
        String text = switch (make.below(12)) {
            case 0, 1 -> "dgamma(" + a + " + 0.7, " + b + ")";
            case 2 -> make.pick("dexp", "dhalfcauchy") + "(" + a + ")";
            case 3 -> "dchisqr(" + a + " + 1)";
            case 4 -> "df(" + a + " + 2, " + b + " + 3)";
            case 5 -> "dgen.gamma(" + a + " + 0.5, " + b + ", " + make.number(0.7, 1.6) + ")";
            case 6 -> "dlnorm(" + expression(REAL, c) + ", " + b + " + 0.5)";
            case 7 -> "dnchisqr(" + make.number(1, 4) + ", " + a + ")";
            case 8 -> "dpar(" + a + " + 1, " + make.pick(make.number(0.3, 1.2), b) + ")";
            case 9 -> "dweib(" + a + " + 0.5, " + b + ")";
            case 10 -> "dscaled.gamma(" + make.number(0.5, 2) + ", " + make.number(2, 5) + ")";
            default -> "dunif(" + make.number(0.1, 0.5) + ", " + a + " + 1)";
        };
        boolean bounded = make.chance(0.15) && !text.startsWith("dunif") && !text.startsWith("dpar");
        return law(
                text + (bounded ? make.pick(" T(0.2,)", " T(,3.5)", " T(0.1, 2.5)", " T(," + a + " + 0.5)") : ""),
                POSITIVE);
    }

    private Law probability(List<Counter> c) {
        if (make.chance(0.2)) {
            return law("dunif(0, 1)", PROBABILITY);
        }
        return law(
                "dbeta(" + expression(POSITIVE, c) + " + 0.6, " + expression(POSITIVE, c) + " + 0.6)"
                        + (make.chance(0.15) ? make.pick(" T(0.1,)", " T(,0.8)", " T(0.1, 0.9)") : ""),
                PROBABILITY);
    }

    private Law whole(List<Counter> c) {
        return switch (make.below(13)) {
            case 0, 1 -> new Law("dbern(" + expression(PROBABILITY, c) + ")", WHOLE, 0, 1);
            case 2 -> {
                int n = 1 + make.below(4);
                yield new Law("dbin(" + expression(PROBABILITY, c) + ", " + n + ")" + countBounds(n), WHOLE, 0, n);
            }
            case 3 -> law("dbin(" + expression(PROBABILITY, c) + ", " + make.of(WHOLE, c, 1) + ")", WHOLE);
            case 4, 5 -> law("dpois(" + expression(POSITIVE, c) + ")" + countBounds(Defined.NO_LIMIT), WHOLE);
            case 6 ->
                law(
                        "dnegbin(" + make.number(0.4, 0.8) + ", " + expression(POSITIVE, c) + ")"
                                + countBounds(Defined.NO_LIMIT),
                        WHOLE);
            case 7, 8 -> {
                ExpressionMaker.Weights weights = make.weights(c);
                yield new Law("dcat(" + weights.text() + ")", WHOLE, 1, weights.count());
            }
            case 9 -> {
                int n1 = 2 + make.below(3);
                int n2 = 2 + make.below(3);
                int m = 1 + make.below(n1 + n2 - 1);
                yield new Law(
                        "dhyper(" + n1 + ", " + n2 + ", " + m + ", " + expression(POSITIVE, c) + ")",
                        WHOLE,
                        Math.max(0, m - n2),
                        Math.min(n1, m));
            }
            case 10 -> {
                int n = 2 + make.below(3);
                yield new Law(
                        "dbetabin(" + expression(POSITIVE, c) + ", " + expression(POSITIVE, c) + ", " + n + ")"
                                + countBounds(n),
                        WHOLE,
                        0,
                        n);
            }
            case 11 -> {
                List<String> cuts = new ArrayList<>(List.of(make.number(-1.5, -0.4), make.number(-0.3, 0.6)));
                if (make.chance(0.5)) {
                    cuts.add(make.number(0.7, 1.8));
                }
                yield new Law(
                        make.pick("dordered.logit(", "dordered.probit(") + expression(REAL, c) + ", c("
                                + String.join(", ", cuts) + "))",
                        WHOLE,
                        1,
                        cuts.size() + 1);
            }
            default -> {
                int first = 1 + make.below(3);
                int second = first + 1 + make.below(2);
                yield new Law(
                        "dpick(" + expression(PROBABILITY, c) + ", " + first + ", " + second + ")",
                        WHOLE,
                        first,
                        second);
            }
        };
    }

    private String countBounds(int greatest) {
        if (!make.chance(0.2)) {
            return "";
        }
        return greatest < 3 ? " T(1,)" : make.pick(" T(1,)", " T(,3)", " T(1,3)");
    }
}
