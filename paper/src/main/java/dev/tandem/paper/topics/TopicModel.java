package dev.tandem.paper.topics;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.RandomTopics;
import dev.tandem.models.TopicDocument;
import dev.tandem.paper.algebra.Cholesky;
import dev.tandem.sampling.random.Randomness;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A correlated topic model: eta ~ N(mean, covariance) for all topics but the last, whose eta is 0, and the words of each
 * topic. The order of topics is that of ctm-c, whose files it reads and writes.
 */
public final class TopicModel {
    private static final String PREFIX = "final-";

    private final double[] mean;
    private final double[][] covariance;
    private final double[][] logBeta;

    /**
     * @param mean the means of the K - 1 free coordinates
     * @param covariance their covariance
     * @param logBeta log probabilities of all terms, one row for each of the K topics
     */
    public TopicModel(double[] mean, double[][] covariance, double[][] logBeta) {
        if (mean.length != logBeta.length - 1 || covariance.length != mean.length) {
            throw new IllegalArgumentException("a model of " + logBeta.length + " topics has " + (logBeta.length - 1)
                    + " free coordinates, not " + mean.length);
        }
        this.mean = mean.clone();
        this.covariance = Cholesky.copy(covariance);
        this.logBeta = Cholesky.copy(logBeta);
    }

    /** Topics over {@code terms} terms drawn at random, with correlated shares. */
    public static TopicModel simulated(Randomness random, int topics, int terms) {
        RandomTopics drawn = RandomTopics.draw(random::gaussian, topics, terms, 1.2);
        return new TopicModel(drawn.mean(), drawn.covariance(), drawn.logBeta());
    }

    public int topics() {
        return logBeta.length;
    }

    public int terms() {
        return logBeta[0].length;
    }

    public double[] mean() {
        return mean.clone();
    }

    public double[][] covariance() {
        return Cholesky.copy(covariance);
    }

    public double[][] logBeta() {
        return Cholesky.copy(logBeta);
    }

    /** The row of one topic, to be read only. */
    double[] logBeta(int topic) {
        return logBeta[topic];
    }

    /**
     * This model with the topics numbered so that the last row of beta comes first. A density of
     * {@link TopicDocument} fixes the first topic's eta, a file of ctm-c the last one's.
     */
    private double[][] lastRowFirst() {
        double[][] rows = new double[logBeta.length][];
        rows[0] = logBeta[logBeta.length - 1];
        System.arraycopy(logBeta, 0, rows, 1, logBeta.length - 1);
        return rows;
    }

    /** The model whose fixed topic is the first row of the given beta and not the last. */
    public static TopicModel withFirstTopicFixed(double[] mean, double[][] covariance, double[][] logBeta) {
        double[][] rows = new double[logBeta.length][];
        System.arraycopy(logBeta, 1, rows, 0, logBeta.length - 1);
        rows[logBeta.length - 1] = logBeta[0];
        return new TopicModel(mean, covariance, rows);
    }

    /** The mean of all K etas less their average: it does not depend on which topic's eta is fixed. */
    public double[] centredMean() {
        double[] all = Arrays.copyOf(mean, topics());
        double average = Arrays.stream(all).average().orElse(0);
        return Arrays.stream(all).map(value -> value - average).toArray();
    }

    /** The covariance of all K etas less their average. */
    public double[][] centredCovariance() {
        int size = topics();
        double[][] all = new double[size][size];
        for (int i = 0; i < size - 1; i++) {
            System.arraycopy(covariance[i], 0, all[i], 0, size - 1);
        }
        double[] rows = Arrays.stream(all)
                .mapToDouble(row -> Arrays.stream(row).average().orElse(0))
                .toArray();
        double whole = Arrays.stream(rows).average().orElse(0);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                all[i][j] += whole - rows[i] - rows[j];
            }
        }
        return all;
    }

    /** A document's density; its topic 1 is the last of this model, its topic k the (k-1)st. */
    public TopicDocument document(int[] words) {
        return new TopicDocument(mean, covariance, lastRowFirst(), words);
    }

    /** Draws a document of so many words. */
    public int[] simulate(Randomness random, int words) {
        double[][] factor = Cholesky.copy(covariance);
        Cholesky.factor(factor, mean.length);
        double[] normals = new double[mean.length];
        double[] shares = new double[topics()];
        shares[topics() - 1] = 1;
        double total = 1;
        for (int i = 0; i < mean.length; i++) {
            normals[i] = random.gaussian();
            double eta = mean[i];
            for (int j = 0; j <= i; j++) {
                eta += factor[i][j] * normals[j];
            }
            shares[i] = Elementary.exp(eta);
            total += shares[i];
        }
        double[][] probabilities = new double[topics()][];
        int[] document = new int[words];
        for (int n = 0; n < words; n++) {
            int topic = random.categorical(shares, topics(), total);
            if (probabilities[topic] == null) {
                probabilities[topic] =
                        Arrays.stream(logBeta[topic]).map(Elementary::exp).toArray();
            }
            double sum = Arrays.stream(probabilities[topic]).sum();
            document[n] = random.categorical(probabilities[topic], terms(), sum);
        }
        return document;
    }

    /** Reads {@code final-param.txt}, {@code final-mu.dat}, {@code final-cov.dat} and {@code final-log-beta.dat}. */
    public static TopicModel read(Path folder) {
        Path param = folder.resolve(PREFIX + "param.txt");
        List<String> lines = TextFiles.lines(param);
        int topics = parameter(param, lines, 0, "num_topics", 2);
        int terms = parameter(param, lines, 1, "num_terms", 1);
        double[] mean = numbers(folder.resolve(PREFIX + "mu.dat"), topics - 1);
        Path covarianceFile = folder.resolve(PREFIX + "cov.dat");
        double[] covariance = numbers(covarianceFile, (long) (topics - 1) * (topics - 1));
        Path betaFile = folder.resolve(PREFIX + "log-beta.dat");
        double[] logBeta = numbers(betaFile, (long) topics * terms);
        for (int i = 0; i < logBeta.length; i++) {
            if (logBeta[i] > 1e-6) {
                throw new BadInput(
                        betaFile,
                        "number " + (i + 1) + " is " + logBeta[i] + ", but the log of a probability is not positive");
            }
        }
        double[][] square = rows(covariance, topics - 1);
        for (int i = 0; i < square.length; i++) {
            for (int j = 0; j < i; j++) {
                if (Math.abs(square[i][j] - square[j][i]) > 1e-5 * Math.max(1, Math.abs(square[i][j]))) {
                    throw new BadInput(
                            covarianceFile,
                            "the covariance is not symmetric: " + square[i][j] + " and " + square[j][i] + " at row "
                                    + (i + 1) + ", column " + (j + 1));
                }
                square[j][i] = square[i][j];
            }
        }
        if (Double.isNaN(Cholesky.logDeterminant(square))) {
            throw new BadInput(covarianceFile, "the covariance is not positive definite");
        }
        return new TopicModel(mean, square, rows(logBeta, terms));
    }

    private static double[][] rows(double[] values, int width) {
        double[][] rows = new double[values.length / Math.max(1, width)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(values, i * width, (i + 1) * width);
        }
        return rows;
    }

    private static int parameter(Path file, List<String> lines, int index, String name, int least) {
        String[] fields = index < lines.size() ? lines.get(index).strip().split("\\s+", -1) : new String[0];
        if (fields.length != 2 || !fields[0].equals(name) || !fields[1].matches("[0-9]{1,9}")) {
            throw new BadInput(file, index + 1, "the line \"" + name + " N\" was expected here");
        }
        int value = Integer.parseInt(fields[1]);
        if (value < least) {
            throw new BadInput(file, index + 1, name + " is " + value + "; it must be at least " + least);
        }
        return value;
    }

    private static double[] numbers(Path file, long expected) {
        List<String> lines = TextFiles.lines(file);
        List<double[]> parsed = new ArrayList<>();
        long found = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty()) {
                double[] row = numbersOf(file, i + 1, line);
                parsed.add(row);
                found += row.length;
            }
        }
        if (found != expected) {
            throw new BadInput(file, "it has " + found + " numbers, and the model needs " + expected);
        }
        return parsed.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private static double[] numbersOf(Path file, int line, String text) {
        String[] fields = text.split("\\s+", -1);
        double[] values = new double[fields.length];
        for (int i = 0; i < fields.length; i++) {
            try {
                values[i] = Double.parseDouble(fields[i]);
            } catch (NumberFormatException e) {
                throw new BadInput(file, line, '"' + fields[i] + "\" is not a number");
            }
            if (!Double.isFinite(values[i])) {
                throw new BadInput(file, line, fields[i] + " is not finite");
            }
        }
        return values;
    }

    /** Writes the files of ctm-c; each is either whole or left as it was. */
    public void write(Path folder) {
        double[][] precision = Cholesky.inverse(covariance);
        TextFiles.write(folder.resolve(PREFIX + "mu.dat"), column(mean));
        TextFiles.write(folder.resolve(PREFIX + "cov.dat"), matrix(covariance));
        TextFiles.write(folder.resolve(PREFIX + "inv-cov.dat"), matrix(precision));
        TextFiles.write(folder.resolve(PREFIX + "log-det-inv-cov.dat"), -Cholesky.logDeterminant(covariance) + "\n");
        TextFiles.write(folder.resolve(PREFIX + "log-beta.dat"), matrix(logBeta));
        // Last, so that a reader finds parameters only where all the rest is.
        TextFiles.write(
                folder.resolve(PREFIX + "param.txt"), "num_topics " + topics() + "\nnum_terms " + terms() + "\n");
    }

    /** One number a line, row by row, as the GNU Scientific Library prints a matrix. */
    static String matrix(double[][] rows) {
        StringBuilder text = new StringBuilder();
        for (double[] row : rows) {
            text.append(column(row));
        }
        return text.toString();
    }

    private static String column(double[] values) {
        StringBuilder text = new StringBuilder();
        for (double value : values) {
            text.append(value).append('\n');
        }
        return text.toString();
    }
}
