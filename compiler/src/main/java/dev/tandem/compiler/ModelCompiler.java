package dev.tandem.compiler;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.lower.Summing;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;

/** Compiles a model with its data to a density. */
public final class ModelCompiler {
    private ModelCompiler() {}

    /**
     * The density of a model bound to data, which must contain what its data block defines.
     *
     * @throws dev.tandem.language.SourceException with every problem found in model or data
     */
    public static CompiledDensity compile(Model model, DataSet data, Monitor monitor) {
        return compile(Graph.bind(model, data), monitor);
    }

    public static CompiledDensity compile(Graph graph, Monitor monitor) {
        return compile(graph, monitor, new ClassCache(1));
    }

    /** The same with a class that was generated before, where it would be the same. */
    public static CompiledDensity compile(Graph graph, Monitor monitor, ClassCache classes) {
        return compile(graph, monitor, Summing.automatic(), classes);
    }

    /** The same with a say in what is summed out. */
    public static CompiledDensity compile(Graph graph, Monitor monitor, Summing summing, ClassCache classes) {
        graph.requireUnknowns();
        graph.requireFewStatements();
        return Generator.generate(
                Lowering.lower(graph, monitor, summing),
                "Generated from " + graph.model().source().name(),
                classes);
    }
}
