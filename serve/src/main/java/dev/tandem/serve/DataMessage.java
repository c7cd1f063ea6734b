package dev.tandem.serve;

import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Data as requests give them: arrays by name, in the message or in the body beside it, and files. */
final class DataMessage {
    /** What an array may have in JAGS, and more. */
    private static final int MOST_DIMENSIONS = 32;

    private final ByteBuffer body;

    DataMessage(ByteBuffer body) {
        this.body = body;
    }

    /** The arrays of one object: each a number, or an object with {@code dims} and {@code values} or {@code at}. */
    DataSet arrays(ObjectNode node) {
        return DataSet.of(read(node));
    }

    /** Start values of one object, which messages call {@code init}. */
    DataSet starts(ObjectNode node) {
        return DataSet.of(read(node), "init");
    }

    private Map<String, DataArray> read(ObjectNode node) {
        Map<String, DataArray> arrays = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            arrays.put(entry.getKey(), array(entry.getKey(), entry.getValue()));
        }
        return arrays;
    }

    /** The data that a request gives by its fields {@code data} and {@code data_files}; empty if it has neither. */
    Optional<DataSet> given(Fields request, Dialect dialect) {
        List<String> files = request.words("data_files");
        Optional<DataSet> given = request.object("data").map(this::arrays);
        return files.isEmpty() ? given : Optional.of(files(files, dialect).merge(given.orElse(DataSet.empty())));
    }

    /** Files as on the command line: R dump, JSON or CSV. */
    private static DataSet files(List<String> paths, Dialect dialect) {
        return paths.isEmpty()
                ? DataSet.empty()
                : DataFile.read(paths.stream().map(DataMessage::path).toList(), dialect);
    }

    /** Data for an answer, in the form in which requests give them: where each array is, and the numbers. */
    static Frame write(DataSet data) {
        ObjectNode arrays = Answers.object();
        int size = data.arrays().values().stream().mapToInt(DataArray::size).sum();
        ByteBuffer body =
                ByteBuffer.allocate(Math.multiplyExact(size, Double.BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        data.arrays().forEach((name, array) -> {
            ObjectNode node = arrays.putObject(name);
            ArrayNode dims = node.putArray("dims");
            for (int d = 0; d < array.rank(); d++) {
                dims.add(array.dim(d));
            }
            node.put("at", body.position());
            for (int i = 0; i < array.size(); i++) {
                body.putDouble(array.value(i));
            }
        });
        return Frame.of(arrays, body.array());
    }

    static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw RefusedException.request("no path of a file: " + e.getMessage());
        }
    }

    private DataArray array(String name, JsonNode node) {
        if (node.isNumber() || node.isNull() || node.isString()) {
            return DataArray.scalar(number(name, node));
        }
        if (!(node instanceof ObjectNode object)) {
            throw RefusedException.request(
                    "data " + name + ": must be a number, or an object with dims and with values or at");
        }
        Fields fields = new Fields("data " + name, object);
        int[] dims = dims(name, fields.list("dims"));
        long size = 1;
        for (int dim : dims) {
            size = Math.min(Integer.MAX_VALUE, size * dim);
        }
        double[] values = fields.has("at")
                ? fromBody(name, fields.needWhole("at"), size)
                : fromMessage(name, fields.list("values"), size);
        fields.nothingElse();
        return DataArray.of(dims, values);
    }

    private static int[] dims(String name, List<JsonNode> nodes) {
        if (nodes.isEmpty() || nodes.size() > MOST_DIMENSIONS) {
            throw RefusedException.request("data " + name + ": dims must be a list of 1 to " + MOST_DIMENSIONS);
        }
        int[] dims = new int[nodes.size()];
        for (int d = 0; d < dims.length; d++) {
            JsonNode node = nodes.get(d);
            if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < 1) {
                throw RefusedException.request(
                        "data " + name + ": every dimension must be a whole number from 1 on, not " + node);
            }
            dims[d] = node.intValue();
        }
        return dims;
    }

    private double[] fromBody(String name, long at, long size) {
        if (at < 0 || at + size * Double.BYTES > body.limit()) {
            throw RefusedException.request("data " + name + ": " + size + " numbers from byte " + at
                    + " on are not in a body of " + body.limit() + " bytes");
        }
        double[] values = new double[(int) size];
        body.slice((int) at, (int) size * Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asDoubleBuffer()
                .get(values);
        return values;
    }

    private static double[] fromMessage(String name, List<JsonNode> nodes, long size) {
        if (nodes.size() != size) {
            throw RefusedException.request("data " + name + ": " + nodes.size() + " values for dimensions of " + size);
        }
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = number(name, nodes.get(i));
        }
        return values;
    }

    /** JSON has no infinities, so these are words; null is NA. */
    private static double number(String name, JsonNode node) {
        if (node.isNumber()) {
            return node.doubleValue();
        }
        if (node.isNull()) {
            return Double.NaN;
        }
        return switch (node.isString() ? node.stringValue() : "") {
            case "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> throw RefusedException.request("data " + name + ": " + node + " is not a number");
        };
    }
}
