package dev.tandem.exports;

import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.SamplerStatistic;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Writes draws as CmdStan does, a file for each chain: comments that say how they were drawn, the statistics, then the
 * unknowns with dots before their subscripts.
 */
public final class StanCsv {
    /** The version of CmdStan whose layout is followed; readers ask for it. */
    private static final int[] LAYOUT = {2, 36, 0};

    /** cmdstanpy reads no file that does not say how deep trees may be, whether or not there are any. */
    private static final int MAXIMUM_DEPTH = 10;

    private StanCsv() {}

    /** The name of a chain's file, chains counted from 0. */
    public static String fileName(int chain) {
        return "output_" + (chain + 1) + ".csv";
    }

    /** Writes one file for each chain into a folder. */
    public static void write(DrawSource draws, Provenance provenance, Path folder) throws IOException {
        for (int chain = 0; chain < draws.chains(); chain++) {
            try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(fileName(chain)));
                    DrawReader reader = draws.chain(chain)) {
                out.append(settings(draws, provenance, chain));
                out.append(headings(draws));
                out.append(tuning(provenance, chain));
                rows(draws, reader, out);
                out.append(times(provenance, chain));
            }
        }
    }

    private static String settings(DrawSource draws, Provenance provenance, int chain) {
        String engine = provenance.sampler().contains("nuts") ? "nuts" : "static";
        Comments comments = new Comments()
                .add(0, "stan_version_major = " + LAYOUT[0])
                .add(0, "stan_version_minor = " + LAYOUT[1])
                .add(0, "stan_version_patch = " + LAYOUT[2])
                .add(0, "model = " + provenance.model())
                .add(0, "method = sample")
                .add(1, "sample")
                .add(2, "num_samples = " + (long) draws.drawsPerChain() * provenance.thin())
                .add(2, "num_warmup = " + provenance.warmup())
                .add(2, "save_warmup = 0")
                .add(2, "thin = " + provenance.thin())
                .add(2, "adapt")
                .add(3, "engaged = 1")
                .add(2, "algorithm = hmc")
                .add(3, "hmc")
                .add(4, "engine = " + engine)
                .add(5, engine)
                .add(6, "max_depth = " + MAXIMUM_DEPTH)
                .add(4, "metric = " + metric(provenance))
                .add(0, "id = " + (chain + 1))
                .add(0, "random")
                .add(1, "seed = " + provenance.seed())
                .add(0, "drawn by tandem " + provenance.version() + " with the sampler " + provenance.sampler());
        for (Map.Entry<String, String> name :
                ElementNames.forStan(draws.variables()).entrySet()) {
            if (!name.getKey().equals(name.getValue())) {
                comments.add(0, "the variable " + name.getKey() + " is here called " + name.getValue());
            }
        }
        return comments.toString();
    }

    private static String metric(Provenance provenance) {
        int rows = metricRows(provenance);
        return rows == 0 ? "unit_e" : rows == 1 ? "diag_e" : "dense_e";
    }

    /** Warmup chooses a metric for each chain, but cmdstanpy wants one kind for all: if one is dense, all are. */
    private static int metricRows(Provenance provenance) {
        return provenance.chains().stream()
                .mapToInt(tuning -> tuning.inverseMetric().size())
                .max()
                .orElse(0);
    }

    private static String headings(DrawSource draws) {
        StringBuilder line = new StringBuilder(lacksLogDensity(draws) ? "lp__," : "");
        draws.statistics()
                .forEach(statistic -> line.append(statistic.stanName()).append(','));
        line.append(String.join(",", ElementNames.dotted(draws.variables())));
        return line.append('\n').toString();
    }

    /** rstan reads no file without the log density; where it is not known there is a column of NaN. */
    private static boolean lacksLogDensity(DrawSource draws) {
        return !draws.statistics().contains(SamplerStatistic.LOG_DENSITY);
    }

    private static String tuning(Provenance provenance, int chain) {
        if (chain >= provenance.chains().size()) {
            return "";
        }
        Provenance.ChainTuning tuning = provenance.chains().get(chain);
        Comments comments =
                new Comments().add(0, "Adaptation terminated").add(0, "Step size = " + number(tuning.stepSize()));
        List<List<Double>> matrix = tuning.inverseMetric();
        if (!matrix.isEmpty() && matrix.size() < metricRows(provenance)) {
            matrix = dense(matrix.get(0));
        }
        if (!matrix.isEmpty()) {
            comments.add(0, (matrix.size() == 1 ? "Diagonal elements" : "Elements") + " of inverse mass matrix:");
        }
        for (List<Double> row : matrix) {
            comments.add(0, String.join(", ", row.stream().map(StanCsv::number).toList()));
        }
        return comments.toString();
    }

    private static List<List<Double>> dense(List<Double> diagonal) {
        List<List<Double>> matrix = new ArrayList<>();
        for (int i = 0; i < diagonal.size(); i++) {
            List<Double> row = new ArrayList<>(Collections.nCopies(diagonal.size(), 0.0));
            row.set(i, diagonal.get(i));
            matrix.add(row);
        }
        return matrix;
    }

    private static void rows(DrawSource draws, DrawReader reader, BufferedWriter out) throws IOException {
        double[] values = new double[draws.elements()];
        double[] statistics = new double[draws.statistics().size()];
        String start = lacksLogDensity(draws) ? "NaN," : "";
        StringBuilder line = new StringBuilder();
        for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
            reader.read(values, statistics);
            line.setLength(0);
            line.append(start);
            for (double statistic : statistics) {
                NumberText.append(line, statistic);
                line.append(',');
            }
            for (double value : values) {
                NumberText.append(line, value);
                line.append(',');
            }
            line.setCharAt(line.length() - 1, '\n');
            out.append(line);
        }
    }

    private static String times(Provenance provenance, int chain) {
        if (chain >= provenance.chains().size()) {
            return "";
        }
        Provenance.ChainTuning tuning = provenance.chains().get(chain);
        double warmup = tuning.warmupSeconds();
        double sampling = tuning.samplingSeconds();
        return "#\n#  Elapsed Time: " + number(warmup) + " seconds (Warm-up)\n"
                + "#                " + number(sampling) + " seconds (Sampling)\n"
                + "#                " + number(warmup + sampling) + " seconds (Total)\n#\n";
    }

    private static String number(double value) {
        StringBuilder text = new StringBuilder();
        NumberText.append(text, value);
        return text.toString();
    }

    /** Lines that begin with a number sign, indented by two blanks a level. */
    private static final class Comments {
        private final StringBuilder text = new StringBuilder();

        Comments add(int level, String line) {
            text.append("# ")
                    .append("  ".repeat(level))
                    .append(line.replaceAll("\\R", " "))
                    .append('\n');
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
