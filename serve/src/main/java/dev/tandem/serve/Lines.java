package dev.tandem.serve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Frames as lines of plain letters, for clients that cannot read bytes from a process, R among them: a line is a message,
 * whose field {@code body} has the body in Base64.
 */
final class Lines implements FrameSource, FrameSink {
    private static final String BODY = "body";

    private static final JsonMapper PLAIN =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private final InputStream in;
    private final OutputStream out;
    private final long longestLine;

    Lines(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
        // A line is held as bytes, as text and as what it stands for.
        longestLine = Math.min(1 << 30, Runtime.getRuntime().maxMemory() / 8);
    }

    @Override
    public long longestBody() {
        // Four letters for three bytes, and some for the message.
        return longestLine / 4 * 3 - (1 << 20);
    }

    @Override
    public Optional<Frame> next() throws IOException, MalformedFrameException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        int letter = in.read();
        while (letter >= 0 && letter != '\n') {
            if (++length <= longestLine) {
                line.write(letter);
            }
            letter = in.read();
        }
        if (letter < 0) {
            return Optional.empty();
        }
        if (length > longestLine) {
            throw new MalformedFrameException(
                    "a line of " + length + " bytes is too long: at most " + longestLine + " are taken", 0);
        }
        ObjectNode message = FrameSource.parse(line.toByteArray());
        JsonNode body = message.remove(BODY);
        return Optional.of(body == null || body.isNull() ? Frame.of(message) : Frame.of(message, decoded(body)));
    }

    private static byte[] decoded(JsonNode body) throws MalformedFrameException {
        try {
            return Base64.getDecoder().decode(body.asString("-"));
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("the body is not Base64", 0);
        }
    }

    @Override
    public void skip(long count) {
        // Lines that are refused have been read.
    }

    @Override
    public void write(Frame frame) {
        ObjectNode message = frame.message();
        if (frame.body().hasRemaining()) {
            message = message.deepCopy();
            message.put(BODY, Base64.getEncoder().encodeToString(frame.body().array()));
        }
        byte[] line = (PLAIN.writeValueAsString(message) + "\n").getBytes(StandardCharsets.US_ASCII);
        synchronized (this) {
            try {
                out.write(line);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
