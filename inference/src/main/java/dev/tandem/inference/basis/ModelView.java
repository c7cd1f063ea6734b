package dev.tandem.inference.basis;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Summing;
import java.util.List;

/** What may be asked of a model with its data by whoever goes on from its draws. */
public interface ModelView {
    /** What the text of the model is called: the name of its file, if it has one. */
    String name();

    /** The relations between its nodes, with the data. */
    Graph graph();

    /** The variables that may be monitored: everything that the model defines. */
    List<String> variables();

    /** Which discrete unknowns are summed out. */
    Summing summing();

    /** The density of the unknowns that are sampled. */
    CompiledDensity compile();

    /** What was observed, to be held against predictions. */
    Observations observations();
}
