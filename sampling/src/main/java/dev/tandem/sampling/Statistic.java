package dev.tandem.sampling;

import dev.tandem.density.Variable;
import java.util.Arrays;
import java.util.List;

/** What is kept about each draw besides its values. Where several iterations make one draw it is about all of them. */
public enum Statistic {
    /** Total energy of the state drawn. */
    ENERGY(0, "energy", Variable.Kind.CONTINUOUS),
    /** Acceptance probability, the mean over iterations. */
    ACCEPTANCE(1, "acceptance", Variable.Kind.CONTINUOUS),
    /** Iterations that diverged. */
    DIVERGENT(2, "divergent", Variable.Kind.DISCRETE),
    /** Integrator steps. */
    STEPS(3, "steps", Variable.Kind.DISCRETE),
    /** Doublings of the deepest tree; 0 for kernels without one. */
    DEPTH(4, "depth", Variable.Kind.DISCRETE),
    /** Visits of discrete sites. */
    VISITS(5, "visits", Variable.Kind.DISCRETE),
    /** Visits that changed a site. */
    CHANGES(6, "changes", Variable.Kind.DISCRETE),
    /** Gradients found. */
    GRADIENTS(7, "gradients", Variable.Kind.DISCRETE),
    /** Evaluations that gave no number and counted as impossible. */
    NOT_A_NUMBER(8, "not_a_number", Variable.Kind.DISCRETE);

    private static final List<Variable> VARIABLES = Arrays.stream(values())
            .map(statistic -> new Variable(statistic.label, List.of(), statistic.kind))
            .toList();

    private final int column;
    private final String label;
    private final Variable.Kind kind;

    Statistic(int column, String label, Variable.Kind kind) {
        this.column = column;
        this.label = label;
        this.kind = kind;
    }

    /** The name in tables and files. */
    public String label() {
        return label;
    }

    /** The element of a table of statistics that is this one. */
    public int column() {
        return column;
    }

    /** The variables of a table of statistics. */
    public static List<Variable> variables() {
        return VARIABLES;
    }
}
