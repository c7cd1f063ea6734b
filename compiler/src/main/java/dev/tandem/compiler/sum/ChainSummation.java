package dev.tandem.compiler.sum;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Sums out counts that depend on each other, for one chain, which owns it.
 *
 * <p>From the last count to the first, each is summed out given its parent; back again, this gives the probabilities of
 * all values, whose means are the derivatives by slopes, and joint draws. Values up to K are summed over, the same for all
 * counts of a chain, where it is proved that the others do not change a digit: what a count j above K weighs, with
 * whatever values of the others, is for any s > 1 at most
 *
 * <pre>s^-(K + 1) times the sum, over all values of all counts, of weights times s^(count j),</pre>
 *
 * and that sum has a closed form, link by link, once what is observed of a count is replaced by the largest that it can
 * weigh. K depends on slopes alone, not on what was summed before. Where it would be more than {@link
 * CountWeights#LARGEST}, which is where counts of hundreds would be likely, the sum is taken to be nothing.
 */
final class ChainSummation {
    /** The logarithm of what values of one count above K may weigh, relative to the sum: of all far below its last digit. */
    private static final double NOTHING = -42;

    /** Sums of weights must be larger, or digits may have been lost; smaller ones are taken in logarithms. */
    private static final double SMALLEST = 1e-250;

    /** Less probable values move no mean. */
    private static final double IMPROBABLE = 1e-25;

    /** By how much a sum is thought to fall short of its bound for each count, in the logarithm. */
    private static final double SHORT = 1;

    /** If more values seem to be needed, so many are summed over first, to see whether they are. */
    private static final int MANY = 128;

    /** Whoever wants to know more than sums; means and probabilities are those of the chain until the next is summed. */
    interface Reader {
        void read(int chain, ChainSummation sum);
    }

    private final List<CountChain> chains;
    private final List<CountChain.Link> ties;
    private final ChainLink[] links;
    private final Reader reader;
    private final double[][] means;

    // By node of the chain at hand.
    private final double[] slope;
    private final double[] most;
    private final double[] logZ;
    private final double[] logMass;
    private final double[] logBase;
    private final int[] low;
    private final int[] high;
    private final double[] largest;
    private final int[] drawn;

    // By node and value.
    private final double[][] logs;
    private final double[][] weights;
    private final double[][] left;
    private final double[][] logLeft;
    private final double[][] probabilities;
    private final double[] row = new double[CountWeights.LARGEST + 1];

    ChainSummation(List<CountChain> chains, List<CountChain.Link> links, Reader reader) {
        this.chains = chains;
        this.reader = reader;
        ties = links;
        this.links = links.stream().map(ChainLink::new).toArray(ChainLink[]::new);
        means = chains.stream().map(chain -> new double[chain.nodes().size()]).toArray(double[][]::new);
        int nodes = Arrays.stream(means).mapToInt(own -> own.length).max().orElse(0);
        slope = new double[nodes];
        most = new double[nodes];
        logZ = new double[nodes];
        logMass = new double[nodes];
        logBase = new double[nodes];
        low = new int[nodes];
        high = new int[nodes];
        largest = new double[nodes];
        drawn = new int[nodes];
        logs = new double[nodes][CountWeights.LARGEST + 1];
        weights = new double[nodes][CountWeights.LARGEST + 1];
        left = new double[nodes][CountWeights.LARGEST + 1];
        logLeft = new double[nodes][CountWeights.LARGEST + 1];
        probabilities = new double[nodes][CountWeights.LARGEST + 1];
    }

    static double slope(List<CountChain.Slope> parts, double[][] slopes) {
        double sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            CountChain.Slope part = parts.get(i);
            sum += part.sign() * slopes[part.array()][part.place()];
        }
        return sum;
    }

    /** The logarithm of the product of the sums of all chains. */
    double logSum(double[][] slopes) {
        if (!begin(slopes)) {
            return Double.NEGATIVE_INFINITY;
        }
        double total = 0;
        for (int c = 0; c < means.length; c++) {
            CountChain chain = chains.get(c);
            double own = up(chain, slopes);
            if (own == Double.NEGATIVE_INFINITY) {
                Arrays.fill(means[c], 0);
            } else {
                down(chain, own, means[c]);
                reader.read(c, this);
            }
            total += chain.multiplicity() * own;
        }
        return total;
    }

    /** The mean of a node, as of the last sum. */
    double mean(int chain, int node) {
        return means[chain][node];
    }

    /** The probability of a value of a node of the chain that was summed over last. */
    double probability(int node, int value) {
        return value < low[node] || value > high[node] ? 0 : probabilities[node][value];
    }

    /** The logarithm of the sum of each chain, at the first of its counts. */
    void logSums(double[][] slopes, double[] logs) {
        boolean finite = begin(slopes);
        for (int c = 0; c < means.length; c++) {
            CountChain chain = chains.get(c);
            double own = finite ? up(chain, slopes) : Double.NEGATIVE_INFINITY;
            int[] members = chain.members();
            for (int first = 0; first < members.length; first += chain.plus().length) {
                logs[members[first]] = own;
            }
        }
    }

    private boolean begin(double[][] slopes) {
        boolean finite = true;
        for (ChainLink link : links) {
            finite &= link.begin(slopes);
        }
        return finite;
    }

    /** Hands derivatives back, as of the last sum. */
    void handBack(double[][] slopeBars) {
        for (int c = 0; c < means.length; c++) {
            CountChain chain = chains.get(c);
            double[] mean = means[c];
            int times = chain.multiplicity();
            for (int j = 0; j < mean.length; j++) {
                CountChain.Node node = chain.nodes().get(j);
                handBack(node.slopes(), times * mean[j], slopeBars);
                if (j > 0) {
                    CountChain.Link link = ties.get(node.link());
                    double parent = mean[node.parent()];
                    boolean sum = link.kind() == CountChain.Kind.SUM;
                    handBack(link.ofParent(), times * parent, slopeBars);
                    handBack(link.ofChild(), times * (sum ? mean[j] - parent : mean[j]), slopeBars);
                }
            }
        }
    }

    private static void handBack(List<CountChain.Slope> parts, double bar, double[][] slopeBars) {
        for (int i = 0; i < parts.size(); i++) {
            CountChain.Slope part = parts.get(i);
            double[] bars = slopeBars[part.array()];
            if (bars != null) {
                bars[part.place()] += part.sign() * bar;
            }
        }
    }

    /** Draws all counts of all chains. */
    void draw(double[][] slopes, UniformRandomProvider random, int[] values) {
        if (!begin(slopes)) {
            return;
        }
        for (int c = 0; c < means.length; c++) {
            CountChain chain = chains.get(c);
            double own = up(chain, slopes);
            int[] members = chain.members();
            for (int first = 0; first < members.length; first += chain.plus().length) {
                drawOne(chain, own, random);
                for (int i = 0; i < chain.plus().length; i++) {
                    int minus = chain.minus()[i];
                    values[members[first + i]] = drawn[chain.plus()[i]] - (minus < 0 ? 0 : drawn[minus]);
                }
            }
        }
    }

    /** Sums from the last node to the first. */
    private double up(CountChain chain, double[][] slopes) {
        List<CountChain.Node> nodes = chain.nodes();
        int least = 0;
        for (int j = 0; j < nodes.size(); j++) {
            CountChain.Node node = nodes.get(j);
            slope[j] = slope(node.slopes(), slopes);
            if (!(Math.abs(slope[j]) < Double.POSITIVE_INFINITY)) {
                return Double.NEGATIVE_INFINITY;
            }
            most[j] = node.weights().logMost(slope[j]);
            least = Math.max(least, node.weights().lowest());
        }
        double bound = logMass(nodes, -1, 0);
        masses(nodes);
        double guess = bound - SHORT * nodes.size();
        int until = Math.min(until(nodes, guess, least), Math.max(MANY, 2 * least));
        while (until <= CountWeights.LARGEST) {
            double sum = upTo(nodes, until);
            int needed = until(nodes, sum, least);
            if (needed <= until) {
                return sum;
            }
            if (needed > MANY) {
                sharpen(nodes, sum);
                needed = Math.max(until, until(nodes, sum, least));
            }
            until = needed;
        }
        return Double.NEGATIVE_INFINITY;
    }

    /** For counts that may exceed their parents: at least what all values weigh, with that count's power of s. */
    private void masses(List<CountChain.Node> nodes) {
        double[] mean = left[0];
        for (int j = 0; j < nodes.size(); j++) {
            CountChain.Node node = nodes.get(j);
            mean[j] = j == 0 ? node.weights().mean(slope[0]) : links[node.link()].mean(mean[node.parent()]);
        }
        for (int j = 0; j < nodes.size(); j++) {
            if (j == 0 || links[nodes.get(j).link()].kind() != CountChain.Kind.PART) {
                double about = 1 + Math.max(0, Math.min(mean[j], CountWeights.LARGEST));
                logBase[j] = Elementary.log1p((9 * Math.sqrt(about) + 12) / about);
                logMass[j] = logMass(nodes, j, logBase[j]);
            }
        }
    }

    /** Where a sum is far below what was thought, larger s may prove more. */
    private void sharpen(List<CountChain.Node> nodes, double logSum) {
        for (int j = 0; j < nodes.size(); j++) {
            if (j == 0 || links[nodes.get(j).link()].kind() != CountChain.Kind.PART) {
                for (int twice = 0; twice < 3; twice++) {
                    double larger = 2 * logBase[j];
                    double mass = logMass(nodes, j, larger);
                    if ((mass - logSum - NOTHING) / larger < (logMass[j] - logSum - NOTHING) / logBase[j]) {
                        logBase[j] = larger;
                        logMass[j] = mass;
                    }
                }
            }
        }
    }

    private double logMass(List<CountChain.Node> nodes, int at, double logBaseOf) {
        Arrays.fill(logZ, 0, nodes.size(), 0);
        if (at >= 0) {
            logZ[at] = logBaseOf;
        }
        double constant = 0;
        for (int j = nodes.size() - 1; j > 0; j--) {
            CountChain.Node node = nodes.get(j);
            ChainLink link = links[node.link()];
            constant += most[j] + link.constantOf(logZ[j]);
            logZ[node.parent()] += link.powerOf(logZ[j]);
        }
        return constant + nodes.get(0).weights().logSum(slope[0] + logZ[0]);
    }

    /** The largest value that has to be summed over if the sum is at least this; more than any if it is too large. */
    private int until(List<CountChain.Node> nodes, double logSum, int least) {
        double until = least;
        for (int j = 0; j < nodes.size(); j++) {
            if (j == 0 || links[nodes.get(j).link()].kind() != CountChain.Kind.PART) {
                double own = (logMass[j] - logSum - NOTHING) / logBase[j];
                // Also if it is not a number.
                until = own < until ? until : own <= CountWeights.LARGEST ? own : CountWeights.LARGEST + 1;
            }
        }
        return (int) Math.ceil(until);
    }

    private double upTo(List<CountChain.Node> nodes, int until) {
        for (int j = 0; j < nodes.size(); j++) {
            CountWeights own = nodes.get(j).weights();
            low[j] = own.lowest();
            high[j] = Math.min(until, own.high());
            for (int k = low[j]; k <= high[j]; k++) {
                logs[j][k] = own.log(k) + slope[j] * k;
            }
        }
        for (int j = nodes.size() - 1; j > 0; j--) {
            if (!weigh(j)) {
                return Double.NEGATIVE_INFINITY;
            }
            ChainLink link = links[nodes.get(j).link()];
            link.fill(until);
            int parent = nodes.get(j).parent();
            double[] to = logs[parent];
            for (int k = low[parent]; k <= high[parent]; k++) {
                double sum = link.sum(k, weights[j], low[j], high[j]);
                left[j][k] = sum;
                logLeft[j][k] = sum > SMALLEST
                        ? Elementary.log(sum) + largest[j] + k * link.logPower() + link.logFactor()
                        : logSum(link, k, j);
                to[k] += logLeft[j][k];
            }
        }
        if (!weigh(0)) {
            return Double.NEGATIVE_INFINITY;
        }
        double total = 0;
        for (int k = low[0]; k <= high[0]; k++) {
            total += weights[0][k];
        }
        return largest[0] + Elementary.log(total);
    }

    /** What the values of a node weigh, relative to the largest; false if none is possible. */
    private boolean weigh(int j) {
        double[] own = logs[j];
        double top = Double.NEGATIVE_INFINITY;
        for (int k = low[j]; k <= high[j]; k++) {
            top = Math.max(top, own[k]);
        }
        largest[j] = top;
        if (top == Double.NEGATIVE_INFINITY) {
            return false;
        }
        for (int k = low[j]; k <= high[j]; k++) {
            double log = own[k] - top;
            weights[j][k] = log < Summation.FARTHEST ? 0 : FastExponential.of(log);
        }
        return true;
    }

    /** The sum over a node for one value of its parent, in logarithms. */
    private double logSum(ChainLink link, int parent, int j) {
        double top = Double.NEGATIVE_INFINITY;
        for (int k = low[j]; k <= high[j]; k++) {
            row[k] = link.logWeight(parent, k) + logs[j][k];
            top = Math.max(top, row[k]);
        }
        if (top == Double.NEGATIVE_INFINITY) {
            return top;
        }
        double sum = 0;
        for (int k = low[j]; k <= high[j]; k++) {
            sum += Elementary.exp(row[k] - top);
        }
        return top + Elementary.log(sum);
    }

    /** Probabilities and means, from the first node to the last. */
    private void down(CountChain chain, double logSum, double[] mean) {
        for (int k = low[0]; k <= high[0]; k++) {
            probabilities[0][k] = Elementary.exp(logs[0][k] - logSum);
        }
        mean[0] = mean(0);
        for (int j = 1; j < mean.length; j++) {
            CountChain.Node node = chain.nodes().get(j);
            ChainLink link = links[node.link()];
            double[] of = probabilities[node.parent()];
            double[] to = probabilities[j];
            Arrays.fill(to, low[j], high[j] + 1, 0);
            boolean lost = false;
            for (int k = low[node.parent()]; k <= high[node.parent()]; k++) {
                if (of[k] > IMPROBABLE) {
                    if (left[j][k] > SMALLEST) {
                        link.add(k, of[k] / left[j][k], to, low[j], high[j]);
                    } else {
                        lost = true;
                    }
                }
            }
            for (int k = low[j]; k <= high[j]; k++) {
                to[k] *= weights[j][k];
            }
            if (lost) {
                addLost(link, j, node.parent());
            }
            mean[j] = mean(j);
        }
    }

    private void addLost(ChainLink link, int j, int parent) {
        for (int p = low[parent]; p <= high[parent]; p++) {
            if (probabilities[parent][p] > IMPROBABLE && !(left[j][p] > SMALLEST)) {
                for (int k = low[j]; k <= high[j]; k++) {
                    probabilities[j][k] += probabilities[parent][p]
                            * Elementary.exp(link.logWeight(p, k) + logs[j][k] - logLeft[j][p]);
                }
            }
        }
    }

    private double mean(int j) {
        double mean = 0;
        for (int k = low[j]; k <= high[j]; k++) {
            mean += k * probabilities[j][k];
        }
        return mean;
    }

    private void drawOne(CountChain chain, double logSum, UniformRandomProvider random) {
        if (logSum == Double.NEGATIVE_INFINITY) {
            Arrays.fill(drawn, 0);
            return;
        }
        System.arraycopy(weights[0], low[0], row, low[0], high[0] - low[0] + 1);
        drawn[0] = choose(0, random.nextDouble());
        for (int j = 1; j < chain.nodes().size(); j++) {
            CountChain.Node node = chain.nodes().get(j);
            ChainLink link = links[node.link()];
            int parent = drawn[node.parent()];
            Arrays.fill(row, low[j], high[j] + 1, 0);
            if (left[j][parent] > SMALLEST) {
                link.add(parent, 1, row, low[j], high[j]);
                for (int k = low[j]; k <= high[j]; k++) {
                    row[k] *= weights[j][k];
                }
            } else {
                for (int k = low[j]; k <= high[j]; k++) {
                    row[k] = Elementary.exp(link.logWeight(parent, k) + logs[j][k] - logLeft[j][parent]);
                }
            }
            drawn[j] = choose(j, random.nextDouble());
        }
    }

    /** A value in proportion to the row of weights. */
    private int choose(int j, double uniform) {
        double total = 0;
        for (int k = low[j]; k <= high[j]; k++) {
            total += row[k];
        }
        double rest = uniform * total;
        int last = low[j];
        for (int k = low[j]; k <= high[j]; k++) {
            if (row[k] > 0) {
                last = k;
                rest -= row[k];
                if (rest < 0) {
                    return k;
                }
            }
        }
        return last;
    }
}
