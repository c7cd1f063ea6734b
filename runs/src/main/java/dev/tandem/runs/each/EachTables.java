package dev.tandem.runs.each;

import dev.tandem.density.Variable;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.report.findings.Finding;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.RunLayout;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.TableSums;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of a run over many data sets: a line for each data set, and a line for each of its unknowns. While the run
 * goes on they are in parts, one for each batch; in the end they are put together.
 *
 * <p>A part is named after the first data set in it and put in place by renaming, the lines of data sets last: a data set
 * that has its line is done. Beside each pair of tables is a file of their digests ({@link TableSums}): a part that is not
 * what was written is thrown away and done again, a whole table that is not is refused.
 */
public final class EachTables {
    /** What is larger than this stays in parts. */
    private static final long LARGEST = 1L << 30;

    private static final String HEADER =
            "number,data_set,seed,chains,draws,divergences,largest_rhat,smallest_ess,seconds,warnings\n";
    private static final String SUMMARY_HEADER = "number,data_set,name,kind,mean,sd,mcse_mean,q5,q50,q95,rhat,ess_bulk,"
            + "ess_tail,mode,mode_probability\n";
    private static final String FAILURE_HEADER = "number,data_set,message\n";

    private final Path folder;
    /** What the run is known by; empty for one of an earlier version, whose tables have no digests. */
    private final String identity;

    public EachTables(Path folder, String identity) {
        this.folder = folder;
        this.identity = identity;
    }

    public Path dataSets() {
        return folder.resolve("data-sets.csv");
    }

    public Path summaries() {
        return folder.resolve("summaries.csv");
    }

    public Path failures() {
        return folder.resolve("failures.csv");
    }

    private Path sums() {
        return folder.resolve("tables.sums");
    }

    private Path parts() {
        return RunLayout.parts(folder);
    }

    private Path sums(int number) {
        return parts().resolve(String.format(Locale.ROOT, "%09d.sums", number));
    }

    private boolean sealed() {
        return !identity.isEmpty();
    }

    private Path part(int number, String table) {
        return parts().resolve(String.format(Locale.ROOT, "%09d.%s.csv", number, table));
    }

    public void prepare() throws IOException {
        Files.createDirectories(parts());
    }

    /** Deletes what an earlier run has left. */
    public void clear() throws IOException {
        for (Path file : List.of(sums(), dataSets(), summaries(), failures())) {
            Files.deleteIfExists(file);
        }
        for (Path file : list("")) {
            Files.delete(file);
        }
        Files.deleteIfExists(parts());
    }

    private List<Path> list(String table) throws IOException {
        if (!Files.isDirectory(parts())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(parts())) {
            return files.filter(file ->
                            table.isEmpty() || file.getFileName().toString().matches("\\d{9}\\." + table + "\\.csv"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Sees to it that all tables are as they were written. Parts that are not are deleted, so that their data sets are done
     * again.
     *
     * @param repaired hears of each
     * @throws DamagedFileException if a whole table is not: all would have to be done again
     */
    public void repair(Consumer<String> repaired) throws IOException {
        repairWhole();
        for (Path part : list("data-sets")) {
            try {
                verify(first(part));
            } catch (DamagedFileException e) {
                if (e.foreign()) {
                    throw RunFolderException.ofForeign(e, folder);
                }
            }
        }
        for (Path part : list("data-sets")) {
            int first = first(part);
            try {
                verify(first);
            } catch (DamagedFileException e) {
                repaired.accept(e.getMessage());
                for (Path file : List.of(part, part(first, "summaries"), sums(first))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void repairWhole() throws IOException {
        if (!sealed()) {
            return;
        }
        try {
            TableSums found = TableSums.read(sums(), identity);
            for (Path table : List.of(summaries(), dataSets())) {
                if (!found.matches(table)) {
                    // The program may have been stopped between the two names of a table.
                    Path fresh = fresh(table);
                    if (!found.matches(fresh)) {
                        found.verify(table);
                    }
                    Disk.real().move(fresh, table);
                }
            }
        } catch (NoSuchFileException e) {
            if (Files.exists(dataSets()) || Files.exists(summaries())) {
                throw refused(new DamagedFileException(sums(), "it is missing"));
            }
        } catch (DamagedFileException e) {
            throw refused(e);
        }
    }

    private RunFolderException refused(DamagedFileException damage) {
        return new RunFolderException(
                damage.getMessage() + "; put it back as it was, or delete data-sets.csv, summaries.csv and tables.sums"
                        + " in " + folder + " to have all data sets done again",
                damage);
    }

    /** Throws {@link DamagedFileException} unless a part is as it was written. */
    private void verify(int first) throws IOException {
        if (!sealed()) {
            return;
        }
        try {
            TableSums found = TableSums.read(sums(first), identity);
            found.verify(part(first, "summaries"));
            found.verify(part(first, "data-sets"));
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(sums(first), "it is missing");
        }
    }

    /** The numbers of all data sets that are done. */
    public void forEachDone(IntConsumer consumer) throws IOException {
        List<Path> tables = new ArrayList<>(list("data-sets"));
        tables.add(dataSets());
        for (Path table : tables) {
            numbers(table).forEach(consumer::accept);
        }
    }

    /** The data sets in the part that begins with this one; none if there is no such part, or not as it was written. */
    public List<Integer> numbersOfPart(int first) throws IOException {
        try {
            verify(first);
        } catch (DamagedFileException e) {
            return List.of();
        }
        return numbers(part(first, "data-sets"));
    }

    /** Of a table that was verified before. */
    private static List<Integer> numbers(Path table) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(Channels.newReader(StoredFiles.channel(table), StandardCharsets.UTF_8))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                numbers.add(Integer.valueOf(line.substring(0, line.indexOf(','))));
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new DamagedFileException(table, "its lines do not begin with numbers");
        }
        return numbers;
    }

    public Part part() {
        return new Part();
    }

    /** The lines of one batch, in memory until all are there. */
    public final class Part {
        private final StringBuilder dataSets = new StringBuilder(HEADER);
        private final StringBuilder summaries = new StringBuilder(SUMMARY_HEADER);
        private int first;
        private int rows;

        int rows() {
            return rows;
        }

        void add(EachBatch.Member member, Outcome outcome, List<Finding> warnings) {
            if (rows == 0) {
                first = member.number();
            }
            rows++;
            String name = quoted(member.name());
            List<SummaryRow> unknowns = outcome.summary().rows();
            Convergence convergence = outcome.convergence();
            line(
                    dataSets,
                    member.number(),
                    name,
                    outcome.settings().seed(),
                    outcome.run().draws().chains(),
                    outcome.run().draws().drawsPerChain(),
                    outcome.run().divergences(),
                    number(convergence.rhatOf().isEmpty() ? Double.NaN : convergence.rhat()),
                    number(convergence.sizeOf().isEmpty() ? Double.NaN : convergence.size()),
                    number(outcome.compileSeconds()
                            + outcome.run().chains().stream()
                                    .mapToDouble(chain -> chain.warmupSeconds() + chain.samplingSeconds())
                                    .sum()),
                    quoted(warnings.stream().map(Finding::what).collect(Collectors.joining(" "))));
            for (SummaryRow row : unknowns) {
                boolean discrete = row.kind() == Variable.Kind.DISCRETE;
                line(
                        summaries,
                        member.number(),
                        name,
                        quoted(row.name()),
                        discrete ? "discrete" : "continuous",
                        number(row.mean()),
                        number(row.sd()),
                        number(row.mcseMean()),
                        number(row.q5()),
                        number(row.q50()),
                        number(row.q95()),
                        number(row.rhat()),
                        number(row.essBulk()),
                        number(row.essTail()),
                        discrete ? row.mode().orElseThrow() : "",
                        discrete ? number(row.frequencies().get(0).probability()) : "");
            }
        }

        /** Puts the part in place; nothing to do if no data set came to its end. */
        void commit() throws IOException {
            if (rows > 0) {
                Disk disk = Disk.real();
                Map<Path, byte[]> tables =
                        Map.of(part(first, "summaries"), bytes(summaries), part(first, "data-sets"), bytes(dataSets));
                disk.replace(sums(first), TableSums.of(tables, identity).encode());
                for (String table : List.of("summaries", "data-sets")) {
                    Path file = part(first, table);
                    disk.replace(file, tables.get(file));
                }
            }
        }
    }

    /** Notes data sets that could not be sampled. */
    public void fail(List<EachBatch.Failure> failures) throws IOException {
        if (failures.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder(FAILURE_HEADER);
        for (EachBatch.Failure failure : failures) {
            line(text, failure.member().number(), quoted(failure.member().name()), quoted(failure.message()));
        }
        Disk.real().replace(part(failures.get(0).member().number(), "failures"), bytes(text));
    }

    /** Forgets failures, so that these data sets are tried again. */
    public void forgive() throws IOException {
        for (Path file : list("failures")) {
            Files.delete(file);
        }
        Files.deleteIfExists(failures());
    }

    /**
     * Puts the parts together, unless they are too large for that.
     *
     * @return whether they were
     */
    public boolean gather() throws IOException {
        Set<Integer> gathered = Set.copyOf(numbers(dataSets()));
        List<Path> parts = new ArrayList<>(list("data-sets"));
        // Those of an earlier time, if the program was stopped after putting them together.
        parts.removeIf(part -> gathered.contains(first(part)));
        long size = 0;
        for (Path part : list("summaries")) {
            size += Files.size(part);
        }
        if (size > LARGEST) {
            return false;
        }
        List<Path> summaries =
                parts.stream().map(part -> part(first(part), "summaries")).toList();
        if (!parts.isEmpty()) {
            for (Path part : parts) {
                verify(first(part));
            }
            gather(summaries, summaries(), SUMMARY_HEADER);
            gather(parts, dataSets(), HEADER);
            // From here on the tables under their first names are the ones that count.
            Disk.real()
                    .replace(
                            sums(),
                            TableSums.of(List.of(summaries(), dataSets()), identity)
                                    .encode());
            Disk.real().move(fresh(summaries()), summaries());
            Disk.real().move(fresh(dataSets()), dataSets());
        }
        if (!list("failures").isEmpty()) {
            gather(list("failures"), failures(), FAILURE_HEADER);
            Disk.real().move(fresh(failures()), failures());
        }
        for (Path file : list("")) {
            Files.delete(file);
        }
        Files.deleteIfExists(parts());
        return true;
    }

    private static Path fresh(Path table) {
        return table.resolveSibling(table.getFileName() + ".new");
    }

    private static int first(Path part) {
        String name = part.getFileName().toString();
        return Integer.parseInt(name.substring(0, name.indexOf('.')));
    }

    /** Appends tables to a copy of another, or to a new one. */
    private static void gather(List<Path> parts, Path table, String header) throws IOException {
        try (Disk.Appender out = Disk.real().append(fresh(table), 0)) {
            try {
                copy(table, 0, out);
            } catch (NoSuchFileException e) {
                out.write(ByteBuffer.wrap(header.getBytes(StandardCharsets.UTF_8)));
            }
            for (Path part : parts) {
                copy(part, header.length(), out);
            }
            out.force();
        }
    }

    private static void copy(Path table, long from, Disk.Appender out) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
        try (FileChannel in = StoredFiles.channel(table)) {
            in.position(from);
            while (in.read(chunk) >= 0) {
                out.write(chunk.flip());
                chunk.clear();
            }
        }
    }

    private static byte[] bytes(StringBuilder text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void line(StringBuilder text, Object... values) {
        for (int i = 0; i < values.length; i++) {
            text.append(i > 0 ? "," : "").append(values[i]);
        }
        text.append('\n');
    }

    /** Six digits are more than draws can tell; nothing where there is no number. */
    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "Inf" : "-Inf";
        }
        return Double.isFinite(value)
                ? Double.toString(Double.parseDouble(String.format(Locale.ROOT, "%.6g", value)))
                : "";
    }

    private static String quoted(String text) {
        return text.matches("[^,\"\r\n]*")
                ? text
                : "\"" + text.replace("\"", "\"\"").replace("\n", "; ") + "\"";
    }
}
