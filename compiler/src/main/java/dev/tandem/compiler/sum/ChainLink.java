package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;

/**
 * The weights of a count given its parent, for the slopes of the moment: none larger than 1, times a power and a constant
 * that are kept as logarithms. Rows are found when they are first needed.
 */
final class ChainLink {
    private final CountChain.Link link;
    private double ofParent;
    private double ofChild;

    /** To each weight of a row for parent k belongs the factor exp(k logPower + logFactor). */
    private double logPower;

    private double logFactor;

    /** Of a part: row k begins at k (k + 1) / 2. Of a sum: the weights of what was added. */
    private double[] weights = new double[0];

    private double[][] rows = new double[0][];
    private int filled;
    private double odds;
    private double share;

    ChainLink(CountChain.Link link) {
        this.link = link;
    }

    CountChain.Kind kind() {
        return link.kind();
    }

    /** Takes slopes; false if they are not finite. */
    boolean begin(double[][] slopes) {
        ofParent = ChainSummation.slope(link.ofParent(), slopes);
        ofChild = ChainSummation.slope(link.ofChild(), slopes);
        filled = -1;
        logPower = 0;
        logFactor = 0;
        if (!(Math.abs(ofParent) < Double.POSITIVE_INFINITY && Math.abs(ofChild) < Double.POSITIVE_INFINITY)) {
            return false;
        }
        switch (link.kind()) {
            case PART -> {
                odds = Elementary.exp(-Math.abs(ofChild));
                share = ofChild < 0 ? odds / (1 + odds) : 1 / (1 + odds);
                logPower = ofParent + logOnePlusExp(ofChild);
            }
            case SUM -> {
                logFactor = link.added().logMost(ofChild);
                logPower = ofParent;
            }
            case OFFSPRING -> logPower = ofParent + Elementary.exp(ofChild);
        }
        return logPower < Double.POSITIVE_INFINITY;
    }

    private static double logOnePlusExp(double x) {
        return Math.max(x, 0) + Elementary.log1p(Elementary.exp(-Math.abs(x)));
    }

    double logPower() {
        return logPower;
    }

    double logFactor() {
        return logFactor;
    }

    /** What the sum over a child of exp(logZ child) is, for a parent k: exp(k power + constant); this is the power. */
    double powerOf(double logZ) {
        return switch (link.kind()) {
            case PART -> ofParent + logOnePlusExp(ofChild + logZ);
            case SUM -> ofParent + logZ;
            case OFFSPRING -> ofParent + Elementary.exp(ofChild + logZ);
        };
    }

    /** And this is the constant, at least. */
    double constantOf(double logZ) {
        return link.kind() == CountChain.Kind.SUM ? link.added().logSum(ofChild + logZ) : 0;
    }

    /** About the mean of the child, given that of its parent. */
    double mean(double parent) {
        return switch (link.kind()) {
            case PART -> parent * share;
            case SUM -> parent + link.added().mean(ofChild);
            case OFFSPRING -> parent * Elementary.exp(ofChild);
        };
    }

    /** Sees to it that there are rows for parents, and columns for children, up to this. */
    void fill(int largest) {
        if (filled >= largest) {
            return;
        }
        switch (link.kind()) {
            case PART -> fillParts(largest);
            case SUM -> fillAdded(largest);
            case OFFSPRING -> fillOffspring(largest);
        }
        filled = largest;
    }

    private static int row(int parent) {
        return parent * (parent + 1) / 2;
    }

    private void fillParts(int largest) {
        if (weights.length < row(largest + 1)) {
            weights = Arrays.copyOf(weights, row(largest + largest / 4 + 2));
        }
        // Whoever is there stays, or not: each row is made from the one before, and nothing is taken away.
        double lost = ofChild < 0 ? 1 / (1 + odds) : odds / (1 + odds);
        for (int n = Math.max(0, filled + 1); n <= largest; n++) {
            int own = row(n);
            if (n == 0) {
                weights[0] = 1;
                continue;
            }
            int before = row(n - 1);
            weights[own] = lost * weights[before];
            for (int k = 1; k < n; k++) {
                weights[own + k] = share * weights[before + k - 1] + lost * weights[before + k];
            }
            weights[own + n] = share * weights[before + n - 1];
        }
    }

    private void fillAdded(int largest) {
        if (weights.length <= largest) {
            weights = Arrays.copyOf(weights, largest + largest / 4 + 1);
        }
        for (int k = Math.max(0, filled + 1); k <= largest; k++) {
            weights[k] = exp(ofChild * k + added(k) - logFactor);
        }
    }

    private double added(int k) {
        return k > CountWeights.LARGEST
                ? Double.NEGATIVE_INFINITY
                : link.added().log(k);
    }

    private static double exp(double x) {
        return x < Summation.FARTHEST ? Elementary.exp(x) : FastExponential.of(x);
    }

    private void fillOffspring(int largest) {
        if (rows.length <= largest) {
            rows = Arrays.copyOf(rows, largest + largest / 4 + 1);
        }
        for (int parent = 0; parent <= largest; parent++) {
            double[] row = rows[parent];
            if (row == null || row.length <= largest) {
                row = row == null
                        ? new double[largest + largest / 4 + 1]
                        : Arrays.copyOf(row, largest + largest / 4 + 1);
                rows[parent] = row;
            }
            for (int child = parent <= filled ? filled + 1 : 0; child <= largest; child++) {
                row[child] = exp(logWeight(parent, child) - parent * logPower);
            }
        }
    }

    /** The logarithm of a weight, with its factors. */
    double logWeight(int parent, int child) {
        return switch (link.kind()) {
            case PART -> logChoose(parent, child) + ofChild * child + ofParent * parent;
            case SUM ->
                child < parent
                        ? Double.NEGATIVE_INFINITY
                        : ofChild * (child - parent) + added(child - parent) + ofParent * parent;
            case OFFSPRING ->
                parent == 0
                        ? (child == 0 ? 0 : Double.NEGATIVE_INFINITY)
                        : ofChild * child
                                + child * Elementary.log(parent)
                                - CountWeights.logFactorial(child)
                                + ofParent * parent;
        };
    }

    private static double logChoose(int all, int chosen) {
        return chosen > all
                ? Double.NEGATIVE_INFINITY
                : CountWeights.logFactorial(all)
                        - CountWeights.logFactorial(chosen)
                        - CountWeights.logFactorial(all - chosen);
    }

    /** The sum over children of weights, without their factors, times what the children weigh. */
    double sum(int parent, double[] of, int low, int high) {
        double sum = 0;
        switch (link.kind()) {
            case PART -> {
                int row = row(parent);
                for (int k = low; k <= Math.min(parent, high); k++) {
                    sum += weights[row + k] * of[k];
                }
            }
            case SUM -> {
                for (int k = Math.max(low, parent); k <= high; k++) {
                    sum += weights[k - parent] * of[k];
                }
            }
            case OFFSPRING -> {
                double[] row = rows[parent];
                for (int k = low; k <= high; k++) {
                    sum += row[k] * of[k];
                }
            }
        }
        return sum;
    }

    /** Adds to each child the weights, without their factors, times what its parent has. */
    void add(int parent, double share, double[] to, int low, int high) {
        switch (link.kind()) {
            case PART -> {
                int row = row(parent);
                for (int k = low; k <= Math.min(parent, high); k++) {
                    to[k] += weights[row + k] * share;
                }
            }
            case SUM -> {
                for (int k = Math.max(low, parent); k <= high; k++) {
                    to[k] += weights[k - parent] * share;
                }
            }
            case OFFSPRING -> {
                double[] row = rows[parent];
                for (int k = low; k <= high; k++) {
                    to[k] += row[k] * share;
                }
            }
        }
    }
}
