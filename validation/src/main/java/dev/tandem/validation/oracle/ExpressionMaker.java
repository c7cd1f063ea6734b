package dev.tandem.validation.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Writes random expressions of a kind from the variables that there are. */
final class ExpressionMaker {
    /** What values an expression can have. */
    enum Kind {
        REAL,
        POSITIVE,
        PROBABILITY,
        /** Whole numbers. */
        WHOLE
    }

    /**
     * A variable of the model.
     *
     * @param dims none for a scalar
     * @param least of whole numbers
     * @param greatest of whole numbers; none is {@link #NO_LIMIT}
     */
    record Defined(String name, Kind kind, List<Integer> dims, int least, int greatest, boolean simplex) {
        static final int NO_LIMIT = Integer.MAX_VALUE;

        static Defined of(String name, Kind kind, Integer... dims) {
            return new Defined(name, kind, List.of(dims), 0, NO_LIMIT, false);
        }
    }

    /** A counter of a loop around the expression. */
    record Counter(String name, int from, int to) {}

    private static final int MOST_WEIGHTS = 4;

    private final SplittableRandom random;
    private final List<Defined> variables;

    ExpressionMaker(SplittableRandom random, List<Defined> variables) {
        this.random = random;
        this.variables = variables;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }

    String number(double from, double to) {
        return String.format(Locale.ROOT, "%.2f", from + (to - from) * random.nextDouble());
    }

    private List<Defined> having(Predicate<Defined> test) {
        return variables.stream().filter(test).toList();
    }

    /** One element of a variable; empty if no index would be safe. */
    String element(Defined variable, List<Counter> counters) {
        if (variable.dims().isEmpty()) {
            return variable.name();
        }
        List<String> indices = new ArrayList<>();
        for (int extent : variable.dims()) {
            indices.add(index(extent, counters));
        }
        return variable.name() + "[" + String.join(",", indices) + "]";
    }

    /** A counter, a number, or an unknown whole number that stays within 1 to extent. */
    private String index(int extent, List<Counter> counters) {
        if (chance(0.3)) {
            List<Defined> wholes = having(v -> v.kind() == Kind.WHOLE
                    && v.greatest() != Defined.NO_LIMIT
                    && v.greatest() - v.least() < extent
                    && (v.dims().isEmpty() || v.dims().size() == 1));
            if (!wholes.isEmpty()) {
                Defined whole = wholes.get(below(wholes.size()));
                String inner = whole.dims().isEmpty()
                        ? whole.name()
                        : whole.name() + "[" + plainIndex(whole.dims().get(0), counters) + "]";
                int shift = whole.least() < 1 || whole.greatest() > extent ? 1 - whole.least() : 0;
                return shift == 0 ? inner : inner + (shift > 0 ? " + " + shift : " - " + -shift);
            }
        }
        return plainIndex(extent, counters);
    }

    private String plainIndex(int extent, List<Counter> counters) {
        List<Counter> fitting =
                counters.stream().filter(c -> c.from() >= 1 && c.to() <= extent).toList();
        if (!fitting.isEmpty() && chance(0.8)) {
            Counter counter = fitting.get(below(fitting.size()));
            return chance(0.1) && counter.from() == 1 && counter.to() == extent
                    ? extent + 1 + " - " + counter.name()
                    : counter.name();
        }
        return String.valueOf(1 + below(extent));
    }

    private String variable(Kind kind, List<Counter> counters) {
        List<Defined> fitting = having(v -> v.kind() == kind);
        return fitting.isEmpty() ? "" : element(fitting.get(below(fitting.size())), counters);
    }

    /** A vector of real numbers of a length, or empty. */
    private String vector(Predicate<Defined> test) {
        List<Defined> fitting = having(v -> test.test(v) && !v.dims().isEmpty());
        if (fitting.isEmpty()) {
            return "";
        }
        Defined variable = fitting.get(below(fitting.size()));
        int last = variable.dims().size() - 1;
        List<String> indices = new ArrayList<>();
        for (int d = 0; d <= last; d++) {
            int extent = variable.dims().get(d);
            indices.add(d == last ? pick("", "1:" + extent) : String.valueOf(1 + below(extent)));
        }
        return variable.name() + "[" + String.join(",", indices) + "]";
    }

    String of(Kind kind, List<Counter> counters, int depth) {
        String variable = chance(depth == 0 ? 0.7 : 0.45) ? variable(kind, counters) : "";
        if (!variable.isEmpty()) {
            return variable;
        }
        return switch (kind) {
            case REAL -> real(counters, depth);
            case POSITIVE -> positive(counters, depth);
            case PROBABILITY -> probability(counters, depth);
            case WHOLE -> whole(counters, depth);
        };
    }

    private String real(List<Counter> c, int depth) {
        if (depth == 0) {
            return number(-1.5, 1.5);
        }
        int d = depth - 1;
        return switch (below(24)) {
            case 0, 1 -> of(Kind.REAL, c, d) + " + " + of(Kind.REAL, c, d);
            case 2 -> of(Kind.REAL, c, d) + " - (" + of(Kind.REAL, c, d) + ")";
            case 3 -> "(" + of(Kind.REAL, c, d) + ") * " + number(-1, 1);
            case 4 -> "-(" + of(Kind.REAL, c, d) + ")";
            case 5 -> pick("sin", "cos", "arctan", "tanh", "arcsinh") + "(" + of(Kind.REAL, c, d) + ")";
            case 6 -> pick("log", "loggam") + "(" + of(Kind.POSITIVE, c, d) + ")";
            case 7 -> pick("logit", "cloglog", "probit") + "(0.05 + 0.9 * (" + of(Kind.PROBABILITY, c, d) + "))";
            case 8, 9 -> "0.3 * (" + of(Kind.WHOLE, c, d) + ")";
            case 10 -> "ifelse(" + condition(c, d) + ", " + of(Kind.REAL, c, d) + ", " + of(Kind.REAL, c, d) + ")";
            case 11 -> "step(" + of(Kind.REAL, c, d) + ") * " + number(-1, 1);
            case 12 -> "equals(" + of(Kind.WHOLE, c, d) + ", " + below(3) + ") * " + number(-2, 2);
            case 13, 14 -> reduced(c, d);
            case 15 -> "(" + of(Kind.REAL, c, d) + ") / (1 + " + of(Kind.POSITIVE, c, d) + ")";
            case 16 ->
                pick("arcsin", "arccos", "arctanh", "tan") + "(0.8 * " + factor(of(Kind.PROBABILITY, c, d)) + ")";
            case 17 -> "abs(" + of(Kind.REAL, c, d) + ")";
            case 18 -> pick("round", "trunc") + "(" + of(Kind.REAL, c, d) + ")";
            case 19 -> "(" + condition(c, d) + ") * " + factor(of(Kind.REAL, c, d));
            case 20 -> probabilityFunction(c, d);
            case 21 ->
                "interp.lin(" + of(Kind.REAL, c, d) + ", c(-1.03, 0.17, 2.1), c(" + number(-1, 0) + ", 0.5, "
                        + number(0, 2) + "))";
            case 22 -> "sinh(0.3 * " + factor(of(Kind.REAL, c, d)) + ")";
            default -> number(-1.5, 1.5);
        };
    }

    private static String factor(String expression) {
        return "(" + expression + ")";
    }

    private String probabilityFunction(List<Counter> c, int d) {
        return switch (below(6)) {
            case 0 ->
                "logdensity.norm(" + of(Kind.REAL, c, d) + ", " + of(Kind.REAL, c, d) + ", " + of(Kind.POSITIVE, c, d)
                        + ")";
            case 1 -> "logdensity.pois(" + of(Kind.WHOLE, c, d) + ", " + of(Kind.POSITIVE, c, d) + ")";
            case 2 ->
                "pnorm(" + of(Kind.REAL, c, d) + ", " + of(Kind.REAL, c, d) + ", " + of(Kind.POSITIVE, c, d) + ")";
            case 3 -> "dgamma(" + of(Kind.POSITIVE, c, d) + ", 2, 1.5)";
            case 4 -> "plogis(" + of(Kind.REAL, c, d) + ", 0, " + of(Kind.POSITIVE, c, d) + ")";
            default -> "qexp(" + of(Kind.PROBABILITY, c, d) + " * 0.9, 1.5)";
        };
    }

    private String reduced(List<Counter> c, int depth) {
        String vector = vector(v -> true);
        String reals = vector(v -> v.kind() == Kind.REAL || v.kind() == Kind.PROBABILITY);
        return switch (below(7)) {
            case 0 -> vector.isEmpty() ? number(-1, 1) : "0.3 * sum(" + vector + ")";
            case 1 -> vector.isEmpty() ? number(-1, 1) : "0.5 * mean(" + vector + ")";
            case 2 -> vector.isEmpty() ? number(-1, 1) : "0.5 * " + pick("max", "min") + "(" + vector + ")";
            case 3 -> reals.isEmpty() ? number(-1, 1) : "0.5 * prod(" + reals + ")";
            case 4 -> reals.isEmpty() ? number(-1, 1) : "0.5 * inprod(" + reals + ", " + reals + ")";
            case 5 -> reals.isEmpty() ? number(-1, 1) : "sd(c(" + reals + ", " + number(2, 3) + "))";
            default -> "max(" + of(Kind.REAL, c, depth) + ", " + of(Kind.REAL, c, depth) + ")";
        };
    }

    private String positive(List<Counter> c, int depth) {
        if (depth == 0) {
            return number(0.4, 2.5);
        }
        int d = depth - 1;
        return switch (below(14)) {
            case 0 -> of(Kind.POSITIVE, c, d) + " + " + number(0.1, 1);
            case 1 -> "(" + of(Kind.POSITIVE, c, d) + ") * " + number(0.4, 1.5);
            case 2 -> pick("exp(0.4 * ", "softplus(") + factor(of(Kind.REAL, c, d)) + ")";
            case 3 -> pick("sqrt(", "log1p(", "expm1(0.4 * ") + factor(of(Kind.POSITIVE, c, d)) + ")";
            case 4 -> "pow(" + of(Kind.REAL, c, d) + ", 2) + 0.3";
            case 5 -> "(" + of(Kind.WHOLE, c, d) + ") + " + number(0.3, 1);
            case 6 ->
                "ifelse(" + condition(c, d) + ", " + of(Kind.POSITIVE, c, d) + ", " + of(Kind.POSITIVE, c, d) + ")";
            case 7 -> "abs(" + of(Kind.REAL, c, d) + ") + 0.2";
            case 8 -> "cosh(0.4 * " + factor(of(Kind.REAL, c, d)) + ")";
            case 9 -> "0.3 + " + of(Kind.PROBABILITY, c, d);
            case 10 -> "(" + of(Kind.POSITIVE, c, d) + ") ^ " + number(0.3, 1.4);
            case 11 -> "arccosh(1.2 + " + of(Kind.POSITIVE, c, d) + ")";
            case 12 ->
                pick("besselI(", "besselK(") + "0.5 + " + of(Kind.PROBABILITY, c, d) + ", " + pick("0", "1") + ")";
            default -> number(0.4, 2.5);
        };
    }

    private String probability(List<Counter> c, int depth) {
        if (depth == 0) {
            return number(0.15, 0.85);
        }
        int d = depth - 1;
        return switch (below(11)) {
            case 0, 1 -> "ilogit(" + of(Kind.REAL, c, d) + ")";
            case 2 -> "phi(0.5 * " + factor(of(Kind.REAL, c, d)) + ")";
            case 3 -> "icloglog(-1 + 0.3 * " + factor(of(Kind.REAL, c, d)) + ")";
            case 4 -> "1 - " + factor(of(Kind.PROBABILITY, c, d));
            case 5 -> factor(of(Kind.PROBABILITY, c, d)) + " * " + factor(of(Kind.PROBABILITY, c, d));
            case 6 ->
                "ifelse(" + condition(c, d) + ", " + of(Kind.PROBABILITY, c, d) + ", " + of(Kind.PROBABILITY, c, d)
                        + ")";
            case 7 -> "0.2 + 0.5 * equals(" + of(Kind.WHOLE, c, d) + ", " + below(3) + ")";
            case 8 -> "1 / (1.2 + " + of(Kind.POSITIVE, c, d) + ")";
            default -> number(0.15, 0.85);
        };
    }

    private String whole(List<Counter> c, int depth) {
        if (depth > 0 && chance(0.3)) {
            return of(Kind.WHOLE, c, depth - 1) + " + " + (1 + below(2));
        }
        return chance(0.3) && !c.isEmpty() ? c.get(below(c.size())).name() : String.valueOf(1 + below(4));
    }

    String condition(List<Counter> c, int depth) {
        return switch (below(6)) {
            case 0 -> of(Kind.WHOLE, c, depth) + pick(" == ", " != ", " >= ", " < ") + (1 + below(3));
            case 1 -> of(Kind.REAL, c, depth) + pick(" > ", " <= ") + number(-1, 1);
            case 2 -> "equals(" + of(Kind.WHOLE, c, depth) + ", " + of(Kind.WHOLE, c, depth) + ")";
            case 3 ->
                "(" + of(Kind.WHOLE, c, depth) + " > 1) " + pick("&&", "||") + " (" + of(Kind.REAL, c, depth)
                        + " < 0.5)";
            case 4 -> "!(" + of(Kind.WHOLE, c, depth) + " == 1)";
            default -> "step(" + of(Kind.REAL, c, depth) + " - " + number(-1, 1) + ")";
        };
    }

    /** Weights of categories. */
    record Weights(String text, int count) {}

    Weights weights(List<Counter> c) {
        List<Defined> simplices = having(Defined::simplex);
        if (!simplices.isEmpty() && chance(0.5)) {
            Defined simplex = simplices.get(below(simplices.size()));
            int last = simplex.dims().size() - 1;
            int count = simplex.dims().get(last);
            if (last == 0) {
                return new Weights(
                        pick(simplex.name() + "[]", simplex.name() + "[1:" + count + "]", simplex.name()), count);
            }
            return new Weights(
                    simplex.name() + "[" + index(simplex.dims().get(0), c) + "," + pick("", "1:" + count) + "]", count);
        }
        int count = 2 + below(MOST_WEIGHTS - 1);
        List<String> parts = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            parts.add(chance(0.07) && k > 0 ? "0" : of(pick(Kind.PROBABILITY, Kind.POSITIVE), c, 1));
        }
        return new Weights("c(" + String.join(", ", parts) + ")", count);
    }
}
