package dev.tandem.inference.prediction;

import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.inference.basis.ModelView;
import java.util.List;

/**
 * The log density of a draw together with the data, on the model's own scale and with no constant dropped. It belongs to
 * one thread.
 */
public final class JointDensity {
    private final Simulator simulator;
    private final DrawnUnknowns unknowns;

    /**
     * For draws of these variables.
     *
     * @throws IllegalArgumentException if an unknown is not among them, because it was not monitored
     */
    public JointDensity(ModelView model, List<Variable> drawn) {
        simulator = Simulator.of(model.graph());
        unknowns = new DrawnUnknowns(simulator, drawn, "log densities");
    }

    /** At a draw, which holds what was said when this was made. */
    public double at(double[] draw) {
        unknowns.assign(draw);
        return simulator.logDensity();
    }
}
