package dev.tandem.serve;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that talks to a server in this process, byte by byte as a client elsewhere would. */
final class Client implements Closeable {
    /** What came back. */
    record Reply(JsonNode message, List<Byte> body) {
        String error() {
            return message.path("error").path("message").asString("");
        }

        String kind() {
            return message.path("error").path("kind").asString("");
        }
    }

    private final DataOutputStream out;
    private final DataInputStream in;
    private final Thread server;
    private final List<JsonNode> events = new ArrayList<>();

    Client() throws IOException {
        PipedOutputStream requests = new PipedOutputStream();
        PipedInputStream answers = new PipedInputStream(1 << 16);
        Server serving = Server.ofFrames(new PipedInputStream(requests, 1 << 16), new PipedOutputStream(answers));
        out = new DataOutputStream(requests);
        in = new DataInputStream(answers);
        server = new Thread(() -> {
            try {
                serving.serve();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        server.setDaemon(true);
        server.start();
    }

    static Client greeted() throws IOException {
        Client client = new Client();
        client.ask("{'id': 0, 'do': 'hello', 'protocol': 1}");
        return client;
    }

    /** Sends a message, quotes being written as apostrophes. */
    void send(String message, byte... body) throws IOException {
        sendBytes(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8), body);
    }

    void sendBytes(byte[] text, byte... body) throws IOException {
        out.writeInt(text.length);
        out.writeInt(body.length);
        out.write(text);
        out.write(body);
        out.flush();
    }

    void sendRaw(byte... bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The next answer; events on the way are kept. */
    Reply reply() throws IOException {
        while (true) {
            Reply frame = frame();
            if (!frame.message().has("event")) {
                return frame;
            }
            events.add(frame.message());
        }
    }

    /** The next frame, whatever it is. */
    Reply frame() throws IOException {
        byte[] text = new byte[in.readInt()];
        byte[] body = new byte[in.readInt()];
        in.readFully(text);
        in.readFully(body);
        List<Byte> bytes = new ArrayList<>();
        for (byte value : body) {
            bytes.add(value);
        }
        return new Reply(JsonMapper.shared().readTree(text), bytes);
    }

    Reply ask(String message, byte... body) throws IOException {
        send(message, body);
        return reply();
    }

    List<JsonNode> events() {
        return events;
    }

    /** A request to sample with a model as text. */
    static String sample(int id, String model, String rest) {
        return "{'id': " + id + ", 'do': 'sample', 'model': "
                + JsonMapper.shared()
                        .writeValueAsString(Map.of("text", model, "name", "model.bug"))
                        .replace('"', '\'')
                + rest + "}";
    }

    boolean ended(long millis) throws InterruptedException {
        server.join(millis);
        return !server.isAlive();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
