package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.draws.Draws;
import dev.tandem.exports.Format;
import dev.tandem.runs.StoredRun;
import dev.tandem.sampling.Statistic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that start from a run: export and predict. */
class RunCommandsTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("tandem.root"), "examples");

    @TempDir
    static Path shared;

    private static Path run;
    private static Path partial;

    @TempDir
    Path folder;

    @BeforeAll
    static void sample() {
        run = shared.resolve("run");
        partial = shared.resolve("partial");
        sample(run);
        sample(partial, "--monitor", "alpha0,z");
    }

    private static void sample(Path out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "sample",
                EXAMPLES.resolve("occupancy/model.bug").toString(),
                "--data",
                EXAMPLES.resolve("occupancy/data.json").toString(),
                "--chains",
                "2",
                "--warmup",
                "150",
                "--draws",
                "60",
                "--quiet",
                "--out",
                out.toString()));
        arguments.addAll(List.of(more));
        assertThat(Terminal.run(arguments.toArray(String[]::new)).code()).isZero();
    }

    private Terminal export(Object... arguments) {
        return Terminal.run(Stream.concat(Stream.of("export"), Arrays.stream(arguments))
                .map(Object::toString)
                .toArray(String[]::new));
    }

    private List<String> present() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesEveryFormat(Format format) throws IOException {
        Path out = folder.resolve("out");
        Terminal terminal = export(run, "--format", format.label(), "--out", out);
        assertThat(terminal.err()).isEqualTo("wrote 2 chains of 60 draws to " + out + "\n");
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.code()).isZero();
        assertThat(present()).containsExactly("out");
    }

    @Test
    void writesTheValuesThatWereDrawn() throws IOException {
        Path csv = folder.resolve("draws.csv");
        export(run, "--out", csv);
        List<String> lines = Files.readAllLines(csv);
        StoredRun stored = StoredRun.open(run);
        Draws draws = stored.draws();
        List<String> headings = List.of(lines.get(0).split(",", -1));
        assertThat(headings).startsWith("chain", "draw", "alpha0").endsWith("divergent__", "energy__");
        assertThat(lines).hasSize(1 + 2 * 60);
        for (int row = 1; row < lines.size(); row++) {
            String[] cells = lines.get(row).split(",", -1);
            int chain = Integer.parseInt(cells[0]) - 1;
            int draw = Integer.parseInt(cells[1]) - 1;
            assertThat(chain * 60 + draw).isEqualTo(row - 1);
            for (int element = 0; element < draws.elements(); element++) {
                assertThat(headings.get(2 + element)).isEqualTo(draws.elementName(element));
                assertThat(Double.parseDouble(cells[2 + element])).isEqualTo(draws.value(chain, draw, element));
            }
            assertThat(Double.parseDouble(cells[headings.indexOf("energy__")]))
                    .isEqualTo(stored.statistics().value(chain, draw, Statistic.ENERGY.column()));
            assertThat(Double.parseDouble(cells[headings.indexOf("stepsize__")]))
                    .isEqualTo(stored.chains().get(chain).tuning().stepSize());
        }
    }

    @Test
    void writesWhatIsAskedForInTheOrderAskedFor() throws IOException {
        Path csv = folder.resolve("draws.csv");
        export(run, "--out", csv, "--monitor", "occupied,alpha1");
        assertThat(Files.readAllLines(csv).get(0)).startsWith("chain,draw,occupied,alpha1,accept_stat__");
    }

    @Test
    void writesElementsOfArrays() throws IOException {
        Path csv = folder.resolve("elements.csv");
        assertThat(export(run, "--out", csv, "--monitor", "z[3:4],alpha1,z[1]").code())
                .isZero();
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0)).startsWith("chain,draw,z[3],z[4],alpha1,z[1],accept_stat__");
        Draws draws = StoredRun.open(run).draws();
        List<Integer> places = IntStream.range(0, draws.elements())
                .filter(element -> List.of("z[3]", "z[4]", "z[1]").contains(draws.elementName(element)))
                .boxed()
                .toList();
        String[] cells = lines.get(1).split(",", -1);
        assertThat(places).hasSize(3);
        assertThat(Double.parseDouble(cells[2])).isEqualTo(draws.value(0, 0, places.get(1)));
        assertThat(Double.parseDouble(cells[3])).isEqualTo(draws.value(0, 0, places.get(2)));
        assertThat(Double.parseDouble(cells[5])).isEqualTo(draws.value(0, 0, places.get(0)));
    }

    @Test
    void stanCsvHasTheLogDensity() throws IOException {
        Path stan = folder.resolve("stan");
        assertThat(export(run, "--format", "stan-csv", "--out", stan).code()).isZero();
        List<String[]> rows = Files.readAllLines(stan.resolve("output_1.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(rows.get(0)[0]).isEqualTo("lp__");
        // 400 visits of sites whose states and rates are known well: each worth about a third of a nat.
        assertThat(rows.subList(1, rows.size()))
                .allSatisfy(row -> assertThat(Double.parseDouble(row[0])).isBetween(-300.0, -100.0));
    }

    @Test
    void arvizHasDataAndPredictions() {
        Path zarr = folder.resolve("run.zarr");
        assertThat(export(run, "--out", zarr).code()).isZero();
        assertThat(zarr.resolve("posterior/alpha0/.zarray")).exists();
        assertThat(zarr.resolve("sample_stats/diverging/.zarray")).exists();
        assertThat(zarr.resolve("posterior_predictive/y/.zarray")).exists();
        assertThat(zarr.resolve("observed_data/y/.zarray")).exists();
        assertThat(zarr.resolve("constant_data/forest/.zarray")).exists();
        assertThat(export(run, "--out", zarr, "--overwrite", "--quick").code()).isZero();
        assertThat(zarr.resolve("posterior_predictive")).doesNotExist();
        assertThat(zarr.resolve("log_likelihood")).doesNotExist();
        assertThat(zarr.resolve("observed_data")).exists();
    }

    @Test
    void arvizDoesWithoutPredictionsThatCannotBeMade() {
        Path zarr = folder.resolve("run.zarr");
        Terminal terminal = export(partial, "--out", zarr);
        assertThat(terminal.code()).isZero();
        assertThat(terminal.err())
                .contains("note: the export has no log density: log densities need alpha1, which was not monitored\n")
                .contains("note: the export has no predictions: predictions need alpha1, which was not monitored\n");
        assertThat(zarr.resolve("posterior_predictive")).doesNotExist();
        assertThat(zarr.resolve("log_likelihood")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RUN                                 | --out is missing: it says where to write
            RUN --format csv                    | --out is missing: it says where to write
            RUN --out OUT/draws                 | --format is missing: OUT/draws could be any of stan-csv, coda, arviz, arrow, csv
            RUN --out OUT/a --format arow       | unknown format arow; did you mean arrow? There are stan-csv, coda, arviz, arrow, csv
            RUN --out OUT/a.arrow --long        | --long goes with --format csv only
            RUN --out OUT/a.csv --monitor alpah0 | the run has no variable alpah0; did you mean alpha0?
            RUN --out OUT/a.csv --monitor z[101] | z[101]: the subscripts of z end at 100
            RUN --out OUT/no/a.csv              | cannot write OUT/no/a.csv: there is no folder OUT/no
            RUN --out OUT/there.csv             | OUT/there.csv exists already; --overwrite replaces it
            RUN --out OUT --format csv          | OUT is a folder; give the name of a file
            RUN --out OUT --format coda         | OUT exists already; --overwrite replaces it
            RUN --out OUT --format coda --overwrite | OUT holds other files, such as there.csv, and is left as it is; give a new folder
            OUT --out OUT/a.csv                 | OUT holds no run: it has no run.json
            OUT/none --out OUT/a.csv            | there is no folder OUT/none
            """)
    void refusesInOneLineAndWritesNothing(String arguments, String complaint) throws IOException {
        Files.writeString(folder.resolve("there.csv"), "precious");
        Terminal terminal = export((Object[]) arguments
                .replace("RUN", run.toString())
                .replace("OUT", folder.toString())
                .split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err().lines().findFirst().orElseThrow())
                .isEqualTo("tandem export: " + complaint.replace("OUT", folder.toString()));
        assertThat(terminal.err()).doesNotContain("\tat ");
        assertThat(present()).containsExactly("there.csv");
        assertThat(folder.resolve("there.csv")).hasContent("precious");
    }

    @Test
    void predictsForNewSites() throws IOException {
        Path sites = Files.writeString(
                folder.resolve("new.json"), "{\"sites\": 2, \"visits\": 1, \"forest\": [-1, 1], \"wind\": [[0], [0]]}");
        Terminal terminal = Terminal.run("predict", run.toString(), "--data", sites.toString());
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).contains("120 predictions for new data", "drawn anew: z (2)", "y[1,1]", "y[2,1]");
        Terminal json = Terminal.run("predict", run.toString(), "--data", sites.toString(), "--json");
        JsonNode root = JsonMapper.shared().readTree(json.out());
        assertThat(root.get("predicted")).hasSize(2);
        Path few = Files.writeString(folder.resolve("few.json"), "{\"sites\": 2, \"forest\": [-1, 1]}");
        Terminal refused = Terminal.run("predict", run.toString(), "--data", few.toString());
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("the new data give forest and not wind")
                .doesNotContain("\tat ");
        assertThat(Terminal.run("predict", run.toString(), "--keep", "z").err()).contains("--keep goes with --data");
    }

    @Test
    void predictsAndSaysThatAllIsWell() {
        Terminal terminal = Terminal.run("predict", run.toString(), "--rows", "3");
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out())
                .startsWith(run + ": 120 predictions, seed 1\n")
                .contains("y  mean ", "y  zeros ", "the 3 observations least expected")
                .endsWith("What was observed looks like what the model predicts.\n");
    }

    @Test
    void predictionsAreNearWhatWasObserved() {
        JsonNode root = JsonMapper.shared()
                .readTree(Terminal.run("predict", run.toString(), "--json").out());
        assertThat(root.get("predictions").asInt()).isEqualTo(120);
        JsonNode mean = root.get("features").get(0);
        assertThat(mean.get("feature").asString()).isEqualTo("mean");
        assertThat(mean.get("observed").asDouble()).isCloseTo(0.2025, within(1e-12));
        assertThat(mean.get("mean").asDouble()).isCloseTo(0.2025, within(0.03));
        assertThat(root.get("observations").size()).isEqualTo(400);
    }

    @Test
    void predictionsCanBeWritten() throws IOException {
        Path csv = folder.resolve("predictions.csv");
        assertThat(Terminal.run("predict", run.toString(), "--thin", "30", "--out", csv.toString())
                        .code())
                .isZero();
        assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 2);
    }

    @Test
    void aModelThatIsWrongIsSaid() throws IOException {
        Path model = Files.writeString(folder.resolve("m.bug"), """
                model {
                  for (i in 1:length(y)) { y[i] ~ dpois(lambda) }
                  lambda ~ dgamma(1, 1)
                }
                """);
        Path data = Files.writeString(folder.resolve("d.json"), "{\"y\": [0, 0, 0, 0, 30, 0, 0, 0, 25, 0]}");
        Path out = folder.resolve("run");
        Terminal.run(
                ("sample " + model + " --data " + data + " --quiet --chains 1 --draws 300 --out " + out).split(" "));
        assertThat(Terminal.run("predict", out.toString()).out())
                .contains("warning: the standard deviation of y was ")
                .contains(", more than nearly all predictions: the model does not describe it.")
                .contains("warning: the share of zeros in y was 0.8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PARTIAL           | predictions need alpha1, which was not monitored (the run has alpha0, z); sample again without --monitor
            RUN --thin 0      | thin must be at least 1, not 0
            RUN --thin 61     | thin is 61 but chains have only 60 draws
            RUN --rows -1     | rows must be at least 0, not -1
            """)
    void refusesToPredict(String arguments, String complaint) {
        Terminal terminal = Terminal.run(("predict " + arguments)
                .replace("RUN", run.toString())
                .replace("PARTIAL", partial.toString())
                .split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).startsWith("tandem predict: " + complaint + "\n");
    }

    @Test
    void aBuiltInDensityCannotPredict() {
        Path out = folder.resolve("run");
        Terminal.run(
                "sample", "--example", "gmm", "--draws", "20", "--warmup", "50", "--quiet", "--out", out.toString());
        assertThat(Terminal.run("predict", out.toString()).err()).contains("is of a density written in Java");
        assertThat(export(out, "--out", folder.resolve("gmm.zarr")).code()).isZero();
        assertThat(folder.resolve("gmm.zarr/posterior/q/.zarray")).exists();
    }
}
