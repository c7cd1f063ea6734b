package dev.tandem.compiler.values;

import dev.tandem.distributions.ScalarDistribution;
import dev.tandem.language.DistributionCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values that a distribution of single numbers can give, as far as its known parameters tell.
 *
 * @param head the distribution in words, with the parameters that limit its values: {@code dbin(p, 10)}
 * @param whole whether only whole numbers are possible
 * @param lower the smallest value, or minus infinity
 * @param upper the largest value, or infinity
 * @param positive whether the lower end, zero, has no place in the words, though some parameters allow it
 */
record Support(String head, boolean whole, double lower, double upper, boolean positive) {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    /** Up to this many whole numbers are listed one by one. */
    private static final int LISTED = 5;

    /** Whether a distribution's name alone tells its values, whatever its parameters. */
    static boolean plain(DistributionCall call) {
        return switch (call.canonical()) {
            case "dbin",
                    "dbetabin",
                    "dhyper",
                    "dcat",
                    "dinterval",
                    "dordered.logit",
                    "dordered.probit",
                    "dmstate",
                    "dunif",
                    "dpar",
                    "dpick" -> false;
            default -> true;
        };
    }

    /**
     * The support as far as it is known.
     *
     * @param parameters empty where they are not known
     * @param sizes the number of elements of each parameter, which may be known where the elements are not; negative
     *     where it is not known either
     */
    static Support of(DistributionCall call, List<Optional<Value>> parameters, int[] sizes) {
        String name = call.canonical();
        String written = call.written();
        return switch (name) {
            case "dbern" -> whole(written, 0, 1);
            case "dpois", "dnegbin" -> whole(written, 0, INFINITY);
            case "dbin" -> whole(head(call, parameters, 1), 0, number(parameters, 1, INFINITY));
            case "dbetabin" -> whole(head(call, parameters, 2), 0, number(parameters, 2, INFINITY));
            case "dhyper" -> {
                double drawn = number(parameters, 2, INFINITY);
                double lower = drawn == INFINITY ? 0 : Math.max(0, drawn - number(parameters, 1, INFINITY));
                double upper = Math.min(drawn, number(parameters, 0, INFINITY));
                yield whole(head(call, parameters, 0, 1, 2), lower, upper);
            }
            case "dcat" -> counted(written, "weight", sizes[0], 1, 0);
            case "dinterval" -> counted(written, "cut point", sizes[1], 0, 0);
            case "dordered.logit", "dordered.probit" -> counted(written, "cut point", sizes[1], 1, 1);
            case "dmstate" -> states(written, sizes[2]);
            case "dunif" ->
                real(head(call, parameters, 0, 1), number(parameters, 0, -INFINITY), number(parameters, 1, INFINITY));
            case "dpar" -> real(head(call, parameters, 1), number(parameters, 1, 0), INFINITY);
            case "dpick" -> picked(call, parameters);
            case "dbeta" -> real(written, 0, 1);
            case "dexp" -> real(written, 0, INFINITY);
            case "dgamma", "dchisqr", "dlnorm", "dweib", "df", "dgen.gamma", "dnchisqr", "dscaled.gamma" ->
                new Support(written, false, 0, INFINITY, true);
            default -> real(written, -INFINITY, INFINITY);
        };
    }

    private static Support whole(String head, double lower, double upper) {
        return new Support(head, true, lower, upper, false);
    }

    private static Support real(String head, double lower, double upper) {
        return new Support(head, false, lower, upper, false);
    }

    private static Support counted(String written, String noun, int size, int lower, int beyond) {
        return size < 0
                ? whole(written, lower, INFINITY)
                : whole(written + "(" + size + " " + noun + (size == 1 ? "" : "s") + ")", lower, size + beyond);
    }

    /** A square matrix of rates has a row for each state. */
    private static Support states(String written, int size) {
        int states = (int) Math.round(Math.sqrt(size));
        return size < 0 ? whole(written, 1, INFINITY) : whole(written + "(" + states + " states)", 1, states);
    }

    /** The two values themselves; those between them are left to the density. */
    private static Support picked(DistributionCall call, List<Optional<Value>> parameters) {
        String head = head(call, parameters, 1, 2);
        if (parameters.get(1).isEmpty() || parameters.get(2).isEmpty()) {
            return real(head, -INFINITY, INFINITY);
        }
        double first = parameters.get(1).get().scalar();
        double second = parameters.get(2).get().scalar();
        return real(head, Math.min(first, second), Math.max(first, second));
    }

    private static double number(List<Optional<Value>> parameters, int i, double unknown) {
        return parameters.get(i).filter(Value::isScalar).map(Value::scalar).orElse(unknown);
    }

    /** The call with the values of some parameters and the names of the others. */
    private static String head(DistributionCall call, List<Optional<Value>> parameters, int... shown) {
        List<String> names =
                ScalarDistribution.find(call.canonical()).orElseThrow().parameters();
        if (IntStream.of(shown).allMatch(i -> parameters.get(i).isEmpty())) {
            return call.written();
        }
        return IntStream.range(0, names.size())
                .mapToObj(i -> IntStream.of(shown).anyMatch(s -> s == i)
                        ? parameters
                                .get(i)
                                .filter(Value::isScalar)
                                .map(v -> Numbers.show(v.scalar()))
                                .orElse(names.get(i))
                        : names.get(i))
                .collect(Collectors.joining(", ", call.written() + "(", ")"));
    }

    /** The same between bounds, both included. */
    Support truncated(String letter, double low, double high) {
        String ends = (low == -INFINITY ? "" : Numbers.show(low)) + "," + (high == INFINITY ? "" : Numbers.show(high));
        double newLower = Math.max(lower, whole ? Math.ceil(low) : low);
        double newUpper = Math.min(upper, whole ? Math.floor(high) : high);
        return new Support(
                head + " " + letter + "(" + ends + ")", whole, newLower, newUpper, positive && newLower <= 0);
    }

    boolean contains(double x) {
        return x >= lower && x <= upper && !Double.isInfinite(x) && (!whole || x == Math.rint(x));
    }

    String complaint(double x) {
        return head + " takes " + words() + ", not " + Numbers.show(x);
    }

    private String words() {
        if (lower > upper) {
            return "no value at all";
        }
        if (whole && upper - lower < LISTED) {
            return listed();
        }
        if (lower == -INFINITY && upper == INFINITY) {
            return "finite numbers";
        }
        if (positive && upper == INFINITY) {
            return "positive numbers";
        }
        return (whole ? "whole numbers" : "numbers")
                + (lower == -INFINITY ? "" : " from " + Numbers.show(lower))
                + (upper == INFINITY ? "" : lower == -INFINITY ? " up to " : " to ")
                + (upper == INFINITY ? "" : Numbers.show(upper));
    }

    private String listed() {
        StringBuilder list = new StringBuilder(Numbers.show(lower));
        for (double k = lower + 1; k <= upper; k++) {
            list.append(k == upper ? " or " : ", ").append(Numbers.show(k));
        }
        return list.toString();
    }
}
