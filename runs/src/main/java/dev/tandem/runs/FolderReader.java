package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.draws.CommonLength;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Course;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.TableReader;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the chains of a run have left in its folder, finished or not: all that checkpoints name, held against its
 * checksums, and nothing else.
 */
final class FolderReader {
    /** How often files are read again that change under the reader's eyes. */
    private static final int ATTEMPTS = 20;

    private final Path folder;
    private final RunDescription run;
    private final List<Variable> variables;

    private FolderReader(Path folder, RunDescription run, List<Variable> variables) {
        this.folder = folder;
        this.run = run;
        this.variables = variables;
    }

    /** What one chain has left. */
    private record Left(Optional<Checkpoint> checkpoint, TableReader warmup, TableReader draws) {}

    /** The columns of a table of draws. */
    static int columns(List<Variable> variables) {
        return Statistic.variables().size()
                + variables.stream().mapToInt(Variable::size).sum();
    }

    /** What there is of a run whose draws are of these variables. */
    static Recorded read(Path folder, RunDescription run, List<Variable> variables) throws IOException {
        return new FolderReader(folder, run, variables).read();
    }

    private Recorded read() throws IOException {
        // Nothing of it is shown, but whoever reads a folder is told what in it is damaged.
        AgreementsFile.read(folder, run);
        List<TableReader> tables = new ArrayList<>();
        List<WarmupHistory> warmups = new ArrayList<>();
        List<ChainReport> reports = new ArrayList<>();
        List<Course> courses = new ArrayList<>();
        for (int chain = 0; chain < run.settings().chains(); chain++) {
            Left left = chain(chain);
            WarmupHistory history =
                    new WarmupHistory(run.settings().stages(), draws(WarmupHistory.Column.variables(), left.warmup()));
            tables.add(left.draws());
            courses.add(left.checkpoint()
                    .flatMap(Checkpoint::anchor)
                    .map(Anchor::course)
                    .orElseGet(() -> new Course(0)));
            warmups.add(history);
            reports.add(ChainReport.of(
                    left.checkpoint()
                            .flatMap(Checkpoint::anchor)
                            .map(Anchor::tuning)
                            .orElseGet(this::untuned),
                    draws(Statistic.variables(), left.draws()),
                    history,
                    left.checkpoint().map(Checkpoint::times).orElse(ChainTimes.NONE)));
        }
        CommonLength cut =
                CommonLength.of(tables.stream().mapToInt(TableReader::rows).toArray());
        List<TableReader> kept = new ArrayList<>();
        if (cut.draws() > 0) {
            cut.chains().forEach(chain -> kept.add(tables.get(chain)));
        }
        return new Recorded(
                kept.isEmpty()
                        ? Draws.builder(variables, cut.chains().size(), 0).build()
                        : draws(variables, kept, Statistic.variables().size(), cut.draws()),
                kept.isEmpty()
                        ? Draws.builder(Statistic.variables(), cut.chains().size(), 0)
                                .build()
                        : draws(Statistic.variables(), kept, 0, cut.draws()),
                cut.chains(),
                warmups,
                reports,
                run.roles(),
                Recorded.courses(cut.chains().stream().map(courses::get).toList(), run.roles()));
    }

    private Left chain(int number) throws IOException {
        ChainFiles files = ChainFiles.of(folder, number);
        for (int attempt = 1; ; attempt++) {
            Optional<Checkpoint> checkpoint = files.latest(run, number);
            try {
                return open(files, number, checkpoint);
            } catch (DamagedFileException e) {
                // A chain that is taken up again cuts off what it will do again, after saying so in its checkpoint.
                if (attempt == ATTEMPTS || same(checkpoint, files.latest(run, number), number)) {
                    throw e;
                }
            }
        }
    }

    private boolean same(Optional<Checkpoint> one, Optional<Checkpoint> other, int chain) {
        return one.isPresent() == other.isPresent()
                && (one.isEmpty()
                        || Arrays.equals(
                                one.get().encode(run, chain), other.get().encode(run, chain)));
    }

    private Left open(ChainFiles files, int number, Optional<Checkpoint> checkpoint) throws IOException {
        byte[] warmupHeader = ChainFiles.describeWarmup(run, number);
        byte[] drawsHeader = ChainFiles.describeDraws(run, number, variables);
        int warmupColumns = WarmupHistory.Column.variables().size();
        Checkpoint.Lengths end = checkpoint.map(Checkpoint::end).orElse(Checkpoint.Lengths.UNKNOWN);
        TableReader warmup;
        TableReader draws;
        if (end.equals(Checkpoint.Lengths.UNKNOWN)) {
            Checkpoint.Lengths least = checkpoint.map(Checkpoint::resume).orElse(end);
            warmup = TableReader.openAsFarAsWhole(files.warmup(), warmupHeader, warmupColumns, least.warmup());
            draws = TableReader.openAsFarAsWhole(files.draws(), drawsHeader, columns(variables), least.draws());
        } else {
            warmup = TableReader.open(files.warmup(), warmupHeader, warmupColumns, end.warmup());
            draws = TableReader.open(files.draws(), drawsHeader, columns(variables), end.draws());
        }
        expectDraws(files, draws.rows(), checkpoint);
        return new Left(checkpoint, warmup, draws);
    }

    /** Draws that the checkpoint, or a run that came to its end, has made must be there. */
    private void expectDraws(ChainFiles files, int found, Optional<Checkpoint> checkpoint) throws DamagedFileException {
        int named = Math.max(
                checkpoint.map(Checkpoint::drawn).orElse(0), run.reached().orElse(0));
        if (found < named) {
            throw new DamagedFileException(files.draws(), "it has " + found + " of " + named + " draws");
        }
    }

    private static Draws draws(List<Variable> variables, TableReader table) {
        return draws(variables, List.of(table), 0, table.rows());
    }

    private static Draws draws(List<Variable> variables, List<TableReader> tables, int firstColumn, int rows) {
        return Draws.of(variables, new FileStore(tables, firstColumn, rows));
    }

    /** What a chain has before warmup has found anything. */
    private Tuning untuned() {
        return new Tuning(1, DiagonalMetric.unit(run.dimension()), 1, 1, 1, 1, WalkWidths.common(1));
    }
}
