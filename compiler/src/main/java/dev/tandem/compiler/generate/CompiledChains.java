package dev.tandem.compiler.generate;

import dev.tandem.density.StateChains;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The chains of states of a compiled model: a stepwise cursor beside that of the density, which they are tried at. */
final class CompiledChains extends StateChains {
    private final ChainPlan plan;
    private final CompiledCursor cursor;
    private final CompiledCursor steps;
    private final List<double[]> from = new ArrayList<>();
    private final List<double[]> to = new ArrayList<>();
    private final double[] uniform;
    private final ChainPlan.Chain[] chains;

    /** All states, one chain after the other, and where they stand in the density. */
    private final int[] states;

    private final int[] sites;
    private final int[] coordinates;
    private final double[] q;

    CompiledChains(ChainPlan plan, CompiledCursor cursor) {
        this.plan = plan;
        this.cursor = cursor;
        steps = (CompiledCursor) plan.steps().cursor();
        uniform = steps.values(plan.uniform());
        chains = plan.chains().toArray(new ChainPlan.Chain[0]);
        for (ChainPlan.Given given : plan.given()) {
            from.add(cursor.values(given.from()));
            to.add(steps.values(given.to()));
        }
        states = Arrays.stream(chains)
                .flatMapToInt(chain -> Arrays.stream(chain.sites()))
                .toArray();
        sites = Arrays.stream(states).map(plan::site).toArray();
        coordinates = Arrays.stream(states).map(plan::coordinate).toArray();
        q = new double[cursor.space().dimension()];
    }

    @Override
    public int chains() {
        return chains.length;
    }

    @Override
    public int length(int chain) {
        return chains[chain].sites().length;
    }

    @Override
    public int[] sites() {
        return Arrays.stream(sites).filter(site -> site >= 0).sorted().toArray();
    }

    @Override
    public int[] coordinates() {
        return Arrays.stream(coordinates).filter(c -> c >= 0).sorted().toArray();
    }

    @Override
    public void begin() {
        cursor.refresh();
        for (int g = 0; g < from.size(); g++) {
            ChainPlan.Given given = plan.given().get(g);
            double[] source = from.get(g);
            double[] target = to.get(g);
            int[] places = given.places();
            int[] positions = given.positions();
            for (int i = 0; i < places.length; i++) {
                target[positions[i]] = source[places[i]];
            }
        }
        steps.moved();
        // Sites may have storage of their own, from which that of their variable is computed.
        cursor.copyPosition(q);
        for (int s = 0; s < states.length; s++) {
            steps.assignState(states[s], sites[s] >= 0 ? cursor.value(sites[s]) : q[coordinates[s]]);
        }
        steps.refresh();
    }

    @Override
    public double value(int chain, int time) {
        return steps.stateOf(chains[chain].sites()[time]);
    }

    @Override
    public void assign(int chain, int time, double value) {
        steps.assignState(chains[chain].sites()[time], value);
    }

    @Override
    public double quantile(int chain, int time, double number) {
        uniform[0] = number;
        // What is not a number is minus infinity to a factor, and no state has that value.
        double value = steps.logFactor(chains[chain].quantiles()[time]);
        return value > Double.NEGATIVE_INFINITY ? value : Double.NaN;
    }

    @Override
    public boolean isWeighed(int chain, int time) {
        return chains[chain].weights()[time].length > 0;
    }

    @Override
    public double logWeight(int chain, int time) {
        return sum(chains[chain].weights()[time]);
    }

    @Override
    public double logBridge(int chain, int time) {
        return sum(chains[chain].bridges()[time]);
    }

    private double sum(int[] factors) {
        double sum = 0;
        for (int factor : factors) {
            sum += steps.logFactor(factor);
        }
        return sum;
    }

    @Override
    public int reach(int chain, int time) {
        return chains[chain].reach()[time];
    }

    @Override
    public void end() {
        boolean moved = false;
        for (int s = 0; s < states.length; s++) {
            double value = steps.stateOf(states[s]);
            if (sites[s] >= 0) {
                cursor.assign(sites[s], (int) value);
            } else if (q[coordinates[s]] != value) {
                q[coordinates[s]] = value;
                moved = true;
            }
        }
        if (moved) {
            cursor.moveTo(q);
        }
    }
}
