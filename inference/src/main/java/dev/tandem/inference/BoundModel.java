package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.values.Statements;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.SourceProblem;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.List;
import java.util.Set;
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
        return new BoundModel(
                Graph.bind(model, complete), Monitor.byDefault(), NameCheck.warnings(model, data));
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

    public Posterior sample(Settings settings) {
        return sample(settings, progress -> {}, new Cancellation());
    }

    public Posterior sample(Settings settings, Progress.Listener listener, Cancellation cancellation) {
        CompiledDensity density = compile();
        return new Posterior(Sampling.run(density, settings, listener, cancellation));
    }
}
