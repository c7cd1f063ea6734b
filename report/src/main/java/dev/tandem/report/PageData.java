package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.ElementScan;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.FindingsJson;
import dev.tandem.report.plot.AllocationMap;
import dev.tandem.report.plot.Curves;
import dev.tandem.report.plot.Detail;
import dev.tandem.report.plot.Divergences;
import dev.tandem.report.plot.IntervalEnds;
import dev.tandem.report.plot.KernelDensity;
import dev.tandem.report.plot.WholeArray;
import dev.tandem.report.text.JsonNumbers;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The content of a report as the JSON that the page's script reads; the plots of unknowns are kept apart, packed. */
final class PageData {
    /** More rows than this are not for reading; the page says how many it left out. */
    static final int MOST_ROWS = 8000;

    /** Elements of variables no larger than this are shown before those of larger ones. */
    private static final int SMALL = 50;

    private static final int MOST_MAPS = 12;

    private static final int MOST_CLUES = 8;

    private static final int ENERGY_POINTS = 121;

    private static final int ACCEPTANCE_BINS = 25;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ReportContent content;
    private final Draws draws;
    private final boolean hasDraws;
    private final Divergences divergences;
    private final int[] shownRows;
    private final Detail detail;
    private final int[] plottedRows;
    private final List<WholeArray> arrays;
    private final BitSet mapped;
    private final List<Piece> pieces;

    private static final List<String> COLUMNS = List.of(
            "name",
            "variable",
            "plot",
            "mean",
            "sd",
            "mcse_mean",
            "mcse_sd",
            "mcse_chain",
            "q5",
            "q50",
            "q95",
            "rhat",
            "ess_bulk",
            "ess_tail",
            "probabilities",
            "intervals",
            "cells");

    private static final int RHAT_COLUMN = COLUMNS.indexOf("rhat");

    /**
     * What is computed from the draws of one element.
     *
     * @param curves its plots as text, if it has some
     * @param chainError the standard error of the mean of one chain by itself, which does not grow when chains disagree
     * @param clue where its divergent draws gather, if that can be said
     * @param site its values, if it belongs to a heat map
     * @param ends of its intervals, if it is shown
     */
    private record Piece(
            Optional<String> curves,
            double chainError,
            Optional<Divergences.Clue> clue,
            Optional<AllocationMap.Site> site,
            Optional<double[]> ends) {}

    PageData(ReportContent content) {
        this.content = content;
        draws = content.draws();
        hasDraws = draws.drawsPerChain() > 0;
        divergences =
                content.statistic(ReportContent.DIVERGENT).map(Divergences::of).orElseGet(Divergences::none);
        int[] order = inOrderOfInterest();
        shownRows = Arrays.stream(order).limit(MOST_ROWS).sorted().toArray();
        detail = Detail.fit(
                shownRows.length,
                draws.chains(),
                draws.drawsPerChain(),
                divergences.shown().size());
        plottedRows = Arrays.stream(order).limit(detail.plotted()).sorted().toArray();
        arrays = WholeArray.of(draws);
        mapped = new BitSet();
        arrays.stream()
                .filter(AllocationMap::suits)
                .forEach(array -> Arrays.stream(array.elements()).forEach(mapped::set));
        pieces = hasDraws ? ElementScan.map(draws, this::piece) : List.of();
    }

    private Piece piece(int element, double[][] values) {
        boolean plotted = Arrays.binarySearch(plottedRows, element) >= 0;
        Variable variable = draws.variableOf(element);
        SummaryRow row = content.summary().rows().get(element);
        return new Piece(
                plotted
                        ? Optional.of(
                                Curves.pack(values, row, detail, divergences).text())
                        : Optional.empty(),
                plotted ? chainError(values) : Double.NaN,
                plotted && variable.kind() == Variable.Kind.CONTINUOUS ? divergences.clue(values) : Optional.empty(),
                mapped.get(element) ? Optional.of(AllocationMap.Site.of(values, row)) : Optional.empty(),
                Arrays.binarySearch(shownRows, element) >= 0 ? Optional.of(IntervalEnds.of(values)) : Optional.empty());
    }

    /** By the chains that move; 0 if none does. */
    private static double chainError(double[][] values) {
        return Arrays.stream(values)
                .mapToDouble(chain -> Diagnostics.mcseMean(new double[][] {chain}))
                .map(error -> Double.isFinite(error) ? error * error : 0)
                .average()
                .stream()
                .map(Math::sqrt)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The plots of unknowns, a line each. */
    void writeCurves(Writer writer) throws IOException {
        for (int element : plottedRows) {
            writer.write(pieces.get(element).curves().orElseThrow());
            writer.write('\n');
        }
    }

    /** Small variables first, then what needs attention, then the rest. */
    private int[] inOrderOfInterest() {
        List<SummaryRow> rows = content.summary().rows();
        return IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(
                                element -> draws.variableOf(element).size() <= SMALL ? 0 : 1)
                        .thenComparingDouble(element -> {
                            double rhat = rows.get(element).rhat();
                            return rhat > Findings.GREATEST_RHAT ? -rhat : 0;
                        }))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    String json() {
        ObjectNode root = NODES.objectNode();
        root.put("maker", content.maker());
        root.put("title", content.title());
        root.put("subtitle", content.subtitle());
        root.put("sampler", content.facts().sampler());
        root.put("targetAcceptance", content.facts().targetAcceptance());
        root.put("divergences", content.facts().divergences());
        if (!Double.isNaN(content.samplingSeconds())) {
            ObjectNode seconds = root.putObject("seconds");
            seconds.put("warmup", content.warmupSeconds());
            seconds.put("sampling", content.samplingSeconds());
        }
        root.put("chains", draws.chains());
        root.put("draws", draws.drawsPerChain());
        root.put("drawn", content.summary().drawsPerChain());
        FindingsJson.put(root, content.findings());
        content.judged().ifPresent(judged -> FindingsJson.put(root.putObject("judged"), judged));
        facts(root.putArray("data"), content.data());
        facts(root.putArray("settings"), content.settings());
        content.modelText().ifPresent(text -> root.put("model", text));
        content.graph().ifPresent(picture -> PagePictures.graph(root.putObject("graph"), content.title(), picture));
        content.chains().ifPresent(table -> chainTable(root.putObject("chainTable"), table));
        ObjectNode reasons = root.putObject("reasons");
        content.reasons()
                .forEach((section, reason) -> reasons.put(section.name().toLowerCase(Locale.ROOT), reason));
        if (hasDraws) {
            table(root);
            content.beside().ifPresent(other -> beside(root.putObject("beside"), other));
            detail(root.putObject("detail"));
            divergences(root.putObject("divergent"));
            allocations(root.putArray("allocations"));
            content.statistic(ReportContent.ENERGY).ifPresent(energies -> energy(root, energies));
            content.statistic(ReportContent.ACCEPTANCE)
                    .ifPresent(values -> acceptance(root.putObject("acceptance"), values));
        }
        PagePictures.warmup(root.putArray("warmup"), content.warmup());
        content.predictive()
                .forEach(check ->
                        PagePictures.predictive(root.withArray("predictive").addObject(), check));
        content.trajectory().ifPresent(picture -> PagePictures.trajectory(root.putObject("trajectory"), picture));
        return JsonMapper.shared().writeValueAsString(root);
    }

    private static void facts(ArrayNode array, List<Fact> facts) {
        facts.forEach(fact -> array.addArray().add(fact.name()).add(fact.value()));
    }

    private static void chainTable(ObjectNode node, ChainTable table) {
        table.headings().forEach(node.putArray("headings")::add);
        ArrayNode rows = node.putArray("rows");
        for (List<String> row : table.rows()) {
            row.forEach(rows.addArray()::add);
        }
    }

    /** The numbers of the summary as they are, to sort by; and as text, to read. */
    private void table(ObjectNode root) {
        List<SummaryRow> rows = content.summary().rows();
        boolean discrete = rows.stream().anyMatch(row -> row.kind() == Variable.Kind.DISCRETE);
        ArrayNode variables = root.putArray("variables");
        int[] arrayOf = new int[draws.elements()];
        for (int number = 0; number < arrays.size(); number++) {
            WholeArray array = arrays.get(number);
            ObjectNode node = variables.addObject();
            node.put("name", array.name());
            array.shape().forEach(node.putArray("shape")::add);
            node.put("discrete", array.kind() == Variable.Kind.DISCRETE);
            for (int element : array.elements()) {
                arrayOf[element] = number;
            }
        }
        // Said only where it tells unknowns apart.
        boolean fates = !content.roles().drawn().isEmpty();
        ArrayNode headings = root.putArray("headings");
        SummaryTable.headings(discrete).forEach(headings::add);
        if (fates) {
            headings.add("fate");
        }
        for (String column : COLUMNS) {
            root.withArray("columns").add(column);
        }
        root.put("rowsInAll", rows.size());
        ArrayNode array = root.putArray("rows");
        for (int element : shownRows) {
            SummaryRow row = rows.get(element);
            ArrayNode cells = array.addArray();
            cells.add(row.name());
            cells.add(arrayOf[element]);
            cells.add(Math.max(-1, Arrays.binarySearch(plottedRows, element)));
            for (double value : new double[] {
                row.mean(),
                row.sd(),
                row.mcseMean(),
                row.mcseSd(),
                pieces.get(element).chainError(),
                row.q5(),
                row.q50(),
                row.q95(),
                row.rhat(),
                row.essBulk(),
                row.essTail()
            }) {
                JsonNumbers.add(cells, value);
            }
            if (row.rhat() == Double.POSITIVE_INFINITY) {
                // JSON has no such number.
                cells.set(RHAT_COLUMN, NODES.stringNode("Infinity"));
            }
            ArrayNode frequencies = cells.addArray();
            row.frequencies()
                    .forEach(frequency -> frequencies.add(frequency.value()).add(frequency.probability()));
            ArrayNode intervals = cells.addArray();
            for (double end : pieces.get(element).ends().orElseThrow()) {
                JsonNumbers.addRounded(intervals, end);
            }
            ArrayNode texts = cells.addArray();
            SummaryTable.cells(row, discrete).stream().skip(1).forEach(texts::add);
            if (fates) {
                texts.add(content.roles().fate(element).toString());
            }
        }
    }

    /** Another run, as far as it has unknowns of the same names as those that are shown. */
    private void beside(ObjectNode node, BesideRun other) {
        node.put("name", other.name());
        JsonNumbers.addRounded(node.putArray("levels"), IntervalEnds.levels());
        ObjectNode rows = node.putObject("rows");
        Set<String> shown =
                Arrays.stream(shownRows).mapToObj(draws::elementName).collect(Collectors.toSet());
        Draws drawn = other.draws();
        for (int element = 0; element < drawn.elements() && drawn.drawsPerChain() > 0; element++) {
            if (shown.contains(drawn.elementName(element))) {
                IntervalEnds.add(
                        rows.putArray(drawn.elementName(element)),
                        other.summary().rows().get(element),
                        IntervalEnds.of(drawn.element(element)));
            }
        }
    }

    private void detail(ObjectNode node) {
        node.put("plotted", plottedRows.length);
        node.put("shown", detail.shown());
        node.put("stride", detail.stride());
        node.put("envelope", detail.envelope());
        node.put("density", detail.density());
        node.put("ranks", detail.ranks());
        node.put("lags", detail.lags());
        node.put("running", detail.running());
    }

    /** Which draws diverged, and by which unknowns they differ from the others, the clearest first. */
    private void divergences(ObjectNode node) {
        node.put("total", divergences.total());
        ArrayNode shown = node.putArray("shown");
        divergences.shown().forEach(place -> shown.add(place.chain()).add(place.draw()));
        ArrayNode clues = node.putArray("clues");
        Arrays.stream(plottedRows)
                .filter(element -> pieces.get(element)
                        .clue()
                        .filter(clue -> clue.distance() > 0)
                        .isPresent())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        element -> -pieces.get(element).clue().orElseThrow().distance()))
                .limit(MOST_CLUES)
                .forEach(element -> {
                    Divergences.Clue found = pieces.get(element).clue().orElseThrow();
                    ObjectNode clue = clues.addObject();
                    clue.put("name", draws.elementName(element));
                    JsonNumbers.put(clue, "distance", found.distance());
                    JsonNumbers.put(clue, "median", found.median());
                });
    }

    private void allocations(ArrayNode array) {
        arrays.stream()
                .filter(AllocationMap::suits)
                .map(each -> AllocationMap.of(each, sites(each)))
                .flatMap(Optional::stream)
                .limit(MOST_MAPS)
                .forEach(map -> {
                    ObjectNode node = array.addObject();
                    node.put("name", map.array().name());
                    map.array().shape().forEach(node.putArray("shape")::add);
                    node.put("first", map.first());
                    node.put("width", map.width());
                    node.put("rows", map.rows());
                    node.put("columns", map.probabilities().length);
                    node.put("sitesPerColumn", map.sitesPerColumn());
                    node.put("data", map.pack().text());
                });
    }

    private List<AllocationMap.Site> sites(WholeArray array) {
        return Arrays.stream(array.elements())
                .mapToObj(element -> pieces.get(element).site().orElseThrow())
                .toList();
    }

    /** The density of the energy, centred, beside that of its steps from draw to draw. */
    private void energy(ObjectNode root, double[][] energies) {
        if (draws.drawsPerChain() < 2
                || Arrays.stream(energies)
                        .flatMapToDouble(Arrays::stream)
                        .anyMatch(energy -> !Double.isFinite(energy))) {
            return;
        }
        double mean = Arrays.stream(energies)
                .flatMapToDouble(Arrays::stream)
                .average()
                .orElseThrow();
        double[][] centred = new double[energies.length][];
        double[][] steps = new double[energies.length][];
        for (int chain = 0; chain < energies.length; chain++) {
            double[] values = energies[chain];
            centred[chain] = Arrays.stream(values).map(energy -> energy - mean).toArray();
            steps[chain] = IntStream.range(1, values.length)
                    .mapToDouble(draw -> values[draw] - values[draw - 1])
                    .toArray();
        }
        double low = Math.min(quantile(centred, 0.002), quantile(steps, 0.002));
        double high = Math.max(quantile(centred, 0.998), quantile(steps, 0.998));
        if (!(high > low)) {
            return;
        }
        ObjectNode node = root.putObject("energy");
        node.put("low", low);
        node.put("high", high);
        JsonNumbers.addRounded(node.putArray("marginal"), density(centred, low, high));
        JsonNumbers.addRounded(node.putArray("transition"), density(steps, low, high));
        ArrayNode ebfmi = node.putArray("ebfmi");
        if (content.summary().every() == 1) {
            for (double[] chain : energies) {
                JsonNumbers.add(ebfmi, Diagnostics.ebfmi(chain));
            }
        } else {
            content.facts().ebfmi().forEach(value -> JsonNumbers.add(ebfmi, value));
        }
    }

    private static double quantile(double[][] chains, double p) {
        double[] sorted =
                Arrays.stream(chains).flatMapToDouble(Arrays::stream).sorted().toArray();
        return sorted[(int) Math.rint(p * (sorted.length - 1))];
    }

    private static double[] density(double[][] chains, double low, double high) {
        double size = Math.max(50, Math.min(2000, Diagnostics.essBulk(chains)));
        return KernelDensity.of(chains, low, high, size).at(ENERGY_POINTS, chains);
    }

    private static void acceptance(ObjectNode node, double[][] values) {
        ArrayNode bins = node.putArray("bins");
        int[] counts = new int[ACCEPTANCE_BINS];
        int all = 0;
        for (double[] chain : values) {
            for (double value : chain) {
                counts[(int) Math.max(0, Math.min(ACCEPTANCE_BINS - 1, value * ACCEPTANCE_BINS))]++;
                all++;
            }
        }
        for (int count : counts) {
            bins.add((double) count / all);
        }
        ArrayNode means = node.putArray("means");
        Arrays.stream(values)
                .forEach(chain ->
                        JsonNumbers.add(means, Arrays.stream(chain).average().orElse(Double.NaN)));
    }
}
