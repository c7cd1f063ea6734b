package dev.tandem.exports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes version 2 of the Zarr format as xarray reads it: groups, and arrays whose dimensions have names. */
final class ZarrWriter {
    /** Fast; doubles hardly become smaller with more. */
    private static final int LEVEL = Deflater.BEST_SPEED;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * An array.
     *
     * @param path the names of its groups and its own
     * @param type the type of its values as NumPy writes it
     * @param bytes the length of a value
     * @param shape its extents; the last one runs fastest
     * @param chunks the extents of a chunk, of the same number
     * @param dimensions the names of its dimensions
     */
    record Array(
            String path, String type, int bytes, List<Integer> shape, List<Integer> chunks, List<String> dimensions) {
        Array {
            shape = List.copyOf(shape);
            chunks = List.copyOf(chunks);
            dimensions = List.copyOf(dimensions);
        }

        /** Room for the values of a chunk. */
        ByteBuffer chunk() {
            long length = chunks.stream().mapToLong(Integer::longValue).reduce(bytes, Math::multiplyExact);
            return ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    private final ZarrStore store;
    /**
     * All metadata once more, so that readers need not look for them. In order of their names: the library for Python
     * loses arrays of a group that do not stand together.
     */
    private final Map<String, ObjectNode> consolidated = new TreeMap<>();

    ZarrWriter(ZarrStore store) throws IOException {
        this.store = store;
        group("", NODES.objectNode());
    }

    /** Adds a group; an empty path is the root. */
    void group(String path, ObjectNode attributes) throws IOException {
        String prefix = path.isEmpty() ? "" : path + "/";
        metadata(prefix + ".zgroup", NODES.objectNode().put("zarr_format", 2));
        metadata(prefix + ".zattrs", attributes);
    }

    /** Adds an array; its chunks follow. */
    void array(Array array) throws IOException {
        ObjectNode node = NODES.objectNode();
        node.put("zarr_format", 2);
        numbers(node.putArray("shape"), array.shape());
        numbers(node.putArray("chunks"), array.chunks());
        node.put("dtype", array.type());
        node.put("order", "C");
        node.putObject("compressor").put("id", "zlib").put("level", LEVEL);
        // xarray takes values that equal the fill value for missing ones, so there must be none.
        node.putNull("fill_value");
        node.putNull("filters");
        metadata(array.path() + "/.zarray", node);
        ObjectNode attributes = NODES.objectNode();
        array.dimensions().forEach(attributes.putArray("_ARRAY_DIMENSIONS")::add);
        metadata(array.path() + "/.zattrs", attributes);
    }

    /** Writes the values of a chunk, of which the last in a dimension may go beyond the array; an index is from 0. */
    void chunk(Array array, List<Integer> index, ByteBuffer values) throws IOException {
        String name =
                index.isEmpty() ? "0" : index.stream().map(String::valueOf).collect(Collectors.joining("."));
        store.put(array.path() + "/" + name, compressed(values));
    }

    /** All of a chunk, of which the end may be unused. */
    private static byte[] compressed(ByteBuffer values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(LEVEL);
        try {
            deflater.setInput(values.duplicate().clear());
            deflater.finish();
            byte[] part = new byte[1 << 16];
            while (!deflater.finished()) {
                bytes.write(part, 0, deflater.deflate(part));
            }
            return bytes.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static void numbers(ArrayNode node, List<Integer> numbers) {
        numbers.forEach(node::add);
    }

    private void metadata(String key, ObjectNode node) throws IOException {
        put(key, node);
        consolidated.put(key, node);
    }

    private void put(String key, JsonNode node) throws IOException {
        store.put(key, JsonMapper.shared().writeValueAsString(node).getBytes(StandardCharsets.UTF_8));
    }

    /** Writes what comes after everything else. */
    void end() throws IOException {
        ObjectNode all = NODES.objectNode();
        all.put("zarr_consolidated_format", 1);
        all.putObject("metadata").setAll(consolidated);
        put(".zmetadata", all);
    }
}
