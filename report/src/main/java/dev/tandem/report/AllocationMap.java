package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.draws.SummaryRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The probabilities of the values of a discrete array, site by site, for a heat map. Where there are too many sites or
 * values, adjoining ones are put together: a column then has the mean over its sites. A site that is not an unknown, such
 * as an animal's state before it was first caught, has no probabilities: they are all 0.
 *
 * @param board the array
 * @param first the smallest value
 * @param width how many values a row of the map has
 * @param rows rows of the map
 * @param sitesPerColumn sites that a column stands for, 1 unless there are very many
 * @param probabilities by column and row
 */
@SuppressWarnings("ArrayRecordComponent")
record AllocationMap(Board board, long first, long width, int rows, int sitesPerColumn, double[][] probabilities) {
    /** An array of fewer sites is better read in the table. */
    private static final int FEWEST_SITES = 4;

    private static final int MOST_ROWS = 40;

    private static final int MOST_CELLS = 60_000;

    /** Elements far apart would make a map of nothing. */
    private static final int MOST_SITES_AN_UNKNOWN = 50;

    private static final Pattern SUBSCRIPTS = Pattern.compile("\\[(\\d{1,9}(?:,\\d{1,9})*)]");

    /**
     * The sites of an array.
     *
     * @param name of the array
     * @param shape its extents; those of the largest subscripts if the array is known in part
     * @param elements for each site the number of its element among the draws, or -1 if it is not an unknown
     */
    record Board(String name, List<Integer> shape, int[] elements) {}

    /**
     * The arrays that may have a map, in the order of the draws. An array of which some elements are known is drawn element
     * by element ({@code z[3,2]} is a variable then), and is put together here.
     */
    static List<Board> boards(Draws draws) {
        List<Board> boards = new ArrayList<>();
        Map<String, List<Variable>> parts = new LinkedHashMap<>();
        for (Variable variable : draws.variables()) {
            if (variable.kind() != Variable.Kind.DISCRETE) {
                continue;
            }
            if (!variable.shape().isEmpty()) {
                int first = draws.firstElement(variable.name());
                boards.add(new Board(
                        variable.name(),
                        variable.shape(),
                        IntStream.range(first, first + variable.size()).toArray()));
            } else if (variable.name().indexOf('[') > 0) {
                parts.computeIfAbsent(BaseName.of(variable.name()), name -> new ArrayList<>())
                        .add(variable);
            }
        }
        parts.forEach((name, variables) -> together(name, variables, draws).ifPresent(boards::add));
        boards.removeIf(board -> Arrays.stream(board.elements())
                        .filter(element -> element >= 0)
                        .count()
                < FEWEST_SITES);
        return boards;
    }

    private static Optional<Board> together(String name, List<Variable> variables, Draws draws) {
        List<int[]> subscripts = variables.stream()
                .map(variable ->
                        subscripts(variable.name().substring(name.length())).orElse(new int[0]))
                .toList();
        int dimensions = subscripts.get(0).length;
        if (dimensions == 0 || subscripts.stream().anyMatch(each -> each.length != dimensions)) {
            return Optional.empty();
        }
        int[] shape = new int[dimensions];
        subscripts.forEach(each -> Arrays.setAll(shape, d -> Math.max(shape[d], each[d])));
        double sites = Arrays.stream(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
        if (sites > (double) MOST_SITES_AN_UNKNOWN * variables.size()) {
            return Optional.empty();
        }
        int[] elements = new int[(int) sites];
        Arrays.fill(elements, -1);
        for (int i = 0; i < variables.size(); i++) {
            int site = 0;
            for (int d = dimensions - 1; d >= 0; d--) {
                site = site * shape[d] + subscripts.get(i)[d] - 1;
            }
            elements[site] = draws.firstElement(variables.get(i).name());
        }
        return Optional.of(
                new Board(name, Arrays.stream(shape).boxed().toList(), elements));
    }

    private static Optional<int[]> subscripts(String text) {
        return Optional.of(SUBSCRIPTS.matcher(text))
                .filter(matcher -> matcher.matches())
                .map(matcher -> Stream.of(matcher.group(1).split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .filter(found -> Arrays.stream(found).allMatch(subscript -> subscript > 0));
    }

    /**
     * The values of one site.
     *
     * @param values that can occur, in ascending order
     * @param shares of each among all draws, or its probability where that is known exactly at every draw
     */
    record Site(double[] values, double[] shares) {
        /** A row of a summary has its most probable values only; these are taken where nothing is missing. */
        private static final double ALL = 1 - 1e-6;

        static Site of(double[][] chains, SummaryRow row) {
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

    /** The map of an array from its sites in order, of which some may not be unknown; empty if no site is in doubt. */
    static Optional<AllocationMap> of(Board board, List<Optional<Site>> sites) {
        List<Site> known = sites.stream().flatMap(Optional::stream).toList();
        double least = known.stream().mapToDouble(Site::least).min().orElseThrow();
        double greatest = known.stream().mapToDouble(Site::greatest).max().orElseThrow();
        boolean doubt = known.stream().anyMatch(site -> site.values().length > 1);
        if (!doubt || !Double.isFinite(least) || !Double.isFinite(greatest)) {
            return Optional.empty();
        }
        long width = (long) Math.ceil((greatest - least + 1) / MOST_ROWS);
        int rows = (int) ((greatest - least) / width) + 1;
        int perColumn = Math.max(1, (int) Math.ceil((double) sites.size() * rows / MOST_CELLS));
        double[][] probabilities = new double[(sites.size() + perColumn - 1) / perColumn][rows];
        for (int column = 0; column < probabilities.length; column++) {
            List<Site> together =
                    sites.subList(column * perColumn, Math.min(sites.size(), (column + 1) * perColumn)).stream()
                            .flatMap(Optional::stream)
                            .toList();
            for (Site site : together) {
                for (int v = 0; v < site.values().length; v++) {
                    probabilities[column][(int) ((site.values()[v] - least) / width)] +=
                            site.shares()[v] / together.size();
                }
            }
        }
        return Optional.of(new AllocationMap(board, (long) least, width, rows, perColumn, probabilities));
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
