package dev.tandem.runs;

import dev.tandem.draws.Course;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where one chain can go on, and how long its files were there.
 *
 * @param anchor the state of the chain
 * @param times what it had taken
 * @param warmupLength the length of the file of its warmup
 * @param drawsLength the length of the file of its draws
 */
record Checkpoint(Anchor anchor, ChainTimes times, long warmupLength, long drawsLength) {
    private static final int MAGIC = 0x544e_4401;
    /** Magic and checksum. */
    private static final int HEADER = 8;

    Checkpoint withTimes(ChainTimes other) {
        return new Checkpoint(anchor, other, warmupLength, drawsLength);
    }

    /** Where it is, in words. */
    String place(Settings settings) {
        return anchor.stages() < settings.stages().size()
                ? "after stage " + anchor.stages() + " of warmup"
                : "after draw " + anchor.drawn();
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(warmupLength);
            out.writeLong(drawsLength);
            out.writeDouble(times.warmup());
            out.writeDouble(times.sampling());
            out.writeDouble(times.samplingCpu());
            out.writeInt(anchor.stages());
            out.writeInt(anchor.drawn());
            out.writeInt(anchor.tally().iteration());
            out.writeInt(anchor.tally().counted());
            out.writeInt(anchor.tally().divergences());
            out.writeDouble(anchor.tally().acceptanceSum());
            write(out, anchor.random());
            String tuning = JsonMapper.shared().writeValueAsString(SettingsJson.write(anchor.tuning()));
            write(out, tuning.getBytes(StandardCharsets.UTF_8));
            out.writeInt(anchor.q().length);
            for (double value : anchor.q()) {
                out.writeDouble(value);
            }
            out.writeInt(anchor.x().length);
            for (int value : anchor.x()) {
                out.writeInt(value);
            }
            out.writeInt(anchor.tally().restarts());
            anchor.course().write(out);
        } catch (IOException e) {
            throw new AssertionError("memory cannot fail", e);
        }
        byte[] content = bytes.toByteArray();
        return ByteBuffer.allocate(HEADER + content.length)
                .putInt(MAGIC)
                .putInt(TableFormat.checksum(ByteBuffer.wrap(content)))
                .put(content)
                .array();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a checkpoint; throws {@link DamagedFileException} if it is not what was written. */
    static Checkpoint read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || header.getInt() != MAGIC) {
            throw new DamagedFileException(file, "it is not a checkpoint");
        }
        if (header.getInt() != TableFormat.checksum(header.slice())) {
            throw new DamagedFileException(file, "its checksum is wrong");
        }
        return decode(new DataInputStream(new ByteArrayInputStream(bytes, HEADER, bytes.length - HEADER)));
    }

    private static Checkpoint decode(DataInputStream in) throws IOException {
        long warmupLength = in.readLong();
        long drawsLength = in.readLong();
        ChainTimes times = new ChainTimes(in.readDouble(), in.readDouble(), in.readDouble());
        int stages = in.readInt();
        int drawn = in.readInt();
        int iteration = in.readInt();
        int counted = in.readInt();
        int divergences = in.readInt();
        double acceptanceSum = in.readDouble();
        byte[] random = in.readNBytes(in.readInt());
        byte[] tuning = in.readNBytes(in.readInt());
        double[] q = new double[in.readInt()];
        for (int i = 0; i < q.length; i++) {
            q[i] = in.readDouble();
        }
        int[] x = new int[in.readInt()];
        for (int i = 0; i < x.length; i++) {
            x[i] = in.readInt();
        }
        // Checkpoints of version 0.1 end here.
        int restarts = in.available() == 0 ? 0 : in.readInt();
        Course course = in.available() == 0 ? new Course(0) : Course.read(in);
        Anchor.Tally tally = new Anchor.Tally(iteration, counted, divergences, acceptanceSum, restarts);
        Anchor anchor = new Anchor(
                stages,
                drawn,
                q,
                x,
                SettingsJson.readTuning(JsonMapper.shared().readTree(tuning)),
                random,
                tally,
                course);
        return new Checkpoint(anchor, times, warmupLength, drawsLength);
    }
}
