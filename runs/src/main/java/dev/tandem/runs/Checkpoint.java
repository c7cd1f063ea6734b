package dev.tandem.runs;

import dev.tandem.draws.summary.Course;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.TableFormat;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.warmup.Learned;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where one chain can go on, and how long its files were there. A chain has one from the moment that its folder is made, so
 * that one that is missing is noticed.
 *
 * @param anchor the state of the chain; empty before the first round of warmup is done
 * @param times what it had taken
 * @param resume the lengths of its files at the anchor: from there they are written on
 * @param end the lengths up to which they are whole, which readers go by; beyond {@code resume} once the chain rests
 */
record Checkpoint(Optional<Anchor> anchor, ChainTimes times, Lengths resume, Lengths end) {
    private static final int MAGIC = 0x544e_4402;
    /** The version before, which knew neither whose it is nor where files end. */
    private static final int UNSEALED = 0x544e_4401;
    /** Magic and checksum. */
    private static final int HEADER = 8;

    /** The lengths of a chain's files. */
    record Lengths(long warmup, long draws) {
        /** Where nobody has taken down how long they are. */
        static final Lengths UNKNOWN = new Lengths(-1, -1);
    }

    static Checkpoint at(Anchor anchor, ChainTimes times, Lengths lengths) {
        return new Checkpoint(Optional.of(anchor), times, lengths, lengths);
    }

    /** That of a chain that has not begun, whose files have nothing but headers. */
    static Checkpoint start(Lengths headers) {
        return new Checkpoint(Optional.empty(), ChainTimes.NONE, headers, headers);
    }

    /** This place once the chain rests: the time that was taken since, and what was done since. */
    Checkpoint ended(ChainTimes other, Lengths lengths) {
        return new Checkpoint(anchor, other, resume, lengths);
    }

    /** This place without what was done since. */
    Checkpoint cut() {
        return new Checkpoint(anchor, times, resume, resume);
    }

    /** Rounds of warmup that were done up to it. */
    int rounds() {
        return anchor.map(Anchor::rounds).orElse(0);
    }

    /** Draws that were made up to it. */
    int drawn() {
        return anchor.map(Anchor::drawn).orElse(0);
    }

    /** Where it is, in words. */
    String place(Settings settings) {
        return anchor.map(state -> state.rounds() < settings.plan().rounds()
                        ? "after round " + state.rounds() + " of warmup"
                        : "after draw " + state.drawn())
                .orElse("from its start");
    }

    /** For a chain of a run, counted from 0. */
    byte[] encode(RunDescription run, int chain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(run.identity());
            out.writeInt(chain);
            write(out, resume);
            write(out, end);
            out.writeDouble(times.warmup());
            out.writeDouble(times.sampling());
            out.writeDouble(times.samplingCpu());
            out.writeBoolean(anchor.isPresent());
            if (anchor.isPresent()) {
                write(out, anchor.get());
            }
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

    private static void write(DataOutputStream out, Lengths lengths) throws IOException {
        out.writeLong(lengths.warmup());
        out.writeLong(lengths.draws());
    }

    private static void write(DataOutputStream out, Anchor anchor) throws IOException {
        out.writeInt(anchor.rounds());
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
        anchor.learned().write(out);
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a checkpoint; throws {@link DamagedFileException} if it is not what was written for this chain. */
    static Checkpoint read(Path file, RunDescription run, int chain) throws IOException {
        byte[] bytes = StoredFiles.bytes(file);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        int magic = bytes.length < HEADER ? 0 : header.getInt();
        if (magic != MAGIC && magic != UNSEALED) {
            throw new DamagedFileException(file, "it is not a checkpoint");
        }
        if (header.getInt() != TableFormat.checksum(header.slice())) {
            throw new DamagedFileException(file, "its checksum is wrong");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, HEADER, bytes.length - HEADER));
        if (magic == MAGIC) {
            if (!in.readUTF().equals(run.identity())) {
                throw DamagedFileException.foreign(file, "another run");
            }
            int owner = in.readInt();
            if (owner != chain) {
                throw DamagedFileException.foreign(file, "chain " + (owner + 1));
            }
            return new Checkpoint(lengths(in), lengths(in), times(in), in.readBoolean() ? anchor(in) : null);
        }
        if (run.seal().isPresent()) {
            throw DamagedFileException.foreign(file, "another run");
        }
        return new Checkpoint(lengths(in), Lengths.UNKNOWN, times(in), warm(anchor(in), run.settings(), file));
    }

    /** Earlier versions counted other rounds: what they have begun to tune is tuned again. */
    private static Anchor warm(Anchor anchor, Settings settings, Path file) throws DamagedFileException {
        if (anchor.rounds() < settings.stages().size()) {
            throw new DamagedFileException(file, "an earlier version of tandem wrote it in the midst of warmup");
        }
        return new Anchor(
                settings.plan().rounds(),
                anchor.drawn(),
                anchor.q(),
                anchor.x(),
                anchor.tuning(),
                anchor.random(),
                anchor.tally(),
                anchor.course(),
                anchor.learned());
    }

    /** In the order of a file, which the arguments are read in. */
    private Checkpoint(Lengths resume, Lengths end, ChainTimes times, Anchor anchor) {
        this(Optional.ofNullable(anchor), times, resume, end);
    }

    private static Lengths lengths(DataInputStream in) throws IOException {
        return new Lengths(in.readLong(), in.readLong());
    }

    private static ChainTimes times(DataInputStream in) throws IOException {
        return new ChainTimes(in.readDouble(), in.readDouble(), in.readDouble());
    }

    private static Anchor anchor(DataInputStream in) throws IOException {
        int rounds = in.readInt();
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
        Learned learned = in.available() == 0 ? Learned.NOTHING : Learned.read(in);
        Anchor.Tally tally = new Anchor.Tally(iteration, counted, divergences, acceptanceSum, restarts);
        return new Anchor(
                rounds,
                drawn,
                q,
                x,
                SettingsJson.readTuning(JsonMapper.shared().readTree(tuning)),
                random,
                tally,
                course,
                learned);
    }
}
