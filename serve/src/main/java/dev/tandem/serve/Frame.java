package dev.tandem.serve;

import java.nio.ByteBuffer;
import tools.jackson.databind.node.ObjectNode;

/**
 * What goes over the streams as one: a message, and bytes beside it where there are many numbers.
 *
 * @param message a JSON object
 * @param body the bytes, often none
 */
record Frame(ObjectNode message, ByteBuffer body) {
    static Frame of(ObjectNode message, byte[] body) {
        return new Frame(message, ByteBuffer.wrap(body));
    }

    /** Without bytes beside it. */
    static Frame of(ObjectNode message) {
        return of(message, new byte[0]);
    }
}
