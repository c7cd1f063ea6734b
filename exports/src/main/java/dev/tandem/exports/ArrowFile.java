package dev.tandem.exports;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.SamplerStatistic;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;

/**
 * Writes draws as an Arrow IPC file (Feather version 2): the columns chain and draw, counted from 1, one for each
 * element, then the statistics. A record batch holds draws of one chain, and few enough to fit into memory.
 */
public final class ArrowFile {
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** Precedes the length of every message. */
    private static final int CONTINUATION = -1;

    /** Everything in the file begins at a multiple of this. */
    private static final int ALIGNMENT = 8;

    /** Values in a record batch: 32 MB. */
    private static final int BLOCK = 1 << 22;

    /** How the values of a column are stored. */
    private enum Kind {
        NUMBER(Integer.SIZE),
        WHOLE(Long.SIZE),
        REAL(Double.SIZE),
        TRUTH(1);

        private final int bits;

        Kind(int bits) {
            this.bits = bits;
        }

        int bytes(int rows) {
            return aligned(Math.toIntExact(((long) rows * bits + 7) / 8));
        }
    }

    private record Column(String name, Kind kind) {}

    /** Where a message stands in the file. */
    private record Place(long offset, int metadata, long body) {}

    /**
     * Draws of one chain that stand together in the file, for readers that know nothing of Arrow: at {@code position} begins
     * the first column, and every column takes the bytes of its values rounded up to a multiple of eight.
     *
     * @param position where the columns begin, from the start of the file
     * @param rows the values of each column
     */
    public record Batch(long position, int rows) {}

    private final WritableByteChannel out;
    private long position;
    private final List<Column> columns;
    private final Map<String, String> notes;
    private final List<Place> batches = new ArrayList<>();
    private final List<Batch> found = new ArrayList<>();

    private ArrowFile(WritableByteChannel out, List<Column> columns, Map<String, String> notes) {
        this.out = out;
        this.columns = columns;
        this.notes = notes;
    }

    public static void write(DrawSource draws, Provenance provenance, Path file) throws IOException {
        write(draws, provenance, file, BLOCK);
    }

    static void write(DrawSource draws, Provenance provenance, Path file, int block) throws IOException {
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(draws, provenance, out, block);
        }
    }

    /**
     * Writes the same to a stream, which stays open.
     *
     * @return where the draws are in what was written
     */
    public static List<Batch> write(DrawSource draws, Provenance provenance, OutputStream out) throws IOException {
        return write(draws, provenance, Channels.newChannel(out), BLOCK);
    }

    private static List<Batch> write(DrawSource draws, Provenance provenance, WritableByteChannel out, int block)
            throws IOException {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("program", "tandem " + provenance.version());
        notes.put("model", provenance.model());
        notes.put("sampler", provenance.sampler());
        notes.put("seed", Long.toString(provenance.seed()));
        notes.put("warmup", Integer.toString(provenance.warmup()));
        notes.put("thin", Integer.toString(provenance.thin()));
        ArrowFile arrow = new ArrowFile(out, columns(draws), notes);
        arrow.begin();
        int rows = Math.max(1, Math.min(draws.drawsPerChain(), block / arrow.columns.size()));
        for (int chain = 0; chain < draws.chains(); chain++) {
            arrow.chain(draws, chain, rows);
        }
        arrow.end();
        return List.copyOf(arrow.found);
    }

    private static List<Column> columns(DrawSource draws) {
        List<Column> columns =
                new ArrayList<>(List.of(new Column("chain", Kind.NUMBER), new Column("draw", Kind.NUMBER)));
        for (Variable variable : draws.variables()) {
            Kind kind = variable.kind() == Variable.Kind.DISCRETE ? Kind.WHOLE : Kind.REAL;
            for (int i = 0; i < variable.size(); i++) {
                columns.add(new Column(ElementNames.column(variable, i), kind));
            }
        }
        for (SamplerStatistic statistic : draws.statistics()) {
            Kind kind = switch (statistic.type()) {
                case REAL -> Kind.REAL;
                case WHOLE -> Kind.WHOLE;
                case TRUTH -> Kind.TRUTH;
            };
            columns.add(new Column(statistic.stanName(), kind));
        }
        return columns;
    }

    private void begin() throws IOException {
        ByteBuffer start = ByteBuffer.allocate(ALIGNMENT);
        start.put(MAGIC).rewind();
        writeFully(start);
        FlatBufferBuilder builder = new FlatBufferBuilder();
        message(builder, MessageHeader.Schema, schema(builder), 0);
    }

    private void chain(DrawSource draws, int chain, int most) throws IOException {
        double[] values = new double[draws.elements()];
        double[] statistics = new double[draws.statistics().size()];
        try (DrawReader reader = draws.chain(chain)) {
            for (int first = 0; first < draws.drawsPerChain(); first += most) {
                int rows = Math.min(most, draws.drawsPerChain() - first);
                int[] offsets = offsets(rows);
                ByteBuffer body = ByteBuffer.allocate(offsets[columns.size()]).order(ByteOrder.LITTLE_ENDIAN);
                for (int row = 0; row < rows; row++) {
                    reader.read(values, statistics);
                    put(body, offsets, 0, row, chain + 1);
                    put(body, offsets, 1, row, first + row + 1);
                    for (int i = 0; i < values.length; i++) {
                        put(body, offsets, 2 + i, row, values[i]);
                    }
                    for (int i = 0; i < statistics.length; i++) {
                        put(body, offsets, 2 + values.length + i, row, statistics[i]);
                    }
                }
                batch(rows, offsets, body);
            }
        }
    }

    /** Where each column begins in the body of a batch; the last entry is its length. */
    private int[] offsets(int rows) {
        int[] offsets = new int[columns.size() + 1];
        for (int column = 0; column < columns.size(); column++) {
            offsets[column + 1] =
                    Math.addExact(offsets[column], columns.get(column).kind().bytes(rows));
        }
        return offsets;
    }

    private void put(ByteBuffer body, int[] offsets, int column, int row, double value) {
        int offset = offsets[column];
        switch (columns.get(column).kind()) {
            case NUMBER -> body.putInt(offset + row * Integer.BYTES, (int) value);
            case WHOLE ->
                body.putLong(
                        offset + row * Long.BYTES,
                        NumberText.whole(columns.get(column).name(), value));
            case REAL -> body.putDouble(offset + row * Double.BYTES, value);
            case TRUTH -> {
                int place = offset + row / Byte.SIZE;
                body.put(place, (byte) (body.get(place) | (value == 0 ? 0 : 1) << row % Byte.SIZE));
            }
        }
    }

    private void batch(int rows, int[] offsets, ByteBuffer body) throws IOException {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        RecordBatch.startBuffersVector(builder, 2 * columns.size());
        // Vectors are built from their end.
        for (int column = columns.size() - 1; column >= 0; column--) {
            Buffer.createBuffer(builder, offsets[column], offsets[column + 1] - offsets[column]);
            // No value is missing, so the bits that would say which are there are left out.
            Buffer.createBuffer(builder, offsets[column], 0);
        }
        int buffers = builder.endVector();
        RecordBatch.startNodesVector(builder, columns.size());
        for (int column = 0; column < columns.size(); column++) {
            FieldNode.createFieldNode(builder, rows, 0);
        }
        int nodes = builder.endVector();
        RecordBatch.startRecordBatch(builder);
        RecordBatch.addLength(builder, rows);
        RecordBatch.addNodes(builder, nodes);
        RecordBatch.addBuffers(builder, buffers);
        int header = RecordBatch.endRecordBatch(builder);
        long offset = position;
        int metadata = message(builder, MessageHeader.RecordBatch, header, body.capacity());
        found.add(new Batch(position, rows));
        writeFully(body);
        batches.add(new Place(offset, metadata, body.capacity()));
    }

    private void end() throws IOException {
        ByteBuffer stop = ByteBuffer.allocate(2 * Integer.BYTES);
        stop.putInt(CONTINUATION).putInt(0).flip();
        writeFully(stop);
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schema = schema(builder);
        Footer.startRecordBatchesVector(builder, batches.size());
        for (int i = batches.size() - 1; i >= 0; i--) {
            Place place = batches.get(i);
            Block.createBlock(builder, place.offset(), place.metadata(), place.body());
        }
        int blocks = builder.endVector();
        Footer.startDictionariesVector(builder, 0);
        int dictionaries = builder.endVector();
        Footer.startFooter(builder);
        Footer.addVersion(builder, MetadataVersion.V5);
        Footer.addSchema(builder, schema);
        Footer.addDictionaries(builder, dictionaries);
        Footer.addRecordBatches(builder, blocks);
        Footer.finishFooterBuffer(builder, Footer.endFooter(builder));
        ByteBuffer footer = builder.dataBuffer();
        ByteBuffer tail = ByteBuffer.allocate(Integer.BYTES + MAGIC.length).order(ByteOrder.LITTLE_ENDIAN);
        tail.putInt(footer.remaining()).put(MAGIC).flip();
        writeFully(footer);
        writeFully(tail);
    }

    private int schema(FlatBufferBuilder builder) {
        int[] fields =
                columns.stream().mapToInt(column -> field(builder, column)).toArray();
        int vector = Schema.createFieldsVector(builder, fields);
        int[] pairs = notes.entrySet().stream()
                .mapToInt(note -> KeyValue.createKeyValue(
                        builder, builder.createString(note.getKey()), builder.createString(note.getValue())))
                .toArray();
        int metadata = Schema.createCustomMetadataVector(builder, pairs);
        Schema.startSchema(builder);
        Schema.addEndianness(builder, Endianness.Little);
        Schema.addFields(builder, vector);
        Schema.addCustomMetadata(builder, metadata);
        return Schema.endSchema(builder);
    }

    private static int field(FlatBufferBuilder builder, Column column) {
        int name = builder.createString(column.name());
        int type = switch (column.kind()) {
            case NUMBER, WHOLE -> Int.createInt(builder, column.kind().bits, true);
            case REAL -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
            case TRUTH -> {
                Bool.startBool(builder);
                yield Bool.endBool(builder);
            }
        };
        int children = Field.createChildrenVector(builder, new int[0]);
        Field.startField(builder);
        Field.addName(builder, name);
        Field.addNullable(builder, false);
        Field.addTypeType(
                builder,
                switch (column.kind()) {
                    case NUMBER, WHOLE -> Type.Int;
                    case REAL -> Type.FloatingPoint;
                    case TRUTH -> Type.Bool;
                });
        Field.addType(builder, type);
        Field.addChildren(builder, children);
        return Field.endField(builder);
    }

    /** Writes a message without its body; returns its length with what precedes it. */
    private int message(FlatBufferBuilder builder, byte kind, int header, long body) throws IOException {
        Message.startMessage(builder);
        Message.addVersion(builder, MetadataVersion.V5);
        Message.addHeaderType(builder, kind);
        Message.addHeader(builder, header);
        Message.addBodyLength(builder, body);
        Message.finishMessageBuffer(builder, Message.endMessage(builder));
        ByteBuffer metadata = builder.dataBuffer();
        int length = aligned(metadata.remaining());
        ByteBuffer framed = ByteBuffer.allocate(2 * Integer.BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
        framed.putInt(CONTINUATION).putInt(length).put(metadata).rewind();
        writeFully(framed);
        return framed.capacity();
    }

    private void writeFully(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            position += out.write(buffer);
        }
    }

    private static int aligned(int length) {
        return Math.addExact(length, ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
