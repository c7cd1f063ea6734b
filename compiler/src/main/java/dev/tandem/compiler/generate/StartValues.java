package dev.tandem.compiler.generate;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Bounds;
import dev.tandem.density.Cursor;
import dev.tandem.density.Repair;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Start values that a user gives by variable, in the model's own scale: checks them, finds the coordinates that stand
 * for them, and searches for the rest while these are held.
 */
public final class StartValues {
    private static final int TRIES = 100;
    private static final double RADIUS = 2;
    private static final double SAME = 1e-9;

    /** Bounds may depend on unknowns whose own bounds depend on others; chains longer than this are not expected. */
    private static final int PASSES = 50;

    private final CompiledDensity density;
    private final Program program;
    private final Map<Symbol, double[]> given = new HashMap<>();
    private final boolean[] heldSites;
    private final int[] heldValues;
    private final double[] q;

    private StartValues(CompiledDensity density) {
        this.density = density;
        program = density.program();
        heldSites = new boolean[density.space().sites()];
        heldValues = new int[heldSites.length];
        q = new double[density.space().dimension()];
    }

    /**
     * Checks the values against the model.
     *
     * @param values by variable, column-major, NaN where an element is not given
     * @throws IllegalArgumentException that names the element which cannot start there
     */
    public static StartValues of(CompiledDensity density, Map<Symbol, double[]> values) {
        StartValues start = new StartValues(density);
        // The program may have been made of a graph of its own, in which some unknowns are taken apart.
        values.forEach((symbol, given) -> start.given.put(start.program.graph().symbol(symbol.name()), given));
        start.checkUnknown();
        start.holdSites();
        start.checkSettled();
        start.holdArrays();
        return start;
    }

    private boolean isGiven(Symbol symbol, int position) {
        double[] values = given.get(symbol);
        return values != null && !Double.isNaN(values[position]);
    }

    private void checkUnknown() {
        Map<Symbol, boolean[]> unknown = new HashMap<>();
        program.sites().forEach(sites -> mark(unknown, sites.symbol(), sites.positions()));
        program.settled().forEach(settled -> mark(unknown, settled.symbol(), settled.positions()));
        // What is drawn when it is reported starts nowhere: any value will do.
        program.drawn().forEach(drawn -> mark(unknown, drawn.symbol(), drawn.positions()));
        program.sums().all().forEach(summed -> mark(unknown, summed.symbol(), summed.positions()));
        program.tied().forEach(tied -> mark(unknown, tied.symbol(), tied.positions()));
        program.freeScalars().forEach(free -> mark(unknown, free.symbol(), free.positions()));
        program.freeArrays().forEach(free -> mark(unknown, free.symbol(), free.positions()));
        given.forEach((symbol, values) -> {
            boolean[] possible = unknown.getOrDefault(symbol, new boolean[symbol.size()]);
            for (int position = 0; position < values.length; position++) {
                if (!Double.isNaN(values[position]) && !possible[position]) {
                    throw new IllegalArgumentException(symbol.element(position)
                            + (symbol.known(position)
                                    ? " is known, so it cannot start anywhere else"
                                    : " has no distribution, so it cannot start anywhere: it is computed"));
                }
            }
        });
    }

    private static void mark(Map<Symbol, boolean[]> unknown, Symbol symbol, int[] positions) {
        boolean[] marks = unknown.computeIfAbsent(symbol, s -> new boolean[s.size()]);
        for (int position : positions) {
            marks[position] = true;
        }
    }

    private void holdSites() {
        for (Program.Sites sites : program.sites()) {
            for (int i = 0; i < sites.positions().length; i++) {
                int position = sites.positions()[i];
                if (isGiven(sites.symbol(), position)) {
                    double value = given.get(sites.symbol())[position];
                    int site = sites.first() + i;
                    Support support = density.space().support(site);
                    if (value != Math.rint(value)
                            || Math.abs(value) >= Integer.MAX_VALUE
                            || !support.contains((int) value)) {
                        throw new IllegalArgumentException(sites.symbol().element(position) + " cannot start at "
                                + value + ": its values are " + support);
                    }
                    heldSites[site] = true;
                    heldValues[site] = (int) value;
                }
            }
        }
    }

    /** What the data leave one value of starts there. */
    private void checkSettled() {
        for (Program.Settled settled : program.settled()) {
            for (int position : settled.positions()) {
                double only = settled.storage().values()[position];
                if (isGiven(settled.symbol(), position) && given.get(settled.symbol())[position] != only) {
                    throw new IllegalArgumentException(settled.symbol().element(position) + " cannot start at "
                            + given.get(settled.symbol())[position] + ": the data leave only " + (int) only);
                }
            }
        }
    }

    private void holdArrays() {
        for (Program.FreeArray free : program.freeArrays()) {
            int[] positions = free.positions();
            long count = Arrays.stream(positions)
                    .filter(position -> isGiven(free.symbol(), position))
                    .count();
            String name = free.symbol().element(positions[0]) + " to "
                    + free.symbol().element(positions[positions.length - 1]);
            if (count > 0 && count < positions.length) {
                throw new IllegalArgumentException(name + " are drawn together: give all of them, or none");
            }
            if (count > 0) {
                try {
                    free.transform().get().unconstrain(element(free), q, free.coordinate());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(name + " cannot start there: " + e.getMessage(), e);
                }
            }
        }
    }

    private double[] element(Program.FreeArray free) {
        return Arrays.stream(free.positions())
                .mapToDouble(position -> given.get(free.symbol())[position])
                .toArray();
    }

    /**
     * A cursor at a possible state with the given values.
     *
     * @param uniform random numbers from 0 to 1, for what is not given
     * @throws IllegalArgumentException if none is found
     */
    public Cursor place(DoubleSupplier uniform) {
        CompiledCursor cursor = (CompiledCursor) density.cursor();
        double[] gradient = new double[q.length];
        String problem = "";
        for (int attempt = 0; attempt < TRIES; attempt++) {
            double radius = RADIUS * (TRIES - attempt) / TRIES;
            for (int i = 0; i < q.length; i++) {
                q[i] = radius * (2 * uniform.getAsDouble() - 1);
            }
            holdArrays();
            holdReals();
            cursor.moveTo(q);
            for (int site = 0; site < heldSites.length; site++) {
                cursor.assign(site, heldSites[site] ? heldValues[site] : anyValue(cursor, site, uniform, attempt));
            }
            problem = hold(cursor);
            if (!problem.isEmpty()) {
                continue;
            }
            problem = checkTied(cursor);
            if (!problem.isEmpty()) {
                continue;
            }
            Repair.placeUnbounded(cursor, uniform, site -> !heldSites[site]);
            if (cursor.logDensity() == Double.NEGATIVE_INFINITY
                    && !Repair.run(cursor, uniform, site -> !heldSites[site])) {
                problem = "the state is impossible under the model and its data";
                continue;
            }
            cursor.logDensityAndGradient(gradient);
            if (Arrays.stream(gradient).allMatch(Double::isFinite)) {
                return cursor;
            }
            problem = "the log density has no finite derivative there";
        }
        throw new IllegalArgumentException("no chain can start at these values: " + problem);
    }

    /** What a sum determines starts where the sum has it; says what does not. */
    private String checkTied(CompiledCursor cursor) {
        cursor.refresh();
        for (Program.Tied tied : program.tied()) {
            for (int position : tied.positions()) {
                double value = cursor.values(tied.storage())[position];
                if (isGiven(tied.symbol(), position)) {
                    double wanted = given.get(tied.symbol())[position];
                    if (!(Math.abs(value - wanted) <= SAME * (1 + Math.abs(wanted)))) {
                        return tied.symbol().element(position) + " = " + wanted + " does not go with the values of the"
                                + " others in " + tied.sum() + ", which make it " + value;
                    }
                }
            }
        }
        return "";
    }

    /** Where an unknown has no bounds the value is the coordinate; the others are put right one by one. */
    private void holdReals() {
        for (Program.FreeScalars free : program.freeScalars()) {
            for (int i = 0; i < free.positions().length; i++) {
                if (isGiven(free.symbol(), free.positions()[i])) {
                    q[free.coordinate() + i] = given.get(free.symbol())[free.positions()[i]];
                }
            }
        }
    }

    /** Gives the numbers their values; says which cannot have it, or nothing. */
    private String hold(CompiledCursor cursor) {
        for (int pass = 0; pass < PASSES; pass++) {
            boolean changed = false;
            for (Program.FreeScalars free : program.freeScalars()) {
                for (int i = 0; i < free.positions().length; i++) {
                    int position = free.positions()[i];
                    if (!isGiven(free.symbol(), position)) {
                        continue;
                    }
                    double wanted = given.get(free.symbol())[position];
                    int coordinate = free.coordinate() + i;
                    if (Math.abs(value(cursor, free, i, q[coordinate]) - wanted) <= SAME * Math.abs(wanted)) {
                        continue;
                    }
                    String problem = invert(cursor, free, i, wanted);
                    if (!problem.isEmpty()) {
                        return problem;
                    }
                    changed = true;
                }
            }
            if (!changed) {
                return "";
            }
        }
        return "the bounds of the unknowns depend on each other in too long a chain";
    }

    /**
     * Finds the coordinate of a number. Its bounds, which may depend on other unknowns, are what the coordinates minus
     * and plus infinity stand for; a number with an upper bound alone starts there, see {@link Bounds#value}.
     */
    private String invert(CompiledCursor cursor, Program.FreeScalars free, int i, double wanted) {
        double start = value(cursor, free, i, Double.NEGATIVE_INFINITY);
        double end = value(cursor, free, i, Double.POSITIVE_INFINITY);
        boolean upperOnly = end == Double.NEGATIVE_INFINITY;
        double lower = upperOnly ? end : start;
        double upper = upperOnly ? start : end;
        double coordinate = Bounds.free(wanted, lower, upper);
        if (!Double.isFinite(coordinate)) {
            return free.symbol().element(free.positions()[i]) + " = " + wanted + " does not lie between " + lower
                    + " and " + upper;
        }
        value(cursor, free, i, coordinate);
        return "";
    }

    /** Moves one coordinate and returns the number it stands for. */
    private double value(CompiledCursor cursor, Program.FreeScalars free, int i, double coordinate) {
        int index = free.coordinate() + i;
        if (q[index] != coordinate) {
            q[index] = coordinate;
            cursor.moveTo(q);
        }
        cursor.refresh();
        return cursor.values(free.storage())[free.places()[i]];
    }

    private static int anyValue(Cursor cursor, int site, DoubleSupplier uniform, int attempt) {
        long lower = cursor.lower(site);
        long upper = cursor.upper(site);
        if (lower > upper) {
            return cursor.value(site);
        }
        boolean open = lower == Support.UNBOUNDED_BELOW || upper == Support.UNBOUNDED_ABOVE;
        if (!open) {
            return (int) (lower + (long) (uniform.getAsDouble() * (upper - lower + 1)));
        }
        // Near the finite end first, further and further out when that does not serve.
        int distance = (int) (-Elementary.log(1 - uniform.getAsDouble()) * Math.scalb(1.0, attempt / 5));
        return (int)
                (lower != Support.UNBOUNDED_BELOW
                        ? lower + distance
                        : upper != Support.UNBOUNDED_ABOVE ? upper - distance : distance);
    }
}
