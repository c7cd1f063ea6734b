package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.Cursor;
import dev.tandem.density.Helpers;
import dev.tandem.density.LimitException;
import dev.tandem.density.StateChains;
import dev.tandem.density.Support;
import dev.tandem.density.Ties;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What every generated cursor inherits: when to recompute what, where values stand, and the calls of array functions.
 * The generated class adds the loops.
 */
public abstract class CompiledCursor extends Cursor implements ArrayCaller {
    /** What an impossible factor costs while a start is searched for. */
    private static final double IMPOSSIBLE = -1e8;

    /** A count without end that is larger has left its reach. */
    private static final int LARGEST = Support.UNBOUNDED_ABOVE - (1 << 24);

    private final CompiledDensity density;
    private final Map<Storage, double[]> values = new HashMap<>();
    private final Map<Storage, double[]> bars = new HashMap<>();
    /** The derivatives that start from zero; the others are stored by the first that has some. */
    private final double[][] summedBars;

    private final double[][] siteValues;
    private final int[] siteVariables;
    private final int[] sitePositions;
    private final boolean[] local;
    private final int[] tieSteps;
    private final int[] tiePlaces;
    private final ArrayCalls[] calls;
    private final FreeArrays freeArrays;
    private final double[] accumulator = new double[1];
    private final double[] floor = {Double.NEGATIVE_INFINITY};
    private final double[] one = new double[1];
    private final double[] coordinateBar;
    /** For each discrete variable, a sum that its conditionals need and that lasts until something changes; else NaN. */
    private final double[] kept;

    /** The sites without an upper end. */
    private final int[] endless;

    /** What is summed out of the density. */
    private final SummedUnknowns summed;

    /** Random numbers between 0 and 1, of which unknowns that nothing observed depends on are quantiles. */
    private final double[][] uniforms;

    /** The effects whose coordinates can be chosen, and room to report without being asked. */
    private final EffectCoordinates effects;

    private final double[] unasked;

    /** Lets groups that cannot be told apart change places in what is reported, and the cursor that it is reported from. */
    private Relabelling relabelling;

    private CompiledCursor relabelled;
    private double[] relabelledQ;
    private int[] relabelledX;
    private boolean completed;

    /** The long loops, which helpers may share; null if there are none. */
    private final SharedLoops shared;

    /** Whether groups that cannot be told apart are reported in the order that the chain has them in. */
    private boolean ownOrder;

    private final Stream completion = new Stream();
    private long completionSeed;
    private double jacobian;
    private boolean fresh;

    /** Called by the generated constructor alone. */
    protected CompiledCursor(CompiledDensity density) {
        super(density.space());
        this.density = density;
        siteVariables = density.siteVariables();
        sitePositions = density.sitePositions();
        local = density.local();
        tieSteps = density.tieSteps();
        tiePlaces = density.tiePlaces();
        Program program = density.program();
        Map<String, Object> arrays = new HashMap<>();
        for (Storage storage : program.storages()) {
            if (storage.isTable()) {
                arrays.put(storage.field().name(), storage.wholes());
                continue;
            }
            double[] content = storage == program.coordinates()
                    ? q
                    : storage.constant() ? storage.values() : storage.values().clone();
            values.put(storage, content);
            arrays.put(storage.field().name(), content);
            if (storage.active()) {
                double[] bar = new double[storage.size()];
                bars.put(storage, bar);
                arrays.put(storage.bar().name(), bar);
            }
        }
        coordinateBar = bars.get(program.coordinates());
        summedBars = bars.entrySet().stream()
                .filter(entry ->
                        !density.storedBars().contains(entry.getKey().bar().name()))
                .map(Map.Entry::getValue)
                .toArray(double[][]::new);
        calls = new ArrayCalls[density.calls().size()];
        for (int k = 0; k < calls.length; k++) {
            calls[k] = new ArrayCalls(density.calls().get(k));
            calls[k].name(k, arrays);
        }
        arrays.put("accumulator", accumulator);
        arrays.put("floor", floor);
        kept = new double[density.variables()];
        Arrays.fill(kept, Double.NaN);
        arrays.put("kept", kept);
        shared = density.sharedLoops().isEmpty() ? null : new SharedLoops(density, arrays);
        for (Code.Field field : density.fields()) {
            Object array = arrays.get(field.name());
            if (array == null) {
                throw new IllegalStateException("no field " + field.name());
            }
            GeneratedClass.bind(this, field.name(), array);
        }
        freeArrays = new FreeArrays(program.freeArrays(), values, bars);
        siteValues = new double[density.space().sites()][];
        for (Program.Sites sites : program.sites()) {
            double[] content = values.get(sites.storage());
            for (int i = 0; i < sites.places().length; i++) {
                siteValues[sites.first() + i] = content;
                content[sites.places()[i]] = x[sites.first() + i];
            }
        }
        summed = new SummedUnknowns(program.sums(), values, bars, density.longLoop());
        uniforms = program.uniforms().stream().map(values::get).toArray(double[][]::new);
        effects = new EffectCoordinates(program.effects(), values);
        unasked = new double[effects.size() == 0 ? 0 : density.space().reportedSize()];
        endless = IntStream.range(0, density.space().sites())
                .filter(site -> density.space().support(site).upper() == Support.UNBOUNDED_ABOVE)
                .toArray();
        tallyAll();
    }

    /** Computes every node from q and x. */
    protected abstract void forward();

    /** Computes the nodes that only the report needs. */
    protected abstract void forwardReported();

    /** Adds all factors to the accumulator. */
    protected abstract void factors();

    /** Adds all factors to the accumulator and their derivatives to the nodes. */
    protected abstract void factorsWithGradient();

    /** Hands the derivatives of computed nodes on to what they are computed from. */
    protected abstract void backward();

    /** Writes the log weights of a site's values, low, low + 1, .., to out; {@code variable} says whose site it is. */
    protected abstract void weigh(int variable, int element, int low, int count, double[] out);

    /** Adds up the tallies. */
    protected abstract void tallyAll();

    /** Adds what an element contributes to the tallies, times sign. */
    protected abstract void tally(int variable, int element, double sign);

    /** Computes the nodes that depend on an element anew. */
    protected abstract void update(int variable, int element);

    /** Writes the log of one factor of tied sites to the front of out: an iteration of a step. */
    protected abstract void factorOf(int step, int place, double[] out);

    @Override
    public final Ties ties() {
        return density.ties();
    }

    @Override
    public final int[] jumps() {
        return density.jumpingCoordinates();
    }

    @Override
    public final StateChains chains() {
        return density.chains(this);
    }

    /** Gives an unknown that is followed as sites are a value that need not be whole. */
    final void assignState(int site, double value) {
        double[] content = siteValues[site];
        int position = sitePositions[site];
        if (content[position] != value) {
            content[position] = value;
            if (fresh) {
                update(siteVariables[site], position);
            }
        }
    }

    /** The value of a site, or of an unknown that is followed as sites are. */
    final double stateOf(int site) {
        return siteValues[site][sitePositions[site]];
    }

    @Override
    protected final double factor(int factor) {
        refresh();
        factorOf(tieSteps[factor], tiePlaces[factor], one);
        return one[0];
    }

    /** The values of storage, for start points and tests. */
    final double[] values(Storage storage) {
        return values.get(storage);
    }

    @Override
    public final void countImpossible(boolean on) {
        floor[0] = on ? IMPOSSIBLE : Double.NEGATIVE_INFINITY;
        Arrays.fill(kept, Double.NaN);
    }

    /** A factor as conditionals count it: not below the floor, and never NaN. */
    public static double atLeast(double factor, double floor) {
        return factor > floor ? factor : floor;
    }

    /** Brings all nodes up to date. */
    final void refresh() {
        if (!fresh) {
            jacobian = freeArrays.constrain(q);
            forward();
            fresh = true;
        }
    }

    @Override
    protected final double evaluate() {
        refresh();
        accumulator[0] = jacobian;
        summed.addLogSum(accumulator);
        factors();
        return accumulator[0];
    }

    @Override
    protected final double evaluateWithGradient(double[] gradient) {
        refresh();
        for (double[] bar : summedBars) {
            Arrays.fill(bar, 0);
        }
        accumulator[0] = jacobian;
        summed.addLogSumAndDerivatives(accumulator);
        factorsWithGradient();
        backward();
        freeArrays.addGradient(q, coordinateBar);
        System.arraycopy(coordinateBar, 0, gradient, 0, q.length);
        return accumulator[0];
    }

    @Override
    protected final void moved() {
        fresh = false;
        Arrays.fill(kept, Double.NaN);
    }

    @Override
    protected final void assigned(int site, int old) {
        int position = sitePositions[site];
        int variable = siteVariables[site];
        tally(variable, position, -1);
        siteValues[site][position] = x[site];
        tally(variable, position, 1);
        Arrays.fill(kept, Double.NaN);
        if (fresh) {
            update(variable, position);
        }
    }

    @Override
    protected final void weigh(int site, double[] logWeights) {
        int variable = siteVariables[site];
        if (!local[variable]) {
            super.weigh(site, logWeights);
            return;
        }
        refresh();
        int low = lower(site);
        int count = upper(site) - low + 1;
        weigh(variable, sitePositions[site], low, count, logWeights);
    }

    @Override
    protected final double weigh(int site, int value) {
        int variable = siteVariables[site];
        if (!local[variable]) {
            return super.weigh(site, value);
        }
        if (value < lower(site) || value > upper(site)) {
            return Double.NEGATIVE_INFINITY;
        }
        refresh();
        weigh(variable, sitePositions[site], value, 1, one);
        return one[0];
    }

    @Override
    protected final void weigh(int site, int first, int count, double[] logWeights) {
        int variable = siteVariables[site];
        if (!local[variable]) {
            super.weigh(site, first, count, logWeights);
            return;
        }
        refresh();
        weigh(variable, sitePositions[site], first, count, logWeights);
    }

    /** Reports groups in the order that the chain has them in, from now on. */
    final void keepOrder() {
        ownOrder = true;
    }

    /**
     * Once a seed is given, groups that cannot be told apart are reported in an order of its own. The chain does not know of
     * it: it goes on from where it is, with the scales that it has found there.
     */
    @Override
    public final void report(double[] reported) {
        if (!completed || ownOrder || density.program().labels().isEmpty()) {
            reportAsIs(reported);
            return;
        }
        if (relabelled == null) {
            relabelled = (CompiledCursor) density.cursor();
        }
        beginRelabelling();
        if (effects.size() > 0) {
            reportAsIs(unasked);
            effects.copyOwn(relabelledQ);
        }
        completion.restart(completionSeed);
        relabelling.apply(completion, relabelledQ, relabelledX);
        relabelled.completionSeed = completion.nextLong();
        relabelled.assignAll(relabelledX);
        relabelled.moveTo(relabelledQ);
        long notANumber = relabelled.work().notANumber();
        relabelled.reportAsIs(reported);
        if (relabelled.work().notANumber() > notANumber) {
            countNotANumber();
        }
    }

    private void beginRelabelling() {
        if (relabelling == null) {
            relabelling = new Relabelling(density.program());
            relabelledQ = new double[q.length];
            relabelledX = new int[x.length];
        }
        System.arraycopy(q, 0, relabelledQ, 0, q.length);
        System.arraycopy(x, 0, relabelledX, 0, x.length);
    }

    @Override
    public final boolean hasGroupsInAnyOrder() {
        return !density.program().labels().isEmpty();
    }

    @Override
    public final void orderGroups() {
        if (hasGroupsInAnyOrder()) {
            beginRelabelling();
            relabelling.order(relabelledQ, relabelledX);
            assignAll(relabelledX);
            moveTo(relabelledQ);
        }
    }

    private void reportAsIs(double[] reported) {
        refuseLarge();
        refresh();
        completion.restart(completionSeed);
        if (summed.draw(completion)) {
            countNotANumber();
        }
        for (double[] uniform : uniforms) {
            for (int i = 0; i < uniform.length; i++) {
                // Never 0 or 1, where quantiles may be infinite.
                uniform[i] = ((completion.nextLong() >>> 11) + 0.5) * 0x1p-53;
            }
        }
        forwardReported();
        if (density.nodesNeedDraws()) {
            // Some nodes that stand among those of the density are computed from what was just drawn.
            forward();
            forwardReported();
        }
        copy(density.program().reported(), reported, 0);
    }

    @Override
    public final void recentre(double[] seen, double[] push, double[] follow) {
        // With a report come the values that the choice of coordinates rests on.
        if (effects.size() > 0) {
            reportAsIs(unasked);
        }
        moveTo(effects.choose(seen, push, follow, q));
    }

    @Override
    public final void weighEffects(
            double[] gradient, double[] at, double[] pull, double[] location, double[] precision) {
        if (effects.size() > 0) {
            reportAsIs(unasked);
            effects.weigh(gradient, at, pull, location, precision);
        }
    }

    @Override
    public final void reportHidden(double[] hidden, int first) {
        CompiledCursor shown = relabelled == null ? this : relabelled;
        shown.copy(density.program().hidden(), hidden, first);
    }

    @Override
    public final void complete(long seed) {
        completionSeed = seed;
        completed = true;
    }

    private void copy(List<Program.Reported> variables, double[] destination, int first) {
        int end = first;
        for (int v = 0; v < variables.size(); v++) {
            Program.Reported variable = variables.get(v);
            double[] content = values.get(variable.storage());
            int[] positions = variable.positions();
            for (int i = 0; i < positions.length; i++) {
                destination[end++] = content[positions[i]];
            }
        }
    }

    /** A count that has come so near to the end of 32 bits wants to go beyond: draws would be of another model. */
    private void refuseLarge() {
        for (int i = 0; i < endless.length; i++) {
            if (x[endless[i]] > LARGEST) {
                throw new LimitException(density.name(endless[i]) + " has come to " + x[endless[i]]
                        + ", and discrete unknowns go up to " + (Support.UNBOUNDED_ABOVE - 1)
                        + ": count in thousands, or take a continuous distribution");
            }
        }
    }

    @Override
    public final void helpedBy(Helpers helpers) {
        if (shared != null) {
            shared.helpedBy(helpers);
        }
        summed.helpedBy(helpers);
    }

    // What generated code calls.

    /** Does a long loop, in parts that helpers may share. */
    protected final void shareLoop(int loop) {
        shared.run(loop);
    }

    @Override
    public final ArrayCalls arrayCall(int call) {
        return calls[call];
    }
}
