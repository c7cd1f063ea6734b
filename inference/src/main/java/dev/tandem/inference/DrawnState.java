package dev.tandem.inference;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Cursor;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The way back from a draw, which has the values of the model's variables, to the state of the chain that drew it. */
public final class DrawnState {
    private DrawnState() {}

    /**
     * A cursor where a draw was.
     *
     * @param density compiled from the model of the posterior
     * @param chain counted from 0, as draws are
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public static Cursor cursor(CompiledDensity density, Posterior posterior, int chain, int draw) {
        Draws draws = posterior.draws();
        Set<String> unknown =
                new HashSet<>(Simulator.of(posterior.model().graph()).unknown().names());
        Set<String> variables = unknown.stream().map(BaseName::of).collect(Collectors.toSet());
        Map<Symbol, double[]> values = new HashMap<>();
        for (String variable : variables) {
            Symbol symbol = posterior.model().graph().symbol(variable);
            double[] own = new double[symbol.size()];
            for (int position = 0; position < own.length; position++) {
                String name = symbol.element(position);
                own[position] =
                        unknown.contains(name) ? draws.value(chain, draw, draws.elementIndex(name)) : Double.NaN;
            }
            values.put(symbol, own);
        }
        // A draw leaves nothing to be searched for, so that nothing depends on chance.
        return StartValues.of(density, values).place(() -> 0.5);
    }
}
