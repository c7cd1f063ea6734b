package dev.tandem.serve;

import java.io.IOException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Where requests come from, in whichever form. */
interface FrameSource {
    /** The longest body that is taken. */
    long longestBody();

    /**
     * The next frame; empty at the end of the stream, even if that is in the middle of one.
     *
     * @throws MalformedFrameException if it is none; what follows can be read after {@link #skip}
     */
    Optional<Frame> next() throws IOException, MalformedFrameException;

    /** Leaves out bytes. */
    void skip(long count) throws IOException;

    /** The object that a text is. */
    static ObjectNode parse(byte[] text) throws MalformedFrameException {
        JsonNode node;
        try {
            node = JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw new MalformedFrameException("the message is not JSON: " + e.getOriginalMessage(), 0);
        }
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new MalformedFrameException("the message is not a JSON object", 0);
    }
}
