package dev.tandem.cli;

import tools.jackson.databind.node.ObjectNode;

/** Numbers in JSON, which has none for what is infinite or unknown. */
final class JsonNumbers {
    private JsonNumbers() {}

    /** Sets a number, or null for what is none. */
    static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
