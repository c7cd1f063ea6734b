package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.draws.CommonLength;
import dev.tandem.draws.Course;
import dev.tandem.draws.Draws;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what the chains of a run have left in its folder, finished or not. */
final class FolderReader {
    private static final Draws NO_WARMUP =
            Draws.builder(WarmupHistory.Column.variables(), 1, 0).build();
    private static final Draws NO_STATISTICS =
            Draws.builder(Statistic.variables(), 1, 0).build();

    private FolderReader() {}

    /** What there is of a run whose draws are of these variables. */
    static Recorded read(Path folder, RunDescription description, List<Variable> variables) throws IOException {
        int columns = Statistic.variables().size()
                + variables.stream().mapToInt(Variable::size).sum();
        List<String> stages = description.settings().stages();
        List<Optional<TableReader>> tables = new ArrayList<>();
        List<WarmupHistory> warmups = new ArrayList<>();
        List<ChainReport> reports = new ArrayList<>();
        List<Course> courses = new ArrayList<>();
        for (int chain = 0; chain < description.settings().chains(); chain++) {
            ChainFiles files = ChainFiles.of(folder, chain);
            Optional<Checkpoint> checkpoint = files.checkpoints().stream().findFirst();
            Optional<TableReader> draws = table(files.draws(), columns);
            Optional<TableReader> warmup =
                    table(files.warmup(), WarmupHistory.Column.variables().size());
            WarmupHistory history = new WarmupHistory(
                    stages,
                    warmup.map(table -> draws(WarmupHistory.Column.variables(), List.of(table), 0, table.rows()))
                            .orElse(NO_WARMUP));
            Draws statistics = draws.map(table -> draws(Statistic.variables(), List.of(table), 0, table.rows()))
                    .orElse(NO_STATISTICS);
            refuseLost(files, checkpoint, draws);
            tables.add(draws);
            courses.add(checkpoint.map(found -> found.anchor().course()).orElseGet(() -> new Course(0)));
            warmups.add(history);
            reports.add(ChainReport.of(
                    checkpoint.map(found -> found.anchor().tuning()).orElseGet(() -> untuned(description)),
                    statistics,
                    history,
                    checkpoint.map(Checkpoint::times).orElse(ChainTimes.NONE)));
        }
        CommonLength cut = CommonLength.of(tables.stream()
                .mapToInt(table -> table.map(TableReader::rows).orElse(0))
                .toArray());
        List<TableReader> kept = new ArrayList<>();
        if (cut.draws() > 0) {
            cut.chains().forEach(chain -> kept.add(tables.get(chain).orElseThrow()));
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
                description.roles(),
                Recorded.courses(cut.chains().stream().map(courses::get).toList(), description.roles()));
    }

    /** Draws that a checkpoint names must be there: it was written after them. */
    private static void refuseLost(ChainFiles files, Optional<Checkpoint> checkpoint, Optional<TableReader> draws)
            throws IOException {
        int named = checkpoint.map(found -> found.anchor().drawn()).orElse(0);
        int found = draws.map(TableReader::rows).orElse(0);
        if (found < named) {
            throw new DamagedFileException(
                    files.draws(),
                    "it has " + found + " of " + named + " draws; tandem sample --resume draws the others again");
        }
    }

    private static Draws draws(List<Variable> variables, List<TableReader> tables, int firstColumn, int rows) {
        return Draws.of(variables, new FileStore(tables, firstColumn, rows));
    }

    /** A table, if the chain has begun it. */
    private static Optional<TableReader> table(Path file, int columns) throws IOException {
        return Files.exists(file) ? Optional.of(TableReader.open(file, columns)) : Optional.empty();
    }

    /** What a chain has before warmup has found anything. */
    private static Tuning untuned(RunDescription description) {
        return new Tuning(1, DiagonalMetric.unit(description.dimension()), 1, 1, 1, 1, WalkWidths.common(1));
    }
}
