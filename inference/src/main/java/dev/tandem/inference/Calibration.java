package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.inference.prediction.DrawnUnknowns;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The outcome of simulation-based calibration (Talts et al. 2018): for every unknown, for the sum of every array of
 * discrete unknowns, for the log density and the log likelihood, the rank of the value that data were simulated from
 * among the draws given these data. If model, compiler and sampler are right, ranks are uniform.
 *
 * <p>Ranks of unknowns alone are uniform for many wrong posteriors too, the prior among them: what is wrong for one set of
 * data is made up for by others. The log density and the log likelihood depend on the data, and such posteriors show in
 * them (Modrak et al. 2023). They are found by the simulator, which shares nothing with the compiled density.
 *
 * @param unknowns the ranks of each unknown
 */
public record Calibration(List<Unknown> unknowns) {
    /** Draws that are ranked among; with one more rank than draws, the bins below hold seven ranks each. */
    public static final int DRAWS = 62;

    /** Bins of equal width that ranks are counted in. */
    public static final int BINS = 9;

    /** What the quantities are called that depend on the data. */
    public static final String LOG_DENSITY = "log density";

    public static final String LOG_LIKELIHOOD = "log likelihood";

    /** Iterations for each draw that are tried first, and at most. */
    private static final int FIRST_THINNING = 5;

    private static final int MOST_THINNING = 100;

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

        /** How many ranks lie in each of {@value Calibration#BINS} bins, low ranks first. */
        public int[] bins() {
            int[] bins = new int[BINS];
            ranks.forEach(rank -> bins[rank * BINS / (DRAWS + 1)]++);
            return bins;
        }

        /** How far the ranks are from uniform, over nine bins: chi-square with eight degrees of freedom. */
        public double chiSquare() {
            double expected = (double) ranks.size() / BINS;
            double sum = 0;
            for (int bin : bins()) {
                sum += (bin - expected) * (bin - expected) / expected;
            }
            return sum;
        }

        /**
         * How far the ranks lean to one side and bend to the ends or the middle: the squares of the first two
         * polynomials of the ranks that are orthogonal if all is well (Neyman 1937), about chi-square with two degrees
         * of freedom. It sees small errors of one direction, which chi-square over bins spreads over all of them.
         */
        public double lean() {
            double tilt = 0;
            double bend = 0;
            for (int rank : ranks) {
                double u = Sensitivity.centred(rank, DRAWS + 1);
                tilt += Sensitivity.tilt(u, DRAWS + 1);
                bend += Sensitivity.bend(u, DRAWS + 1);
            }
            return (tilt * tilt + bend * bend) / Math.max(1, ranks.size());
        }

        /** The probability of ranks this uneven, over bins or in one direction, if all is well. */
        public double pValue() {
            // The upper tail of chi-square with an even number of degrees of freedom is a Poisson sum.
            double half = 0.5 * chiSquare();
            double term = Math.exp(-half);
            double sum = term;
            for (int r = 1; r < (BINS - 1) / 2; r++) {
                term *= half / r;
                sum += term;
            }
            // The smaller of two probabilities, for which twice as many chances are given.
            return Math.min(1, 2 * Math.min(sum, Math.exp(-0.5 * lean())));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s: chi-square %.1f, p %.2g", name, chiSquare(), pValue());
        }
    }

    /** What uneven ranks tell of the draws. */
    public enum Fault {
        NONE,
        UNEVEN,
        /** Also draws that are too alike. */
        TOO_NARROW,
        TOO_WIDE,
        TOO_SMALL,
        TOO_LARGE
    }

    /**
     * What is wrong with one of the unknowns.
     *
     * @param falseAlarms the probability that anything is said to be wrong if all is well
     */
    public Fault fault(Unknown unknown, double falseAlarms) {
        if (unknown.pValue() * unknowns.size() >= falseAlarms) {
            return Fault.NONE;
        }
        int[] bins = unknown.bins();
        int third = bins.length / 3;
        int low = 0;
        int middle = 0;
        int high = 0;
        for (int bin = 0; bin < third; bin++) {
            low += bins[bin];
            middle += bins[third + bin];
            high += bins[2 * third + bin];
        }
        // Both are standard normal if ranks are uniform: a tilt towards high ranks, and a bend towards the ends.
        double n = low + middle + high;
        double tilt = (high - low) / Math.sqrt(2 * n / 3);
        double bend = (low + high - 2 * n / 3) / Math.sqrt(2 * n / 9);
        if (Math.max(Math.abs(tilt), Math.abs(bend)) < 2) {
            return Fault.UNEVEN;
        }
        if (Math.abs(bend) > Math.abs(tilt)) {
            return bend > 0 ? Fault.TOO_NARROW : Fault.TOO_WIDE;
        }
        return tilt > 0 ? Fault.TOO_SMALL : Fault.TOO_LARGE;
    }

    /** The unknowns whose ranks are so uneven that, were all well, one of them would be with the given probability. */
    public List<Unknown> suspects(double falseAlarms) {
        return unknowns.stream()
                .filter(unknown -> unknown.pValue() * unknowns.size() < falseAlarms)
                .toList();
    }

    /**
     * How large an error these ranks would have shown.
     *
     * @param falseAlarms the probability that all is well and one of all quantities is suspected
     * @param power the probability that such an error is found, in one quantity by itself
     */
    public Sensitivity sensitivity(double falseAlarms, double power) {
        int replications = unknowns.isEmpty() ? 0 : unknowns.get(0).ranks().size();
        return Sensitivity.of(replications, DRAWS + 1, 0.5 * falseAlarms / Math.max(1, unknowns.size()), power);
    }

    /** What is drawn from the prior in one replication, and the data that follow. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Truth(double[] values, DataSet data) {}

    /**
     * Draws of which every so many-th are nearly independent: the chain is run again, longer, until its effective size
     * is that of the draws that are kept, or for long enough.
     */
    private static Draws sampleThinned(Model model, Truth truth, Monitor monitor, Summing summing, Settings settings) {
        int thin = FIRST_THINNING;
        while (true) {
            Draws draws = sample(model, truth, monitor, summing, settings.withDraws(DRAWS * thin));
            double size = smallestEffectiveSize(draws);
            if (size >= DRAWS || thin == MOST_THINNING) {
                return thinned(draws, thin);
            }
            thin = (int) Math.min(MOST_THINNING, Math.ceil(1.2 * thin * DRAWS / size));
        }
    }

    /** Over the unknowns that move often enough for an effective size to be known. */
    private static double smallestEffectiveSize(Draws draws) {
        return IntStream.range(0, draws.elements())
                .mapToDouble(element -> Diagnostics.essBulk(draws.element(element)))
                .filter(size -> !Double.isNaN(size))
                .min()
                .orElse(DRAWS);
    }

    private static Draws thinned(Draws draws, int thin) {
        Draws.Builder kept = Draws.builder(draws.variables(), 1, DRAWS);
        double[] row = new double[draws.elements()];
        for (int draw = thin - 1; draw < draws.drawsPerChain(); draw += thin) {
            draws.copyRow(0, draw, row);
            kept.append(0, row);
        }
        return kept.build();
    }

    private static List<Truth> truths(Simulator simulator, int count, long seed) {
        Elements unknown = simulator.unknown();
        List<Truth> truths = new ArrayList<>();
        UniformRandomProvider random = RandomSource.L64_X128_MIX.create(seed);
        for (int i = 0; i < count; i++) {
            simulator.drawAll(random);
            double[] values = new double[unknown.size()];
            simulator.copy(unknown, values);
            truths.add(new Truth(values, simulator.data()));
        }
        return truths;
    }

    private static Monitor monitor(Elements unknown) {
        return Monitor.of(unknown.names().stream().map(BaseName::of).distinct().toList());
    }

    private static Draws sample(Model model, Truth truth, Monitor monitor, Summing summing, Settings settings) {
        CompiledDensity density =
                ModelCompiler.compile(Graph.bind(model, truth.data()), monitor, summing, new ClassCache(1));
        return Sampling.run(density, settings).draws();
    }

    /**
     * Ranks what {@code generator} simulates among draws of {@code sampled}, which is the same model unless a test
     * wants to see this fail.
     */
    static Calibration run(
            BoundModel generator,
            Model sampled,
            int replications,
            Settings settings,
            boolean thinAsNeeded,
            IntConsumer listener,
            Cancellation cancellation) {
        Simulator simulator = Simulator.of(generator.graph());
        Elements unknown = simulator.unknown();
        List<Truth> truths = truths(simulator, replications, settings.seed());
        Monitor monitor = monitor(unknown);
        Summing summing = generator.under(settings).summing();
        Settings one = settings.withChains(1).withThreads(1).withDraws(DRAWS);
        AtomicInteger done = new AtomicInteger();
        List<Callable<int[]>> tasks = new ArrayList<>();
        for (int i = 0; i < replications; i++) {
            int number = i;
            tasks.add(() -> {
                if (cancellation.cancelled()) {
                    return new int[0];
                }
                Truth truth = truths.get(number);
                Settings own = one.withSeed(settings.seed() + number);
                Draws draws = thinAsNeeded
                        ? sampleThinned(sampled, truth, monitor, summing, own.withThin(1))
                        : sample(sampled, truth, monitor, summing, own);
                RandomStream random = RandomStream.of(settings.seed(), number);
                int[] ranks = IntStream.concat(
                                Arrays.stream(ranks(unknown, truth.values(), draws, random)),
                                Arrays.stream(densityRanks(generator, truth, draws, random)))
                        .toArray();
                listener.accept(done.incrementAndGet());
                return ranks;
            });
        }
        List<int[]> ranks = runAll(tasks, settings.threads()).stream()
                .filter(rank -> rank.length > 0)
                .toList();
        List<String> names = quantities(unknown);
        List<Unknown> unknowns = new ArrayList<>();
        for (int q = 0; q < names.size(); q++) {
            int quantity = q;
            unknowns.add(new Unknown(
                    names.get(q), ranks.stream().map(rank -> rank[quantity]).toList()));
        }
        return new Calibration(unknowns);
    }

    /** The results in order; the first failure is thrown. */
    private static List<int[]> runAll(List<Callable<int[]>> tasks, int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "replication");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<int[]> results = new ArrayList<>();
            for (Future<int[]> future : executor.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new SamplingException("a replication failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SamplingException("interrupted while calibrating", e);
        } finally {
            executor.shutdownNow();
        }
    }

    /** The elements, then the sums of discrete arrays, then what depends on the data. */
    private static List<String> quantities(Elements unknown) {
        List<String> names = new ArrayList<>(unknown.names());
        for (Variable variable : unknown.variables()) {
            if (isSummed(variable)) {
                names.add("sum(" + variable.name() + ")");
            }
        }
        names.add(LOG_DENSITY);
        names.add(LOG_LIKELIHOOD);
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

    /** The ranks of the log density and the log likelihood, of the model that data were simulated from. */
    private static int[] densityRanks(BoundModel generator, Truth truth, Draws draws, RandomStream random) {
        Simulator simulator = Simulator.of(Graph.bind(generator.graph().model(), truth.data()));
        DrawnUnknowns unknowns = new DrawnUnknowns(simulator, draws.variables(), "log densities");
        double[] densities = new double[DRAWS];
        double[] likelihoods = new double[DRAWS];
        double[] row = new double[draws.elements()];
        for (int draw = 0; draw < DRAWS; draw++) {
            draws.copyRow(0, draw, row);
            unknowns.assign(row);
            densities[draw] = simulator.logDensity();
            likelihoods[draw] = simulator.logLikelihood();
        }
        simulator.assign(simulator.unknown(), truth.values());
        double density = simulator.logDensity();
        return new int[] {
            rank(density, densities, random), rank(simulator.logLikelihood(), likelihoods, random),
        };
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
