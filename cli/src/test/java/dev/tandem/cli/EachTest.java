package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One model over many data sets, and engines, as the command line takes them. */
class EachTest {
    @TempDir
    Path temporary;

    private Path documents;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                temporary.resolve("model.bug"), "model { p ~ dbeta(a, a)\n for (i in 1:n) { y[i] ~ dbern(p) } }");
        Files.writeString(temporary.resolve("common.json"), "{\"a\": 1}");
        documents = Files.createDirectory(temporary.resolve("documents"));
        for (int i = 1; i <= 5; i++) {
            Files.writeString(documents.resolve(i + ".json"), "{\"n\": 3, \"y\": [1, 0, " + i % 2 + "]}");
        }
    }

    /** DIR stands for the folder of this test. */
    private Terminal tandem(String arguments) {
        return Terminal.run(arguments.replace("DIR", temporary.toString()).split(" "));
    }

    private Terminal each(String more) {
        return tandem("sample DIR/model.bug --data DIR/common.json --each DIR/documents --out DIR/out --chains 2 "
                + "--warmup 50 --draws 50 --quiet " + more);
    }

    @Test
    void everyDataSetGetsItsLine() throws IOException {
        Terminal terminal = each("");
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).contains("5 data sets: 5 sampled").contains("summaries.csv");
        assertThat(terminal.code()).isZero();
        assertThat(Files.readAllLines(temporary.resolve("out/data-sets.csv"))).hasSize(6);
        assertThat(Files.readAllLines(temporary.resolve("out/summaries.csv"))).hasSize(6);

        assertThat(each("").err()).contains("already holds a run");
        JsonNode again = JsonMapper.shared()
                .readTree(tandem("sample --resume DIR/out --json").out());
        assertThat(again.get("before").asInt()).isEqualTo(5);
        assertThat(again.get("sampled").asInt()).isZero();
        assertThat(each("--overwrite").code()).isZero();
        assertThat(tandem("summary DIR/out").err()).contains("holds a run over many data sets");
    }

    @Test
    void aBadDataSetIsNamedAndTheOthersGoOn() throws IOException {
        Files.writeString(documents.resolve("3.json"), "{\"n\": 3,\n \"y\": [1, 0, }");
        Terminal terminal = each("");
        assertThat(terminal.out()).contains("5 data sets: 4 sampled, 1 failed");
        assertThat(terminal.err()).contains("3.json:2:14: ").contains("--resume");
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThat(tandem("sample DIR/model.bug --each DIR/documents").err()).contains("give --out DIR");
        assertThat(tandem("sample --example gmm --each DIR/documents --out DIR/out")
                        .err())
                .contains("--each needs a model file");
        assertThat(tandem("sample DIR/model.bug --each DIR/nowhere --out DIR/out")
                        .code())
                .isEqualTo(ExitCode.BAD_USAGE);
        assertThat(tandem("sample --example gmm --engine sparc").err()).contains("unknown engine sparc");
        assertThat(tandem("sample --example gmm --master local[2]").err()).contains("--master needs --engine spark");
        assertThat(tandem("sample --example gmm --engine spark --master local[2]")
                        .err())
                .contains("give --out DIR, on a file system that all workers share");
    }

    @Test
    void withoutSparkItSaysHowToGetIt() {
        Terminal terminal = tandem("sample --example gmm --engine spark --master local[2] --out DIR/out");
        assertThat(terminal.err()).contains("started without Spark").contains("spark-submit");
        assertThat(terminal.code()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(temporary.resolve("out")).doesNotExist();
    }
}
