package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.Passes;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.WeighedDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.basis.Observations;
import dev.tandem.inference.description.ModelDescription;
import dev.tandem.inference.description.ModelGraph;
import dev.tandem.inference.prediction.JointDensity;
import dev.tandem.inference.prediction.Predictor;
import dev.tandem.inference.prediction.Prior;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** A model with its data, checked: what is known and what is not. */
public final class BoundModel implements ModelView {
    private final Graph graph;
    private final Monitor monitor;
    private final Summing summing;
    private final List<SourceProblem> warnings;

    /** What was compiled already, in order to choose what to sum out. */
    private final Optional<CompiledDensity> compiled;

    private BoundModel(Graph graph, Monitor monitor, Summing summing, List<SourceProblem> warnings) {
        this(graph, monitor, summing, warnings, Optional.empty());
    }

    private BoundModel(
            Graph graph,
            Monitor monitor,
            Summing summing,
            List<SourceProblem> warnings,
            Optional<CompiledDensity> compiled) {
        this.graph = graph;
        this.monitor = monitor;
        this.summing = summing;
        this.warnings = warnings;
        this.compiled = compiled;
    }

    static BoundModel of(Model model, DataSet data) {
        return new BoundModel(
                ModelCompiler.bind(model, data),
                Monitor.byDefault(),
                Summing.automatic(),
                NameCheck.warnings(model, data));
    }

    /** A model that was bound before, its data block done. */
    static BoundModel of(Graph graph) {
        return new BoundModel(graph, Monitor.byDefault(), Summing.automatic(), List.of());
    }

    @Override
    public String name() {
        return graph.model().source().name();
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public List<String> variables() {
        return graph.rules().stream().map(Rule::targetName).distinct().toList();
    }

    /** What does no harm but may be a mistake: data that the model does not use. */
    public List<SourceProblem> warnings() {
        return warnings;
    }

    /**
     * What is legal but would make the answer another one than was asked for: a precision that is called like a standard deviation,
     * a prior as narrow as a vague one would be wide, data that no statement describes. Each begins with its line and column.
     */
    public List<String> doubts() {
        return ModelDescription.doubts(graph);
    }

    /**
     * This model, reporting these variables, or parts of them such as {@code beta[2]} or {@code z[1:5,]}, and no others.
     * Unless the model has a variable of this name, {@code deviance} is minus twice the log density of what was observed
     * given its parents.
     *
     * @throws IllegalArgumentException if one is written wrongly, or the model does not have it
     */
    public BoundModel monitoring(String... names) {
        Monitor wanted = Monitor.of(List.of(names));
        for (Selection selection : wanted.selections()) {
            if (!selection.name().equals(Monitor.DEVIANCE) || variables().contains(Monitor.DEVIANCE)) {
                selection.elements(graph.symbol(selection.name()).shape());
            } else if (observations().variables().isEmpty()
                    && densitiesOfTheText().isEmpty()) {
                throw new IllegalArgumentException(
                        Monitor.DEVIANCE + ": nothing was observed, so there is no deviance");
            }
        }
        return new BoundModel(graph, wanted, summing, warnings);
    }

    /**
     * This model with another choice of the discrete unknowns that are summed out of the density. They are drawn back for
     * every draw that is kept, so that nothing else changes.
     */
    public BoundModel summing(Summing choice) {
        choice.names().forEach(graph::symbol);
        return new BoundModel(graph, monitor, choice, warnings);
    }

    /**
     * This model with the choice that suits these settings, see {@link Summing#under}. Where nobody has chosen, what sums
     * cost decides, and where that is close a race of short chains, which depends on model, data and length of the run
     * alone, and takes a part of what the run takes.
     */
    public BoundModel under(Settings settings) {
        Summing choice = summing.under(settings.kernel().isPresent());
        return choice.isAutomatic() ? chosen(SumChoice.of(this, settings)) : summing(choice);
    }

    /**
     * This model as {@link #under} is likely to have it: the same wherever that can be known without a race that takes more
     * than a second, and otherwise with all that can be summed out.
     */
    public BoundModel likelyUnder(Settings settings) {
        Summing choice = summing.under(settings.kernel().isPresent());
        return choice.isAutomatic() ? chosen(SumChoice.inPassing(this, settings)) : summing(choice);
    }

    /** This model with a choice that was made for it. */
    BoundModel chosen(SumChoice.Chosen choice) {
        return new BoundModel(graph, monitor, choice.summing(), warnings, Optional.of(choice.density()));
    }

    @Override
    public Summing summing() {
        return summing;
    }

    @Override
    public CompiledDensity compile() {
        return compiled.orElseGet(() -> compile(new ClassCache(1)));
    }

    /** What the density would cost, and itself where it is asked for. */
    WeighedDensity weighed() {
        return ModelCompiler.weigh(graph, monitor, summing);
    }

    /** The density for one of many data sets; those of one shape share a class. */
    public CompiledDensity compile(ClassCache classes) {
        return ModelCompiler.compile(graph, monitor, summing, classes);
    }

    /**
     * The density without some passes of the compiler: equal to the other, more slowly computed.
     *
     * @throws IllegalArgumentException where one of the names is not that of a pass that can be left out, or where the
     *     model cannot be compiled without it
     */
    public CompiledDensity compileWithout(Collection<String> passes) {
        return ModelCompiler.compile(graph, monitor, summing, new ClassCache(1), Passes.without(passes));
    }

    /**
     * What each pass of the compiler is for, and what it makes of this model, to be read.
     *
     * @throws IllegalArgumentException where one of the names is not that of a pass that can be left out
     */
    public String explainWithout(Collection<String> passes) {
        return ModelCompiler.explain(graph, monitor, summing, Passes.without(passes));
    }

    public Posterior sample(Settings settings) {
        return sample(settings, progress -> {}, new Cancellation());
    }

    public Posterior sample(Settings settings, Progress.Listener listener, Cancellation cancellation) {
        BoundModel sampled = under(settings);
        return new Posterior(sampled, settings, Sampling.run(sampled.compile(), settings, listener, cancellation));
    }

    /**
     * Samples by several kernels: how good, how fast, and do they agree?
     *
     * @param samplers the kernels; the others are held against the first
     */
    public SamplerComparison compare(Settings settings, KernelFamily.Method... samplers) {
        Map<String, Optional<KernelFamily>> named = new LinkedHashMap<>();
        for (KernelFamily.Method sampler : samplers) {
            named.put(sampler.label(), Optional.of(KernelFamily.of(sampler)));
        }
        return SamplerComparison.of(
                summing(summing.under(true)).compile(), settings, named, name -> {}, new Cancellation());
    }

    /**
     * Points to start chains from, for {@link Settings#withStarts}: the values given, by variable, and what a search
     * finds for the unknowns that are not given or NA.
     *
     * @param settings say how many chains there are, and the seed of the search
     * @param files start values, one set for each chain or one for all
     * @throws dev.tandem.language.source.SourceException that says which variable cannot start there
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
        return priorDraws(draws, seed).collect();
    }

    /** Draws from the prior that are made when they are asked for: for more of them than memory holds. */
    public DrawSource priorDraws(int draws, long seed) {
        return Prior.draws(this, draws, seed);
    }

    /** Draws from the prior one after another, without end. */
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

    /** What the model is, in words, as it would be sampled under these settings. */
    public ModelDescription describe(Settings settings) {
        Summing asked = summing.under(settings.kernel().isPresent());
        if (!asked.isAutomatic()) {
            return ModelDescription.of(summing(asked), settings, List.of(), false);
        }
        SumChoice.Chosen choice = SumChoice.inPassing(this, settings);
        return ModelDescription.of(chosen(choice), settings, choice.summable(), choice.open());
    }

    /** The model as a picture is made from it: what depends on what, and what becomes of each variable. */
    public ModelPicture picture() {
        return ModelGraph.of(this);
    }

    /**
     * The observed variables whose distribution the text defines by its log density. They count in the log likelihood and the deviance, but
     * new data cannot be drawn from them, so that {@link #observations} does not have them.
     */
    public List<String> densitiesOfTheText() {
        return graph.rules().stream()
                .map(Rule::targetName)
                .filter(name -> OwnDensities.isMade(name) && OwnDensities.isData(name))
                .map(OwnDensities::nodeOf)
                .distinct()
                .toList();
    }

    @Override
    public Observations observations() {
        Simulator simulator = Simulator.of(graph);
        Elements observed = simulator.observed();
        double[] values = new double[observed.size()];
        simulator.copy(observed, values);
        return new Observations(observed.variables(), values);
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
     * Simulation-based calibration that can be watched and stopped.
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
