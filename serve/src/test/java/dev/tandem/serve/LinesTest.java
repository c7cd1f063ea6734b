package dev.tandem.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lines say what frames say, in plain letters. */
class LinesTest {
    private static List<JsonNode> said(String requests) throws IOException {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        Server.ofLines(new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8)), answers)
                .serve();
        String text = answers.toString(StandardCharsets.UTF_8);
        assertThat(text.chars()).allMatch(letter -> letter < 128);
        return text.lines().map(line -> JsonMapper.shared().readTree(line)).toList();
    }

    private static final String HELLO = "{\"id\": 0, \"do\": \"hello\", \"protocol\": 1}\n";

    @Test
    void bodiesAreBase64BothWays() throws IOException {
        // The double 2.5, the lowest byte first.
        String body = Base64.getEncoder().encodeToString(new byte[] {0, 0, 0, 0, 0, 0, 4, 64});
        List<JsonNode> answers = said(HELLO
                + "{\"id\": 1, \"do\": \"check\", \"model\": {\"text\": \"model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }\"},"
                + " \"data\": {\"y\": {\"dims\": [1], \"at\": 0}}, \"body\": \"" + body + "\"}\n");
        assertThat(answers.get(0).get("longest_body").asLong()).isPositive();
        assertThat(answers.get(1).get("relations").get(1).get("is").asString()).isEqualTo("observed");
    }

    @Test
    void whatIsNoRequestIsRefusedAndTheNextIsAnswered() throws IOException {
        List<JsonNode> answers = said(
                "nothing\n\n{\"id\": 1, \"body\": \"?\"}\n" + HELLO
                        + "{\"id\": 1, \"do\": \"check\", \"model\": {\"text\": \"model { m\u00fc ~ dnorm(0, 1) }\"}}\n{\"id\": 2");
        assertThat(answers).hasSize(5);
        assertThat(answers.subList(0, 3)).allMatch(answer -> answer.has("error"));
        assertThat(answers.get(2).get("error").get("message").asString()).contains("not Base64");
        assertThat(answers.get(3).get("protocol").asInt()).isEqualTo(1);
    }
}
