package dev.tandem.compiler;

import dev.tandem.compiler.generate.ChainSource;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.generate.PointwiseLikelihood;
import dev.tandem.compiler.generate.StateProbabilities;
import dev.tandem.compiler.generate.WeighedDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.program.ChainProgram;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.ImpossibleNode;
import dev.tandem.compiler.values.Statements;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.data.DataSet;
import org.apache.commons.rng.simple.RandomSource;
import org.objectweb.asm.MethodTooLargeException;

/** Compiles a model with its data to a density. */
public final class ModelCompiler {
    /** What a data block draws is part of the data, so it is the same in every run. */
    private static final long DATA_SEED = 1;

    private ModelCompiler() {}

    /**
     * A model bound to data, the names checked and the data block done.
     *
     * @throws dev.tandem.language.source.SourceException with every problem found in model or data
     */
    public static Graph bind(Model model, DataSet data) {
        // What a data block misses is said before it is run.
        NameCheck.refuseUndefined(model, data.names());
        DataSet complete = model.data().isEmpty()
                ? data
                : Statements.run(model, data, RandomSource.L64_X128_MIX.create(DATA_SEED));
        return Graph.bind(model, complete);
    }

    /**
     * The density of all unknowns of a model bound to data, which must contain what its data block defines.
     *
     * @throws dev.tandem.language.source.SourceException with every problem found in model or data
     */
    public static CompiledDensity compile(Model model, DataSet data, Monitor monitor) {
        return compile(Graph.bind(model, data), monitor);
    }

    /** The density of all unknowns of a model bound to data, compiled with some passes left out. */
    public static CompiledDensity compile(Model model, DataSet data, Monitor monitor, Passes passes) {
        return compile(Graph.bind(model, data), monitor, new ClassCache(1), passes);
    }

    public static CompiledDensity compile(Graph graph, Monitor monitor) {
        return compile(graph, monitor, new ClassCache(1));
    }

    /** The density of all unknowns, with a class that was generated before where it would be equal. */
    public static CompiledDensity compile(Graph graph, Monitor monitor, ClassCache classes) {
        return compile(graph, monitor, classes, Passes.all());
    }

    /**
     * The density of all unknowns, compiled with some passes left out.
     *
     * @throws IllegalArgumentException where the model cannot be compiled without them
     */
    public static CompiledDensity compile(Graph graph, Monitor monitor, ClassCache classes, Passes passes) {
        return compile(graph, monitor, Summing.joint(), classes, passes);
    }

    /** The density of the unknowns that are left when others are summed out or drawn forwards. */
    public static CompiledDensity compile(Graph graph, Monitor monitor, Summing summing, ClassCache classes) {
        return compile(graph, monitor, summing, classes, Passes.all());
    }

    /**
     * The density of the unknowns that are left, compiled with some passes left out.
     *
     * @throws IllegalArgumentException where the model cannot be compiled without them
     */
    public static CompiledDensity compile(
            Graph graph, Monitor monitor, Summing summing, ClassCache classes, Passes passes) {
        try {
            return weigh(graph, monitor, summing, classes, passes).density();
        } catch (MethodTooLargeException e) {
            if (passes.uses(Passes.SPLITTING)) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "an expression of this model is too long for the virtual machine without the pass "
                            + Passes.SPLITTING,
                    e);
        }
    }

    /** What the density of the unknowns that are left would cost, and itself where it is asked for. */
    public static WeighedDensity weigh(Graph graph, Monitor monitor, Summing summing) {
        return weigh(graph, monitor, summing, new ClassCache(1), Passes.all());
    }

    private static WeighedDensity weigh(
            Graph graph, Monitor monitor, Summing summing, ClassCache classes, Passes passes) {
        require(graph);
        Program program = passes.apply(Lowering.lower(graph, monitor, summing, passes.centring()));
        return Generator.weigh(
                        program, "Generated from " + graph.model().source().name(), classes, passes.choices())
                .then(density -> density.explainedBy(
                                () -> ImpossibleNode.find(graph, RandomSource.L64_X128_MIX.create(DATA_SEED))
                                        .orElse(""))
                        .chainedBy(() -> chains(graph, summing)));
    }

    /** What is needed to draw unknowns that follow each other by particles. */
    private static ChainSource chains(Graph graph, Summing summing) {
        if (summing.kind() != Summing.Kind.NONE) {
            return ChainSource.none("discrete unknowns are summed out; sum none");
        }
        ChainProgram found = Lowering.chains(graph, summing);
        if (found.program().isEmpty()) {
            return ChainSource.none(found.whyNone());
        }
        Passes passes = Passes.forChains();
        try {
            return ChainSource.of(
                    found.with(passes.apply(found.program().get())),
                    "Steps of " + graph.model().source().name(),
                    passes.choices());
        } catch (MethodTooLargeException e) {
            return ChainSource.none("an expression of this model is too long for the virtual machine");
        }
    }

    /**
     * The log likelihood of the data, unit by unit: summed over the discrete unknowns that this choice sums out, and given
     * all others.
     *
     * @param joined a variable whose elements join the observations that depend on them to one unit; empty for none
     * @throws dev.tandem.language.source.SourceException where the model asks for something that cannot be compiled
     */
    public static PointwiseLikelihood pointwise(Graph graph, Summing summing, String joined) {
        graph.requireFewStatements();
        Passes passes = Passes.forTerms();
        Program program = passes.apply(Lowering.pointwise(graph, summing, joined));
        return PointwiseLikelihood.of(
                program, "Log likelihood of " + graph.model().source().name(), passes.choices());
    }

    /**
     * The exact probabilities of the discrete unknowns that this choice sums out, given all others.
     *
     * @throws dev.tandem.language.source.SourceException where the model asks for something that cannot be compiled
     */
    public static StateProbabilities states(Graph graph, Summing summing) {
        graph.requireFewStatements();
        Passes passes = Passes.forTerms();
        Program program = passes.apply(Lowering.states(graph, summing));
        return StateProbabilities.of(
                program, "Probabilities of " + graph.model().source().name(), passes.choices());
    }

    /** A model in terms, what each pass is for, and what it changes, so that it can be read. */
    public static String explain(Graph graph, Monitor monitor, Summing summing, Passes passes) {
        require(graph);
        return PassReport.of(graph, monitor, summing, passes);
    }

    private static void require(Graph graph) {
        graph.requireNodes();
        graph.requireFewStatements();
    }
}
