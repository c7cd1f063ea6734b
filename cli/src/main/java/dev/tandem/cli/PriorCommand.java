package dev.tandem.cli;

import dev.tandem.density.Variable;
import dev.tandem.exports.ArvizZarr;
import dev.tandem.exports.DrawReader;
import dev.tandem.exports.DrawSource;
import dev.tandem.exports.Provenance;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Observations;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws from the prior, data included, and says what the model believes before it sees any. */
@Command(
        name = "prior",
        description = "Draw unknowns and data from the prior: what the model believes before it sees data.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 90,
        footer = {
            "",
            "A line tells of one variable, all of its elements together. Below an observed one stands",
            "what was observed: it should be something that the prior thinks possible.",
            "",
            "Examples:",
            "  tandem prior model.bug --data data.json",
            "  tandem prior model.bug --data data.json --monitor psi,y --draws 200",
            "  tandem prior model.bug --data data.json --out prior.csv",
            "  tandem prior model.bug --data data.json --out prior.zarr"
        })
final class PriorCommand implements Callable<Integer> {
    /** Values of a variable that its quantiles are found from at most. */
    private static final int MOST_VALUES = 1 << 20;

    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Draws from the prior. Default: ${DEFAULT-VALUE}.")
    private int draws;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private WriteOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (draws < 1) {
            throw new ParameterException(spec.commandLine(), "draws must be at least 1, not " + draws);
        }
        if (options.wanted()) {
            options.format();
        }
        BoundModel model = files.bind(files.read(modelFile), spec.commandLine().getErr());
        DrawSource prior = monitored(new PriorDraws(model, draws, seed));
        if (options.wanted()) {
            options.write(exported(model, prior));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(modelFile + ": " + draws + (draws == 1 ? " draw" : " draws") + " from the prior, seed " + seed);
        out.println();
        out.print(Columns.named(1, lines(prior, model.observations())));
        out.flush();
        return ExitCode.DONE;
    }

    private DrawSource monitored(DrawSource prior) {
        return files.monitored().isEmpty()
                ? prior
                : prior.only(prior.variables().stream()
                        .map(Variable::name)
                        .filter(name -> files.monitored().contains(BaseName.of(name)))
                        .toList());
    }

    private Exported exported(BoundModel model, DrawSource prior) {
        Set<String> observed = model.observations().variables().stream()
                .map(variable -> BaseName.of(variable.name()))
                .collect(Collectors.toSet());
        Map<Boolean, List<String>> names = prior.variables().stream()
                .map(Variable::name)
                .collect(Collectors.partitioningBy(name -> observed.contains(BaseName.of(name))));
        List<ArvizZarr.DrawGroup> groups = new ArrayList<>();
        if (!names.get(false).isEmpty()) {
            groups.add(new ArvizZarr.DrawGroup("prior", prior.only(names.get(false))));
        }
        if (!names.get(true).isEmpty()) {
            groups.add(new ArvizZarr.DrawGroup("prior_predictive", prior.only(names.get(true))));
        }
        Provenance provenance = new Provenance(Version.number(), modelFile.toString(), "prior", seed, 0, 1, List.of());
        return new Exported(prior, groups, ModelData.groups(model), provenance);
    }

    private static List<List<String>> lines(DrawSource prior, Observations observations) {
        List<double[]> values = values(prior);
        Map<String, double[]> observed = observed(observations);
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "mean", "sd", "least", "5%", "50%", "95%", "greatest"));
        for (int i = 0; i < prior.variables().size(); i++) {
            Variable variable = prior.variables().get(i);
            lines.add(line(label(variable), values.get(i)));
            if (observed.containsKey(variable.name())) {
                lines.add(line("  observed", observed.get(variable.name())));
            }
        }
        return lines;
    }

    private static String label(Variable variable) {
        return variable.shape().isEmpty()
                ? variable.name()
                : variable.name() + variable.shape().toString().replace(" ", "");
    }

    private static Map<String, double[]> observed(Observations observations) {
        Map<String, double[]> observed = new HashMap<>();
        int first = 0;
        for (Variable variable : observations.variables()) {
            observed.put(variable.name(), Arrays.copyOfRange(observations.values(), first, first + variable.size()));
            first += variable.size();
        }
        return observed;
    }

    /** The values of each variable over its elements and draws, evenly thinned where they are too many. */
    private static List<double[]> values(DrawSource prior) {
        List<ThinnedValues> values = prior.variables().stream()
                .map(variable -> new ThinnedValues((long) variable.size() * prior.drawsPerChain(), MOST_VALUES))
                .toList();
        double[] row = new double[prior.elements()];
        try (DrawReader reader = prior.chain(0)) {
            for (int draw = 0; draw < prior.drawsPerChain(); draw++) {
                reader.read(row, new double[0]);
                int next = 0;
                for (int v = 0; v < values.size(); v++) {
                    for (int i = 0; i < prior.variables().get(v).size(); i++) {
                        values.get(v).add(row[next++]);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values.stream().map(ThinnedValues::toArray).toList();
    }

    private static List<String> line(String label, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        List<String> cells = new ArrayList<>(List.of(label));
        cells.add(Significant.text(mean));
        cells.add(Significant.text(values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1))));
        for (double p : new double[] {0, 0.05, 0.5, 0.95, 1}) {
            cells.add(Significant.text(Quantiles.of(sorted, p)));
        }
        return cells;
    }

    /** Every so many of a stream of values, so that at most a given number is kept. */
    private static final class ThinnedValues {
        private final double[] kept;
        private final long stride;
        private long seen;
        private int length;

        ThinnedValues(long all, int most) {
            stride = Math.max(1, (all + most - 1) / most);
            kept = new double[(int) ((all + stride - 1) / stride)];
        }

        void add(double value) {
            if (seen++ % stride == 0) {
                kept[length++] = value;
            }
        }

        double[] toArray() {
            return kept;
        }
    }
}
