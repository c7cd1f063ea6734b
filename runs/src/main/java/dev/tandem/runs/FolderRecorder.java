package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.RecordingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes a run down in a folder. Draws are appended and on the disk before a checkpoint names them, so that whatever
 * happens the latest checkpoint that is whole tells where each chain can go on.
 */
final class FolderRecorder implements Recorder, AutoCloseable {
    private static final double[] NOTHING = {};

    /** A block of draws waits in memory until it is full. */
    private static final long BLOCK_BYTES = 16 << 20;

    private static final int WARMUP_COLUMNS = WarmupHistory.Column.variables().size();
    private static final int WARMUP_ROWS_PER_BLOCK = 100;

    /** Checkpoints that need not be may take this share of a chain's time. */
    private static final double LARGEST_SHARE = 0.02;

    private final Path folder;
    private final RunDescription description;
    private final List<Variable> variables;
    private final int columns;
    private final int rowsPerBlock;
    private final Disk disk;
    private final RunLog log;
    private final double pause;
    private final List<OfChain> chains = new ArrayList<>();

    /** {@code pause}: seconds between two checkpoints of a chain that need not be; 0 to write all. */
    FolderRecorder(
            Path folder, RunDescription description, List<Variable> variables, Disk disk, RunLog log, double pause) {
        this.folder = folder;
        this.description = description;
        this.variables = variables;
        this.disk = disk;
        this.log = log;
        this.pause = pause;
        columns = Statistic.variables().size()
                + variables.stream().mapToInt(Variable::size).sum();
        rowsPerBlock = rowsPerBlock(description.settings().drawsPerAnchor(), columns);
        for (int chain = 0; chain < description.settings().chains(); chain++) {
            chains.add(new OfChain(chain));
        }
    }

    /** Rows of a block: as many as lie between anchors, or an even part of them where a block would be too large. */
    private static int rowsPerBlock(int perAnchor, int columns) {
        int rows = perAnchor;
        while (rows > 1 && (perAnchor % rows != 0 || (long) rows * columns * Double.BYTES > BLOCK_BYTES)) {
            rows--;
        }
        return rows;
    }

    /** Makes the files of all chains, with no draws in them. */
    static void prepare(Path folder, Settings settings, List<Variable> variables, Disk disk) throws IOException {
        for (int chain = 0; chain < settings.chains(); chain++) {
            ChainFiles files = ChainFiles.of(folder, chain);
            disk.write(files.warmup(), TableFormat.header(ChainFiles.describeWarmup(chain, settings.stages())));
            disk.write(files.draws(), TableFormat.header(ChainFiles.describeDraws(chain, variables)));
        }
    }

    @Override
    public ForChain chain(int number) {
        return chains.get(number);
    }

    @Override
    public Recorded recorded() {
        try {
            return FolderReader.read(folder, description, variables);
        } catch (IOException e) {
            throw new RecordingException("the run in " + folder + " cannot be read: " + Trouble.with(e), e);
        }
    }

    /** Closes the files of chains that did not end as they should. */
    @Override
    public void close() throws IOException {
        for (OfChain chain : chains) {
            chain.close();
        }
    }

    private final class OfChain implements ForChain {
        private final int number;
        private final ChainFiles files;
        private boolean verified;
        private TableWriter warmup;
        private TableWriter draws;
        private Checkpoint latest;
        private long lastWritten;
        private double lastTook;

        OfChain(int number) {
            this.number = number;
            files = ChainFiles.of(folder, number);
        }

        @Override
        public Optional<Resumption> begun() {
            try {
                if (!verified) {
                    latest = soundCheckpoint().orElse(null);
                }
                // Without a checkpoint the files are cut to their headers, which are there since the folder was made.
                long warmupLength = latest == null ? TableReader.headerLength(files.warmup()) : latest.warmupLength();
                long drawsLength = latest == null ? TableReader.headerLength(files.draws()) : latest.drawsLength();
                warmup = new TableWriter(
                        disk.append(files.warmup(), warmupLength), WARMUP_COLUMNS, WARMUP_ROWS_PER_BLOCK);
                draws = new TableWriter(disk.append(files.draws(), drawsLength), columns, rowsPerBlock);
            } catch (IOException e) {
                throw failure(e);
            }
            lastWritten = System.nanoTime();
            return Optional.ofNullable(latest).map(found -> new Resumption(found.anchor(), found.times()));
        }

        /** The latest checkpoint whose draws are all there as they were written; any other is deleted. */
        private Optional<Checkpoint> soundCheckpoint() throws IOException {
            boolean first = true;
            for (Path file : List.of(files.checkpoint(), files.previous())) {
                if (!Files.exists(file)) {
                    first = false;
                    continue;
                }
                try {
                    Checkpoint checkpoint = Checkpoint.read(file);
                    TableReader.openVerified(files.draws(), columns).expectEnd(checkpoint.drawsLength());
                    TableReader.openVerified(files.warmup(), WARMUP_COLUMNS).expectEnd(checkpoint.warmupLength());
                    log.add("chain " + (number + 1) + " goes on " + checkpoint.place(description.settings()));
                    if (!first) {
                        disk.move(files.previous(), files.checkpoint());
                    }
                    return Optional.of(checkpoint);
                } catch (DamagedFileException e) {
                    log.add("chain " + (number + 1) + ": " + e.getMessage()
                            + (first ? "; looking for the checkpoint before" : "; starting again from the seed"));
                    disk.delete(file);
                    first = false;
                }
            }
            return Optional.empty();
        }

        @Override
        public void warmedUp(double[] iteration) {
            try {
                warmup.append(iteration, NOTHING);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public void drew(double[] statistics, double[] values) {
            try {
                draws.append(statistics, values);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public void anchored(Supplier<Anchor> anchor, ChainTimes times, boolean important) {
            long now = System.nanoTime();
            if (!important && (now - lastWritten) * 1e-9 < untilNext()) {
                return;
            }
            try {
                force();
                Checkpoint checkpoint = new Checkpoint(anchor.get(), times, warmup.length(), draws.length());
                Path fresh = files.fresh();
                disk.write(fresh, checkpoint.encode());
                if (latest != null) {
                    disk.move(files.checkpoint(), files.previous());
                }
                disk.move(fresh, files.checkpoint());
                latest = checkpoint;
                verified = true;
            } catch (IOException e) {
                throw failure(e);
            }
            lastWritten = System.nanoTime();
            lastTook = (lastWritten - now) * 1e-9;
        }

        private double untilNext() {
            return pause == 0 ? 0 : Math.max(pause, lastTook / LARGEST_SHARE);
        }

        private void force() throws IOException {
            warmup.flush();
            draws.flush();
            warmup.force();
            draws.force();
        }

        @Override
        public void ended(Tuning tuning, ChainTimes times) {
            try {
                force();
                if (latest != null) {
                    // The same place with the time that was taken since.
                    latest = latest.withTimes(times);
                    disk.replace(files.checkpoint(), latest.encode());
                }
                close();
            } catch (IOException e) {
                throw failure(e);
            }
        }

        void close() throws IOException {
            for (TableWriter table : Arrays.asList(warmup, draws)) {
                if (table != null) {
                    table.close();
                }
            }
            // Chains that wait, or are done, hold no block.
            warmup = null;
            draws = null;
        }

        private RecordingException failure(IOException e) {
            String message = "the run in " + folder + " cannot be written: " + Trouble.with(e)
                    + ". What was drawn up to the last checkpoint is kept; to go on: tandem sample --resume " + folder;
            log.add(message);
            return new RecordingException(message, e);
        }
    }
}
