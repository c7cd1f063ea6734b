package dev.tandem.inference.prediction;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Forecast;
import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.NearMiss;
import dev.tandem.inference.basis.PosteriorView;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The model of a run with new data: new sites, new covariates, outcomes that are missing or were not seen. Unknowns that
 * are those of the run keep the values of its draws, all others are drawn from the model given them. Nothing is learned
 * from the new data: outcomes that they give are predicted too, and can be held against the predictions.
 */
public final class NewData {
    private final PosteriorView posterior;
    private final Graph graph;
    private final List<String> inherited;
    private final Set<String> known;
    private final Elements predicted;
    private final Forecast forecast;

    private NewData(
            PosteriorView posterior, Graph graph, List<String> inherited, Set<String> known, List<String> wanted) {
        this.posterior = posterior;
        this.graph = graph;
        this.inherited = List.copyOf(inherited);
        this.known = known;
        forecast = forecast();
        predicted = wanted.isEmpty() ? outcomes() : chosen(wanted);
    }

    /**
     * What the draws of a run say about new data.
     *
     * @param data what is new; what the model reads and they do not give, outcomes apart, is that of the run
     * @param choice what is said about units that the data leave in doubt
     * @throws SourceException if data do not fit the model, with their places
     * @throws IllegalArgumentException if predictions cannot be made, or would leave out something that is known
     */
    public static NewData of(PosteriorView posterior, DataSet data, Choice choice) {
        Graph before = posterior.model().graph();
        Model model = before.model();
        refuseForeign(before, data);
        DataSet complete = complete(before, data);
        List<String> inherited = complete.names().stream()
                .filter(name -> data.find(name).isEmpty())
                .toList();
        new CountedUnits(before, complete)
                .leftBehind(data.names(), new LinkedHashSet<>(inherited))
                .forEach((old, name) -> {
                    throw new IllegalArgumentException("the new data give " + name + " and not " + old
                            + ", which goes with it unit by unit and has another length in the run; give " + old
                            + " too");
                });
        Graph after = bind(model, complete, inherited);
        Set<String> known = known(before, after, choice);
        NewData found = new NewData(posterior, after, inherited, known, choice.wanted());
        found.refuseConflicts();
        return found;
    }

    /**
     * What is said beside the data.
     *
     * @param kept variables whose elements are those of the run, whatever the data look like
     * @param anew variables whose elements are new
     * @param wanted variables to report, or parts of them; empty for the outcomes
     */
    public record Choice(Set<String> kept, Set<String> anew, List<String> wanted) {
        public Choice {
            kept = Set.copyOf(kept);
            anew = Set.copyOf(anew);
            wanted = List.copyOf(wanted);
        }

        /** What the data say. */
        public static Choice byData() {
            return new Choice(Set.of(), Set.of(), List.of());
        }
    }

    private static void refuseForeign(Graph before, DataSet data) {
        List<SourceProblem> problems = new ArrayList<>(NameCheck.warnings(before.model(), data));
        Set<String> computed = targets(before.model().data(), new HashSet<>());
        for (String name : data.names()) {
            DataArray array = data.arrays().get(name);
            DataArray old = before.data().arrays().get(name);
            if (old != null && old.rank() != array.rank()) {
                problems.add(problem(
                        data,
                        name,
                        name + " has " + dimensions(array.rank()) + " and has " + dimensions(old.rank())
                                + " in the run",
                        "new data have the shape of those of the run, with any number of units"));
            } else if (computed.contains(name)) {
                problems.add(problem(
                        data,
                        name,
                        name + " is computed by the data block of the model",
                        "give what it is computed from"));
            } else if (old == null
                    && array.missingCount() < array.size()
                    && before.rules().stream()
                            .anyMatch(rule -> rule.targetName().equals(name))) {
                problems.add(problem(
                        data,
                        name,
                        name + " is unknown in the run, and has the values of its draws",
                        "leave it out, or sample again with it"));
            }
        }
        if (!problems.isEmpty()) {
            throw new SourceException(problems);
        }
    }

    private static SourceProblem problem(DataSet data, String name, String message, String hint) {
        DataSet.Origin origin = data.origin(name);
        return new SourceProblem(origin.file(), origin.line(), origin.column(), message, hint, "");
    }

    private static String dimensions(int rank) {
        return rank == 1 ? "one dimension" : rank + " dimensions";
    }

    private static Set<String> targets(List<Statement> statements, Set<String> names) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                targets(loop.body(), names);
            } else if (statement instanceof Statement.Relation relation) {
                names.add(relation.target().name().text());
            }
        }
        return names;
    }

    /** The new data, and from the run whatever else the model reads; outcomes that are not given are missing. */
    private static DataSet complete(Graph before, DataSet data) {
        Set<String> computed = targets(before.model().data(), new HashSet<>());
        Set<String> outcomes = before.rules().stream()
                .filter(Rule::stochastic)
                .map(Rule::targetName)
                .collect(Collectors.toSet());
        Map<String, DataArray> inherited = new LinkedHashMap<>();
        before.data().arrays().forEach((name, array) -> {
            if (data.find(name).isEmpty() && !computed.contains(name) && !outcomes.contains(name)) {
                inherited.put(name, array);
            }
        });
        return data.with(inherited);
    }

    private static Graph bind(Model model, DataSet complete, List<String> inherited) {
        try {
            return ModelCompiler.bind(model, complete);
        } catch (SourceException e) {
            String note = inherited.isEmpty()
                    ? ""
                    : "not in the new data, and so as in the run: " + String.join(", ", inherited);
            throw new SourceException(e.problems().stream()
                    .map(problem -> new SourceProblem(
                            problem.file(),
                            problem.line(),
                            problem.column(),
                            problem.message(),
                            problem.hint() + (problem.hint().isEmpty() || note.isEmpty() ? "" : "; ") + note,
                            problem.excerpt()))
                    .toList());
        }
    }

    /** The elements that are those of the run, unknown or observed. */
    private static Set<String> known(Graph before, Graph after, Choice choice) {
        for (Set<String> names : List.of(choice.kept(), choice.anew())) {
            for (String name : names) {
                if (after.rules().stream()
                        .noneMatch(
                                rule -> rule.stochastic() && rule.targetName().equals(name))) {
                    List<String> stochastic = after.rules().stream()
                            .filter(Rule::stochastic)
                            .map(Rule::targetName)
                            .toList();
                    throw new IllegalArgumentException(
                            name + " has no distribution in the model" + NearMiss.hint(name, stochastic));
                }
            }
        }
        CountedUnits units = new CountedUnits(before, after.data());
        Set<String> known = new HashSet<>();
        Set<String> stochastic = after.rules().stream()
                .filter(Rule::stochastic)
                .map(Rule::targetName)
                .collect(Collectors.toSet());
        for (String name : stochastic) {
            Symbol now = after.symbol(name);
            Map<String, Integer> old = positions(before.symbol(name));
            for (int position = 0; position < now.size(); position++) {
                Integer there = old.get(now.element(position));
                if (there != null
                        && !choice.anew().contains(name)
                        && same(before.symbol(name), there, now, position)
                        && (choice.kept().contains(name) || ofRun(units, now, position))) {
                    known.add(now.element(position));
                }
            }
        }
        return known;
    }

    /** Whether an element is unknown in both, or observed in both with one value. */
    private static boolean same(Symbol old, int there, Symbol now, int here) {
        return Double.compare(old.values()[there], now.values()[here]) == 0;
    }

    private static boolean ofRun(CountedUnits units, Symbol now, int position) {
        CountedUnits.Fate fate = units.fate(now, position);
        if (fate == CountedUnits.Fate.UNCERTAIN) {
            throw new DoubtfulUnitsException(now.name(), now.element(position));
        }
        return fate == CountedUnits.Fate.SAME;
    }

    private static Map<String, Integer> positions(Symbol symbol) {
        Map<String, Integer> positions = new LinkedHashMap<>();
        for (int position = 0; position < symbol.size(); position++) {
            positions.put(symbol.element(position), position);
        }
        return positions;
    }

    /** Says that the data do not tell whether elements of a variable are those of the run. */
    public static final class DoubtfulUnitsException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final String variable;

        DoubtfulUnitsException(String variable, String element) {
            super("the new data do not tell whether " + element
                    + " is the one of the run: data about it have changed, but perhaps because of something else;"
                    + " say whether " + variable + " is kept or drawn anew");
            this.variable = variable;
        }

        public String variable() {
            return variable;
        }
    }

    Forecast forecast() {
        return new Forecast(graph, known::contains);
    }

    private void refuseConflicts() {
        if (predicted.size() == 0) {
            throw new IllegalArgumentException(
                    "there is nothing to predict: the new data leave no outcome open that the"
                            + " run has not seen; leave outcomes out, or NA");
        }
        forecast.conflict(this::isOutcome).ifPresent(conflict -> {
            throw new IllegalArgumentException(
                    switch (conflict.reason()) {
                        case IGNORES_THE_RUN ->
                            conflict.parent() + " would be drawn anew, without regard to " + conflict.child()
                                    + ", which depends on it and is as in the run; give the units of the run at the"
                                    + " subscripts that they had there, or new units alone";
                        case IGNORES_NEW_DATA ->
                            "the new data give " + conflict.child() + " and leave " + conflict.parent()
                                    + " open, and both depend on something that is not known: predictions would not"
                                    + " take " + conflict.child() + " into account; leave it out, or sample again"
                                    + " with it";
                    });
        });
    }

    private Elements outcomes() {
        Set<String> open = new HashSet<>(forecast.drawn().names());
        open.addAll(forecast.held().names());
        return forecast.defined().only(name -> open.contains(name) && isOutcome(BaseName.of(name)));
    }

    /** Whether the run observed something of a variable. */
    private boolean isOutcome(String name) {
        return posterior.model().graph().symbol(name).given();
    }

    private Elements chosen(List<String> wanted) {
        Set<String> names = new HashSet<>();
        List<String> defined =
                forecast.defined().names().stream().map(BaseName::of).distinct().toList();
        for (String text : wanted) {
            Selection selection = Selection.parse(text);
            if (!defined.contains(selection.name())) {
                throw new IllegalArgumentException(selection.name() + ": the model defines no such variable"
                        + NearMiss.hint(selection.name(), defined));
            }
            Symbol symbol = graph.symbol(selection.name());
            selection.elements(symbol.shape()).stream()
                    .mapToObj(symbol::element)
                    .forEach(names::add);
        }
        return forecast.defined().only(names::contains);
    }

    /** What is predicted, in order. */
    public List<Variable> variables() {
        return predicted.variables();
    }

    /** Unknowns that keep the values of the run, with their numbers of elements. */
    public Map<String, Integer> kept() {
        return counted(forecast.kept().names());
    }

    /** Unknowns that are drawn anew, with their numbers of elements; outcomes are not among them. */
    public Map<String, Integer> drawn() {
        return counted(forecast.drawn().names().stream()
                .filter(name -> !isOutcome(BaseName.of(name)))
                .toList());
    }

    private static Map<String, Integer> counted(List<String> names) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        names.forEach(name -> counts.merge(BaseName.of(name), 1, Integer::sum));
        return counts;
    }

    /** The names of what the model reads and the new data do not give, so that it is as in the run. */
    public List<String> inherited() {
        return inherited;
    }

    /** What the new data give of what is predicted, to be held against predictions; NaN where they give nothing. */
    public double[] given() {
        Set<String> held = new HashSet<>(forecast.held().names());
        List<String> names = predicted.names();
        double[] values = new double[names.size()];
        for (int i = 0; i < values.length; i++) {
            Symbol symbol = graph.symbol(BaseName.of(names.get(i)));
            values[i] = held.contains(names.get(i))
                    ? symbol.values()[positions(symbol).get(names.get(i))]
                    : Double.NaN;
        }
        return values;
    }

    /**
     * Predictions for every {@code thin}-th draw of each chain, made when they are asked for. The same seed gives the
     * same predictions.
     *
     * @throws IllegalArgumentException if an unknown that is needed is not among the draws, because it was not monitored
     */
    public DrawSource predictions(long seed, int thin) {
        return new NewPredictions(this, posterior.draws(), seed, thin);
    }

    Elements predicted() {
        return predicted;
    }
}
