package dev.tandem.validation.oracle;

import static dev.tandem.validation.oracle.Textbook.logBeta;
import static dev.tandem.validation.oracle.Textbook.logChoose;
import static dev.tandem.validation.oracle.Textbook.logFactorial;
import static dev.tandem.validation.oracle.Textbook.logGamma;
import static dev.tandem.validation.oracle.Textbook.logSum;
import static dev.tandem.validation.oracle.Textbook.normalDensity;
import static dev.tandem.validation.oracle.Textbook.phi;
import static dev.tandem.validation.oracle.Textbook.xlogy;

import java.util.Arrays;
import java.util.List;

/**
 * The distributions of JAGS by their formulas in its manual: log densities, what values are possible, and the
 * probability of an interval by sums and integrals. A parameter that is out of range makes the log density minus
 * infinity.
 */
final class PlainDistributions {
    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    /** A sum counts as met if it is off by no more than rounding. */
    private static final double SAME = 1e-7;

    private static final double MOST_TERMS = 100_000;

    private PlainDistributions() {}

    static boolean discrete(String law) {
        return switch (law) {
            case "dbern",
                    "dbin",
                    "dcat",
                    "dhyper",
                    "dnegbin",
                    "dpois",
                    "dordered.logit",
                    "dordered.probit",
                    "dbetabin",
                    "dpick",
                    "dmstate",
                    "dinterval" -> true;
            default -> false;
        };
    }

    /** Whether a draw of it is an array. */
    static boolean array(String law) {
        return switch (law) {
            case "ddirch", "dmnorm", "dmnorm.vcov", "dmt", "dmulti", "dsample", "dwish", "dscaled.wishart" -> true;
            default -> false;
        };
    }

    /** Whether the value and all parameters are single numbers. */
    static boolean ofNumbers(String law) {
        return switch (law) {
            case "dcat", "dordered.logit", "dordered.probit", "dnormmix", "dmstate", "dinterval" -> false;
            default -> !array(law) && !law.endsWith("sum");
        };
    }

    /** Whether the value is a function of the parameters. */
    static boolean determined(String law) {
        return switch (law) {
            case "dinterval", "dround", "dsum", "sum" -> true;
            default -> false;
        };
    }

    static double logDensity(String law, Tensor x, List<Tensor> parameters) {
        double density = array(law)
                ? PlainArrayDistributions.logDensity(law, x, parameters)
                : law.endsWith("sum") ? sum(x, parameters) : single(law, x.scalar(), parameters);
        return Double.isNaN(density) ? NONE : density;
    }

    private static double sum(Tensor x, List<Tensor> parameters) {
        for (int i = 0; i < x.size(); i++) {
            double sum = 0;
            double magnitude = 1;
            for (Tensor summand : parameters) {
                sum += summand.values()[i];
                magnitude += Math.abs(summand.values()[i]);
            }
            if (!(Math.abs(sum - x.values()[i]) <= SAME * magnitude)) {
                return NONE;
            }
        }
        return 0;
    }

    /** The least and the greatest value, whole numbers for the discrete ones. */
    static double[] support(String law, List<Tensor> parameters) {
        return switch (law) {
            case "dbern" -> new double[] {0, 1};
            case "dbin" -> new double[] {0, number(parameters, 1)};
            case "dbetabin" -> new double[] {0, number(parameters, 2)};
            case "dcat" -> new double[] {1, parameters.get(0).size()};
            case "dordered.logit", "dordered.probit" ->
                new double[] {1, parameters.get(1).size() + 1.0};
            case "dmstate" -> new double[] {1, parameters.get(2).dims()[0]};
            case "dhyper" -> {
                double drawn = number(parameters, 2);
                yield new double[] {Math.max(0, drawn - number(parameters, 1)), Math.min(number(parameters, 0), drawn)};
            }
            case "dpick" ->
                new double[] {
                    Math.min(number(parameters, 1), number(parameters, 2)),
                    Math.max(number(parameters, 1), number(parameters, 2))
                };
            case "dinterval" -> new double[] {0, parameters.get(1).size()};
            case "dpois", "dnegbin" -> new double[] {0, INFINITY};
            case "dbeta" -> new double[] {0, 1};
            case "dunif" -> new double[] {number(parameters, 0), number(parameters, 1)};
            case "dpar" -> new double[] {number(parameters, 1), INFINITY};
            case "dchisqr",
                    "dexp",
                    "df",
                    "dgamma",
                    "dgen.gamma",
                    "dhalfcauchy",
                    "dlnorm",
                    "dnchisqr",
                    "dweib",
                    "dscaled.gamma" -> new double[] {0, INFINITY};
            default -> new double[] {NONE, INFINITY};
        };
    }

    private static double number(List<Tensor> parameters, int index) {
        return parameters.get(index).scalar();
    }

    /** The log probability of low to high, both included. */
    static double logProbability(String law, List<Tensor> parameters, double low, double high) {
        double[] support = support(law, parameters);
        double from = Math.max(low, support[0]);
        double to = Math.min(high, support[1]);
        if (!(from <= to)) {
            return NONE;
        }
        if (discrete(law)) {
            return logSumOfMasses(law, parameters, Math.ceil(from), Math.floor(to));
        }
        return switch (law) {
            case "dnorm", "dlnorm" -> {
                double root = Math.sqrt(number(parameters, 1));
                double a = law.equals("dnorm") ? from : Math.log(from);
                double b = law.equals("dnorm") ? to : Math.log(to);
                double lower = (a - number(parameters, 0)) * root;
                double upper = (b - number(parameters, 0)) * root;
                yield Textbook.logNormalBetween(lower, upper);
            }
            case "dexp" -> {
                double rate = number(parameters, 0);
                yield -rate * from + Math.log(-Math.expm1(-rate * (to - from)));
            }
            case "dhalfcauchy" -> {
                double scale = number(parameters, 0);
                yield Math.log(2 / Math.PI * (Math.atan(to / scale) - Math.atan(from / scale)));
            }
            case "dgumbel" -> {
                double upper = -Math.exp((number(parameters, 0) - to) / number(parameters, 1));
                double lower = -Math.exp((number(parameters, 0) - from) / number(parameters, 1));
                yield upper + Math.log(-Math.expm1(lower - upper));
            }
            case "dunif" -> {
                yield Math.log((to - from) / (support[1] - support[0]));
            }
            case "ddexp", "dlogis" -> {
                double mu = number(parameters, 0);
                double rate = number(parameters, 1);
                double lower = rate * (from - mu);
                double upper = rate * (to - mu);
                yield lower > 0 ? logBetween(law, -upper, -lower) : logBetween(law, lower, upper);
            }
            default -> {
                double middle = middle(law, parameters);
                yield Textbook.logIntegral(x -> single(law, x, parameters), from, to, middle);
            }
        };
    }

    /** In logarithms, since bounds may lie so far out that no double holds the probability between them. */
    private static double logBetween(String law, double lower, double upper) {
        double greater = logLowerTail(law, upper);
        return greater + Math.log1p(-Math.exp(logLowerTail(law, lower) - greater));
    }

    private static double lowerTail(String law, double z) {
        return Math.exp(logLowerTail(law, z));
    }

    private static double logLowerTail(String law, double z) {
        if (law.equals("dlogis")) {
            return z < 0 ? z - Math.log1p(Math.exp(z)) : -Math.log1p(Math.exp(-z));
        }
        return z < 0 ? z - Math.log(2) : Math.log1p(-0.5 * Math.exp(-z));
    }

    private static double middle(String law, List<Tensor> parameters) {
        return switch (law) {
            case "dt", "dnt" -> number(parameters, 0);
            case "dgamma" -> number(parameters, 0) / number(parameters, 1);
            case "dchisqr" -> number(parameters, 0);
            case "dnchisqr" -> number(parameters, 0) + number(parameters, 1);
            case "dgen.gamma" -> Math.pow(number(parameters, 0), 1 / number(parameters, 2)) / number(parameters, 1);
            case "dweib" -> Math.pow(number(parameters, 1), -1 / number(parameters, 0));
            case "dbeta" -> number(parameters, 0) / (number(parameters, 0) + number(parameters, 1));
            case "dscaled.gamma" -> 1 / (number(parameters, 0) * number(parameters, 0));
            case "dpar" -> number(parameters, 1) * (1 + 1 / number(parameters, 0));
            default -> 1;
        };
    }

    private static double logSumOfMasses(String law, List<Tensor> parameters, double from, double to) {
        double total = NONE;
        double greatest = NONE;
        for (double k = from; k <= to && k - from < MOST_TERMS; k++) {
            double mass = single(law, k, parameters);
            total = logSum(total, mass);
            // Beyond the bulk, what is left is below rounding; but a support with an end may have gaps.
            boolean gap = mass == NONE && to < INFINITY;
            if (!gap && mass < greatest && mass < total - 60) {
                break;
            }
            greatest = Math.max(greatest, mass);
        }
        return total;
    }

    static boolean positive(double... values) {
        return Arrays.stream(values).allMatch(value -> value > 0 && value < INFINITY);
    }

    static boolean whole(double value) {
        return value == Math.rint(value) && !Double.isInfinite(value);
    }

    /** The log density or mass of a single number. */
    static double single(String law, double x, List<Tensor> p) {
        if (Double.isNaN(x) || (discrete(law) && !law.equals("dpick") && !whole(x))) {
            return NONE;
        }
        double a = p.get(0).single() ? p.get(0).scalar() : 0;
        double b = p.size() > 1 && p.get(1).single() ? p.get(1).scalar() : 0;
        double c = p.size() > 2 && p.get(2).single() ? p.get(2).scalar() : 0;
        double density = discrete(law) ? mass(law, x, a, b, c, p) : continuous(law, x, a, b, c, p);
        return Double.isNaN(density) ? NONE : density;
    }

    private static double continuous(String law, double x, double a, double b, double c, List<Tensor> p) {
        return switch (law) {
            case "dnorm" -> positive(b) ? normalDensity((x - a) * Math.sqrt(b)) + 0.5 * Math.log(b) : NONE;
            case "dlnorm" ->
                positive(b, x)
                        ? normalDensity((Math.log(x) - a) * Math.sqrt(b)) + 0.5 * Math.log(b) - Math.log(x)
                        : NONE;
            case "dgamma" -> positive(a, b) && x >= 0 ? a * Math.log(b) + xlogy(a - 1, x) - b * x - logGamma(a) : NONE;
            case "dchisqr" -> continuous("dgamma", x, a / 2, 0.5, 0, p);
            case "dexp" -> positive(a) && x >= 0 ? Math.log(a) - a * x : NONE;
            case "dhalfcauchy" -> positive(a) && x >= 0 ? Math.log(2 / Math.PI) - Math.log(a + x * x / a) : NONE;
            case "dbeta" ->
                positive(a, b) && x >= 0 && x <= 1
                        ? xlogy(a - 1, x) + (b == 1 ? 0 : (b - 1) * Math.log1p(-x)) - logBeta(a, b)
                        : NONE;
            case "dunif" -> x >= a && x <= b && a < b ? -Math.log(b - a) : NONE;
            case "ddexp" -> positive(b) ? Math.log(b / 2) - b * Math.abs(x - a) : NONE;
            case "dlogis" -> {
                double z = Math.abs(b * (x - a));
                yield positive(b) ? Math.log(b) - z - 2 * Math.log1p(Math.exp(-z)) : NONE;
            }
            case "dgumbel" -> {
                double z = (x - a) / b;
                yield positive(b) ? -Math.log(b) - (z + Math.exp(-z)) : NONE;
            }
            case "dweib" -> positive(a, b) && x >= 0 ? Math.log(a * b) + xlogy(a - 1, x) - b * Math.pow(x, a) : NONE;
            case "dpar" -> positive(a, b) && x >= b ? Math.log(a) + a * Math.log(b) - (a + 1) * Math.log(x) : NONE;
            case "dgen.gamma" ->
                positive(a, b, c) && x >= 0
                        ? Math.log(c) + c * a * Math.log(b) + xlogy(c * a - 1, x) - Math.pow(b * x, c) - logGamma(a)
                        : NONE;
            case "df" ->
                positive(a, b) && x >= 0
                        ? a / 2 * Math.log(a / b)
                                + xlogy(a / 2 - 1, x)
                                - (a + b) / 2 * Math.log1p(a * x / b)
                                - logBeta(a / 2, b / 2)
                        : NONE;
            // s^2 x has the F distribution with df and 1 degrees of freedom.
            case "dscaled.gamma" ->
                positive(a, b) && x >= 0 ? continuous("df", a * a * x, b, 1, 0, p) + 2 * Math.log(a) : NONE;
            case "dt" ->
                positive(b, c)
                        ? logGamma((c + 1) / 2)
                                - logGamma(c / 2)
                                + 0.5 * Math.log(b / (c * Math.PI))
                                - (c + 1) / 2 * Math.log1p(b * (x - a) * (x - a) / c)
                        : NONE;
            case "dnt" ->
                positive(b, c) ? noncentralT(x * Math.sqrt(b), a * Math.sqrt(b), c) + 0.5 * Math.log(b) : NONE;
            case "dnchisqr" -> positive(a) && b >= 0 && x >= 0 ? noncentralChiSquare(x, a, b) : NONE;
            case "dnormmix" ->
                mixture(x, p.get(0).values(), p.get(1).values(), p.get(2).values());
            case "dround" -> {
                double unit = Math.pow(10, b);
                yield Math.abs(Math.rint(a * unit) / unit - x) < 1e-9 * (1 + Math.abs(x)) ? 0 : NONE;
            }
            default -> throw new OracleException("no density of " + law);
        };
    }

    /** (Z + delta) / sqrt(V / k), integrated over the scale. */
    private static double noncentralT(double x, double delta, double k) {
        return Textbook.logIntegral(
                s -> normalDensity(x * s - delta)
                        + Math.log(s)
                        // The density of s = sqrt(V / k), V being chi-square.
                        + Math.log(2 * k * s)
                        + continuous("dgamma", k * s * s, k / 2, 0.5, 0, List.of()),
                0,
                INFINITY,
                1);
    }

    /** A Poisson mixture of central ones. */
    private static double noncentralChiSquare(double x, double k, double delta) {
        if (delta == 0) {
            return continuous("dgamma", x, k / 2, 0.5, 0, List.of());
        }
        double total = NONE;
        for (int j = 0; j < 2000; j++) {
            double term = xlogy(j, delta / 2)
                    - delta / 2
                    - logFactorial(j)
                    + continuous("dgamma", x, k / 2 + j, 0.5, 0, List.of());
            total = logSum(total, term);
            if (j > delta + x && term < total - 50) {
                break;
            }
        }
        return total;
    }

    private static double mixture(double x, double[] mu, double[] tau, double[] weights) {
        double total = NONE;
        double sum = 0;
        for (int k = 0; k < mu.length; k++) {
            if (!positive(tau[k]) || !(weights[k] >= 0)) {
                return NONE;
            }
            sum += weights[k];
            total = logSum(
                    total,
                    Math.log(weights[k]) + normalDensity((x - mu[k]) * Math.sqrt(tau[k])) + 0.5 * Math.log(tau[k]));
        }
        return total - Math.log(sum);
    }

    private static double mass(String law, double x, double a, double b, double c, List<Tensor> p) {
        return switch (law) {
            case "dbern" -> !(a >= 0 && a <= 1) ? NONE : x == 1 ? Math.log(a) : x == 0 ? Math.log1p(-a) : NONE;
            case "dbin" ->
                a >= 0 && a <= 1 && whole(b) && x >= 0 && x <= b
                        ? logChoose(b, x) + xlogy(x, a) + (b == x ? 0 : (b - x) * Math.log1p(-a))
                        : NONE;
            case "dpois" -> a >= 0 && a < INFINITY && x >= 0 ? xlogy(x, a) - a - logFactorial(x) : NONE;
            case "dnegbin" -> a > 0 && a <= 1 && b >= 0 && x >= 0 ? negativeBinomial(x, a, b) : NONE;
            case "dcat" -> categorical(x, p.get(0).values());
            case "dbetabin" ->
                positive(a, b) && whole(c) && x >= 0 && x <= c
                        ? logChoose(c, x) + logBeta(x + a, c - x + b) - logBeta(a, b)
                        : NONE;
            case "dhyper" -> hypergeometric(x, a, b, c, p.get(3).scalar());
            case "dordered.logit", "dordered.probit" ->
                ordered(law, x, a, p.get(1).values());
            case "dpick" ->
                !(a >= 0 && a <= 1)
                        ? NONE
                        : b == c && x == b ? 0 : x == b ? Math.log(a) : x == c ? Math.log1p(-a) : NONE;
            case "dmstate" -> {
                double[][] rates = p.get(2).rows();
                if (!(b >= 0) || !whole(a) || a < 1 || a > rates.length || x < 1 || x > rates.length) {
                    yield NONE;
                }
                for (double[] row : rates) {
                    for (int j = 0; j < row.length; j++) {
                        row[j] *= b;
                    }
                }
                yield Math.log(Textbook.exponential(rates)[(int) a - 1][(int) x - 1]);
            }
            case "dinterval" -> {
                double above =
                        Arrays.stream(p.get(1).values()).filter(cut -> a > cut).count();
                yield above == x ? 0 : NONE;
            }
            default -> throw new OracleException("no mass function of " + law);
        };
    }

    private static double negativeBinomial(double x, double p, double r) {
        if (r == 0) {
            return x == 0 ? 0 : NONE;
        }
        return logGamma(x + r) - logGamma(r) - logFactorial(x) + r * Math.log(p) + (x == 0 ? 0 : x * Math.log1p(-p));
    }

    private static double categorical(double x, double[] weights) {
        if (x < 1 || x > weights.length || Arrays.stream(weights).anyMatch(w -> !(w >= 0))) {
            return NONE;
        }
        return Math.log(weights[(int) x - 1] / Arrays.stream(weights).sum());
    }

    private static double hypergeometric(double x, double n1, double n2, double m, double psi) {
        if (!whole(n1) || !whole(n2) || !whole(m) || n1 < 0 || n2 < 0 || m < 0 || m > n1 + n2 || !positive(psi)) {
            return NONE;
        }
        double total = NONE;
        double own = NONE;
        for (double k = Math.max(0, m - n2); k <= Math.min(n1, m); k++) {
            double term = logChoose(n1, k) + logChoose(n2, m - k) + k * Math.log(psi);
            total = logSum(total, term);
            own = k == x ? term : own;
        }
        return own == NONE ? NONE : own - total;
    }

    private static double ordered(String law, double x, double mu, double[] cuts) {
        int count = cuts.length;
        for (int k = 1; k < count; k++) {
            if (!(cuts[k] > cuts[k - 1])) {
                return NONE;
            }
        }
        if (x < 1 || x > count + 1) {
            return NONE;
        }
        double lower = x == 1 ? NONE : cuts[(int) x - 2] - mu;
        double upper = x == count + 1 ? INFINITY : cuts[(int) x - 1] - mu;
        if (law.equals("dordered.probit")) {
            return Math.log(lower > 0 ? phi(-lower) - phi(-upper) : phi(upper) - phi(lower));
        }
        return Math.log(
                lower > 0
                        ? lowerTail("dlogis", -lower) - lowerTail("dlogis", -upper)
                        : lowerTail("dlogis", upper) - lowerTail("dlogis", lower));
    }
}
