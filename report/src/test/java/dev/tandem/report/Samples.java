package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawStore;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.plot.PredictivePicture;
import dev.tandem.report.plot.TrajectoryPicture;
import dev.tandem.report.plot.WarmupRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Made-up runs for tests: the same every time. */
public final class Samples {
    static final int CHAINS = 4;
    static final int DRAWS = 300;

    private Samples() {}

    /** Facts of a run in which nothing went wrong. */
    public static RunFacts facts(long divergences) {
        return facts(divergences, CHAINS, DRAWS);
    }

    public static RunFacts facts(long divergences, int chains, int draws) {
        return new RunFacts(
                "node",
                true,
                chains,
                draws,
                1000,
                0.8,
                false,
                chains,
                draws,
                false,
                false,
                Optional.empty(),
                true,
                divergences,
                0,
                List.of(0.9, 0.8));
    }

    /** Chains of a first-order autoregression. */
    public static double[][] autoregression(int chains, int draws, double correlation, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] values = new double[chains][draws];
        for (double[] chain : values) {
            double x = gaussian(random);
            for (int draw = 0; draw < draws; draw++) {
                chain[draw] = x;
                x = correlation * x + Math.sqrt(1 - correlation * correlation) * gaussian(random);
            }
        }
        return values;
    }

    public static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** A table of given columns, one variable each; names that end in {@code #} are discrete. */
    public static Draws table(List<String> names, double[][]... columns) {
        List<Variable> variables = names.stream()
                .map(name -> name.endsWith("#")
                        ? new Variable(name.substring(0, name.length() - 1), List.of(), Variable.Kind.DISCRETE)
                        : new Variable(name, List.of(), Variable.Kind.CONTINUOUS))
                .toList();
        return Draws.of(variables, new Columns(Arrays.asList(columns)));
    }

    /** Draws by element, chain and draw. */
    record Columns(List<double[][]> columns) implements DrawStore {
        @Override
        public int chains() {
            return columns.get(0).length;
        }

        @Override
        public int draws() {
            return columns.get(0)[0].length;
        }

        @Override
        public void copyColumns(int chain, int first, int every, double[][] destination) {
            for (int i = 0; i < destination.length; i++) {
                System.arraycopy(columns.get(first + i)[chain], 0, destination[i], 0, draws());
            }
        }

        @Override
        public double value(int chain, int draw, int element) {
            return columns.get(element)[chain][draw];
        }
    }

    /** A run that has something for every section: a funnel with divergences, sites in a row and in a plane. */
    static ReportContent.Builder everything() {
        SplittableRandom random = new SplittableRandom(7);
        List<Variable> variables = List.of(
                new Variable("mu", List.of(), Variable.Kind.CONTINUOUS),
                new Variable("tau", List.of(), Variable.Kind.CONTINUOUS),
                new Variable("theta", List.of(8), Variable.Kind.CONTINUOUS),
                new Variable("z", List.of(30), Variable.Kind.DISCRETE),
                new Variable("topic", List.of(5, 6), Variable.Kind.DISCRETE),
                new Variable("fixed", List.of(), Variable.Kind.DISCRETE));
        int elements = 2 + 8 + 30 + 30 + 1;
        Draws.Builder draws = Draws.builder(variables, CHAINS, DRAWS);
        Draws.Builder statistics = Draws.builder(
                List.of(
                        new Variable(ReportContent.ENERGY, List.of(), Variable.Kind.CONTINUOUS),
                        new Variable(ReportContent.ACCEPTANCE, List.of(), Variable.Kind.CONTINUOUS),
                        new Variable(ReportContent.DIVERGENT, List.of(), Variable.Kind.DISCRETE)),
                CHAINS,
                DRAWS);
        int divergences = 0;
        for (int chain = 0; chain < CHAINS; chain++) {
            for (int draw = 0; draw < DRAWS; draw++) {
                double[] row = new double[elements];
                row[0] = gaussian(random) + (chain == 3 ? 0.8 : 0);
                row[1] = Math.exp(gaussian(random));
                for (int i = 0; i < 8; i++) {
                    row[2 + i] = row[0] + row[1] * gaussian(random);
                }
                for (int i = 0; i < 30; i++) {
                    row[10 + i] = random.nextDouble() < (i + 0.5) / 30 ? 1 : 0;
                    row[40 + i] = 1 + random.nextInt(1 + i % 3);
                }
                row[70] = 4;
                draws.append(chain, row);
                boolean divergent = row[1] < 0.3 && random.nextInt(3) == 0;
                divergences += divergent ? 1 : 0;
                statistics.append(chain, new double[] {10 + gaussian(random), random.nextDouble(), divergent ? 1 : 0});
            }
        }
        Draws table = draws.build();
        Summary summary = Summary.of(table);
        RunFacts facts = facts(divergences);
        ReportContent.Builder content = ReportContent.builder()
                .title("everything.bug")
                .subtitle("4 chains of 300 draws, sampler node, seed 1")
                .draws(table, summary)
                .statistics(statistics.build())
                .findings(facts, Findings.of(facts, summary))
                .modelText("model {\n  mu ~ dnorm(0, 1)   # a comment\n}\n")
                .setting("seed", "1")
                .data("y", "40")
                .seconds(1.5, 2.5)
                .chains(new ChainTable(
                        List.of("chain", "step"),
                        List.of(List.of("1", "0.2"), List.of("2", "0.3"), List.of("3", "0.2"), List.of("4", "0.1"))));
        for (int chain = 0; chain < CHAINS; chain++) {
            int iterations = 200;
            content.warmup(new WarmupRecord(
                    List.of("explore", "metric"),
                    IntStream.range(0, iterations).map(i -> i < 80 ? 0 : 1).toArray(),
                    DoubleStream.generate(() -> 0.1 + random.nextDouble())
                            .limit(iterations)
                            .toArray(),
                    DoubleStream.generate(random::nextDouble).limit(iterations).toArray()));
        }
        double[] observed =
                DoubleStream.generate(() -> gaussian(random)).limit(40).toArray();
        double[] happened = Arrays.stream(observed).map(y -> y > 0 ? 1 : 0).toArray();
        double[][] replicated = new double[60][];
        double[][] binary = new double[60][];
        for (int r = 0; r < replicated.length; r++) {
            replicated[r] =
                    DoubleStream.generate(() -> gaussian(random)).limit(40).toArray();
            binary[r] = Arrays.stream(replicated[r]).map(y -> y > 0 ? 1 : 0).toArray();
        }
        content.predictive(PredictivePicture.of("y", observed, replicated));
        content.predictive(PredictivePicture.of("seen", happened, binary));
        double[] times = {0, 0.2, 0.4, 0.4, 0.6};
        content.trajectory(new TrajectoryPicture(
                times,
                List.of(
                        new TrajectoryPicture.Course("mu", new double[] {0, 0.5, 0.9, 0.9, 1.1}),
                        new TrajectoryPicture.Course("tau", new double[] {1, 1.1, 0.9, 0.9, 0.7})),
                List.of(new TrajectoryPicture.Course("z[1]", new double[] {0, 0, 0, 1, 1})),
                0,
                4,
                true,
                "Three steps."));
        return content;
    }
}
