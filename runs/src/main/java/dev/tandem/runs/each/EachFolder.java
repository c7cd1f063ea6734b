package dev.tandem.runs.each;

import dev.tandem.language.data.DataSet;
import dev.tandem.runs.DataJson;
import dev.tandem.runs.DescriptionJson;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.RunLayout;
import dev.tandem.runs.RunLock;
import dev.tandem.runs.RunLog;
import dev.tandem.runs.StoredModel;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The folder of a run over many data sets: one model, a posterior for each file of another folder. It holds the tables of
 * summaries, and no draws: with its seed, which the table has, any data set can be drawn again alone.
 */
public final class EachFolder implements AutoCloseable {
    private static final String DESCRIPTION = "each.json";
    private static final String NAMES = "names.txt";
    private static final String SOURCE = "each";

    /** Data sets that are done by each slot before batches are cut, to learn how long one takes. */
    private static final int FIRST = 3;

    private final Path folder;
    private final RunLock lock;
    private final RunDescription description;
    private final List<String> names;
    private final EachTables tables;
    private final RunLog log;
    private final List<String> repairs = new ArrayList<>();

    private EachFolder(Path folder, RunLock lock, RunDescription description, List<String> names) {
        this.folder = folder;
        this.lock = lock;
        this.description = description;
        this.names = names;
        tables = new EachTables(folder, description.identity());
        log = new RunLog(folder, Clock.systemUTC());
    }

    /**
     * How a run over many data sets ended.
     *
     * @param all data sets that there are
     * @param before those that were done before this time
     * @param done those that were done this time
     * @param warned how many of these give reason to distrust their draws
     * @param failures those that could not be done
     * @param seconds what was spent on data sets, all slots together
     * @param elapsed what it took by the clock
     * @param overhead the share of the slots' time, once batches were cut, that was not spent on data sets: handing out,
     *     writing, waiting for the last; NaN if there were too few for batches
     * @param slots data sets that were done at a time
     * @param gathered whether the tables are whole; if not they are in parts
     */
    public record Result(
            int all,
            int before,
            int done,
            int warned,
            List<EachBatch.Failure> failures,
            double seconds,
            double elapsed,
            double overhead,
            int slots,
            boolean gathered) {
        public Result {
            failures = List.copyOf(failures);
        }

        /** Whether every data set was tried. */
        public boolean complete() {
            return before + done + failures.size() >= all;
        }
    }

    /** Whether a folder holds a run over many data sets. */
    public static boolean is(Path folder) {
        return RunLayout.isEach(folder);
    }

    /** The files of a folder that are data sets, in the order of their names. */
    public static List<String> list(Path source) {
        try (Stream<Path> files = Files.list(source)) {
            List<String> names = files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                throw new RunFolderException(source + " has no files: each file is to be a data set");
            }
            return names;
        } catch (IOException e) {
            throw new RunFolderException(source + " cannot be listed: " + Trouble.with(e), e);
        }
    }

    /**
     * Begins a run.
     *
     * @param source the folder whose files are the data sets
     * @param modelText the model
     * @param common data that all data sets share
     * @param overwrite whether a run that is there may be deleted
     */
    public static EachFolder create(
            Path folder, Path source, RunDescription description, String modelText, DataSet common, boolean overwrite) {
        List<String> names = list(source);
        try {
            Files.createDirectories(folder);
            if (Files.isSameFile(folder, source)) {
                throw new RunFolderException("the results cannot go into the folder of the data sets, " + source);
            }
            RunLayout.refuseStrangers(folder);
            RunLayout.refuseForeign(folder);
            RunLock lock = RunLock.take(folder);
            try {
                if (!overwrite && (is(folder) || Files.exists(RunLayout.description(folder)))) {
                    throw new RunFolderException(
                            folder + " already holds a run",
                            null,
                            new RunFolderException.Remedy(RunFolderException.Way.RESUME_OR_OVERWRITE, folder));
                }
                Files.deleteIfExists(folder.resolve(DESCRIPTION));
                RunFolder.clear(folder);
                RunDescription described = description.from(
                        Stream.concat(
                                        description.inputs().stream(),
                                        Stream.of(new RunDescription.Input(
                                                SOURCE, source.toRealPath().toString(), names.size(), "")))
                                .toList(),
                        description.monitored(),
                        description.summing(),
                        0);
                Map<Path, byte[]> fixed = Map.of(
                        RunLayout.model(folder), modelText.getBytes(StandardCharsets.UTF_8),
                        RunLayout.data(folder), DataJson.write(common),
                        folder.resolve(NAMES), String.join("\n", names).getBytes(StandardCharsets.UTF_8));
                Map<String, String> digests = new HashMap<>();
                fixed.forEach(
                        (file, content) -> digests.put(file.getFileName().toString(), StoredFiles.sha256(content)));
                RunDescription whole = described.sealed(digests, List.of());
                EachFolder run = new EachFolder(folder.toRealPath(), lock, whole, names);
                run.tables.clear();
                run.tables.prepare();
                Disk disk = Disk.real();
                for (Map.Entry<Path, byte[]> file : fixed.entrySet()) {
                    disk.write(file.getKey(), file.getValue());
                }
                disk.replace(folder.resolve(DESCRIPTION), DescriptionJson.write(whole));
                run.log.add("begun: " + whole.model() + " for " + names.size() + " data sets");
                return run;
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
    }

    /** Takes up a run: data sets that are done are left alone, those that failed are tried again. */
    public static EachFolder resume(Path folder) {
        try {
            RunLayout.refuseStrangers(folder);
            RunDescription description = DescriptionJson.read(folder.resolve(DESCRIPTION));
            List<String> names =
                    StoredModel.text(folder.resolve(NAMES), description).lines().toList();
            EachFolder run = new EachFolder(folder.toRealPath(), RunLock.take(folder), description, names);
            try {
                // Before anything is done: it may be found damaged only in the end otherwise.
                run.work();
                run.tables.prepare();
                run.tables.repair(run::repaired);
                run.tables.forgive();
            } catch (IOException | RuntimeException e) {
                run.close();
                throw e;
            }
            run.log.add("resumed");
            return run;
        } catch (IOException e) {
            throw new RunFolderException("the run in " + folder + " cannot be read: " + Trouble.with(e), e);
        }
    }

    private void repaired(String damage) {
        log.add(damage + "; its data sets are done again");
        repairs.add(damage);
    }

    /** What was found damaged on resuming, and is done again. */
    public List<String> repairs() {
        return List.copyOf(repairs);
    }

    public RunDescription description() {
        return description;
    }

    public Path path() {
        return folder;
    }

    /** Data sets in all. */
    public int size() {
        return names.size();
    }

    private List<EachBatch.Member> missing() throws IOException {
        BitSet done = new BitSet();
        tables.forEachDone(done::set);
        List<EachBatch.Member> missing = new ArrayList<>();
        for (int number = 1; number <= names.size(); number++) {
            if (!done.get(number)) {
                missing.add(new EachBatch.Member(number, names.get(number - 1)));
            }
        }
        return missing;
    }

    public EachWork work() throws IOException {
        Path source = description.inputs().stream()
                .filter(input -> input.role().equals(SOURCE))
                .map(input -> Path.of(input.file()))
                .findFirst()
                .orElseThrow(() -> new RunFolderException("the run in " + folder + " does not say where its data are"));
        return new EachWork(
                folder,
                source,
                description,
                StoredModel.text(RunLayout.model(folder), description),
                StoredModel.text(RunLayout.data(folder), description));
    }

    /**
     * Samples all data sets that are not done yet.
     *
     * @param listener hears of each batch
     * @param stop whether to give up; what is done is kept
     */
    public Result sample(EachEngine engine, Consumer<EachBatch.Result> listener, BooleanSupplier stop) {
        Tally tally = new Tally(listener);
        long begun = System.nanoTime();
        try {
            EachWork work = work();
            List<EachBatch.Member> todo = missing();
            int before = names.size() - todo.size();
            // Some at first, one by one, to see how long they take; the first of a process are the slowest.
            int first = Math.min(todo.size(), FIRST * engine.slots());
            engine.run(work, alone(todo.subList(0, first)), tally, stop);
            List<EachBatch.Member> rest = todo.subList(first, todo.size());
            double each = tally.fastest;
            double secondsBefore = tally.seconds;
            long cut = System.nanoTime();
            while (!rest.isEmpty() && !stop.getAsBoolean()) {
                tally.rest.clear();
                engine.run(work, new EachPlan(engine.slots(), each).cut(rest), tally, stop);
                each = tally.each();
                rest = List.copyOf(tally.rest);
            }
            double elapsed = (System.nanoTime() - begun) * 1e-9;
            double overhead = tally.seconds == secondsBefore
                    ? Double.NaN
                    : 1 - (tally.seconds - secondsBefore) / ((System.nanoTime() - cut) * 1e-9 * engine.slots());
            int missing = missing().size();
            boolean complete = missing == tally.failures.size();
            boolean gathered = complete && tables.gather();
            Result result = new Result(
                    names.size(),
                    before,
                    names.size() - before - missing,
                    tally.warned,
                    tally.failures,
                    tally.seconds,
                    elapsed,
                    overhead,
                    engine.slots(),
                    gathered);
            log.add((complete ? "finished: " : "stopped: ") + (names.size() - missing) + " of " + names.size()
                    + " data sets done, " + tally.failures.size() + " failed");
            return result;
        } catch (IOException e) {
            throw new RunFolderException(
                    "the run in " + folder + " cannot be written: " + Trouble.with(e) + ". What is done is kept",
                    e,
                    new RunFolderException.Remedy(RunFolderException.Way.RESUME, folder));
        }
    }

    private static List<EachBatch> alone(List<EachBatch.Member> members) {
        return members.stream()
                .map(member -> new EachBatch(List.of(member), Double.POSITIVE_INFINITY))
                .toList();
    }

    /** Adds up what batches say. */
    private static final class Tally implements Consumer<EachBatch.Result> {
        private final Consumer<EachBatch.Result> listener;
        private final List<EachBatch.Failure> failures = new ArrayList<>();
        private final List<EachBatch.Member> rest = new ArrayList<>();
        private double fastest = Double.POSITIVE_INFINITY;
        private int done;
        private int warned;
        private double seconds;

        Tally(Consumer<EachBatch.Result> listener) {
            this.listener = listener;
        }

        @Override
        public void accept(EachBatch.Result result) {
            done += result.done();
            warned += result.warned();
            seconds += result.seconds();
            failures.addAll(result.failures());
            rest.addAll(result.rest());
            // What fails is over too soon to tell anything.
            if (result.done() > 0) {
                fastest = Math.min(fastest, result.seconds() / result.done());
            }
            listener.accept(result);
        }

        double each() {
            return seconds / Math.max(1, done + failures.size());
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
    }
}
