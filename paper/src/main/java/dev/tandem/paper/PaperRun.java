package dev.tandem.paper;

import dev.tandem.paper.topics.BadInput;
import dev.tandem.paper.topics.TextFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Runs experiments of the paper and writes their tables, figures and page.
 *
 * @param scale how long they run
 * @param seed the seed of all randomness
 * @param threads chains that run at a time; results do not depend on it
 * @param out the folder for results; what is there already is not computed again
 * @param data the data
 */
public record PaperRun(Scale scale, long seed, int threads, Path out, PaperData data) {
    static final List<Experiment> EXPERIMENTS = List.of(
            new OrderExperiment(),
            new NaiveExperiment(),
            new BiasExperiment(),
            new ClockExperiment(),
            new MixtureExperiment(),
            new SelectionExperiment(),
            new TopicExperiment(),
            new TrainingExperiment(),
            new DecisionExperiment(),
            new AutomaticExperiment(),
            new TreeExperiment());

    private static final String HEADING = "Mixed Hamiltonian Monte Carlo, reproduced";

    /** Hears of progress, from the threads that work; it must not dawdle. */
    @FunctionalInterface
    public interface ProgressListener {
        /**
         * Hears how far the whole is.
         *
         * @param doing what is being done
         * @param share the share of this run's work that is done
         */
        void progressed(String doing, double share);
    }

    /** The names of the experiments with their titles, in the order of the paper. */
    public static Map<String, String> list() {
        Map<String, String> names = new LinkedHashMap<>();
        EXPERIMENTS.forEach(experiment -> names.put(experiment.name(), experiment.title()));
        return names;
    }

    /** Runs the named experiments; returns the page. Experiments that an earlier run finished are shown on it too. */
    public Path run(List<String> names, List<String> notes, ProgressListener listener) {
        Experiment.Setup setup = new Experiment.Setup(scale, seed, threads, data);
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new BadInput(out, "this folder cannot be made: " + e.getMessage());
        }
        CellStore store = new CellStore(out.resolve("cells"), seed);
        Map<String, Cell> cells = new LinkedHashMap<>();
        List<Experiment> wanted = new ArrayList<>();
        for (Experiment experiment : EXPERIMENTS) {
            List<Cell> own = allCells(experiment, setup);
            boolean asked = names.contains(experiment.name());
            boolean done = !own.isEmpty()
                    && own.stream().allMatch(cell -> store.summary(cell).isPresent());
            if (asked || done) {
                wanted.add(experiment);
                own.forEach(cell -> cells.putIfAbsent(cell.name(), cell));
            }
        }
        Laboratory laboratory =
                new Laboratory(store, seed, threads, (doing, part, whole) -> listener.progressed(doing, part / whole));
        Map<String, CellSummary> summaries = laboratory.run(List.copyOf(cells.values()));
        List<Section> sections = new ArrayList<>();
        for (Experiment experiment : wanted) {
            listener.progressed("report of " + experiment.name(), 1);
            sections.add(experiment.report(setup, summaries, this::recall));
        }
        return write(sections, notes);
    }

    /** The cells that an experiment's report reads. */
    static List<Cell> allCells(Experiment experiment, Experiment.Setup setup) {
        List<Cell> cells = new ArrayList<>(experiment.borrowed(setup));
        cells.addAll(experiment.cells(setup));
        return cells;
    }

    private Path write(List<Section> sections, List<String> notes) {
        List<String> lines = new ArrayList<>();
        lines.add(data.origin());
        lines.addAll(notes);
        lines.add(
                "MRESS is the paper's measure: the smallest effective sample size over the continuous unknowns, divided"
                        + " by the number of draws. \"Per second\" counts processor time of one core after warmup.");
        for (Section section : sections) {
            for (Section.Part part : section.parts()) {
                if (part instanceof Section.Picture picture) {
                    TextFiles.write(out.resolve("figures").resolve(picture.name() + ".svg"), picture.svg());
                } else if (part instanceof Section.Table table) {
                    TextFiles.write(out.resolve("tables").resolve(table.name() + ".csv"), Page.csv(table));
                }
            }
        }
        TextFiles.write(out.resolve("paper.md"), Page.markdown(HEADING, lines, sections, "figures"));
        Path page = out.resolve("index.html");
        TextFiles.write(page, Page.render(HEADING, lines, sections));
        return page;
    }

    private Map<String, double[]> recall(String name, String identity, Supplier<Map<String, double[]>> compute) {
        Path file = out.resolve("cells").resolve(name + ".txt");
        if (Files.isRegularFile(file)) {
            List<String> lines = TextFiles.lines(file);
            if (!lines.isEmpty() && lines.get(0).equals(identity)) {
                return CellSummary.parse(lines.subList(1, lines.size())).values();
            }
        }
        Map<String, double[]> values = new TreeMap<>(compute.get());
        TextFiles.write(file, identity + "\n" + new CellSummary(values).render());
        return values;
    }
}
