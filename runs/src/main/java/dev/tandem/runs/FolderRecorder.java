package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.TableFormat;
import dev.tandem.runs.files.TableReader;
import dev.tandem.runs.files.TableWriter;
import dev.tandem.runs.files.Trouble;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.RecordingException;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private final List<String> repairs = new CopyOnWriteArrayList<>();
    private volatile List<Agreement> agreements = List.of();

    /** {@code pause}: seconds between two checkpoints of a chain that need not be; 0 to write all. */
    FolderRecorder(
            Path folder, RunDescription description, List<Variable> variables, Disk disk, RunLog log, double pause) {
        this.folder = folder;
        this.description = description;
        this.variables = variables;
        this.disk = disk;
        this.log = log;
        this.pause = pause;
        columns = FolderReader.columns(variables);
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
    static void prepare(Path folder, RunDescription run, List<Variable> variables, Disk disk) throws IOException {
        for (int chain = 0; chain < run.settings().chains(); chain++) {
            ChainFiles files = ChainFiles.of(folder, chain);
            byte[] warmup = TableFormat.header(ChainFiles.describeWarmup(run, chain));
            byte[] draws = TableFormat.header(ChainFiles.describeDraws(run, chain, variables));
            Checkpoint start = Checkpoint.start(new Checkpoint.Lengths(warmup.length, draws.length));
            disk.replace(files.checkpoint(), start.encode(run, chain));
            disk.write(files.warmup(), warmup);
            disk.write(files.draws(), draws);
        }
        disk.replace(RunLayout.agreements(folder), AgreementsFile.encode(run, List.of()));
    }

    /**
     * Brings all chains to where they can go on: what is damaged or lost is cut off, and will be drawn again to the same
     * bytes.
     */
    void repair() throws IOException {
        // First, so that nothing was done when one is found.
        for (OfChain chain : chains) {
            chain.refuseForeign();
        }
        Optional<String> damage = loadAgreements();
        for (OfChain chain : chains) {
            chain.repair();
        }
        if (damage.isEmpty() && chains.stream().anyMatch(OfChain::lacksAgreement)) {
            damage =
                    Optional.of(RunLayout.agreements(folder) + " is damaged: meetings of the chains are missing in it");
        }
        if (damage.isPresent()) {
            // The chains are past what is lost, so that all of them have to come to it again.
            repairs.add(damage.get());
            log.add(damage.get() + "; all chains start again");
            for (OfChain chain : chains) {
                chain.startAgain();
            }
            agreements = List.of();
            disk.replace(RunLayout.agreements(folder), AgreementsFile.encode(description, agreements));
        }
    }

    /** Returns what is wrong with them, if something is. */
    private Optional<String> loadAgreements() throws IOException {
        try {
            agreements = AgreementsFile.read(folder, description);
            return Optional.empty();
        } catch (DamagedFileException e) {
            if (e.foreign()) {
                throw RunFolderException.ofForeign(e, folder);
            }
            return Optional.of(e.getMessage());
        }
    }

    /** What was found damaged, and is drawn again. */
    List<String> repairs() {
        return List.copyOf(repairs);
    }

    @Override
    public ForChain chain(int number) {
        return chains.get(number);
    }

    @Override
    public List<Optional<Anchor>> anchors() {
        List<Optional<Anchor>> anchors = new ArrayList<>();
        for (int chain = 0; chain < chains.size(); chain++) {
            try {
                // From the files: other processes may do the chains.
                anchors.add(
                        ChainFiles.of(folder, chain).latest(description, chain).flatMap(Checkpoint::anchor));
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
        return anchors;
    }

    @Override
    public void agreed(Agreement agreement) {
        List<Agreement> longer = new ArrayList<>(agreements);
        longer.add(agreement);
        try {
            disk.replace(RunLayout.agreements(folder), AgreementsFile.encode(description, longer));
        } catch (IOException e) {
            throw unwritable(e);
        }
        agreements = List.copyOf(longer);
    }

    @Override
    public List<Agreement> agreements() {
        return agreements;
    }

    private RecordingException unreadable(IOException e) {
        return new RecordingException("the run in " + folder + " cannot be read: " + Trouble.with(e), e);
    }

    private RecordingException unwritable(IOException e) {
        String message = "the run in " + folder + " cannot be written: " + Trouble.with(e)
                + ". What was drawn up to the last checkpoint is kept";
        log.add(message);
        return new UnwritableRunException(folder, message, e);
    }

    @Override
    public Recorded recorded() {
        try {
            return FolderReader.read(folder, description, variables);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Closes the files of chains that did not end as they should. */
    @Override
    public void close() throws IOException {
        for (OfChain chain : chains) {
            chain.close();
        }
    }

    /** Looks into a file. */
    @FunctionalInterface
    private interface Reading {
        void run() throws IOException;
    }

    private final class OfChain implements ForChain {
        private final int number;
        private final ChainFiles files;
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
                repair();
                if (!latest.end().equals(latest.resume())) {
                    // Before it is cut off, so that nobody misses it.
                    keep(latest.cut());
                }
                warmup = new TableWriter(
                        disk.append(files.warmup(), latest.resume().warmup()), WARMUP_COLUMNS, WARMUP_ROWS_PER_BLOCK);
                draws = new TableWriter(
                        disk.append(files.draws(), latest.resume().draws()), columns, rowsPerBlock);
            } catch (IOException e) {
                throw unwritable(e);
            }
            lastWritten = System.nanoTime();
            return latest.anchor().map(anchor -> new Resumption(anchor, latest.times()));
        }

        @Override
        public Optional<Agreement> agreed(int rounds) {
            Optional<Agreement> known = find(rounds);
            if (known.isEmpty()) {
                // Another process may have held the meeting.
                try {
                    agreements = AgreementsFile.read(folder, description);
                } catch (IOException e) {
                    throw unreadable(e);
                }
                known = find(rounds);
            }
            return known;
        }

        private Optional<Agreement> find(int rounds) {
            return agreements.stream()
                    .filter(agreement -> agreement.rounds() == rounds)
                    .findFirst();
        }

        boolean lacksAgreement() {
            return description.seal().isPresent()
                    && latest.anchor()
                            .filter(anchor -> AgreementsFile.lacks(
                                    agreements, description.settings().plan(), anchor))
                            .isPresent();
        }

        /** Files of another run or chain are not drawn over: it may be the description that is in the wrong place. */
        void refuseForeign() throws IOException {
            refuseForeign(() -> TableReader.expect(files.warmup(), warmupHeader()));
            refuseForeign(() -> TableReader.expect(files.draws(), drawsHeader()));
            for (Path file : files.checkpoints()) {
                refuseForeign(() -> Checkpoint.read(file, description, number));
            }
        }

        private void refuseForeign(Reading reading) throws IOException {
            try {
                reading.run();
            } catch (NoSuchFileException e) {
                // It is made again.
            } catch (DamagedFileException e) {
                if (e.foreign()) {
                    throw RunFolderException.ofForeign(e, folder);
                }
            }
        }

        /** Finds the latest checkpoint whose draws are all there as they were written; any other is deleted. */
        void repair() throws IOException {
            if (latest != null) {
                return;
            }
            Optional<Checkpoint> sound = soundCheckpoint();
            if (sound.isPresent()) {
                latest = sound.get();
                if (latest.anchor().isPresent()) {
                    log.add("chain " + (number + 1) + " goes on " + latest.place(description.settings()));
                }
            } else {
                startAgain();
            }
        }

        private Optional<Checkpoint> soundCheckpoint() throws IOException {
            List<Path> candidates = files.checkpoints();
            // A program that was killed between two names has left the latest under its first one.
            if (description.seal().isPresent()
                    && !candidates.contains(files.checkpoint())
                    && !candidates.contains(files.fresh())) {
                repaired(files.checkpoint() + " is missing");
            }
            for (Path file : candidates) {
                try {
                    Checkpoint checkpoint = Checkpoint.read(file, description, number);
                    open(checkpoint.resume());
                    if (!file.equals(files.checkpoint())) {
                        disk.move(file, files.checkpoint());
                    }
                    return Optional.of(withSoundEnd(checkpoint));
                } catch (DamagedFileException e) {
                    repaired(e.getMessage());
                    disk.delete(file);
                }
            }
            return Optional.empty();
        }

        /** What was done after the anchor of a checkpoint is shown until it is done again, if it is as it was written. */
        private Checkpoint withSoundEnd(Checkpoint checkpoint) throws IOException {
            if (checkpoint.end().equals(Checkpoint.Lengths.UNKNOWN)) {
                return checkpoint;
            }
            try {
                open(checkpoint.end());
                return checkpoint;
            } catch (DamagedFileException e) {
                repaired(e.getMessage());
                keep(checkpoint.cut());
                return checkpoint.cut();
            }
        }

        /** Holds both files against their checksums, up to these lengths. */
        private void open(Checkpoint.Lengths lengths) throws IOException {
            TableReader.open(files.draws(), drawsHeader(), columns, lengths.draws());
            TableReader.open(files.warmup(), warmupHeader(), WARMUP_COLUMNS, lengths.warmup());
        }

        private byte[] warmupHeader() {
            return ChainFiles.describeWarmup(description, number);
        }

        private byte[] drawsHeader() {
            return ChainFiles.describeDraws(description, number, variables);
        }

        private void repaired(String damage) {
            log.add("chain " + (number + 1) + ": " + damage + "; looking for the checkpoint before");
            repairs.add(damage);
        }

        /** Starts the chain again from its seed. */
        void startAgain() throws IOException {
            log.add("chain " + (number + 1) + ": starting again from the seed");
            byte[] warmupHeader = TableFormat.header(warmupHeader());
            byte[] drawsHeader = TableFormat.header(drawsHeader());
            latest = Checkpoint.start(new Checkpoint.Lengths(warmupHeader.length, drawsHeader.length));
            keep(latest);
            disk.write(files.warmup(), warmupHeader);
            disk.write(files.draws(), drawsHeader);
        }

        /** Puts another checkpoint in the place of the latest. */
        private void keep(Checkpoint checkpoint) throws IOException {
            disk.replace(files.checkpoint(), checkpoint.encode(description, number));
            latest = checkpoint;
        }

        @Override
        public void warmedUp(double[] iteration) {
            try {
                warmup.append(iteration, NOTHING);
            } catch (IOException e) {
                throw unwritable(e);
            }
        }

        @Override
        public void drew(double[] statistics, double[] values) {
            try {
                draws.append(statistics, values);
            } catch (IOException e) {
                throw unwritable(e);
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
                Checkpoint checkpoint = Checkpoint.at(anchor.get(), times, lengths());
                Path fresh = files.fresh();
                disk.write(fresh, checkpoint.encode(description, number));
                disk.move(files.checkpoint(), files.previous());
                disk.move(fresh, files.checkpoint());
                latest = checkpoint;
            } catch (IOException e) {
                throw unwritable(e);
            }
            lastWritten = System.nanoTime();
            lastTook = (lastWritten - now) * 1e-9;
        }

        private Checkpoint.Lengths lengths() {
            return new Checkpoint.Lengths(warmup.length(), draws.length());
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
                keep(latest.ended(times, lengths()));
                close();
            } catch (IOException e) {
                throw unwritable(e);
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
    }
}
