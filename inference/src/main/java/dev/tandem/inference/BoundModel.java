package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.Passes;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.compiler.values.Statements;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.SourceProblem;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.commons.rng.simple.RandomSource;

/** A model with its data, checked: what is known and what is not. */
public final class BoundModel {
    /** What a data block draws is part of the data, so it is the same in every run. */
    private static final long DATA_SEED = 1;

    private final Graph graph;
    private final Monitor monitor;
    private final List<SourceProblem> warnings;

    private BoundModel(Graph graph, Monitor monitor, List<SourceProblem> warnings) {
        this.graph = graph;
        this.monitor = monitor;
        this.warnings = warnings;
    }

    static BoundModel of(Model model, DataSet data) {
        // What a data block misses is said before it is run.
        NameCheck.refuseUndefined(model, data.names());
        DataSet complete = model.data().isEmpty()
                ? data
                : Statements.run(model, data, RandomSource.L64_X128_MIX.create(DATA_SEED));
        return new BoundModel(Graph.bind(model, complete), Monitor.byDefault(), NameCheck.warnings(model, data));
    }

    /** A model that was bound before, its data block done. */
    static BoundModel of(Graph graph) {
        return new BoundModel(graph, Monitor.byDefault(), List.of());
    }

    public Graph graph() {
        return graph;
    }

    /** The variables that may be monitored: everything that the model defines. */
    public List<String> variables() {
        return graph.rules().stream().map(Rule::targetName).distinct().toList();
    }

    /** What does no harm but may be a mistake: data that the model does not use. */
    public List<SourceProblem> warnings() {
        return warnings;
    }

    /** The same, reporting these variables and no others. */
    public BoundModel monitoring(String... names) {
        for (String name : names) {
            graph.symbol(name);
        }
        return new BoundModel(graph, new Monitor(Set.of(names)), warnings);
    }

    /** The density of the unknowns. */
    public CompiledDensity compile() {
        return ModelCompiler.compile(graph, monitor);
    }

    /** The same for one of many data sets; those of one shape share a class. */
    public CompiledDensity compile(ClassCache classes) {
        return ModelCompiler.compile(graph, monitor, classes);
    }

    /**
     * The same with some passes of the compiler left out: the same density, more slowly computed.
     *
     * @throws IllegalArgumentException where one of the names is not that of a pass that can be left out, or where the
     *     model cannot be compiled without it
     */
    public CompiledDensity compileWithout(Collection<String> passes) {
        return ModelCompiler.compile(graph, monitor, new ClassCache(1), Passes.without(passes));
    }

    /**
     * What each pass of the compiler is for, and what it makes of this model, to be read.
     *
     * @throws IllegalArgumentException where one of the names is not that of a pass that can be left out
     */
    public String explainWithout(Collection<String> passes) {
        return ModelCompiler.explain(graph, monitor, Passes.without(passes));
    }

    public Posterior sample(Settings settings) {
        return sample(settings, progress -> {}, new Cancellation());
    }

    public Posterior sample(Settings settings, Progress.Listener listener, Cancellation cancellation) {
        CompiledDensity density = compile();
        return new Posterior(this, Sampling.run(density, settings, listener, cancellation));
    }

    /**
     * Points to start chains from, for {@link Settings#withStarts}: the values given, by variable, and what a search
     * finds for the unknowns that are not given or NA.
     *
     * @param settings say how many chains there are, and the seed of the search
     * @param files start values, one set for each chain or one for all
     * @throws dev.tandem.language.SourceException that says which variable cannot start there
     */
    public Starts starts(Settings settings, DataSet... files) {
        return Starts.find(this, settings, List.of(files));
    }

    /**
     * Draws from the prior, and data given them: every node that the model defines, observed ones too. The same seed
     * gives the same draws.
     *
     * @return one chain of draws
     */
    public Draws simulate(int draws, long seed) {
        Prior prior = prior(seed);
        Draws.Builder table = Draws.builder(prior.variables(), 1, draws);
        double[] row = new double[size(prior.variables())];
        for (int draw = 0; draw < draws; draw++) {
            prior.next(row);
            table.append(0, row);
        }
        return table.build();
    }

    /** The same one draw at a time, for more draws than memory holds. */
    public Prior prior(long seed) {
        return new Prior(this, seed);
    }

    /**
     * New data for draws of the unknowns, one at a time.
     *
     * @param drawn what the draws hold
     * @param chain the chain, from 0, that the draws are of
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public Predictor predictor(List<Variable> drawn, long seed, int chain) {
        return new Predictor(this, drawn, seed, chain);
    }

    /**
     * The log density of draws together with the data.
     *
     * @param drawn what the draws hold
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public JointDensity jointDensity(List<Variable> drawn) {
        return new JointDensity(this, drawn);
    }

    /** What was observed, to be held against predictions. */
    public Observations observations() {
        Simulator simulator = Simulator.of(graph);
        Elements observed = simulator.observed();
        double[] values = new double[observed.size()];
        simulator.copy(observed, values);
        return new Observations(observed.variables(), values);
    }

    static int size(List<Variable> variables) {
        return variables.stream().mapToInt(Variable::size).sum();
    }

    /**
     * Simulation-based calibration: unknowns and data are drawn from the model, the unknowns are sampled given these
     * data, and the rank of what was drawn among what was sampled must be uniform. What is observed and what is missing
     * stays as in the data of this model.
     *
     * @param settings of each run, which is one chain of {@value Calibration#DRAWS} draws; thin so much that these are
     *     nearly independent
     */
    public Calibration calibrate(int replications, Settings settings) {
        return calibrate(replications, settings, false, done -> {}, new Cancellation());
    }

    /**
     * The same with more to say.
     *
     * @param thinAsNeeded whether each run is made so long that its draws are nearly independent, whatever the thinning
     *     of the settings
     * @param listener hears how many replications are done
     * @param cancellation stops it; what was done till then is returned
     */
    public Calibration calibrate(
            int replications,
            Settings settings,
            boolean thinAsNeeded,
            IntConsumer listener,
            Cancellation cancellation) {
        return Calibration.run(this, graph.model(), replications, settings, thinAsNeeded, listener, cancellation);
    }
}
