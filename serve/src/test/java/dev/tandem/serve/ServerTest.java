package dev.tandem.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is asked for is answered, and nothing that comes over the stream ends the server but its end. */
@Timeout(120)
class ServerTest {
    private static final String MODEL = "model { mu ~ dnorm(0, 0.01)\n for (i in 1:3) { y[i] ~ dnorm(mu, 1) }"
            + "\n k ~ dcat(w[]) \n for (j in 1:2) { w[j] <- 0.5 } \n for (a in 1:2) { for (b in 1:3) { m[a,b] <- mu + a * b } } }";

    private static final String DATA = ", 'data': {'y': {'dims': [3], 'values': [1, 2.5, null]}}";

    private static final String SHORT = DATA + ", 'draws': 50, 'warmup': 100, 'chains': 2, 'seed': 7";

    /** Goes on for longer than any test. */
    private static final String LONG = DATA + ", 'draws': 100000, 'warmup': 100, 'chains': 1, 'monitor': ['mu'],"
            + " 'thin': 20000, 'progress_seconds': 0.01";

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

    private long sampled() throws IOException {
        return client.ask(Client.sample(1, MODEL, SHORT)).message().get("run").asLong();
    }

    @Test
    void helloSaysWhatIsSpoken() throws IOException {
        JsonNode answer = client.ask("{'id': 'h', 'do': 'hello', 'protocol': 1, 'client': 'test'}")
                .message();
        assertThat(answer.get("id").asString()).isEqualTo("h");
        assertThat(answer.get("protocol").asInt()).isEqualTo(1);
        assertThat(answer.get("requests").toString()).contains("\"sample\"", "\"cancel\"", "\"hello\"");
    }

    @ParameterizedTest
    @CsvSource({"0, newer client", "2, newer program"})
    void anotherVersionIsRefused(int version, String advice) throws IOException {
        Client.Reply answer = client.ask("{'id': 1, 'do': 'hello', 'protocol': " + version + "}");
        assertThat(answer.kind()).isEqualTo("protocol");
        assertThat(answer.error()).contains("version 1", advice);
    }

    @Test
    void helloComesFirst() throws IOException {
        try (Client rude = new Client()) {
            assertThat(rude.ask("{'id': 1, 'do': 'summary', 'run': 1}").kind()).isEqualTo("protocol");
            assertThat(rude.ask("{'id': 2, 'do': 'hello', 'protocol': 1}").error())
                    .isEmpty();
        }
    }

    /** The draws that a Java program gets from the same model and seed, bit by bit. */
    @Test
    void drawsAreThoseOfTheLibrary() throws IOException {
        Draws expected = Model.of(MODEL)
                .with(Map.of("y", DataArray.vector(1, 2.5, Double.NaN)))
                .sample(Settings.defaults()
                        .withDraws(50)
                        .withWarmup(100)
                        .withChains(2)
                        .withSeed(7))
                .draws();
        long run = sampled();
        Client.Reply answer = client.ask("{'id': 2, 'do': 'draws', 'run': " + run + "}");
        JsonNode message = answer.message();
        ByteBuffer body = bytes(answer);
        assertThat(StandardCharsets.US_ASCII.decode(body.slice(0, 6)).toString())
                .isEqualTo("ARROW1");
        assertThat(message.get("batches")).hasSize(2);
        int batch = 0;
        for (JsonNode place : message.get("batches")) {
            int at = place.get("at").asInt();
            int rows = place.get("rows").asInt();
            assertThat(rows).isEqualTo(50);
            // Two columns of whole numbers of four bytes, filled up to a multiple of eight.
            int next = at + 2 * 200;
            assertThat(body.getInt(at)).isEqualTo(batch + 1);
            int element = 0;
            for (JsonNode variable : message.get("variables")) {
                boolean discrete = variable.get("kind").asString().equals("discrete");
                int size = 1;
                for (JsonNode extent : variable.get("shape")) {
                    size *= extent.asInt();
                }
                for (int i = 0; i < size; i++) {
                    for (int row = 0; row < rows; row++) {
                        double value = discrete ? body.getLong(next + 8 * row) : body.getDouble(next + 8 * row);
                        assertThat(value).isEqualTo(expected.value(batch, row, element));
                    }
                    next += 8 * rows;
                    element++;
                }
            }
            assertThat(element).isEqualTo(expected.elements());
            batch++;
        }
    }

    static ByteBuffer bytes(Client.Reply answer) {
        byte[] bytes = new byte[answer.body().size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = answer.body().get(i);
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void numbersInTheBodyAreThoseInTheMessage() throws IOException {
        ByteBuffer body = ByteBuffer.allocate(3 * Double.BYTES + 8).order(ByteOrder.LITTLE_ENDIAN);
        body.putDouble(-1).putDouble(1).putDouble(2.5).putDouble(Double.NaN);
        String rest = SHORT.replace("'values': [1, 2.5, null]", "'at': 8");
        long first = sampled();
        long second = client.ask(Client.sample(2, MODEL, rest), body.array())
                .message()
                .get("run")
                .asLong();
        assertThat(client.ask("{'id': 3, 'do': 'draws', 'run': " + first + "}").body())
                .isEqualTo(client.ask("{'id': 3, 'do': 'draws', 'run': " + second + "}")
                        .body());
    }

    @Test
    void arraysInPartAreNamedWithTheirExtents() throws IOException {
        JsonNode run = client.ask(Client.sample(1, MODEL, SHORT)).message();
        assertThat(run.get("arrays").get("y").toString()).isEqualTo("[3]");
        assertThat(run.get("variables").toString()).contains("\"y[3]\"");
        assertThat(run.get("stopped").asBoolean()).isFalse();
    }

    @Test
    void drawsOfSomeVariablesWithStatistics() throws IOException {
        JsonNode answer = client.ask(
                        "{'id': 2, 'do': 'draws', 'run': " + sampled() + ", 'variables': ['mu'], 'statistics': true}")
                .message();
        assertThat(answer.get("variables")).hasSize(1);
        assertThat(answer.get("statistics").toString()).contains("divergent__");
        Client.Reply unknown = client.ask("{'id': 2, 'do': 'draws', 'run': " + sampled() + ", 'variables': ['mv']}");
        assertThat(unknown.error()).contains("no variable mv", "did you mean mu?");
    }

    @Test
    void summaryIsThatOfTheCommand() throws IOException {
        JsonNode summary = client.ask("{'id': 2, 'do': 'summary', 'run': " + sampled() + "}")
                .message()
                .get("summary");
        assertThat(summary.get("seed").asInt()).isEqualTo(7);
        assertThat(summary.get("variables").get(0).get("name").asString()).isEqualTo("mu");
    }

    @Test
    void predictionsComeWithWhatTheyAreHeldAgainst() throws IOException {
        Client.Reply answer = client.ask("{'id': 2, 'do': 'predict', 'run': " + sampled() + ", 'thin': 5, 'seed': 3}");
        assertThat(answer.message().get("draws").asInt()).isEqualTo(10);
        assertThat(answer.message().get("features").get(0).get("variable").asString())
                .isEqualTo("y");
        assertThat(answer.body()).isNotEmpty();
    }

    @Test
    void whatIsNotThereIsNotPredicted() throws IOException {
        JsonNode only = client.ask(Client.sample(1, MODEL, SHORT + ", 'monitor': ['k']"))
                .message();
        assertThat(client.ask("{'id': 2, 'do': 'predict', 'run': " + only.get("run") + "}")
                        .error())
                .contains("mu", "without monitor");
        assertThat(client.ask("{'id': 3, 'do': 'predict', 'run': " + only.get("run") + ", 'thin': 51}")
                        .error())
                .contains("between 1 and the draws of a chain, 50");
    }

    @Test
    void exportsAndReportsGoToFiles() throws IOException {
        long run = sampled();
        Path csv = folder.resolve("draws.csv");
        String path = csv.toString().replace("\\", "\\\\");
        assertThat(client.ask("{'id': 2, 'do': 'export', 'run': " + run + ", 'path': '" + path + "'}")
                        .error())
                .isEmpty();
        assertThat(Files.readAllLines(csv)).hasSize(101);
        assertThat(client.ask("{'id': 2, 'do': 'export', 'run': " + run + ", 'path': '" + path + "'}")
                        .error())
                .contains("draws.csv");
        assertThat(client.ask("{'id': 2, 'do': 'export', 'run': " + run + ", 'path': '" + path
                                + "', 'overwrite': true}")
                        .error())
                .isEmpty();
        assertThat(client.ask("{'id': 2, 'do': 'export', 'run': " + run + ", 'path': 'x', 'format': 'xls'}")
                        .error())
                .contains("unknown format xls", "arviz");
        Client.Reply page = client.ask("{'id': 2, 'do': 'report', 'run': " + run + "}");
        assertThat(new String(bytes(page).array(), StandardCharsets.UTF_8)).contains("<html", "mu");
    }

    @Test
    void checkSaysWhatAModelIs() throws IOException {
        String request = Client.sample(1, MODEL, "").replace("'do': 'sample'", "'do': 'check'");
        JsonNode bare = client.ask(request.replace("1:3", "1:N")).message();
        assertThat(bare.get("needed").toString()).isEqualTo("[\"N\"]");
        assertThat(bare.get("outlook").asString()).isEmpty();
        JsonNode bound = client.ask(request.substring(0, request.length() - 1) + DATA + "}")
                .message();
        assertThat(bound.get("outlook").asString()).contains("continuous coordinates");
        assertThat(bound.get("relations").get(1).get("is").asString()).contains("observed [3], 1 missing");
    }

    @Test
    void problemsHaveTheirPlaces() throws IOException {
        Client.Reply answer = client.ask(Client.sample(1, "model {\n  x ~ dnrom(0, 1)\n}", ""));
        assertThat(answer.kind()).isEqualTo("model");
        JsonNode problem = answer.message().get("error").get("problems").get(0);
        assertThat(problem.get("file").asString()).isEqualTo("model.bug");
        assertThat(problem.get("line").asInt()).isEqualTo(2);
        assertThat(problem.get("column").asInt()).isEqualTo(7);
        assertThat(problem.get("message").asString()).contains("did you mean dnorm?");
        assertThat(answer.error()).startsWith("model.bug:2:7: unknown distribution dnrom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ", 'chain': 4 | no field chain; did you mean chains?",
                ", 'chains': 0 | chains must be at least 1, not 0",
                ", 'chains': 'four' | chains must be a whole number",
                ", 'chains': 2.5 | chains must be a whole number",
                ", 'draws': 9999999999 | draws must be a whole number",
                ", 'seed': 99999999999999999999 | seed must be a whole number of 64 bits",
                ", 'sampler': 'nut' | unknown sampler nut; did you mean nuts?",
                ", 'target_acceptance': 2 | between 0 and 1",
                ", 'max_seconds': -1 | max_seconds must be between",
                ", 'monitor': ['mi'] | cannot monitor mi: the model has no such variable; did you mean mu?",
                ", 'monitor': ['mu['] | cannot monitor",
                ", 'monitor': 'mu' | monitor must be a list",
                ", 'sum': ['kk'] | cannot sum out kk",
                ", 'dialect': 'stan' | unknown dialect stan",
                ", 'init': [{'mu': 1}, {'mu': 2}, {'mu': 3}] | 3 sets of start values for 4 chains",
                ", 'init': [{'mu': {'dims': [2], 'values': [1, 2]}}] | mu starts with dimensions 2",
                ", 'draws': 100000000, 'chains': 50000 | memory",
            })
    void settingsThatCannotBeAreRefused(String field, String complaint) throws IOException {
        Client.Reply answer = client.ask(Client.sample(1, MODEL, DATA + field));
        assertThat(answer.error()).contains(complaint.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'dims': [2], 'values': [1]} | 1 values for dimensions of 2",
                "{'dims': [0], 'values': []} | every dimension must be",
                "{'dims': [], 'values': [1]} | dims must be a list of 1 to",
                "{'values': [1]} | dims must be a list of 1 to",
                "{'dims': [3], 'at': 0} | 3 numbers from byte 0 on are not in a body of 0 bytes",
                "{'dims': [3], 'at': -8} | not in a body",
                "{'dims': [2000000000, 2000000000], 'at': 0} | not in a body",
                "{'dims': [1], 'values': ['a']} | \"a\" is not a number",
                "{'dims': [1], 'value': [1]} | 0 values for dimensions of 1",
                "[1, 2, 3] | must be a number, or an object",
                "true | must be a number, or an object",
            })
    void dataThatAreNoneAreRefused(String data, String complaint) throws IOException {
        Client.Reply answer = client.ask(Client.sample(1, MODEL, ", 'data': {'y': " + data + "}"));
        assertThat(answer.error()).contains("y", complaint.strip());
    }

    @Test
    void cancellingKeepsWhatWasDrawn() throws IOException {
        client.send(Client.sample(1, MODEL, LONG));
        JsonNode event = client.frame().message();
        // Two draws are made by then.
        while (event.path("chains").isEmpty()
                || event.get("chains").get(0).get("iteration").asInt() < 100 + 2 * 20_000) {
            event = client.frame().message();
        }
        assertThat(event.get("id").asInt()).isEqualTo(1);
        assertThat(client.ask("{'id': 2, 'do': 'cancel', 'request': 1}")
                        .message()
                        .get("cancelled")
                        .asBoolean())
                .isTrue();
        JsonNode answer = client.reply().message();
        assertThat(answer.get("id").asInt()).isEqualTo(1);
        assertThat(answer.get("stopped").asBoolean()).isTrue();
        assertThat(answer.get("draws").asInt()).isPositive();
        assertThat(client.ask("{'id': 3, 'do': 'draws', 'run': " + answer.get("run") + "}")
                        .body())
                .isNotEmpty();
        assertThat(client.ask("{'id': 4, 'do': 'cancel', 'request': 1}")
                        .message()
                        .get("cancelled")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void timeStopsARun() throws IOException {
        JsonNode answer = client.ask(Client.sample(1, MODEL, LONG + ", 'max_seconds': 0.5"))
                .message();
        assertThat(answer.get("stopped").asBoolean()).isTrue();
    }

    @Test
    void severalRunsGoOnAtATime() throws IOException {
        client.send(Client.sample(1, MODEL, LONG));
        assertThat(client.ask(Client.sample(2, MODEL, SHORT))
                        .message()
                        .get("id")
                        .asInt())
                .isEqualTo(2);
        assertThat(client.ask(Client.sample(1, MODEL, SHORT)).error()).contains("the id 1 is under way");
        client.send("{'id': 3, 'do': 'cancel', 'request': 1}");
        assertThat(List.of(client.reply(), client.reply()).stream()
                        .map(reply -> reply.message().get("id").asInt()))
                .containsExactlyInAnyOrder(1, 3);
    }

    @Test
    void whatIsForgottenIsGone() throws IOException {
        long run = sampled();
        assertThat(client.ask("{'id': 2, 'do': 'forget', 'run': " + run + "}")
                        .message()
                        .get("forgotten")
                        .asBoolean())
                .isTrue();
        assertThat(client.ask("{'id': 3, 'do': 'summary', 'run': " + run + "}").kind())
                .isEqualTo("run");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "3",
                "null",
                "{",
                "{'id': 1}",
                "{'do': 'check'}",
                "{'id': {}, 'do': 'check'}",
                "{'id': 1, 'do': 7}",
                "{'id': 1, 'do': 'summary'}",
                "{'id': 1, 'do': 'summary', 'run': 'x'}",
                "{'id': 1, 'do': 'sample'}",
                "{'id': 1, 'do': 'sample', 'model': 'text'}",
                "{'id': 1, 'do': 'sample', 'model': {'text': 'model {}', 'path': 'x'}}",
                "{'id': 1, 'do': 'check', 'model': {'path': 'no/such/file.bug'}}",
                "{'id': 1, 'do': 'nothing'}",
                "{'id': 1, 'do': 'cancel'}"
            })
    void whatIsNoRequestIsRefusedAndTheNextIsAnswered(String message) throws IOException {
        assertThat(client.ask(message).error()).isNotEmpty();
        assertThat(client.ask("{'id': 9, 'do': 'hello', 'protocol': 1}").error())
                .isEmpty();
    }

    @Test
    void whatIsNotTextIsRefused() throws IOException {
        client.sendBytes(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, 2});
        assertThat(client.reply().error()).contains("not JSON");
        client.sendBytes("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
        assertThat(client.reply().error()).contains("not JSON");
        assertThat(client.ask("{'id': 9, 'do': 'hello', 'protocol': 1}").error())
                .isEmpty();
    }

    /** Refused before it comes, and the frame behind it is read. */
    @Test
    void aFrameThatIsTooLongIsRefusedAtOnce() throws IOException {
        int length = FrameReader.LONGEST_MESSAGE + 1;
        client.sendRaw(ByteBuffer.allocate(8).putInt(length).putInt(0).array());
        assertThat(client.reply().error()).contains(length + " and a body of 0 bytes is too long");
        byte[] some = new byte[1 << 16];
        for (int sent = 0; sent < length; sent += some.length) {
            client.sendRaw(Arrays.copyOf(some, Math.min(some.length, length - sent)));
        }
        assertThat(client.ask("{'id': 9, 'do': 'hello', 'protocol': 1}").error())
                .isEmpty();
        client.sendRaw((byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1);
        assertThat(client.reply().error()).contains("4294967295 and a body of 4294967295 bytes is too long");
    }

    @Test
    void itEndsWhenTheClientGoes() throws Exception {
        client.send(Client.sample(1, MODEL, LONG));
        client.frame();
        client.close();
        assertThat(client.ended(20_000)).isTrue();
    }

    @Test
    void itEndsInTheMiddleOfAFrame() throws Exception {
        client.sendRaw((byte) 0, (byte) 0, (byte) 0);
        client.close();
        assertThat(client.ended(20_000)).isTrue();
    }
}
