package dev.tandem.compiler.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.sum.CountChain.Kind;
import dev.tandem.compiler.sum.CountChain.Link;
import dev.tandem.compiler.sum.CountChain.Node;
import dev.tandem.compiler.sum.CountChain.Slope;
import dev.tandem.compiler.sum.CountWeights.Summand;
import dev.tandem.distributions.special.GammaFunction;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Sums over chains of counts against plain enumeration far beyond where weights vanish, in logarithms throughout. */
class ChainSummationTest {
    private static final Summand POISSON = Summand.factorial(-1, 1, 0);

    /** The ways to see so many of a count, without the constant. */
    private static List<Summand> seen(int y) {
        return List.of(Summand.factorial(1, 1, 0), Summand.factorial(-1, 1, -y));
    }

    private static CountWeights weights(List<Summand> first, List<Summand> second) {
        return CountWeights.of(
                java.util.stream.Stream.concat(first.stream(), second.stream()).toList());
    }

    private static List<Slope> slope(int place) {
        return List.of(new Slope(0, place, 1));
    }

    /**
     * A population over three years: N1, of which S2 survive, with G2 arriving, and so on; y seen each year.
     *
     * @param y how many were seen
     */
    private static CountSums survivors(int... y) {
        Link part = new Link(Kind.PART, slope(1), slope(2), null);
        Link sum = new Link(Kind.SUM, List.of(), slope(3), CountWeights.of(List.of(POISSON)));
        CountWeights none = CountWeights.of(List.of());
        List<Node> nodes = new java.util.ArrayList<>();
        nodes.add(new Node(
                weights(List.of(POISSON), seen(y[0])), List.of(new Slope(0, 0, 1), new Slope(0, 4, 1)), -1, -1));
        for (int t = 1; t < y.length; t++) {
            nodes.add(new Node(none, List.of(), nodes.size() - 1, 0));
            nodes.add(new Node(weights(List.of(), seen(y[t])), slope(4), nodes.size() - 1, 1));
        }
        int counts = 2 * y.length - 1;
        int[] plus = new int[counts];
        int[] minus = new int[counts];
        int[] members = new int[counts];
        for (int c = 0; c < counts; c++) {
            plus[c] = c;
            // Those with even numbers are what was added, but for the first.
            minus[c] = c > 0 && c % 2 == 0 ? c - 1 : -1;
            members[c] = c;
        }
        return sums(new CountChain(nodes, plus, minus, members), List.of(part, sum));
    }

    private static CountSums sums(CountChain chain, List<Link> links) {
        List<CountSums.Count> counts = Arrays.stream(chain.members())
                .mapToObj(c -> new CountSums.Count(-1, new int[0], new int[0]))
                .toList();
        return new CountSums(List.of(), counts, new int[0], List.of(chain), links);
    }

    /** log lambda, log (1 - omega), logit omega, log gamma, log (1 - p). */
    private static double[] slopes(double lambda, double omega, double gamma, double p) {
        return new double[] {
            Math.log(lambda), Math.log1p(-omega), Math.log(omega / (1 - omega)), Math.log(gamma), Math.log1p(-p)
        };
    }

    private static double logFactorial(int k) {
        return k < 0 ? Double.POSITIVE_INFINITY : GammaFunction.logGamma(k + 1.0);
    }

    private static double add(double a, double b) {
        double most = Math.max(a, b);
        return most == Double.NEGATIVE_INFINITY ? most : most + Math.log(Math.exp(a - most) + Math.exp(b - most));
    }

    /** The forward recursion over N1, N2, .. to a bound, by transition probabilities that are sums over survivors. */
    private static double enumerated(double[] s, int[] y, int bound) {
        double[] forward = new double[bound + 1];
        for (int n = 0; n <= bound; n++) {
            forward[n] = n * s[0] - logFactorial(n) + seen(n, y[0], s[4]);
        }
        for (int t = 1; t < y.length; t++) {
            double[] next = new double[bound + 1];
            Arrays.fill(next, Double.NEGATIVE_INFINITY);
            for (int n = 0; n <= bound; n++) {
                for (int survived = 0; survived <= n; survived++) {
                    double own = forward[n]
                            + logFactorial(n)
                            - logFactorial(survived)
                            - logFactorial(n - survived)
                            + n * s[1]
                            + survived * s[2];
                    for (int m = survived; m <= bound; m++) {
                        double all = own + (m - survived) * s[3] - logFactorial(m - survived);
                        next[m] = add(next[m], all + seen(m, y[t], s[4]));
                    }
                }
            }
            forward = next;
        }
        return Arrays.stream(forward).reduce(Double.NEGATIVE_INFINITY, ChainSummationTest::add);
    }

    private static double seen(int n, int y, double slope) {
        return n < y ? Double.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(n - y) + n * slope;
    }

    private static double logSum(CountSums sums, double[] slopes) {
        return new CountSummation(sums).logSum(new double[][] {slopes}, new double[0][]);
    }

    @Test
    void sumsAreThoseOfEnumeration() {
        double[][] parameters = {{3, 0.5, 1, 0.4}, {6, 0.9, 0.3, 0.1}, {1, 0.02, 4, 0.8}, {12, 0.7, 5, 0.9}};
        int[][] histories = {{0, 0, 0}, {3, 0, 2}, {5, 6, 1}, {0, 9}};
        for (double[] p : parameters) {
            for (int[] y : histories) {
                double[] s = slopes(p[0], p[1], p[2], p[3]);
                long before = System.nanoTime();
                double found = logSum(survivors(y), s);
                long took = System.nanoTime() - before;
                double truth = enumerated(s, y, 90);
                assertThat(found)
                        .as("%s %s in %d us", Arrays.toString(p), Arrays.toString(y), took / 1000)
                        .isCloseTo(truth, within(1e-10));
            }
        }
    }

    /** Far from where anything is likely, where numbers leave the range of doubles. */
    @Test
    void sumsAreRightFarOut() {
        double[] s = slopes(1e-3, 1 - 1e-9, 1e-12, 0.99999);
        int[] y = {40, 0, 30};
        assertThat(logSum(survivors(y), s)).isCloseTo(enumerated(s, y, 90), within(1e-8));
    }

    @Test
    void derivativesAreThoseByDifferences() {
        CountSums sums = survivors(3, 0, 2);
        double[] s = slopes(4, 0.6, 1.5, 0.4);
        CountSummation summation = new CountSummation(sums);
        summation.logSum(new double[][] {s}, new double[0][]);
        double[] bars = new double[s.length];
        summation.handBack(new double[0][], new double[][] {bars});
        for (int i = 0; i < s.length; i++) {
            double[] up = s.clone();
            double[] down = s.clone();
            up[i] += 1e-5;
            down[i] -= 1e-5;
            double difference = (logSum(sums, up) - logSum(sums, down)) / 2e-5;
            assertThat(bars[i]).isCloseTo(difference, within(1e-7));
        }
    }

    /** Offspring: each year a Poisson count with a mean in proportion to the year before. */
    @Test
    void offspringAreSummedOver() {
        Link born = new Link(Kind.OFFSPRING, slope(1), slope(2), null);
        List<Node> nodes = List.of(
                new Node(weights(List.of(POISSON), seen(3)), List.of(new Slope(0, 0, 1), new Slope(0, 3, 1)), -1, -1),
                new Node(weights(List.of(), seen(5)), slope(3), 0, 0));
        CountSums sums =
                sums(new CountChain(nodes, new int[] {0, 1}, new int[] {-1, -1}, new int[] {0, 1}), List.of(born));
        for (double rate : new double[] {0.3, 1.1}) {
            double[] s = {Math.log(5), -rate, Math.log(rate), Math.log(0.5)};
            double truth = Double.NEGATIVE_INFINITY;
            for (int n = 3; n <= 120; n++) {
                for (int m = 5; m <= 200; m++) {
                    truth = add(
                            truth,
                            n * s[0]
                                    - logFactorial(n)
                                    + seen(n, 3, s[3])
                                    + m * Math.log(rate * n)
                                    - rate * n
                                    - logFactorial(m)
                                    + seen(m, 5, s[3]));
                }
            }
            assertThat(logSum(sums, s)).isCloseTo(truth, within(1e-10));
        }
    }

    /** Draws of N1, S2 and G2 have the means that derivatives say. False alarms: one in 10^6. */
    @Test
    void drawsHaveTheirDistribution() {
        CountSums sums = survivors(3, 1);
        double[][] s = {slopes(4, 0.6, 1.5, 0.4)};
        CountSummation summation = new CountSummation(sums);
        summation.logSum(s, new double[0][]);
        double[] bars = new double[5];
        summation.handBack(new double[0][], new double[][] {bars});
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
        int[] values = new int[3];
        int draws = 40_000;
        double[] total = new double[3];
        double[] squares = new double[3];
        for (int d = 0; d < draws; d++) {
            summation.draw(s, new int[0], random, values);
            assertThat(values[1]).isLessThanOrEqualTo(values[0]);
            assertThat(values[1] + values[2]).isGreaterThanOrEqualTo(1);
            for (int c = 0; c < 3; c++) {
                total[c] += values[c];
                squares[c] += (double) values[c] * values[c];
            }
        }
        double[] truth = {bars[1], bars[2], bars[3]};
        for (int c = 0; c < 3; c++) {
            double mean = total[c] / draws;
            double error = Math.sqrt((squares[c] / draws - mean * mean) / draws);
            assertThat(Math.abs(mean - truth[c]) / error).as("count %d", c).isLessThan(5.1);
        }
    }

    /** Probabilities of N1 and S2, with G2 summed over too, by three loops. What was added is a difference and has none. */
    @Test
    void probabilitiesOfSingleCountsAreThoseOfEnumeration() {
        CountSums sums = survivors(3, 1);
        double[] s = slopes(4, 0.6, 1.5, 0.4);
        int bound = 80;
        double[] first = new double[bound + 1];
        double[] second = new double[bound + 1];
        double all = 0;
        for (int n = 3; n <= bound; n++) {
            for (int survived = 0; survived <= n; survived++) {
                for (int m = Math.max(1, survived); m <= bound; m++) {
                    double weight = Math.exp(n * s[0]
                            - logFactorial(n)
                            + seen(n, 3, s[4])
                            + logFactorial(n)
                            - logFactorial(survived)
                            - logFactorial(n - survived)
                            + n * s[1]
                            + survived * s[2]
                            + (m - survived) * s[3]
                            - logFactorial(m - survived)
                            + seen(m, 1, s[4]));
                    all += weight;
                    first[n] += weight;
                    second[survived] += weight;
                }
            }
        }
        CountMarginals marginals =
                new CountMarginals(sums, new Marginals(new Sums(List.of(), new int[0]), new BitSet()));
        int[] values = {2, 3, 4, 7};
        int[] starts = {marginals.ask(0, values), marginals.ask(1, values)};
        assertThat(marginals.ask(2, values)).isEqualTo(-1);
        double[] found = new double[marginals.size()];
        marginals.sum(new double[][] {s}, new double[0][], found);
        for (int c = 0; c < 2; c++) {
            double[] law = c == 0 ? first : second;
            double mean = 0;
            for (int k = 0; k <= bound; k++) {
                mean += k * law[k] / all;
            }
            assertThat(found[starts[c]]).isCloseTo(mean, within(1e-10));
            for (int i = 0; i < values.length; i++) {
                assertThat(found[starts[c] + 1 + i]).isCloseTo(law[values[i]] / all, within(1e-12));
            }
        }
    }
}
