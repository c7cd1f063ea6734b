package dev.tandem.validation.oracle;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Draws from the distributions of JAGS by their definitions, to make data and to weigh draws from the prior. */
final class ForwardDraw {
    private static final int TRIES = 5_000;
    private static final double MOST = 1e7;

    private final SplittableRandom random;

    ForwardDraw(SplittableRandom random) {
        this.random = random;
    }

    /** A single number between bounds; NaN if none was found. */
    double single(String law, List<Tensor> p, double low, double high) {
        if (PlainDistributions.discrete(law)) {
            return discrete(law, p, low, high);
        }
        for (int attempt = 0; attempt < TRIES; attempt++) {
            double draw = continuous(law, p);
            if (Double.isNaN(draw)) {
                return draw;
            }
            if (draw >= low && draw <= high) {
                return draw;
            }
        }
        return Double.NaN;
    }

    /** By the masses one after the other. */
    private double discrete(String law, List<Tensor> p, double low, double high) {
        double[] support = PlainDistributions.support(law, p);
        double from = Math.ceil(Math.max(support[0], low));
        double to = Math.floor(Math.min(support[1], high));
        double left = random.nextDouble() * Math.exp(PlainDistributions.logProbability(law, p, from, to));
        for (double k = from; k <= to && k < from + MOST && left >= 0; k++) {
            left -= Math.exp(PlainDistributions.single(law, k, p));
            if (left < 0) {
                return k;
            }
        }
        return Double.NaN;
    }

    private double number(List<Tensor> p, int index) {
        return p.get(index).scalar();
    }

    private double continuous(String law, List<Tensor> p) {
        double a = p.get(0).single() ? number(p, 0) : 0;
        double b = p.size() > 1 && p.get(1).single() ? number(p, 1) : 0;
        double c = p.size() > 2 && p.get(2).single() ? number(p, 2) : 0;
        return switch (law) {
            case "dnorm" -> a + random.nextGaussian() / Math.sqrt(b);
            case "dlnorm" -> Math.exp(a + random.nextGaussian() / Math.sqrt(b));
            case "dgamma" -> gamma(a) / b;
            case "dchisqr" -> chiSquare(a);
            case "dexp" -> exponential() / a;
            case "dgumbel" -> a - b * Math.log(exponential());
            case "dhalfcauchy" -> a * Math.tan(Math.PI / 2 * random.nextDouble());
            case "dbeta" -> beta(a, b);
            case "dunif" -> a + (b - a) * random.nextDouble();
            case "ddexp" -> a + (random.nextBoolean() ? 1 : -1) * exponential() / b;
            case "dlogis" -> {
                double u = random.nextDouble();
                yield a + Math.log(u / (1 - u)) / b;
            }
            case "dweib" -> Math.pow(exponential() / b, 1 / a);
            case "dpar" -> b * Math.exp(exponential() / a);
            case "dgen.gamma" -> Math.pow(gamma(a), 1 / c) / b;
            case "df" -> chiSquare(a) / a / (chiSquare(b) / b);
            case "dscaled.gamma" -> chiSquare(b) / b / chiSquare(1) / (a * a);
            case "dt" -> a + random.nextGaussian() / Math.sqrt(b * chiSquare(c) / c);
            case "dnt" -> (random.nextGaussian() + a * Math.sqrt(b)) / Math.sqrt(chiSquare(c) / c) / Math.sqrt(b);
            case "dnchisqr" -> {
                double j = discrete("dpois", List.of(Tensor.of(b / 2)), 0, Double.POSITIVE_INFINITY);
                yield chiSquare(a + 2 * j);
            }
            case "dnormmix" -> {
                int k = (int) discrete("dcat", List.of(p.get(2)), 1, Double.POSITIVE_INFINITY) - 1;
                yield p.get(0).values()[k]
                        + random.nextGaussian() / Math.sqrt(p.get(1).values()[k]);
            }
            default -> throw new OracleException("no draws from " + law);
        };
    }

    private double exponential() {
        return -Math.log1p(-random.nextDouble());
    }

    private double chiSquare(double k) {
        return 2 * gamma(k / 2);
    }

    private double beta(double a, double b) {
        double x = gamma(a);
        return x / (x + gamma(b));
    }

    /** Marsaglia and Tsang (2000). */
    private double gamma(double shape) {
        if (!(shape > 0)) {
            return Double.NaN;
        }
        if (shape < 1) {
            return gamma(shape + 1) * Math.pow(random.nextDouble(), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double z = random.nextGaussian();
            double v = Math.pow(1 + c * z, 3);
            if (v > 0 && Math.log(random.nextDouble()) < 0.5 * z * z + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }

    /** An array, column-major. */
    double[] array(String law, List<Tensor> p) {
        return switch (law) {
            case "ddirch" -> {
                double[] x = Arrays.stream(p.get(0).values())
                        .map(alpha -> alpha == 0 ? 0 : gamma(alpha))
                        .toArray();
                double sum = Arrays.stream(x).sum();
                yield Arrays.stream(x).map(value -> value / sum).toArray();
            }
            case "dmulti" -> {
                double[] counts = new double[p.get(0).size()];
                for (int n = 0; n < number(p, 1); n++) {
                    counts[(int) discrete("dcat", p.subList(0, 1), 1, Double.POSITIVE_INFINITY) - 1]++;
                }
                yield counts;
            }
            case "dsample" -> drawSet(p.get(0).values(), (int) number(p, 1));
            case "dmnorm" -> normal(p.get(0).values(), Textbook.inverse(p.get(1).rows()), 1);
            case "dmnorm.vcov" -> normal(p.get(0).values(), p.get(1).rows(), 1);
            case "dmt" -> {
                double k = number(p, 2);
                yield normal(p.get(0).values(), Textbook.inverse(p.get(1).rows()), Math.sqrt(chiSquare(k) / k));
            }
            case "dwish" -> wishart(Textbook.inverse(p.get(0).rows()), number(p, 1));
            case "dscaled.wishart" -> {
                double nu = number(p, 1);
                int n = p.get(0).size();
                double[][] scale = new double[n][n];
                for (int i = 0; i < n; i++) {
                    double s = p.get(0).values()[i];
                    scale[i][i] = 1 / (2 * nu * gamma(0.5) * s * s);
                }
                yield wishart(scale, nu + n - 1);
            }
            default -> throw new OracleException("no draws from " + law);
        };
    }

    /** A set of k by rejection: one uniform set is kept with probability proportional to the product of its weights. */
    private double[] drawSet(double[] weights, int k) {
        while (true) {
            double[] x = new double[weights.length];
            double product = 1;
            int chosen = 0;
            double largest = Arrays.stream(weights).max().orElse(1);
            for (int i = 0; i < x.length; i++) {
                if (random.nextBoolean()) {
                    x[i] = 1;
                    chosen++;
                    product *= weights[i] / largest;
                }
            }
            if (chosen == k && random.nextDouble() < product) {
                return x;
            }
        }
    }

    private double[] normal(double[] mu, double[][] covariance, double scale) {
        double[][] factor = Textbook.cholesky(covariance);
        double[] x = mu.clone();
        double[] z = random.doubles(mu.length).map(u -> random.nextGaussian()).toArray();
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j <= i; j++) {
                x[i] += factor.length == 0 ? Double.NaN : factor[i][j] * z[j] / scale;
            }
        }
        return x;
    }

    /** Bartlett's decomposition. */
    private double[] wishart(double[][] scale, double k) {
        int n = scale.length;
        double[][] factor = Textbook.cholesky(scale);
        double[][] triangle = new double[n][n];
        for (int i = 0; i < n; i++) {
            triangle[i][i] = Math.sqrt(chiSquare(k - i));
            for (int j = 0; j < i; j++) {
                triangle[i][j] = random.nextGaussian();
            }
        }
        if (factor.length == 0) {
            return new double[] {Double.NaN};
        }
        double[][] root = Textbook.multiply(factor, triangle);
        return Tensor.matrix(Textbook.multiply(root, Textbook.transpose(root))).values();
    }
}
