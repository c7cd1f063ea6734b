package dev.tandem.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.runs.RunFolder;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** New data are predicted over the stream as by the library, and runs in folders are opened as if they had just been made. */
@Timeout(120)
class PredictingTest {
    private static final String MODEL =
            "model { for (i in 1:n) { y[i] ~ dnorm(a + b * x[i], 1) }\n" + " a ~ dnorm(0, 0.01)\n b ~ dnorm(0, 0.01) }";

    private static final double[] X = {0, 1, 2, 3};

    private static final double[] Y = {1, 2.5, 2, 4.5};

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(100).withSeed(7);

    @TempDir
    Path folder;

    private Client client;

    @BeforeEach
    void greet() throws IOException {
        client = Client.greeted();
    }

    @AfterEach
    void leave() throws IOException {
        client.close();
    }

    private static DataSet data() {
        return DataSet.of(Map.of("n", DataArray.scalar(4), "x", DataArray.vector(X), "y", DataArray.vector(Y)));
    }

    private long sampled() throws IOException {
        String data = ", 'data': {'n': 4, 'x': {'dims': [4], 'values': [0, 1, 2, 3]},"
                + " 'y': {'dims': [4], 'values': [1, 2.5, 2, 4.5]}}";
        return client.ask(Client.sample(1, MODEL, data + ", 'draws': 100, 'warmup': 200, 'chains': 2, 'seed': 7"))
                .message()
                .get("run")
                .asLong();
    }

    private Client.Reply predicted(String rest) throws IOException {
        return client.ask("{'id': 2, 'do': 'predict', 'run': " + sampled() + rest + "}");
    }

    @Test
    void newDataArePredictedAsByTheLibrary() throws IOException {
        Client.Reply answer = predicted(", 'seed': 5, 'data': {'n': 1, 'x': 10}");
        assertThat(answer.error()).isEmpty();
        assertThat(answer.message().get("variables").get(0).get("name").asString())
                .isEqualTo("y");
        assertThat(answer.message().get("kept").toString()).isEqualTo("{\"a\":1,\"b\":1}");
        assertThat(answer.message().get("drawn").toString()).isEqualTo("{}");
        assertThat(answer.message().get("features").isEmpty()).isTrue();
        Posterior posterior = Model.of(MODEL).with(data()).sample(SETTINGS);
        Draws expected = posterior
                .with(DataSet.of(Map.of("n", DataArray.scalar(1), "x", DataArray.scalar(10))))
                .predictions(5, 1)
                .collect();
        JsonNode place = answer.message().get("batches").get(1);
        ByteBuffer body = bytes(answer);
        int rows = place.get("rows").asInt();
        // Two columns of whole numbers come first, in pieces of eight bytes.
        int values = place.get("at").asInt() + 2 * ((rows * Integer.BYTES + 7) / 8 * 8);
        for (int draw = 0; draw < rows; draw++) {
            assertThat(body.getDouble(values + draw * Double.BYTES)).isEqualTo(expected.value(1, draw, 0));
        }
    }

    private static ByteBuffer bytes(Client.Reply reply) {
        ByteBuffer bytes = ByteBuffer.allocate(reply.body().size()).order(ByteOrder.LITTLE_ENDIAN);
        reply.body().forEach(bytes::put);
        return bytes.flip();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    , 'data': {'z': 1}                              | data: the model does not use z
                    , 'data': {'n': 2, 'x': 1}                      | index 2 of x
                    , 'keep': ['a']                                 | go with new data
                    , 'data': {'n': 1}, 'keep': ['a'], 'anew': ['a'] | a is in keep and in anew
                    , 'data': {'n': 1, 'x': 1}, 'monitor': ['zz']   | zz: the model defines no such variable
                    , 'data': {'n': 1, 'x': 1}, 'thin': 200         | between 1 and the draws of a chain, 100
                    , 'data': {'a': 1}                              | a is unknown in the run
                    """)
    void newDataThatDoNotFitAreRefused(String rest, String complaint) throws IOException {
        assertThat(predicted(rest).error()).contains(complaint);
    }

    @Test
    void aRunInAFolderIsOpened() throws IOException {
        Path run = folder.resolve("run");
        RunFolder.sample(run, Model.of(MODEL), data(), SETTINGS);
        String path = run.toString().replace("\\", "\\\\");
        Client.Reply opened = client.ask("{'id': 3, 'do': 'open', 'path': '" + path + "'}");
        assertThat(opened.error()).isEmpty();
        JsonNode message = opened.message();
        assertThat(message.get("text").asString()).isEqualTo(MODEL);
        assertThat(message.get("dialect").asString()).isEqualTo("jags");
        assertThat(message.get("draws").asInt()).isEqualTo(100);
        JsonNode given = message.get("data").get("y");
        assertThat(given.get("dims").toString()).isEqualTo("[4]");
        assertThat(bytes(opened).getDouble(given.get("at").asInt() + Double.BYTES))
                .isEqualTo(2.5);
        long number = message.get("run").asLong();
        long same = sampled();
        // What depends on the clock, and on what the model is called, is another thing.
        Map.of("draws", "/variables", "summary", "/summary/variables", "predict", "/features", "loo", "/loo/elpd_loo")
                .forEach((request, part) -> assertThat(answer(request, number, part))
                        .isEqualTo(answer(request, same, part))
                        .isNotEmpty());
    }

    private String answer(String request, long run, String part) {
        try {
            return client.ask("{'id': 4, 'do': '" + request + "', 'run': " + run + "}")
                    .message()
                    .at(part)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsNoRunOrIsDamagedIsSaid() throws IOException {
        String path = folder.toString().replace("\\", "\\\\");
        assertThat(client.ask("{'id': 3, 'do': 'open', 'path': '" + path + "/none'}")
                        .error())
                .contains("none");
        RunFolder.sample(folder.resolve("run"), Model.of(MODEL), data(), SETTINGS);
        Path draws = folder.resolve("run").resolve("chain-1.draws");
        byte[] content = Files.readAllBytes(draws);
        content[content.length / 2] ^= 1;
        Files.write(draws, content);
        Client.Reply reply = client.ask("{'id': 3, 'do': 'open', 'path': '" + path + "/run'}");
        assertThat(reply.error()).contains("chain-1.draws");
        assertThat(reply.kind()).isEqualTo("request");
    }
}
