package dev.tandem.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.judging.Judgement;
import dev.tandem.inference.judging.JudgementJson;
import dev.tandem.inference.judging.JudgementText;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.judging.ModelComparison;
import dev.tandem.inference.judging.PriorSensitivity;
import dev.tandem.inference.judging.PriorSensitivityText;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Models are judged, compared and derived from over the stream as they are by the library, and with its complaints. */
@Timeout(120)
class JudgingTest {
    private static final String FLAT = "model { a ~ dnorm(0, 0.01)\n for (i in 1:6) { y[i] ~ dnorm(a, 1) } }";

    private static final String SLOPE =
            "model { a ~ dnorm(0, 0.01)\n b ~ dnorm(0, 0.01)\n for (i in 1:6) { y[i] ~ dnorm(a + b * i, 1) } }";

    private static final double[] Y = {1, 2.5, 2, 4.5, 5, 7};

    private Client client;

    @BeforeEach
    void greet() throws IOException {
        client = Client.greeted();
    }

    @AfterEach
    void leave() throws IOException {
        client.close();
    }

    private long sampled(String model, String more) throws IOException {
        String data = ", 'data': {'y': {'dims': [6], 'values': [1, 2.5, 2, 4.5, 5, 7]}}";
        return client.ask(
                        Client.sample(1, model, data + ", 'draws': 200, 'warmup': 200, 'chains': 2, 'seed': 7" + more))
                .message()
                .get("run")
                .asLong();
    }

    private static Posterior sampled(String model) {
        BoundModel bound = Model.of(model).with(Map.of("y", DataArray.vector(Y)));
        return bound.sample(
                Settings.defaults().withDraws(200).withWarmup(200).withChains(2).withSeed(7));
    }

    private static Judgement judged(String model, String name) {
        return sampled(model).judge().named(name);
    }

    @Test
    void aModelIsJudgedAsByTheLibrary() throws IOException {
        long run = sampled(SLOPE, "");
        JsonNode answer =
                client.ask("{'id': 2, 'do': 'loo', 'run': " + run + "}").message();
        Judgement expected = judged(SLOPE, "model.bug");
        assertThat(answer.get("loo")).isEqualTo(JsonMapper.shared().readTree(JudgementJson.render(expected)));
        assertThat(answer.get("text").asString()).isEqualTo(JudgementText.render(expected, 10));
    }

    @Test
    void modelsAreComparedAsByTheLibrary() throws IOException {
        long flat = sampled(FLAT, "");
        long slope = sampled(SLOPE, "");
        JsonNode answer = client.ask("{'id': 2, 'do': 'compare', 'runs': [" + flat + ", " + slope
                        + "], 'names': ['flat', 'slope'], 'seed': 3}")
                .message();
        List<Judgement> models = List.of(judged(FLAT, "flat"), judged(SLOPE, "slope"));
        ModelComparison expected = ModelComparison.of(models, 3);
        assertThat(answer.get("compared"))
                .isEqualTo(JsonMapper.shared().readTree(JudgementJson.render(models, expected)));
        assertThat(answer.get("text").asString())
                .isEqualTo(JudgementText.render(models, expected, 10))
                .contains("slope predicts better than the others.");
    }

    @Test
    void sensitivityIsAsByTheLibrary() throws IOException {
        long run = sampled(SLOPE, "");
        JsonNode answer = client.ask("{'id': 2, 'do': 'sensitivity', 'run': " + run + ", 'priors': ['b']}")
                .message();
        PriorSensitivity expected = sampled(SLOPE)
                .sensitivity(LogLikelihood.Choice.summed(), List.of("b"))
                .named("model.bug");
        assertThat(answer.get("sensitivity"))
                .isEqualTo(JsonMapper.shared().readTree(PriorSensitivityText.json(expected)));
        assertThat(answer.get("text").asString()).isEqualTo(PriorSensitivityText.render(expected, 20));
    }

    @Test
    void theLogLikelihoodOfEveryUnitIsATable() throws IOException {
        long run = sampled(SLOPE, "");
        Client.Reply answer = client.ask("{'id': 2, 'do': 'log_likelihood', 'run': " + run + "}");
        JsonNode message = answer.message();
        assertThat(message.get("units").toString())
                .isEqualTo("[\"y[1]\",\"y[2]\",\"y[3]\",\"y[4]\",\"y[5]\",\"y[6]\"]");
        assertThat(message.get("variables").get(0).get("shape").get(0).asInt()).isEqualTo(6);
        double[][] first = judged(SLOPE, "slope").likelihood().of(0);
        ByteBuffer body = ServerTest.bytes(answer);
        for (int chain = 0; chain < 2; chain++) {
            int at = message.get("batches").get(chain).get("at").asInt() + 2 * 800;
            for (int draw = 0; draw < 200; draw++) {
                assertThat(body.getDouble(at + 8 * draw)).isEqualTo(first[chain][draw]);
            }
        }
    }

    @Test
    void theDevianceOfEveryDrawIsThatOfTheLibrary() throws IOException {
        long run = sampled(SLOPE, "");
        JsonNode answer =
                client.ask("{'id': 2, 'do': 'deviance', 'run': " + run + "}").message();
        double[][] expected = judged(SLOPE, "slope").likelihood().deviance();
        assertThat(answer.get("deviance").size()).isEqualTo(2);
        for (int chain = 0; chain < 2; chain++) {
            JsonNode values = answer.get("deviance").get(chain);
            assertThat(values.size()).isEqualTo(200);
            for (int draw = 0; draw < 200; draw++) {
                assertThat(values.get(draw).asDouble()).isEqualTo(expected[chain][draw]);
            }
        }
    }

    @Test
    void quantitiesAreDerived() throws IOException {
        long run = sampled(SLOPE, "");
        Client.Reply answer = client.ask("{'id': 2, 'do': 'derive', 'run': " + run
                + ", 'statements': 'end <- a + 6 * b; for (i in 1:2) { at[i] <- a + b * i }'}");
        JsonNode message = answer.message();
        assertThat(message.get("variables").get(0).get("name").asString()).isEqualTo("end");
        assertThat(message.get("variables").get(1).get("shape").toString()).isEqualTo("[2]");
        JsonNode means = client.ask("{'id': 3, 'do': 'summary', 'run': " + run + "}")
                .message()
                .get("summary")
                .get("variables");
        double expected = means.get(0).get("mean").asDouble()
                + 6 * means.get(1).get("mean").asDouble();
        assertThat(message.get("summary").get(0).get("mean").asDouble()).isCloseTo(expected, within(1e-9));
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        sampled(SLOPE, "");
        sampled(SLOPE, ", 'monitor': ['a']");
        String other = ", 'data': {'y': {'dims': [6], 'values': [1, 2.5, 2, 4.5, 5, 8]}}";
        client.ask(Client.sample(1, SLOPE, other + ", 'draws': 50, 'warmup': 100, 'chains': 2"));
        refused("'do': 'loo', 'run': 1, 'unit': 'bb'", "model.bug: the model defines no variable bb; did you mean b?");
        refused("'do': 'loo', 'run': 1, 'rows': -1", "rows must be at least 0, not -1");
        refused("'do': 'loo', 'run': 9", "there is no run 9");
        refused(
                "'do': 'loo', 'run': 1, 'given_state': true",
                "the request has no field given_state; did you mean given_states?");
        refused(
                "'do': 'loo', 'run': 2",
                "model.bug: the log likelihood needs b, which was not monitored; sample again without monitor");
        refused(
                "'do': 'log_likelihood', 'run': 2",
                "the log likelihood needs b, which was not monitored; sample again");
        refused("'do': 'deviance', 'run': 2", "the log likelihood needs b, which was not monitored; sample again");
        refused("'do': 'compare', 'runs': [1]", "there is nothing to compare with: give two models or more");
        refused("'do': 'compare'", "the request needs the field runs");
        refused("'do': 'compare', 'runs': [1, 'two']", "runs must be a list of whole numbers");
        refused("'do': 'compare', 'runs': [1, 1]", "run 1 is given twice");
        refused("'do': 'compare', 'runs': [1, 3], 'names': ['a', 'a']", "a is given twice");
        refused("'do': 'compare', 'runs': [1, 3], 'names': ['a']", "there are 1 names for 2 runs");
        refused("'do': 'compare', 'runs': [1, 3]", "run 1 and run 3 are runs of different data");
        refused("'do': 'derive', 'run': 1, 'statements': 'a <- 1'", "a is a variable of the run already");
        refused("'do': 'derive', 'run': 1, 'statements': 'd <- a + c'", "derived:1:10: c is used but never defined");
        refused("'do': 'derive', 'run': 1, 'statements': ''", "there is nothing to derive");
        refused("'do': 'derive', 'run': 1", "the request needs the field statements");
    }

    private void refused(String request, String complaint) throws IOException {
        assertThat(client.ask("{'id': 2, " + request + "}").error()).contains(complaint);
    }
}
