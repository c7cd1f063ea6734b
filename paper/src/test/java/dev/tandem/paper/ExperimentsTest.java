package dev.tandem.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.paper.topics.Corpus;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;

/** Every experiment from its cells to its report, with a few draws of each cell. */
@Order(1)
@Tag("normal")
final class ExperimentsTest {
    private static PaperData data;

    @TempDir
    Path folder;

    @BeforeAll
    static void shrinkData() {
        PaperData whole = PaperData.simulated(1);
        data = new PaperData(
                whole.origin(),
                whole.identity(),
                whole.selection(),
                whole.trueModel(),
                whole.documents().subList(1, 4),
                new Corpus(whole.corpus().documents().subList(0, 60)),
                Optional.empty());
    }

    static Stream<Experiment> experiments() {
        return PaperRun.EXPERIMENTS.stream();
    }

    private static Experiment.Setup setup(Scale scale) {
        return new Experiment.Setup(scale, 3, 2, data);
    }

    private static Cell shrunk(Cell cell) {
        return new Cell(
                cell.name(),
                cell.density(),
                cell.data(),
                cell.way(),
                2,
                cell.way().family().isPresent() ? 60 : 2,
                12,
                cell.recorder(),
                cell.extra(),
                cell.nanoseconds());
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void reportsAreWhole(Experiment experiment) throws Exception {
        Experiment.Setup setup = setup(Scale.QUICK);
        CellStore store = new CellStore(folder, 3);
        List<Cell> cells = PaperRun.allCells(experiment, setup).stream()
                .map(ExperimentsTest::shrunk)
                .toList();
        Map<String, CellSummary> summaries = new Laboratory(store, 3, 2, (doing, done, all) -> {}).run(cells);
        Section section = experiment.report(setup, summaries, (name, identity, compute) -> compute.get());
        assertThat(section.name()).isEqualTo(experiment.name());
        // Without the paper's data there is nothing to say about the model that it trained; a question is no claim.
        assertThat(section.claims().isEmpty())
                .isEqualTo(Set.of("training", "automatic").contains(experiment.name()));
        Set<String> names = new HashSet<>();
        for (Section.Part part : section.parts()) {
            if (part instanceof Section.Table table) {
                assertThat(names.add("table " + table.name())).as(table.name()).isTrue();
                assertThat(table.rows())
                        .isNotEmpty()
                        .allSatisfy(row -> assertThat(row).hasSameSizeAs(table.header()));
                assertThat(Page.csv(table).lines()).hasSize(table.rows().size() + 1);
            } else if (part instanceof Section.Picture picture) {
                assertThat(names.add("picture " + picture.name()))
                        .as(picture.name())
                        .isTrue();
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(picture.svg())));
                assertThat(picture.svg()).doesNotContain("NaN").doesNotContain("Infinity");
            }
        }
        String page = Page.render("heading", List.of("note"), List.of(section));
        assertThat(page)
                .contains("<h2 id=\"" + experiment.name() + "\">", "note")
                .doesNotContain("null");
        assertThat(Page.markdown("heading", List.of("note"), List.of(section), "figures"))
                .startsWith("# heading\n\nnote\n")
                .doesNotContain("null");
    }

    /** Names of cells are names of files and seeds of streams: no two may be the same, at either scale. */
    @Test
    void cellsHaveNamesOfTheirOwn() {
        for (Scale scale : Scale.values()) {
            List<String> names = new ArrayList<>();
            for (Experiment experiment : PaperRun.EXPERIMENTS) {
                experiment.cells(setup(scale)).forEach(cell -> names.add(cell.name()));
            }
            assertThat(names).doesNotHaveDuplicates();
            assertThat(names.stream().map(name -> name.replaceAll("[^A-Za-z0-9.=+-]+", "_")))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void thePapersScaleHasThePapersChains() {
        Experiment mixture = PaperRun.EXPERIMENTS.stream()
                .filter(experiment -> experiment.name().equals("fig3"))
                .findFirst()
                .orElseThrow();
        assertThat(mixture.cells(setup(Scale.PAPER))).allSatisfy(cell -> {
            assertThat(cell.chains()).isEqualTo(192);
            assertThat(cell.warmup()).isEqualTo(10_000);
            assertThat(cell.draws()).isEqualTo(10_000);
        });
    }
}
