package dev.tandem.inference.page;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.Observations;
import dev.tandem.inference.basis.PosteriorView;
import dev.tandem.inference.basis.Program;
import dev.tandem.inference.description.ModelGraph;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.RunText;
import dev.tandem.inference.prediction.DrawnState;
import dev.tandem.inference.prediction.Predictor;
import dev.tandem.language.data.DataSet;
import dev.tandem.report.BesideRun;
import dev.tandem.report.HtmlReport;
import dev.tandem.report.ReportContent;
import dev.tandem.report.Section;
import dev.tandem.report.plot.PredictivePicture;
import dev.tandem.report.plot.TrajectoryPicture;
import dev.tandem.report.plot.WarmupRecord;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.WarmupHistory;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Trace;
import dev.tandem.sampling.trajectory.Tuning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A page about a run: what came out, predictions of its data, and one iteration traced.
 *
 * <pre>{@code
 * posterior.report().write(Path.of("report.html"));
 * }</pre>
 */
public final class RunReport {
    /** Data sets that are predicted, and numbers that are predicted in all: for a picture more would be wasted. */
    private static final int MOST_REPLICATES = 400;

    private static final int FEWEST_REPLICATES = 20;

    private static final long MOST_PREDICTED = 4_000_000;

    /** Iterations that are traced, to show the one that has most to show. */
    private static final int TRIES = 40;

    private static final int MOST_POINTS = 300;

    private static final int MOST_CONTINUOUS = 12;

    private static final int MOST_DISCRETE = 120;

    /** States times unknowns that a trace may hold. */
    private static final long MOST_TRACED = 20_000_000;

    /** Chains have the streams from 0 up, searches for starts those below 0. */
    private static final int PICTURE_STREAM = 1_000_000;

    private final Outcome outcome;
    private final ReportContent.Builder content = ReportContent.builder();
    private Optional<PosteriorView> posterior = Optional.empty();
    private Optional<MixedDensity> density = Optional.empty();

    private RunReport(Outcome outcome) {
        this.outcome = outcome;
    }

    /** A page about a run, with what the run itself tells. */
    public static RunReport of(Outcome outcome) {
        RunReport report = new RunReport(outcome);
        report.content
                .title(outcome.model())
                .subtitle(RunText.account(outcome))
                .draws(outcome.run().draws(), outcome.summary())
                .findings(outcome.facts(), outcome.findings())
                .judged(outcome.convergence())
                .roles(outcome.run().roles())
                .statistics(outcome.run().statistics())
                .chains(RunText.chains(outcome))
                .seconds(outcome.warmupSeconds(), outcome.samplingSeconds());
        report.settings();
        report.warmups();
        return report.madeBy(Program.version());
    }

    /** The version of the program that made the run, where it is not this one. */
    public RunReport madeBy(String version) {
        content.maker("Tandem " + version);
        return this;
    }

    /** Shows the model's text and data, predictions of these data, and an iteration. */
    public RunReport by(PosteriorView known) {
        modelText(known.model().graph().model().source().text());
        data(known.model().graph().data());
        return predictedBy(known);
    }

    /** Shows predictions of the data, and an iteration. */
    public RunReport predictedBy(PosteriorView known) {
        posterior = Optional.of(known);
        content.graph(ModelGraph.of(known.model()));
        return this;
    }

    /** Shows an iteration of a density that was written in Java. */
    public RunReport tracedBy(MixedDensity known) {
        density = Optional.of(known);
        return this;
    }

    public RunReport modelText(String text) {
        content.modelText(text);
        return this;
    }

    /** Shows what the data are: their shapes, the first values, and the range of all. */
    public RunReport data(DataSet data) {
        data.arrays().forEach((name, array) -> input(name, DataWords.of(array)));
        return this;
    }

    /**
     * Shows another run beside this one: intervals of unknowns that have the same names.
     *
     * @param name what the other run is called
     */
    public RunReport beside(String name, Outcome other) {
        content.beside(new BesideRun(name, other.run().draws(), other.summary()));
        return this;
    }

    /** Adds a line about the files or data that the run was made from. */
    public RunReport input(String name, String text) {
        content.data(name, text);
        return this;
    }

    /** Adds a line about how the run was made. */
    public RunReport setting(String name, String text) {
        content.setting(name, text);
        return this;
    }

    /** All that the page shows. Predictions are drawn and an iteration is traced here. */
    public ReportContent content() {
        if (outcome.hasDraws()) {
            predict();
            trace();
        }
        return content.build();
    }

    /** Writes the page, one HTML file that needs nothing else; a file of that name is replaced. */
    public void write(Path file) throws IOException {
        HtmlReport.write(content(), file);
    }

    private void settings() {
        Settings settings = outcome.settings();
        content.setting(
                        "sampler",
                        outcome.run().kernel() + ": "
                                + outcome.run().kernel().method().description())
                .setting("chains", Integer.toString(settings.chains()))
                .setting("warmup", settings.warmup() + " iterations")
                .setting("draws", settings.draws() + (settings.thin() == 1 ? "" : ", one of " + settings.thin()))
                .setting("seed", Long.toString(settings.seed()));
        fixed("target acceptance", settings.fixed().targetAcceptance());
        fixed("step size", settings.fixed().stepSize());
        fixed("trajectory time", settings.fixed().trajectoryTime());
    }

    private void fixed(String name, OptionalDouble value) {
        value.ifPresent(number -> content.setting(name, String.format(Locale.ROOT, "%.4g, fixed", number)));
    }

    private void warmups() {
        List<WarmupHistory> histories = outcome.run().warmups().stream()
                .filter(warmup -> warmup.iterations() > 0)
                .toList();
        if (histories.isEmpty()) {
            content.without(Section.WARMUP, "There was no warmup.");
        }
        histories.stream().map(RunReport::record).forEach(content::warmup);
    }

    private static WarmupRecord record(WarmupHistory warmup) {
        return new WarmupRecord(
                warmup.stages(),
                Arrays.stream(warmup.column(WarmupHistory.Column.STAGE))
                        .mapToInt(stage -> (int) stage)
                        .toArray(),
                warmup.column(WarmupHistory.Column.STEP_SIZE),
                warmup.column(WarmupHistory.Column.ACCEPTANCE));
    }

    private void predict() {
        if (posterior.isEmpty()) {
            content.without(
                    Section.PREDICTIVE, "A density written in Java says nothing about how its data come about.");
            return;
        }
        int draws = outcome.run().draws().chains() * outcome.run().draws().drawsPerChain();
        Observations observed = posterior.get().model().observations();
        if (observed.values().length == 0) {
            content.without(Section.PREDICTIVE, "The model observes nothing.");
            return;
        }
        long replicates = Math.min(MOST_REPLICATES, MOST_PREDICTED / observed.values().length);
        if (replicates < FEWEST_REPLICATES) {
            content.without(
                    Section.PREDICTIVE,
                    "There are too many observations to predict them for this page; "
                            + outcome.wording().morePredictions());
            return;
        }
        try {
            int thin = (int) Math.max(1, (draws + replicates - 1) / replicates);
            compare(observed, predicted(posterior.get(), thin), thin);
        } catch (RuntimeException e) {
            // A picture that cannot be had must not cost the others.
            content.without(Section.PREDICTIVE, "No predictions: " + reason(e));
        }
    }

    private Draws predicted(PosteriorView known, int thin) {
        return Predictor.predictions(
                        known.model(), known.draws(), outcome.settings().seed(), thin)
                .collect();
    }

    /** Observed variables one by one; of one that is observed in part, the elements that are. */
    private void compare(Observations observations, Draws predicted, int thin) {
        Optional<LeftOutWeights> weights = LeftOutWeights.of(posterior.orElseThrow(), predicted, thin);
        Map<String, List<Integer>> elements = new LinkedHashMap<>();
        for (int element = 0; element < predicted.elements(); element++) {
            String variable = BaseName.of(predicted.variableOf(element).name());
            elements.computeIfAbsent(variable, name -> new ArrayList<>()).add(element);
        }
        elements.forEach((name, places) -> {
            double[] observed = places.stream()
                    .mapToDouble(place -> observations.values()[place])
                    .toArray();
            double[][] replicated = new double[predicted.chains() * predicted.drawsPerChain()][places.size()];
            for (int i = 0; i < places.size(); i++) {
                double[][] values = predicted.element(places.get(i));
                for (int chain = 0; chain < values.length; chain++) {
                    for (int draw = 0; draw < values[chain].length; draw++) {
                        replicated[chain * values[chain].length + draw][i] = values[chain][draw];
                    }
                }
            }
            content.predictive(PredictivePicture.of(
                    name,
                    observed,
                    replicated,
                    weights.map(known ->
                            known.of(places.stream().map(predicted::elementName).toList()))));
        });
    }

    /** Runs on from the last draw of the first chain and shows the iteration that has most to show. */
    private void trace() {
        Tuning tuning = outcome.run().chains().get(outcome.run().kept().get(0)).tuning();
        long states = 4L * tuning.meanSteps();
        if (states * (outcome.dimension() + outcome.sites()) > MOST_TRACED) {
            content.without(Section.TRAJECTORY, "The model is too large to trace one of its iterations for this page.");
            return;
        }
        try {
            Optional<Cursor> cursor = lastDraw();
            if (cursor.isEmpty()) {
                content.without(
                        Section.TRAJECTORY, "An iteration is traced only where all unknowns are among the draws.");
                return;
            }
            RandomStream random = RandomStream.of(outcome.settings().seed(), PICTURE_STREAM);
            Trace best = Trace.of(outcome.run().kernel(), cursor.get(), tuning, random);
            for (int i = 1; i < TRIES; i++) {
                Trace next = Trace.of(outcome.run().kernel(), cursor.get(), tuning, random);
                best = interest(next) > interest(best) ? next : best;
            }
            content.trajectory(picture(best, cursor.get()));
        } catch (RuntimeException e) {
            content.without(Section.TRAJECTORY, "No iteration was traced: " + reason(e));
        }
    }

    private static String reason(RuntimeException e) {
        return (e.getMessage() == null ? e.toString() : e.getMessage()) + ".";
    }

    /** More for iterations that were accepted, that changed discrete unknowns, and that have some steps to show. */
    private static int interest(Trace trace) {
        int points = trace.points().size();
        if (points > MOST_POINTS) {
            return -1;
        }
        int changes = 0;
        for (int i = 1; i < points; i++) {
            changes += trace.points().get(i).time() == trace.points().get(i - 1).time() ? 1 : 0;
        }
        return (trace.transition().accepted ? 30 : 0)
                + Math.min(30, points)
                + (changes > 0 ? 15 + Math.min(15, changes) : 0);
    }

    private Optional<Cursor> lastDraw() {
        int draw = outcome.run().draws().drawsPerChain() - 1;
        if (posterior.isPresent()) {
            CompiledDensity compiled = posterior.get().model().compile();
            return Optional.of(DrawnState.cursor(compiled, posterior.get(), 0, draw));
        }
        return density.flatMap(known -> placed(known.cursor(), outcome.run().draws(), draw));
    }

    /** A density written in Java reports what it samples, under the same names, or cannot be placed. */
    private static Optional<Cursor> placed(Cursor cursor, Draws draws, int draw) {
        double[] q = new double[cursor.space().dimension()];
        int[] x = new int[cursor.space().sites()];
        try {
            for (int i = 0; i < q.length; i++) {
                q[i] = draws.value(0, draw, draws.elementIndex(cursor.space().coordinateName(i)));
            }
            for (int site = 0; site < x.length; site++) {
                x[site] = (int)
                        draws.value(0, draw, draws.elementIndex(cursor.space().siteName(site)));
            }
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        cursor.moveTo(q);
        cursor.assignAll(x);
        return Optional.of(cursor);
    }

    /** The reported unknowns along the trace, as many as a picture can show. */
    private TrajectoryPicture picture(Trace trace, Cursor cursor) {
        int points = trace.points().size();
        Draws draws = outcome.run().draws();
        double[] values = new double[draws.elements()];
        List<TrajectoryPicture.Course> continuous = new ArrayList<>();
        List<TrajectoryPicture.Course> discrete = new ArrayList<>();
        List<Integer> shown = new ArrayList<>();
        for (int element = 0; element < draws.elements(); element++) {
            boolean whole = draws.variableOf(element).kind() == Variable.Kind.DISCRETE;
            List<TrajectoryPicture.Course> courses = whole ? discrete : continuous;
            if (courses.size() < (whole ? MOST_DISCRETE : MOST_CONTINUOUS)) {
                courses.add(new TrajectoryPicture.Course(draws.elementName(element), new double[points]));
                shown.add(element);
            }
        }
        for (int point = 0; point < points; point++) {
            trace.points().get(point).place(cursor);
            cursor.report(values);
            int nextContinuous = 0;
            int nextDiscrete = 0;
            for (int element : shown) {
                boolean whole = draws.variableOf(element).kind() == Variable.Kind.DISCRETE;
                TrajectoryPicture.Course course =
                        whole ? discrete.get(nextDiscrete++) : continuous.get(nextContinuous++);
                course.values()[point] = values[element];
            }
        }
        return new TrajectoryPicture(
                trace.points().stream().mapToDouble(Trace.Point::time).toArray(),
                continuous,
                discrete,
                trace.start(),
                trace.chosen(),
                trace.transition().accepted,
                words(trace));
    }

    private static String words(Trace trace) {
        return String.format(
                Locale.ROOT,
                "An iteration soon after the last draw of the first chain: %d %s, acceptance probability %.2f.",
                trace.transition().steps,
                trace.transition().steps == 1 ? "step" : "steps",
                trace.transition().acceptance);
    }
}
