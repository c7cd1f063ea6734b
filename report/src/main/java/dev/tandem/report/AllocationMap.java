package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.util.Arrays;
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
record AllocationMap(
        Variable variable, long first, long width, int rows, int sitesPerColumn, double[][] probabilities) {
    /** An array of fewer sites is better read in the table. */
    private static final int FEWEST_SITES = 4;

    private static final int MOST_ROWS = 40;

    private static final int MOST_CELLS = 60_000;

    /** The map of a variable; empty if it has few sites, or if none of them is in doubt. */
    static Optional<AllocationMap> of(Draws draws, Variable variable) {
        int sites = variable.size();
        if (variable.kind() != Variable.Kind.DISCRETE || sites < FEWEST_SITES || draws.drawsPerChain() == 0) {
            return Optional.empty();
        }
        int offset = draws.firstElement(variable.name());
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        boolean doubt = false;
        for (int site = 0; site < sites; site++) {
            double lower = Double.POSITIVE_INFINITY;
            double upper = Double.NEGATIVE_INFINITY;
            for (double[] chain : draws.element(offset + site)) {
                for (double draw : chain) {
                    lower = Math.min(lower, draw);
                    upper = Math.max(upper, draw);
                }
            }
            doubt |= upper > lower;
            least = Math.min(least, lower);
            greatest = Math.max(greatest, upper);
        }
        if (!doubt || !Double.isFinite(least) || !Double.isFinite(greatest)) {
            return Optional.empty();
        }
        long width = (long) Math.ceil((greatest - least + 1) / MOST_ROWS);
        int rows = (int) ((greatest - least) / width) + 1;
        int perColumn = Math.max(1, (int) Math.ceil((double) sites * rows / MOST_CELLS));
        int columns = (sites + perColumn - 1) / perColumn;
        double[][] probabilities = new double[columns][rows];
        for (int site = 0; site < sites; site++) {
            double[] column = probabilities[site / perColumn];
            int together = Math.min(perColumn, sites - site / perColumn * perColumn);
            double weight = 1.0 / ((double) draws.chains() * draws.drawsPerChain() * together);
            for (double[] chain : draws.element(offset + site)) {
                for (double draw : chain) {
                    column[(int) ((draw - least) / width)] += weight;
                }
            }
        }
        return Optional.of(new AllocationMap(variable, (long) least, width, rows, perColumn, probabilities));
    }

    /** By column and row, each probability as a byte. */
    Block pack() {
        Block block = new Block();
        for (double[] column : probabilities) {
            Arrays.stream(column).forEach(probability -> block.octet((int) Math.rint(255 * Math.min(1, probability))));
        }
        return block;
    }
}
