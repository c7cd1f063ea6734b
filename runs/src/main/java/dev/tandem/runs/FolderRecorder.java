package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes a run down in a folder. Draws are appended and on the disk before a checkpoint names them, so that whatever
 * happens the latest checkpoint that is whole tells where each chain can go on.
 */
final class FolderRecorder implements Recorder {
    private static final double[] NOTHING = {};
    private static final long BLOCK_BYTES = 4 << 20;
    private static final int WARMUP_ROWS_PER_BLOCK = 100;

    /** Seconds between two checkpoints of a chain that need not be. */
    private static final double PAUSE = 1;

    /** Checkpoints may take this share of a chain's time. */
    private static final double LARGEST_SHARE = 0.02;

    private final Path folder;
    private final RunDescription description;
    private final List<Variable> variables;
    private final Disk disk;
    private final List<OfChain> chains = new ArrayList<>();

    FolderRecorder(Path folder, RunDescription description, List<Variable> variables, Disk disk) {
        this.folder = folder;
        this.description = description;
        this.variables = variables;
        this.disk = disk;
        int columns = Statistic.variables().size()
                + variables.stream().mapToInt(Variable::size).sum();
        for (int chain = 0; chain < description.settings().chains(); chain++) {
            chains.add(new OfChain(chain, columns));
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
            throw new RunFolderException("the run in " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    private final class OfChain implements ForChain {
        private final int number;
        private final ChainFiles files;
        private final int columns;
        private final int rowsPerBlock;
        private boolean verified;
        private TableWriter warmup;
        private TableWriter draws;
        private Checkpoint latest;
        private long lastWritten;
        private double lastTook;

        OfChain(int number, int columns) {
            this.number = number;
            this.columns = columns;
            files = ChainFiles.of(folder, number);
            rowsPerBlock = rowsPerBlock(description.settings().drawsPerAnchor(), columns);
        }

        @Override
        public Optional<Resumption> begun() {
            try {
                Optional<Checkpoint> checkpoint = soundCheckpoint();
                if (checkpoint.isPresent()) {
                    latest = checkpoint.get();
                    warmup = TableWriter.resume(
                            disk.append(files.warmup(), latest.warmupLength()),
                            WarmupHistory.Column.variables().size(),
                            WARMUP_ROWS_PER_BLOCK);
                    draws = TableWriter.resume(disk.append(files.draws(), latest.drawsLength()), columns, rowsPerBlock);
                } else {
                    latest = null;
                    List<String> stages = description.settings().stages();
                    warmup = TableWriter.create(
                            disk.append(files.warmup(), 0),
                            ChainFiles.describeWarmup(number, stages),
                            WarmupHistory.Column.variables().size(),
                            WARMUP_ROWS_PER_BLOCK);
                    draws = TableWriter.create(
                            disk.append(files.draws(), 0),
                            ChainFiles.describeDraws(number, variables),
                            columns,
                            rowsPerBlock);
                }
                verified = true;
                lastWritten = System.nanoTime();
                return checkpoint.map(found -> new Resumption(found.anchor(), found.times()));
            } catch (IOException e) {
                throw failure(e);
            }
        }

        /** The latest checkpoint whose draws are all there, as they were written. */
        private Optional<Checkpoint> soundCheckpoint() throws IOException {
            for (Checkpoint checkpoint : files.checkpoints()) {
                if (holds(files.draws(), columns, checkpoint.drawsLength())
                        && holds(
                                files.warmup(), WarmupHistory.Column.variables().size(), checkpoint.warmupLength())) {
                    return Optional.of(checkpoint);
                }
            }
            return Optional.empty();
        }

        private boolean holds(Path file, int width, long length) throws IOException {
            if (verified) {
                return true;
            }
            if (!Files.exists(file)) {
                return false;
            }
            try {
                return TableReader.openVerified(file, width).endsAt(length);
            } catch (DamagedFileException e) {
                return false;
            }
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
            if (!important && (now - lastWritten) * 1e-9 < Math.max(PAUSE, lastTook / LARGEST_SHARE)) {
                return;
            }
            try {
                warmup.flush();
                draws.flush();
                warmup.force();
                draws.force();
                latest = new Checkpoint(anchor.get(), times, warmup.length(), draws.length());
                write(latest);
            } catch (IOException e) {
                throw failure(e);
            }
            lastWritten = System.nanoTime();
            lastTook = (lastWritten - now) * 1e-9;
        }

        private void write(Checkpoint checkpoint) throws IOException {
            Path fresh = files.checkpoint().resolveSibling(files.checkpoint().getFileName() + ".new");
            disk.write(fresh, checkpoint.encode());
            if (Files.exists(files.checkpoint())) {
                disk.move(files.checkpoint(), files.previous());
            }
            disk.move(fresh, files.checkpoint());
        }

        @Override
        public void ended(Tuning tuning, ChainTimes times) {
            try (TableWriter first = warmup;
                    TableWriter second = draws) {
                first.flush();
                second.flush();
                first.force();
                second.force();
                if (latest != null) {
                    write(latest.withTimes(times));
                }
            } catch (IOException e) {
                throw failure(e);
            }
        }

        private RunFolderException failure(IOException e) {
            return new RunFolderException("the run in " + folder + " cannot be written: " + e.getMessage(), e);
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
}
