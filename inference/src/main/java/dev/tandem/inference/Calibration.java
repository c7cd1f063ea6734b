package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The outcome of simulation-based calibration (Talts et al. 2018): for every unknown, and for the sum of every array of
 * discrete unknowns, the rank of the value that data were simulated from among the draws given these data. If model,
 * compiler and sampler are right, ranks are uniform.
 *
 * @param unknowns the ranks of each unknown
 */
public record Calibration(List<Unknown> unknowns) {
    /** Draws that are ranked among; with one more rank than draws, the bins below hold seven ranks each. */
    public static final int DRAWS = 62;

    private static final int BINS = 9;

    public Calibration {
        unknowns = List.copyOf(unknowns);
    }

    /**
     * The ranks of one unknown.
     *
     * @param name its name; {@code sum(z)} for the sum of an array
     * @param ranks from 0 to {@value Calibration#DRAWS}, one of each replication
     */
    public record Unknown(String name, List<Integer> ranks) {
        public Unknown {
            ranks = List.copyOf(ranks);
        }

        /** How far the ranks are from uniform, over nine bins: chi-square with eight degrees of freedom. */
        public double chiSquare() {
            double[] bins = new double[BINS];
            ranks.forEach(rank -> bins[rank * BINS / (DRAWS + 1)]++);
            double expected = (double) ranks.size() / BINS;
            double sum = 0;
            for (double bin : bins) {
                sum += (bin - expected) * (bin - expected) / expected;
            }
            return sum;
        }

        /** The probability of ranks this uneven if all is well. */
        public double pValue() {
            // The upper tail of chi-square with an even number of degrees of freedom is a Poisson sum.
            double half = 0.5 * chiSquare();
            double term = Math.exp(-half);
            double sum = term;
            for (int r = 1; r < (BINS - 1) / 2; r++) {
                term *= half / r;
                sum += term;
            }
            return Math.min(1, sum);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s: chi-square %.1f, p %.2g", name, chiSquare(), pValue());
        }
    }

    /** The unknowns whose ranks are so uneven that, were all well, one of them would be with the given probability. */
    public List<Unknown> suspects(double falseAlarms) {
        return unknowns.stream()
                .filter(unknown -> unknown.pValue() * unknowns.size() < falseAlarms)
                .toList();
    }

    /** What is drawn from the prior in one replication, and the data that follow. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Truth(double[] values, DataSet data) {}

    /**
     * Ranks what {@code generator} simulates among draws of {@code sampled}, which is the same model unless a test
     * wants to see this fail.
     */
    static Calibration run(BoundModel generator, Model sampled, int replications, Settings settings) {
        Simulator simulator = Simulator.of(generator.graph());
        Elements unknown = simulator.unknown();
        List<Truth> truths = new ArrayList<>();
        UniformRandomProvider random = RandomSource.L64_X128_MIX.create(settings.seed());
        for (int i = 0; i < replications; i++) {
            simulator.drawAll(random);
            double[] values = new double[unknown.size()];
            simulator.copy(unknown, values);
            truths.add(new Truth(values, simulator.data()));
        }
        Monitor monitor = new Monitor(unknown.names().stream()
                .map(name -> name.replaceFirst("\\[.*", ""))
                .collect(Collectors.toSet()));
        Settings one = settings.withChains(1).withThreads(1).withDraws(DRAWS);
        int[][] ranks = IntStream.range(0, replications)
                .parallel()
                .mapToObj(i -> {
                    Truth truth = truths.get(i);
                    CompiledDensity density = ModelCompiler.compile(Graph.bind(sampled, truth.data()), monitor);
                    Draws draws = Sampling.run(density, one.withSeed(settings.seed() + i))
                            .draws();
                    return ranks(unknown, truth.values(), draws, RandomStream.of(settings.seed(), i));
                })
                .toArray(int[][]::new);
        List<String> names = quantities(unknown);
        List<Unknown> unknowns = new ArrayList<>();
        for (int q = 0; q < names.size(); q++) {
            int quantity = q;
            unknowns.add(new Unknown(
                    names.get(q),
                    IntStream.range(0, replications)
                            .map(i -> ranks[i][quantity])
                            .boxed()
                            .toList()));
        }
        return new Calibration(unknowns);
    }

    /** The elements, then the sums of discrete arrays. */
    private static List<String> quantities(Elements unknown) {
        List<String> names = new ArrayList<>(unknown.names());
        for (Variable variable : unknown.variables()) {
            if (isSummed(variable)) {
                names.add("sum(" + variable.name() + ")");
            }
        }
        return names;
    }

    private static boolean isSummed(Variable variable) {
        return variable.kind() == Variable.Kind.DISCRETE && variable.size() > 1;
    }

    private static int[] ranks(Elements unknown, double[] truth, Draws draws, RandomStream random) {
        List<String> elements = unknown.names();
        double[][] columns =
                elements.stream().map(name -> draws.element(name)[0]).toArray(double[][]::new);
        List<Integer> ranks = new ArrayList<>();
        for (int i = 0; i < truth.length; i++) {
            ranks.add(rank(truth[i], columns[i], random));
        }
        int first = 0;
        for (Variable variable : unknown.variables()) {
            if (isSummed(variable)) {
                double sum = 0;
                double[] sums = new double[DRAWS];
                for (int i = first; i < first + variable.size(); i++) {
                    sum += truth[i];
                    for (int draw = 0; draw < DRAWS; draw++) {
                        sums[draw] += columns[i][draw];
                    }
                }
                ranks.add(rank(sum, sums, random));
            }
            first += variable.size();
        }
        return ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    /** How many draws are smaller; among equal ones the place is drawn, so that discrete unknowns rank uniformly too. */
    private static int rank(double truth, double[] draws, RandomStream random) {
        int rank = 0;
        int ties = 0;
        for (double draw : draws) {
            rank += draw < truth ? 1 : 0;
            ties += draw == truth ? 1 : 0;
        }
        return rank + random.below(ties + 1);
    }
}
