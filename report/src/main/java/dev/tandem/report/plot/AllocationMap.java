package dev.tandem.report.plot;

import dev.tandem.density.Variable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The probabilities of the values of a discrete array, site by site, for a heat map. Where there are too many sites or
 * values, adjoining ones are put together: a column then has the mean over its sites.
 *
 * @param variable the array
 * @param first the smallest value
 * @param width how many values a row of the map has
 * @param rows rows of the map
 * @param sitesPerColumn sites that a column stands for, 1 unless there are very many
 * @param probabilities by column and row
 */
@SuppressWarnings("ArrayRecordComponent")
public record AllocationMap(
        Variable variable, long first, long width, int rows, int sitesPerColumn, double[][] probabilities) {
    /** An array of fewer sites is better read in the table. */
    private static final int FEWEST_SITES = 4;

    private static final int MOST_ROWS = 40;

    private static final int MOST_CELLS = 60_000;

    /** Whether a variable may have a map. */
    public static boolean suits(Variable variable) {
        return variable.kind() == Variable.Kind.DISCRETE && variable.size() >= FEWEST_SITES;
    }

    /**
     * The values of one site.
     *
     * @param values that occur, in ascending order
     * @param shares of each among all draws
     */
    public record Site(double[] values, double[] shares) {
        public static Site of(double[][] chains) {
            double[] sorted = Arrays.stream(chains)
                    .flatMapToDouble(Arrays::stream)
                    .sorted()
                    .toArray();
            double[] values = Arrays.stream(sorted).distinct().toArray();
            double[] shares = new double[values.length];
            int next = 0;
            for (double draw : sorted) {
                next += draw == values[next] ? 0 : 1;
                shares[next] += 1.0 / sorted.length;
            }
            return new Site(values, shares);
        }

        private double least() {
            return values[0];
        }

        private double greatest() {
            return values[values.length - 1];
        }
    }

    /** The map of a variable from its sites in order; empty if no site is in doubt. */
    public static Optional<AllocationMap> of(Variable variable, List<Site> sites) {
        double least = sites.stream().mapToDouble(Site::least).min().orElseThrow();
        double greatest = sites.stream().mapToDouble(Site::greatest).max().orElseThrow();
        boolean doubt = sites.stream().anyMatch(site -> site.values().length > 1);
        if (!doubt || !Double.isFinite(least) || !Double.isFinite(greatest)) {
            return Optional.empty();
        }
        long width = (long) Math.ceil((greatest - least + 1) / MOST_ROWS);
        int rows = (int) ((greatest - least) / width) + 1;
        int perColumn = Math.max(1, (int) Math.ceil((double) sites.size() * rows / MOST_CELLS));
        double[][] probabilities = new double[(sites.size() + perColumn - 1) / perColumn][rows];
        for (int i = 0; i < sites.size(); i++) {
            int column = i / perColumn;
            int together = Math.min(perColumn, sites.size() - column * perColumn);
            Site site = sites.get(i);
            for (int v = 0; v < site.values().length; v++) {
                probabilities[column][(int) ((site.values()[v] - least) / width)] += site.shares()[v] / together;
            }
        }
        return Optional.of(new AllocationMap(variable, (long) least, width, rows, perColumn, probabilities));
    }

    /** By column and row, each probability as a byte. */
    public Block pack() {
        Block block = new Block();
        for (double[] column : probabilities) {
            Arrays.stream(column).forEach(probability -> block.octet((int) Math.rint(255 * Math.min(1, probability))));
        }
        return block;
    }
}
