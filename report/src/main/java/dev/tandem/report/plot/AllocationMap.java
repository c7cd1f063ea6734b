package dev.tandem.report.plot;

import dev.tandem.density.Variable;
import dev.tandem.draws.summary.SummaryRow;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The probabilities of the values of a discrete array, site by site, for a heat map. Where there are too many sites or
 * values, adjoining ones are put together: a column then has the mean over its sites. A site that is not an unknown, such
 * as an animal's state before it was first caught, has no probabilities: they are all 0.
 *
 * @param array the array
 * @param first the smallest value
 * @param width how many values a row of the map has
 * @param rows rows of the map
 * @param sitesPerColumn sites that a column stands for, 1 unless there are very many
 * @param probabilities by column and row
 */
@SuppressWarnings("ArrayRecordComponent")
public record AllocationMap(
        WholeArray array, long first, long width, int rows, int sitesPerColumn, double[][] probabilities) {
    /** An array of fewer sites is better read in the table. */
    private static final int FEWEST_SITES = 4;

    private static final int MOST_ROWS = 40;

    private static final int MOST_CELLS = 60_000;

    /** Elements far apart would make a map of nothing. */
    private static final int MOST_SITES_AN_UNKNOWN = 50;

    /** Whether an array may have a map. */
    public static boolean suits(WholeArray array) {
        return array.kind() == Variable.Kind.DISCRETE
                && array.elements().length >= FEWEST_SITES
                && array.size() <= (double) MOST_SITES_AN_UNKNOWN * array.elements().length;
    }

    /**
     * The values of one site.
     *
     * @param values that can occur, in ascending order
     * @param shares of each among all draws, or its probability where that is known exactly at every draw
     */
    public record Site(double[] values, double[] shares) {
        /** A row of a summary has its most probable values only; these are taken where nothing is missing. */
        private static final double ALL = 1 - 1e-6;

        public static Site of(double[][] chains, SummaryRow row) {
            double stated = row.frequencies().stream()
                    .mapToDouble(SummaryRow.Frequency::probability)
                    .sum();
            if (row.exact() && stated > ALL) {
                List<SummaryRow.Frequency> ascending = row.frequencies().stream()
                        .sorted((a, b) -> Long.compare(a.value(), b.value()))
                        .toList();
                return new Site(
                        ascending.stream()
                                .mapToDouble(SummaryRow.Frequency::value)
                                .toArray(),
                        ascending.stream()
                                .mapToDouble(SummaryRow.Frequency::probability)
                                .toArray());
            }
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

    /** The map of an array from its unknown sites, in the order of its elements; empty if none is in doubt. */
    public static Optional<AllocationMap> of(WholeArray array, List<Site> known) {
        Site[] sites = new Site[(int) array.size()];
        for (int i = 0; i < known.size(); i++) {
            sites[(int) array.sites()[i]] = known.get(i);
        }
        double least = known.stream().mapToDouble(Site::least).min().orElseThrow();
        double greatest = known.stream().mapToDouble(Site::greatest).max().orElseThrow();
        boolean doubt = known.stream().anyMatch(site -> site.values().length > 1);
        if (!doubt || !Double.isFinite(least) || !Double.isFinite(greatest)) {
            return Optional.empty();
        }
        long width = (long) Math.ceil((greatest - least + 1) / MOST_ROWS);
        int rows = (int) ((greatest - least) / width) + 1;
        int perColumn = Math.max(1, (int) Math.ceil((double) sites.length * rows / MOST_CELLS));
        double[][] probabilities = new double[(sites.length + perColumn - 1) / perColumn][rows];
        for (int column = 0; column < probabilities.length; column++) {
            List<Site> together = Arrays.stream(
                            sites, column * perColumn, Math.min(sites.length, (column + 1) * perColumn))
                    .filter(Objects::nonNull)
                    .toList();
            for (Site site : together) {
                for (int v = 0; v < site.values().length; v++) {
                    probabilities[column][(int) ((site.values()[v] - least) / width)] +=
                            site.shares()[v] / together.size();
                }
            }
        }
        return Optional.of(new AllocationMap(array, (long) least, width, rows, perColumn, probabilities));
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
