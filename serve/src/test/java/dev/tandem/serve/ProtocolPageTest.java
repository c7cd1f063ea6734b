package dev.tandem.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The conversations in docs/protocol.md are held as they stand there, and the page tells of every request and field. With
 * {@code -Dtandem.docs.write=true} the answers are written anew.
 */
@Timeout(120)
class ProtocolPageTest {
    private static final Path PAGE = Path.of(System.getProperty("tandem.root"), "docs", "protocol.md");

    private static final String FENCE = "```text held by ProtocolPageTest";

    /** What depends on the clock, on the Java and on the machine. */
    private static final Pattern VOLATILE = Pattern.compile(
            "(?<=\"(?:seconds|compile|warmup|sampling|longest_body)\":)[0-9.E-]+|(?<=\"(?:program|java)\":\")[^\"]*");

    @Test
    void conversationsGoAsThePageSays() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> renewed = new ArrayList<>();
        int conversations = 0;
        for (int i = 0; i < lines.size(); i++) {
            renewed.add(lines.get(i));
            if (lines.get(i).equals(FENCE)) {
                List<String> block = new ArrayList<>();
                while (!lines.get(++i).equals("```")) {
                    block.add(lines.get(i));
                }
                renewed.addAll(held(block));
                renewed.add("```");
                conversations++;
            }
        }
        assertThat(conversations).isEqualTo(2);
        if (Boolean.getBoolean("tandem.docs.write") && !steady(renewed).equals(steady(lines))) {
            Files.write(PAGE, renewed);
        } else {
            assertThat(steady(renewed)).isEqualTo(steady(lines));
        }
    }

    /** A conversation with the answers that are given now. */
    private static List<String> held(List<String> block) throws IOException {
        List<String> told = new ArrayList<>();
        try (Client client = new Client()) {
            for (String line : block) {
                if (line.startsWith("> ")) {
                    told.add(line);
                    client.send(line.substring(2));
                    Client.Reply reply = client.frame();
                    told.add(answer(reply));
                    while (reply.message().has("event")) {
                        reply = client.frame();
                        told.add(answer(reply));
                    }
                }
            }
        }
        return told;
    }

    private static String answer(Client.Reply reply) {
        String text = "< " + JsonMapper.shared().writeValueAsString(reply.message());
        return reply.body().isEmpty() ? text : text + " " + reply.body().size() + " bytes";
    }

    private static List<String> steady(List<String> lines) {
        return lines.stream()
                .map(line -> line.startsWith("< ") ? VOLATILE.matcher(line).replaceAll("..") : line)
                .toList();
    }

    @Test
    void everyRequestAndEveryFieldIsOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        try (Client client = new Client()) {
            JsonNode hello =
                    client.ask("{'id': 0, 'do': 'hello', 'protocol': 1}").message();
            for (JsonNode request : hello.get("requests")) {
                assertThat(page).contains("| `" + request.asString() + "` |");
            }
        }
        List<String> fields = new ArrayList<>();
        for (String file : List.of(
                "Requests", "ModelMessage", "DataMessage", "Predicting", "SettingsMessage", "SampleWork", "Server")) {
            String source =
                    Files.readString(Path.of(System.getProperty("tandem.root"), "serve/src/main/java/dev/tandem/serve")
                            .resolve(file + ".java"));
            Matcher field = Pattern.compile(
                            "(?:text|whole|longWhole|needText|needWhole|number|truth|words|list|object|needObject|need)"
                                    + "\\(\\s*\"(\\w+)\"")
                    .matcher(source);
            while (field.find()) {
                fields.add(field.group(1));
            }
        }
        assertThat(fields).contains("until_ess", "monitor", "thin", "path").hasSizeGreaterThan(25);
        assertThat(fields).allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
