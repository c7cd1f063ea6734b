package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.DistributionCall;
import java.util.List;
import java.util.Optional;

/** Why an observed array is impossible under a multivariate distribution, as far as its known parameters tell. */
final class ArrayValues {
    /** Data files carry some six digits. */
    private static final double SUM_TOLERANCE = 1e-5;

    private ArrayValues() {}

    static Optional<String> complaint(DistributionCall call, List<Optional<Value>> parameters, Value x) {
        String name = call.written();
        for (int i = 0; i < x.size(); i++) {
            if (Double.isInfinite(x.get(i))) {
                return Optional.of(name + " takes finite numbers, not " + Numbers.show(x.get(i)));
            }
        }
        return switch ((Values.Arrays) call.distribution().values()) {
            case SIMPLEX -> simplex(name, x);
            case COUNTS -> counts(name, "counts", parameters.get(1), x, Double.POSITIVE_INFINITY);
            case INDICATORS -> counts(name, "indicators", parameters.get(1), x, 1);
            case POSITIVE_DEFINITE -> Matrices.complaint(x).map(complaint -> name + " takes " + complaint);
            case REALS -> Optional.empty();
        };
    }

    private static Optional<String> simplex(String name, Value x) {
        double sum = 0;
        for (int i = 0; i < x.size(); i++) {
            if (x.get(i) < 0) {
                return Optional.of(name + " takes probabilities, not " + Numbers.show(x.get(i)));
            }
            sum += x.get(i);
        }
        return Math.abs(sum - 1) <= SUM_TOLERANCE
                ? Optional.empty()
                : Optional.of(name + " takes probabilities that sum to 1, not to " + Numbers.show(sum));
    }

    private static Optional<String> counts(String name, String noun, Optional<Value> total, Value x, double largest) {
        double sum = 0;
        for (int i = 0; i < x.size(); i++) {
            double count = x.get(i);
            if (count < 0 || count != Math.rint(count) || count > largest) {
                String allowed = largest == 1 ? "0 or 1" : "whole numbers from 0";
                return Optional.of(name + " takes " + allowed + ", not " + Numbers.show(count));
            }
            sum += count;
        }
        if (total.isPresent() && total.get().isScalar() && total.get().scalar() != sum) {
            return Optional.of(name + " takes " + noun + " that sum to "
                    + Numbers.show(total.get().scalar()) + ", not to " + Numbers.show(sum));
        }
        return Optional.empty();
    }
}
