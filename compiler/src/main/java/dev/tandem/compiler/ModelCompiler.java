package dev.tandem.compiler;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.lower.Program;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;
import org.objectweb.asm.MethodTooLargeException;

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

    /** The same with some passes left out. */
    public static CompiledDensity compile(Model model, DataSet data, Monitor monitor, Passes passes) {
        return compile(Graph.bind(model, data), monitor, new ClassCache(1), passes);
    }

    public static CompiledDensity compile(Graph graph, Monitor monitor) {
        return compile(graph, monitor, new ClassCache(1));
    }

    /** The same with a class that was generated before, where it would be the same. */
    public static CompiledDensity compile(Graph graph, Monitor monitor, ClassCache classes) {
        return compile(graph, monitor, classes, Passes.all());
    }

    /**
     * The same with some passes left out.
     *
     * @throws IllegalArgumentException where the model cannot be compiled without them
     */
    public static CompiledDensity compile(Graph graph, Monitor monitor, ClassCache classes, Passes passes) {
        require(graph);
        Program program = passes.apply(Lowering.lower(graph, monitor));
        try {
            return Generator.generate(
                    program, "Generated from " + graph.model().source().name(), classes, passes.choices());
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

    /** What each pass is for, and what it makes of a model, so that it can be read. */
    public static String explain(Graph graph, Monitor monitor, Passes passes) {
        require(graph);
        return PassReport.of(graph, monitor, passes);
    }

    private static void require(Graph graph) {
        graph.requireUnknowns();
        graph.requireFewStatements();
    }
}
