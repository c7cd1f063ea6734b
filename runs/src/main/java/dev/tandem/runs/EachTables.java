package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.draws.Convergence;
import dev.tandem.draws.SummaryRow;
import dev.tandem.report.Finding;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of a run over many data sets: a line for each data set, and a line for each of its unknowns. While the run
 * goes on they are in parts, one for each batch; in the end they are put together.
 *
 * <p>A part is named after the first data set in it and put in place by renaming, the lines of data sets last: a data set
 * that has its line is done.
 */
final class EachTables {
    /** What is larger than this stays in parts. */
    private static final long LARGEST = 1L << 30;

    private static final String HEADER =
            "number,data_set,seed,chains,draws,divergences,largest_rhat,smallest_ess,seconds,warnings\n";
    private static final String SUMMARY_HEADER = "number,data_set,name,kind,mean,sd,mcse_mean,q5,q50,q95,rhat,ess_bulk,"
            + "ess_tail,mode,mode_probability\n";
    private static final String FAILURE_HEADER = "number,data_set,message\n";

    private final Path folder;

    EachTables(Path folder) {
        this.folder = folder;
    }

    Path dataSets() {
        return folder.resolve("data-sets.csv");
    }

    Path summaries() {
        return folder.resolve("summaries.csv");
    }

    Path failures() {
        return folder.resolve("failures.csv");
    }

    private Path parts() {
        return folder.resolve("parts");
    }

    private Path part(int number, String table) {
        return parts().resolve(String.format(Locale.ROOT, "%09d.%s.csv", number, table));
    }

    void prepare() throws IOException {
        Files.createDirectories(parts());
    }

    /** Deletes what an earlier run has left. */
    void clear() throws IOException {
        for (Path file : List.of(dataSets(), summaries(), failures())) {
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
            return files.filter(file -> table.isEmpty() || file.toString().endsWith("." + table + ".csv"))
                    .sorted()
                    .toList();
        }
    }

    /** The numbers of all data sets that are done. */
    void forEachDone(IntConsumer consumer) throws IOException {
        List<Path> tables = new ArrayList<>(list("data-sets"));
        tables.add(dataSets());
        for (Path table : tables) {
            numbers(table).forEach(consumer::accept);
        }
    }

    /** The data sets in the part that begins with this one; none if there is no such part. */
    List<Integer> numbersOfPart(int first) throws IOException {
        return numbers(part(first, "data-sets"));
    }

    private static List<Integer> numbers(Path table) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.UTF_8)) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                numbers.add(Integer.valueOf(line.substring(0, line.indexOf(','))));
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return numbers;
    }

    Part part() {
        return new Part();
    }

    /** The lines of one batch, in memory until all are there. */
    final class Part {
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
                disk.replace(part(first, "summaries"), bytes(summaries));
                disk.replace(part(first, "data-sets"), bytes(dataSets));
            }
        }
    }

    /** Notes data sets that could not be sampled. */
    void fail(List<EachBatch.Failure> failures) throws IOException {
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
    void forgive() throws IOException {
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
    boolean gather() throws IOException {
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
        gather(summaries, summaries(), SUMMARY_HEADER);
        gather(parts, dataSets(), HEADER);
        gather(list("failures"), failures(), FAILURE_HEADER);
        for (Path file : list("")) {
            Files.delete(file);
        }
        Files.deleteIfExists(parts());
        return true;
    }

    private static int first(Path part) {
        String name = part.getFileName().toString();
        return Integer.parseInt(name.substring(0, name.indexOf('.')));
    }

    /** Appends tables to another, which is replaced as a whole. */
    private static void gather(List<Path> parts, Path table, String header) throws IOException {
        if (parts.isEmpty()) {
            return;
        }
        Path fresh = table.resolveSibling(table.getFileName() + ".new");
        if (Files.exists(table)) {
            Files.copy(table, fresh, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.writeString(fresh, header);
        }
        try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (Path part : parts) {
                try (FileChannel in = FileChannel.open(part, StandardOpenOption.READ)) {
                    long position = header.length();
                    while (position < in.size()) {
                        position += in.transferTo(position, in.size() - position, out);
                    }
                }
            }
            out.force(true);
        }
        Disk.real().move(fresh, table);
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
