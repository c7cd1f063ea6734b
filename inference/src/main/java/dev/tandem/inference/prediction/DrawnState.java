package dev.tandem.inference.prediction;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Cursor;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.PosteriorView;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The way back from a draw, which has the values of the model's variables, to the state of the chain that drew it. */
public final class DrawnState {
    private final CompiledDensity density;
    private final Draws draws;

    /** For each variable the element of the draws that has each of its elements, -1 where that is not unknown. */
    private final Map<Symbol, int[]> elements = new HashMap<>();

    private DrawnState(CompiledDensity density, PosteriorView posterior) {
        this.density = density;
        draws = posterior.draws();
        Set<String> unknown =
                new HashSet<>(Simulator.of(posterior.model().graph()).unknown().names());
        for (String variable : unknown.stream().map(BaseName::of).collect(Collectors.toSet())) {
            Symbol symbol = posterior.model().graph().symbol(variable);
            int[] own = new int[symbol.size()];
            Arrays.setAll(own, position -> {
                String name = symbol.element(position);
                return unknown.contains(name) ? draws.elementIndex(name) : -1;
            });
            elements.put(symbol, own);
        }
    }

    /**
     * The way back from any draw.
     *
     * @param density compiled from the model of the posterior
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public static DrawnState of(CompiledDensity density, PosteriorView posterior) {
        return new DrawnState(density, posterior);
    }

    /**
     * A cursor where a draw was.
     *
     * @param density compiled from the model of the posterior
     * @param chain counted from 0, as draws are
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public static Cursor cursor(CompiledDensity density, PosteriorView posterior, int chain, int draw) {
        return of(density, posterior).cursor(chain, draw);
    }

    /** A cursor where a draw was. */
    public Cursor cursor(int chain, int draw) {
        Map<Symbol, double[]> values = new HashMap<>();
        elements.forEach((symbol, own) -> values.put(
                symbol,
                Arrays.stream(own)
                        .mapToDouble(element -> element < 0 ? Double.NaN : draws.value(chain, draw, element))
                        .toArray()));
        // A draw leaves nothing to be searched for, so that nothing depends on chance.
        return StartValues.of(density, values).place(() -> 0.5);
    }
}
