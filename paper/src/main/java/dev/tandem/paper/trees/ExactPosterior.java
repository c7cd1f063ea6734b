package dev.tandem.paper.trees;

import dev.tandem.distributions.special.Elementary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The posterior of a small tree by quadrature that has no error but rounding.
 *
 * <p>The likelihood is a polynomial in the kept shares e = exp(-4 t / 3), of a degree that is at most the number of sites in
 * each of them. Under an exponential prior with rate r for t, the density of e is (3 r / 4) e^(3 r / 4 - 1), which is a
 * polynomial too where 3 r / 4 is whole. A Gauss-Legendre rule with enough points integrates their product exactly.
 */
final class ExactPosterior {
    private final double[] probabilities;
    private final double[] keptByTaxon;

    private ExactPosterior(double[] probabilities, double[] keptByTaxon) {
        this.probabilities = probabilities;
        this.keptByTaxon = keptByTaxon;
    }

    /** The posterior of each shape, in the order of its code with the last taxon fastest. */
    double[] probabilities() {
        return probabilities.clone();
    }

    /** The posterior mean of exp(-4 t / 3) of the branch to each taxon. */
    double[] keptByTaxon() {
        return keptByTaxon.clone();
    }

    static ExactPosterior of(TreeDensity density) {
        double power = 0.75 * density.rate();
        if (power != Math.rint(power)) {
            throw new IllegalArgumentException("the rate must be a multiple of 4/3, not " + density.rate());
        }
        Alignment data = density.data();
        // One more in the degree for the mean of a kept share.
        int points = (data.sites() + (int) power + 1) / 2 + 1;
        double[][] rule = legendre(points);
        double[] weight = new double[points];
        for (int i = 0; i < points; i++) {
            weight[i] = rule[1][i] * power * Elementary.pow(rule[0][i], power - 1);
        }
        List<int[]> codes = codes(data.taxa());
        double[] evidence = new double[codes.size()];
        double[] kept = new double[data.taxa()];
        Pruning pruning = new Pruning(data);
        Phylogeny tree = new Phylogeny(data.taxa());
        for (int shape = 0; shape < evidence.length; shape++) {
            tree.decode(codes.get(shape));
            integrate(tree, pruning, rule[0], weight, shape, evidence, kept);
        }
        double total = 0;
        for (double part : evidence) {
            total += part;
        }
        for (int shape = 0; shape < evidence.length; shape++) {
            evidence[shape] /= total;
        }
        for (int taxon = 0; taxon < kept.length; taxon++) {
            kept[taxon] /= total;
        }
        return new ExactPosterior(evidence, kept);
    }

    private static void integrate(
            Phylogeny tree,
            Pruning pruning,
            double[] nodes,
            double[] weight,
            int shape,
            double[] evidence,
            double[] kept) {
        int edges = tree.edges();
        int[] index = new int[edges];
        double[] at = new double[edges];
        while (true) {
            double product = 1;
            for (int edge = 0; edge < edges; edge++) {
                at[edge] = nodes[index[edge]];
                product *= weight[index[edge]];
            }
            double value = product * Elementary.exp(pruning.logLikelihoodByKept(tree, at));
            evidence[shape] += value;
            for (int edge = 0; edge < edges; edge++) {
                if (tree.near(edge) == 0) {
                    kept[0] += value * at[edge];
                } else if (tree.far(edge) < tree.taxa()) {
                    kept[tree.far(edge)] += value * at[edge];
                }
            }
            int edge = 0;
            while (edge < edges && ++index[edge] == nodes.length) {
                index[edge++] = 0;
            }
            if (edge == edges) {
                return;
            }
        }
    }

    /** The codes of all shapes, the last taxon fastest. */
    static List<int[]> codes(int taxa) {
        List<int[]> codes = new ArrayList<>();
        codes.add(new int[0]);
        for (int k = 3; k < taxa; k++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] code : codes) {
                for (int edge = 1; edge <= 2 * k - 3; edge++) {
                    int[] next = Arrays.copyOf(code, code.length + 1);
                    next[code.length] = edge;
                    longer.add(next);
                }
            }
            codes = longer;
        }
        return codes;
    }

    /** The number of a code among {@link #codes}. */
    static int number(int[] code) {
        int number = 0;
        for (int i = 0; i < code.length; i++) {
            number = number * (2 * i + 3) + code[i] - 1;
        }
        return number;
    }

    /** Points and weights of the Gauss-Legendre rule on [0, 1], by Newton's method on the polynomial. */
    static double[][] legendre(int count) {
        double[][] rule = new double[2][count];
        for (int i = 0; i < count; i++) {
            double x = Elementary.cos(Math.PI * (i + 0.75) / (count + 0.5));
            double derivative = 1;
            for (int iteration = 0; iteration < 100; iteration++) {
                double previous = 1;
                double value = x;
                for (int k = 2; k <= count; k++) {
                    double next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
                    previous = value;
                    value = next;
                }
                derivative = count * (x * value - previous) / (x * x - 1);
                double change = value / derivative;
                x -= change;
                if (Math.abs(change) < 1e-16) {
                    break;
                }
            }
            rule[0][i] = (x + 1) / 2;
            rule[1][i] = 1 / ((1 - x * x) * derivative * derivative);
        }
        return rule;
    }
}
