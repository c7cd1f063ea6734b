package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.paper.topics.Corpus;
import dev.tandem.paper.topics.TopicModel;
import dev.tandem.sampling.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands paper and topics, as a user meets them. */
@Tag("normal")
class PaperAndTopicsTest {
    @TempDir
    Path folder;

    @Test
    void listsTheExperiments() {
        Terminal terminal = Terminal.run("paper", "list");
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactly(
                        "fig1",
                        "fig2",
                        "bias",
                        "prop1",
                        "fig3",
                        "fig4",
                        "fig5",
                        "training",
                        "decide",
                        "automatic",
                        "trees");
    }

    @Test
    void writesPageTablesAndFigures() throws IOException {
        Path out = folder.resolve("results");
        Terminal terminal = Terminal.run("paper", "prop1", "--quiet", "--out", out.toString());
        assertThat(terminal.code()).isEqualTo(ExitCode.DONE);
        assertThat(terminal.out()).isEqualTo("wrote " + out.resolve("index.html") + "\n");
        assertThat(terminal.err()).isEmpty();
        assertThat(Files.readString(out.resolve("index.html")))
                .contains("Simulated data of the paper's law", "Gaussian binary HMC", "confirmed", "corrected")
                .doesNotContain("not reproduced");
        assertThat(out.resolve("tables/prop1.csv")).content().startsWith("pair,sampler,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            paper fig33               | unknown experiment fig33; did you mean fig3?; 'tandem paper list' lists those there are
            paper fig1 --scale huge   | the scale is quick or paper, not huge
            paper fig1 --threads 0    | threads must be at least 1, not 0
            topics                    | a command is missing: train or sample
            """)
    void saysWhatIsWrongInOneLine(String arguments, String complaint) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err().lines().findFirst().orElseThrow()).endsWith(": " + complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paper --help", "topics --help", "topics train --help", "topics sample --help"})
    void helps(String arguments) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isZero();
        assertThat(terminal.out()).contains("Usage: tandem");
        assertThat(terminal.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
    }

    @Test
    void missingDataAreNamed() {
        Path missing = folder.resolve("none");
        Terminal terminal = Terminal.run("paper", "fig4", "--data", missing.toString(), "--out", folder + "/out");
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).isEqualTo(missing.resolve("blr/simulated.json") + ": there is no such file\n");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private Path corpus() {
        RandomStream random = RandomStream.of(1, 0);
        TopicModel model = TopicModel.simulated(random, 3, 40);
        List<Corpus.Document> documents = new ArrayList<>();
        for (int d = 0; d < 40; d++) {
            documents.add(Corpus.Document.of(model.simulate(random, 50)));
        }
        Path file = folder.resolve("corpus.ldac");
        new Corpus(documents).write(file);
        return file;
    }

    @Test
    void trainsAndSamples() {
        Path corpus = corpus();
        Path model = folder.resolve("model");
        Terminal trained =
                Terminal.run("topics", "train", corpus.toString(), "--topics", "3", "--out", model.toString(), "-q");
        assertThat(trained.err()).isEmpty();
        assertThat(trained.code()).isEqualTo(ExitCode.DONE);
        assertThat(trained.out()).startsWith("40 documents, 2,000 words, 40 terms, 3 topics: bound -");
        Terminal sampled = Terminal.run(
                ("topics sample " + model + " --corpus " + corpus + " --document 5 --draws 200 --warmup 200 -q")
                        .split(" "));
        assertThat(sampled.err()).isEmpty();
        assertThat(sampled.code()).isEqualTo(ExitCode.DONE);
        List<String> lines = sampled.out().lines().toList();
        assertThat(lines.get(0)).contains("topic", "share", "words");
        double words = lines.subList(1, 4).stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        assertThat(words).isBetween(49.8, 50.2);
        assertThat(sampled.out()).contains("document 5, 50 words: 4 chains of 200 draws", "eta[1]", "eta[2]");
    }

    @Test
    void wrongInputIsNamedAndNothingIsWritten() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.ldac"), "1 0:2\n2 1:1 3:-1\n");
        Path model = folder.resolve("model");
        expectComplaint(
                bad + ":2: the count in \"3:-1\" is -1; it must be at least 1",
                "topics train " + bad + " --topics 2 --out " + model);
        Path small = Files.writeString(folder.resolve("small.ldac"), "2 0:2 1:1\n");
        expectComplaint(
                small + ": 5 topics are more than the 2 terms of its vocabulary",
                "topics train " + small + " --topics 5 --out " + model);
        expectComplaint(
                folder.resolve("none") + ": there is no such file",
                "topics train " + folder.resolve("none") + " --topics 5 --out " + model);
        assertThat(model).doesNotExist();
        Path corpus = corpus();
        TopicModel.simulated(RandomStream.of(3, 0), 3, 10).write(model);
        try (Stream<Path> files = Files.list(model)) {
            assertThat(files.count()).isEqualTo(6);
        }
        expectComplaint(
                corpus + ": there is no document 40: it has 0 to 39",
                "topics sample " + model + " --corpus " + corpus + " --document 40");
        Terminal unknownTerm =
                Terminal.run(("topics sample " + model + " --corpus " + corpus + " --document 0").split(" "));
        assertThat(unknownTerm.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(unknownTerm.err()).startsWith(corpus + ":1: the document has the term ");
        Path empty = Files.writeString(folder.resolve("empty.ldac"), "0\n");
        expectComplaint(
                empty + ":1: the document has no words",
                "topics sample " + model + " --corpus " + empty + " --document 0");
    }

    private static void expectComplaint(String complaint, String arguments) {
        Terminal terminal = Terminal.run(arguments.split(" "));
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(terminal.err()).isEqualTo(complaint + "\n");
    }
}
