package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.DistributionCall;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /**
     * The support as far as it is known.
     *
     * @param parameters empty where they are not known
     * @param sizes the number of elements of each parameter, which may be known where the elements are not; negative
     *     where it is not known either
     */
    static Support of(DistributionCall call, List<Optional<Value>> parameters, int[] sizes) {
        Values values = call.distribution().values();
        Bound.Known known = known(call.distribution(), parameters, sizes);
        boolean positive = values instanceof Values.Numbers numbers && numbers.zero() != Values.Zero.POSSIBLE;
        return new Support(
                head(call, parameters, known),
                values.whole(),
                values.lower().least(known),
                values.upper().greatest(known),
                positive);
    }

    private static Bound.Known known(Distribution row, List<Optional<Value>> parameters, int[] sizes) {
        return new Bound.Known() {
            @Override
            public double least(int i) {
                return number(i).orElse(row.parameters().get(i).domain().least());
            }

            @Override
            public double greatest(int i) {
                return number(i).orElse(row.parameters().get(i).domain().greatest());
            }

            private Optional<Double> number(int i) {
                return parameters.get(i).filter(Value::isScalar).map(Value::scalar);
            }

            @Override
            public double size(int i) {
                return sizes[i] < 0 ? INFINITY : sizes[i];
            }
        };
    }

    /** The call with what limits its values: those of some parameters, or the number of their elements. */
    private static String head(DistributionCall call, List<Optional<Value>> parameters, Bound.Known known) {
        Distribution row = call.distribution();
        if (row.values().upper() instanceof Bound.Count count) {
            double number = count.number(known);
            return number == INFINITY
                    ? call.written()
                    : call.written() + "(" + Numbers.show(number) + " " + count.noun() + (number == 1 ? "" : "s") + ")";
        }
        Set<Integer> shown = new TreeSet<>(row.values().lower().values());
        shown.addAll(row.values().upper().values());
        if (shown.stream().allMatch(i -> parameters.get(i).isEmpty())) {
            return call.written();
        }
        return IntStream.range(0, row.parameters().size())
                .mapToObj(i -> parameters
                        .get(i)
                        .filter(value -> shown.contains(i) && value.isScalar())
                        .map(value -> Numbers.show(value.scalar()))
                        .orElse(row.parameters().get(i).name()))
                .collect(Collectors.joining(", ", call.written() + "(", ")"));
    }

    /** This support between bounds, both included. */
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
