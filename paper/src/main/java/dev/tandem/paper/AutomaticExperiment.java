package dev.tandem.paper;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.paper.PaperData.Document;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The question that the paper closes with: can the parameters be picked automatically? Samplers that choose everything
 * themselves beside the best of the paper's grids, each measure with the point of the grid that is best by it.
 */
final class AutomaticExperiment implements Experiment {
    private static final String SUMMED = "NUTS, x summed out";
    /** A quality by which the best point of a grid is chosen. */
    private enum Measure {
        PER_DRAW("MRESS"),
        DISCRETE("MRESS, discrete"),
        PER_GRADIENT("per 1,000 gradients"),
        PER_SECOND("per second"),
        DISCRETE_PER_SECOND("per second, discrete");

        private final String label;

        Measure(String label) {
            this.label = label;
        }

        double of(CellSummary cell) {
            return switch (this) {
                case PER_DRAW -> cell.mress();
                case DISCRETE -> cell.discreteMress();
                case PER_GRADIENT -> cell.perThousandGradients();
                case PER_SECOND -> cell.perSecond();
                case DISCRETE_PER_SECOND -> cell.discretePerSecond();
            };
        }
    }

    @Override
    public String name() {
        return "automatic";
    }

    @Override
    public String title() {
        return "The closing question: parameters that pick themselves, beside the best of the paper's grids";
    }

    @Override
    public List<Cell> borrowed(Setup setup) {
        Set<String> read = new HashSet<>(List.of(
                MixtureExperiment.bestPublished(),
                MixtureExperiment.ran(MixtureExperiment.HWG),
                MixtureExperiment.ran(MixtureExperiment.DHMC),
                MixtureExperiment.ran(MixtureExperiment.TANDEM),
                MixtureExperiment.ran(MixtureExperiment.TANDEM_NUTS),
                MixtureExperiment.ran(MixtureExperiment.NUTS_DEFAULT)));
        read.addAll(SelectionExperiment.publishedGrid(setup.scale()));
        read.addAll(SelectionExperiment.hwgGrid(setup.scale()));
        read.addAll(SelectionExperiment.dhmcGrid(setup.scale()));
        read.add(SelectionExperiment.cell(SelectionExperiment.TANDEM));
        read.add(SelectionExperiment.cell(SelectionExperiment.TANDEM_NUTS));
        for (Document document : setup.data().documents()) {
            for (String sampler :
                    List.of(TopicExperiment.PUBLISHED, TopicExperiment.TANDEM, TopicExperiment.TANDEM_NUTS)) {
                read.add(TopicExperiment.cell(document, sampler));
            }
            TopicExperiment.hwgGrid(setup.scale()).forEach(point -> read.add(TopicExperiment.hwgCell(document, point)));
        }
        return Stream.of(new MixtureExperiment(), new SelectionExperiment(), new TopicExperiment())
                .flatMap(experiment -> experiment.cells(setup).stream())
                .filter(cell -> read.contains(cell.name()))
                .toList();
    }

    private static String cell(Document document) {
        return "automatic document " + document.number() + " " + SUMMED;
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        for (Document document : setup.data().documents()) {
            cells.add(new Cell(
                    cell(document),
                    document.density().marginal(),
                    setup.data().identity(),
                    Way.automatic(KernelFamily.of(Method.NUTS)),
                    setup.scale().of(4, 96),
                    1000,
                    setup.scale().of(1000, 4000),
                    Recorder.everything(),
                    chains -> Map.of(),
                    3000 + document.density().tokens() * 700.0));
        }
        return cells;
    }

    /** A problem with the candidates on both sides: rows by name, each with the cells it may choose from. */
    private record Problem(String name, String caption, List<Row> grid, List<Row> own) {
        double best(List<Row> rows, Measure measure) {
            return rows.stream()
                    .mapToDouble(row -> row.best(measure))
                    .filter(value -> !Double.isNaN(value) && !Double.isInfinite(value))
                    .max()
                    .orElse(Double.NaN);
        }

        double ratio(Measure measure) {
            return best(own, measure) / best(grid, measure);
        }

        Section.Table table() {
            List<List<String>> rows = new ArrayList<>();
            for (List<Row> side : List.of(grid, own)) {
                for (Row row : side) {
                    List<String> cells = new ArrayList<>(List.of(row.name()));
                    for (Measure measure : Measure.values()) {
                        double value = row.best(measure);
                        cells.add(Double.isInfinite(value) ? "–" : Numbers.three(value));
                    }
                    cells.add(SpeedTable.rhat(row.rhat()));
                    rows.add(cells);
                }
            }
            List<String> last = new ArrayList<>(List.of("best automatic / best of the grids"));
            for (Measure measure : Measure.values()) {
                last.add(Numbers.times(ratio(measure)));
            }
            last.add("–");
            rows.add(last);
            List<String> header = new ArrayList<>(List.of("sampler"));
            for (Measure measure : Measure.values()) {
                header.add(measure.label);
            }
            header.add("R-hat");
            return new Section.Table("automatic-" + name, caption, header, rows);
        }
    }

    /**
     * One line of a table.
     *
     * @param name the sampler
     * @param units for each unit, which is the problem or one of its documents, the cells to choose the best from
     */
    private record Row(String name, List<List<CellSummary>> units) {
        /** The best point's value by this measure; the geometric mean where there are many units. */
        double best(Measure measure) {
            double sum = 0;
            for (List<CellSummary> points : units) {
                sum += Elementary.log(
                        points.stream().mapToDouble(measure::of).max().orElse(Double.NaN));
            }
            return Elementary.exp(sum / units.size());
        }

        /** That of the point with the best MRESS, at the worst unit. */
        double rhat() {
            return units.stream()
                    .mapToDouble(points -> points.stream()
                            .max(Comparator.comparingDouble(CellSummary::mress))
                            .orElseThrow()
                            .worstRhat())
                    .max()
                    .orElse(Double.NaN);
        }

        static Row of(String name, List<String> names, Map<String, CellSummary> cells) {
            return new Row(name, List.of(names.stream().map(cells::get).toList()));
        }

        static Row of(String name, String one, Map<String, CellSummary> cells) {
            return of(name, List.of(one), cells);
        }
    }

    private static Problem mixture(Map<String, CellSummary> cells) {
        return new Problem(
                "mixture",
                "The mixture in 24 dimensions, means that ran; the grids' points are those that the supplement names.",
                List.of(
                        Row.of("published, settings of the supplement", MixtureExperiment.bestPublished(), cells),
                        Row.of("HwG, settings of the supplement", MixtureExperiment.ran(MixtureExperiment.HWG), cells),
                        Row.of(
                                "DHMC, settings of the supplement",
                                MixtureExperiment.ran(MixtureExperiment.DHMC),
                                cells)),
                List.of(
                        Row.of("node with its warmup", MixtureExperiment.ran(MixtureExperiment.TANDEM), cells),
                        Row.of("mixed NUTS", MixtureExperiment.ran(MixtureExperiment.TANDEM_NUTS), cells),
                        Row.of(SUMMED, MixtureExperiment.ran(MixtureExperiment.NUTS_DEFAULT), cells)));
    }

    private static Problem selection(Scale scale, Map<String, CellSummary> cells) {
        return new Problem(
                "selection",
                "Variable selection; every measure takes the point of the grid that is best by it.",
                List.of(
                        Row.of("published, best of the grid", SelectionExperiment.publishedGrid(scale), cells),
                        Row.of("HwG, best of the grid", SelectionExperiment.hwgGrid(scale), cells),
                        Row.of("DHMC, best of the grid", SelectionExperiment.dhmcGrid(scale), cells)),
                List.of(
                        Row.of("node with its warmup", SelectionExperiment.cell(SelectionExperiment.TANDEM), cells),
                        Row.of("mixed NUTS", SelectionExperiment.cell(SelectionExperiment.TANDEM_NUTS), cells)));
    }

    private static Problem topics(Setup setup, Map<String, CellSummary> cells) {
        TopicResults results = new TopicResults(setup, cells);
        return new Problem(
                "topics",
                "Twenty documents, geometric means; the worst R-hat of all. HwG takes the best point of its grid for each"
                        + " document and measure.",
                List.of(
                        documents(
                                "published, settings of the paper",
                                setup,
                                document -> List.of(results.of(document, TopicExperiment.PUBLISHED))),
                        documents(
                                "HwG, best of the grid",
                                setup,
                                document -> TopicExperiment.hwgGrid(setup.scale()).stream()
                                        .map(point -> cells.get(TopicExperiment.hwgCell(document, point)))
                                        .toList())),
                List.of(
                        documents(
                                "node with its warmup",
                                setup,
                                document -> List.of(results.of(document, TopicExperiment.TANDEM))),
                        documents(
                                "mixed NUTS",
                                setup,
                                document -> List.of(results.of(document, TopicExperiment.TANDEM_NUTS))),
                        documents(SUMMED, setup, document -> List.of(cells.get(cell(document))))));
    }

    private static Row documents(String name, Setup setup, Function<Document, List<CellSummary>> points) {
        return new Row(name, setup.data().documents().stream().map(points).toList());
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        List<Problem> problems = List.of(mixture(cells), selection(setup.scale(), cells), topics(setup, cells));
        List<Section.Part> parts = new ArrayList<>();
        parts.add(
                new Section.Text(
                        "The paper ends on the remark that its sampler is sensitive to its parameters, \"similar"
                                + " to regular HMC\", and that \"automatically picking the parameters (e.g. in a NUTS-like way)\" is an"
                                + " important future direction. Below, samplers that pick everything themselves stand under the paper's"
                                + " samplers with the best settings in hindsight. The grids are favoured: the search for their best point"
                                + " is not counted, every measure may take another point, and the best of many noisy values is too large."
                                + " Automatic samplers pay for warmup (not counted either) and nothing else. Indicators of variable selection cannot be summed out in less"
                                + " than a million terms, so that row is missing there. Tandem's race between summing and sampling is for"
                                + " models of its language; these three problems are densities, and both sides are shown instead."));
        problems.forEach(problem -> parts.add(problem.table()));
        parts.add(new Section.Text(whereTheGridsWin(problems)));
        // A question has no verdict.
        return new Section(name(), title(), parts, List.of());
    }

    private static String whereTheGridsWin(List<Problem> problems) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : problems) {
            for (Measure measure : Measure.values()) {
                if (problem.ratio(measure) < 1) {
                    text.append(text.isEmpty() ? "Where the best of the grids is still ahead: " : "; ")
                            .append(problem.name())
                            .append(", ")
                            .append(measure.label)
                            .append(" (")
                            .append(Numbers.times(problem.ratio(measure)))
                            .append(')');
                }
            }
        }
        return text.isEmpty() ? "The best automatic sampler is ahead of the best of the grids everywhere." : text + ".";
    }
}
