package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages about runs, from the command line. */
class ReportTest {
    @TempDir
    static Path folder;

    private static Path run;
    private static Terminal sampled;

    @BeforeAll
    static void sample() {
        run = folder.resolve("zip-run");
        sampled = Terminal.run(
                "sample",
                "examples/zip/model.bug",
                "--data",
                "examples/zip/data.json",
                "--chains",
                "2",
                "--warmup",
                "200",
                "--draws",
                "200",
                "--out",
                run.toString());
    }

    private static JsonNode data(Path file) throws IOException {
        Matcher matcher = Pattern.compile("id=\"tandem-data\">(.*?)</script>").matcher(Files.readString(file));
        assertThat(matcher.find()).isTrue();
        return JsonMapper.shared().readTree(matcher.group(1));
    }

    @Test
    void samplingIntoAFolderLeavesAPageThere() throws IOException {
        assertThat(sampled.code()).isZero();
        Path file = run.resolve("report.html");
        assertThat(sampled.err()).contains("report: " + file);
        JsonNode data = data(file);
        assertThat(data.get("title").asString()).isEqualTo("examples/zip/model.bug");
        assertThat(data.get("subtitle").asString()).isEqualTo("2 chains of 200 draws, sampler nuts, seed 1");
        assertThat(data.get("model").asString()).isEqualTo(Files.readString(Path.of("examples/zip/model.bug")));
        assertThat(data.get("warmup").size()).isEqualTo(2);
        assertThat(data.get("warmup").get(0).get("stages").get(0).get("name").asString())
                .isEqualTo("anneal");
        assertThat(data.get("chainTable").get("rows").size()).isEqualTo(2);
        assertThat(data.get("energy").get("ebfmi").size()).isEqualTo(2);
        assertThat(data.get("allocations").get(0).get("name").asString()).isEqualTo("suitable");
    }

    @Test
    void thePageSaysWhatTheTerminalSays() throws IOException {
        JsonNode data = data(run.resolve("report.html"));
        assertThat(data.get("warnings").isEmpty())
                .as("so few draws give warnings")
                .isFalse();
        for (String kind : new String[] {"warnings", "notes"}) {
            for (JsonNode finding : data.get(kind)) {
                assertThat(sampled.out())
                        .contains(finding.get("what").asString())
                        .contains(finding.get("advice").asString());
            }
        }
    }

    @Test
    void predictionsAreBesideTheData() throws IOException {
        JsonNode check = data(run.resolve("report.html")).get("predictive").get(0);
        assertThat(check.get("name").asString()).isEqualTo("plants");
        assertThat(check.get("observations").asInt()).isEqualTo(80);
        assertThat(check.get("replicates").asInt()).isEqualTo(400);
        JsonNode given = JsonMapper.shared()
                .readTree(Files.readString(Path.of("examples/zip/data.json")))
                .get("plants");
        long zeros = given.valueStream().filter(value -> value.asInt() == 0).count();
        assertThat(check.get("bins").get(0).get(2).asLong()).isEqualTo(zeros);
    }

    @Test
    void oneIterationIsTraced() throws IOException {
        JsonNode trajectory = data(run.resolve("report.html")).get("trajectory");
        int points = trajectory.get("times").size();
        assertThat(points).isGreaterThan(2);
        assertThat(trajectory.get("continuous").get(0).get("values").size()).isEqualTo(points);
        assertThat(trajectory.get("discrete").size()).isEqualTo(80);
        assertThat(trajectory.get("times").get(trajectory.get("start").asInt()).asDouble())
                .isZero();
    }

    @Test
    void anotherRunStandsBeside() throws IOException {
        Path file = folder.resolve("beside.html");
        Terminal terminal =
                Terminal.run("report", run.toString(), "--beside", run.toString(), "--out", file.toString());
        assertThat(terminal.code()).as(terminal.err()).isZero();
        JsonNode beside = data(file).get("beside");
        assertThat(beside.get("name").asString()).isEqualTo(run.getFileName().toString());
        assertThat(beside.get("rows").get("omega").size()).isEqualTo(13);
        Terminal nowhere = Terminal.run("report", run.toString(), "--beside", "nowhere", "--out", file + "2");
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("there is no folder nowhere");
    }

    @Test
    void isTheSameWhenWrittenAgain() throws IOException {
        Path file = folder.resolve("again.html");
        Terminal terminal = Terminal.run("report", run.toString(), "--out", file.toString());
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).isEqualTo(file + System.lineSeparator());
        assertThat(Files.readString(file)).isEqualTo(Files.readString(run.resolve("report.html")));
    }

    @Test
    void replacesAPageOnlyWhenTold() throws IOException {
        Path file = folder.resolve("precious.html");
        Files.writeString(file, "precious");
        Terminal refused = Terminal.run("report", run.toString(), "--out", file.toString());
        assertThat(refused.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(refused.err()).startsWith("tandem report: " + file + " is there already; --overwrite replaces it");
        assertThat(Files.readString(file)).isEqualTo("precious");
        assertThat(Terminal.run("report", run.toString(), "--out", file.toString(), "--overwrite")
                        .code())
                .isZero();
        assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>");
    }

    @Test
    void saysWhatIsWrongWithItsArguments() {
        Terminal nothing = Terminal.run("report", folder.resolve("nothing").toString());
        assertThat(nothing.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(nothing.err()).contains("there is no folder").doesNotContain("\tat ");
        Terminal astray = Terminal.run(
                "report",
                run.toString(),
                "--out",
                folder.resolve("no/such/file.html").toString());
        assertThat(astray.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(astray.err()).contains("there is no folder");
        Terminal onFolder = Terminal.run("report", run.toString(), "--out", folder.toString());
        assertThat(onFolder.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(onFolder.err()).contains("is a folder; --out names a file");
    }

    @Test
    void whatIsNotMonitoredIsSaidToBeMissing() throws IOException {
        Path part = folder.resolve("part-run");
        Terminal terminal = Terminal.run(
                "sample",
                "examples/zip/model.bug",
                "--data",
                "examples/zip/data.json",
                "--monitor",
                "omega,beta",
                "--chains",
                "1",
                "--warmup",
                "100",
                "--draws",
                "50",
                "--quiet",
                "--out",
                part.toString());
        assertThat(terminal.code()).isZero();
        JsonNode data = data(part.resolve("report.html"));
        assertThat(data.has("predictive")).isFalse();
        assertThat(data.get("reasons").get("predictive").asString()).contains("suitable[1]", "not monitored");
        assertThat(data.has("trajectory")).isFalse();
        assertThat(data.get("reasons").has("trajectory")).isTrue();
        assertThat(data.get("notes").get(0).get("what").asString()).startsWith("there is one chain");
    }

    @Test
    void builtInDensitiesHavePagesToo() throws IOException {
        Path gmm = folder.resolve("gmm-run");
        assertThat(Terminal.run(
                                "sample",
                                "--example",
                                "gmm",
                                "--warmup",
                                "100",
                                "--draws",
                                "50",
                                "--quiet",
                                "--out",
                                gmm.toString())
                        .code())
                .isZero();
        JsonNode data = data(gmm.resolve("report.html"));
        assertThat(data.has("model")).isFalse();
        assertThat(data.get("trajectory").get("discrete").get(0).get("name").asString())
                .isEqualTo("x");
        assertThat(data.get("reasons").get("predictive").asString()).contains("written in Java");
    }

    @Test
    void aPageCanBeLeftOut() {
        Path bare = folder.resolve("bare-run");
        Terminal terminal = Terminal.run(
                "sample",
                "--example",
                "gmm",
                "--warmup",
                "50",
                "--draws",
                "20",
                "--no-report",
                "--out",
                bare.toString());
        assertThat(terminal.code()).isZero();
        assertThat(bare.resolve("report.html")).doesNotExist();
        assertThat(Terminal.run("sample", "--example", "gmm", "--no-report").code())
                .isEqualTo(ExitCode.BAD_USAGE);
    }
}
