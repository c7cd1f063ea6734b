package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;

/**
 * The Potts model on a grid with free edges: log pi(x) = J * (number of neighbours of equal colour) + sum_s h[x_s].
 * Purely discrete; two colours make it the Ising model.
 *
 * <p>Unknowns: {@code x[rows, columns]} in 1, .., K, site = row + rows * column counted from 0.
 */
public final class Potts implements MixedDensity {
    private static final int MOST_STATES = 1 << 20;
    private static final int MOST_COLOURS = Short.MAX_VALUE;

    private final Space space;
    private final int rows;
    private final int columns;
    private final int colours;
    private final double coupling;
    private final double[] field;

    /** Where each site stands in a grid with a frame of colour 0 around it: neighbours are found without division. */
    private final int[] framed;

    /** A grid without external field. */
    public Potts(int rows, int columns, int colours, double coupling) {
        this(rows, columns, coupling, new double[Require.atLeast("colours", colours, 1)]);
    }

    /** A grid with an external field that adds {@code field[k - 1]} for each site of colour k. */
    public Potts(int rows, int columns, double coupling, double[] field) {
        this.rows = Require.atLeast("rows", rows, 1);
        this.columns = Require.atLeast("columns", columns, 1);
        this.coupling = Require.finite("coupling", coupling);
        this.field = Require.finite("field", field);
        colours = Require.atLeast("colours", field.length, 1);
        Require.that(colours <= MOST_COLOURS, "colours is " + colours + ", more than " + MOST_COLOURS);
        Require.that(
                (rows + 2L) * (columns + 2L) <= Integer.MAX_VALUE - 8,
                "a grid of " + rows + " by " + columns + " is too large");
        framed = new int[rows * columns];
        for (int site = 0; site < framed.length; site++) {
            framed[site] = (site / rows + 1) * (rows + 2) + site % rows + 1;
        }
        space = Space.builder()
                .discrete("x", Support.categories(colours), rows, columns)
                .build();
    }

    /** The Ising model with log pi = beta * sum of s s' over neighbours, s = -1 and 1 being colours 1 and 2. */
    public static Potts ising(int rows, int columns, double inverseTemperature) {
        return new Potts(rows, columns, 2, 2 * inverseTemperature);
    }

    /**
     * The probability of every state of a tiny grid, by enumeration. State number sum_s (x_s - 1) K^s: the first site
     * changes fastest.
     */
    public double[] probabilities() {
        double states = Elementary.pow(colours, framed.length);
        Require.that(states <= MOST_STATES, states + " states are too many to enumerate");
        double[] probabilities = new double[(int) states];
        Cursor cursor = cursor();
        double greatest = Double.NEGATIVE_INFINITY;
        for (int state = 0; state < probabilities.length; state++) {
            for (int site = 0, rest = state; site < framed.length; site++, rest /= colours) {
                cursor.assign(site, rest % colours + 1);
            }
            probabilities[state] = cursor.logDensity();
            greatest = Math.max(greatest, probabilities[state]);
        }
        double total = 0;
        for (int state = 0; state < probabilities.length; state++) {
            probabilities[state] = Elementary.exp(probabilities[state] - greatest);
            total += probabilities[state];
        }
        for (int state = 0; state < probabilities.length; state++) {
            probabilities[state] /= total;
        }
        return probabilities;
    }

    /** P(x_site = k) for k = 1, .., K of a tiny grid, by enumeration. */
    public double[] marginal(int site) {
        double[] marginal = new double[colours];
        double[] probabilities = probabilities();
        int stride = (int) Elementary.pow(colours, site);
        for (int state = 0; state < probabilities.length; state++) {
            marginal[state / stride % colours] += probabilities[state];
        }
        return marginal;
    }

    @Override
    public Space space() {
        return space;
    }

    /** In nanoseconds, as elsewhere; there is nothing to differentiate, and the value is a sum over colours. */
    @Override
    public double sweepCost() {
        return framed.length * (50 + 10.0 * colours) / (5.0 + colours);
    }

    @Override
    public Cursor cursor() {
        return new GridCursor();
    }

    /** Keeps the coloured grid within its frame, the number of equal neighbours and the number of sites per colour. */
    private final class GridCursor extends Cursor {
        private final int stride = rows + 2;
        private final short[] grid = new short[stride * (columns + 2)];
        private final int[] counts = new int[colours];
        private long equalNeighbours;

        GridCursor() {
            super(space);
            for (int place : framed) {
                grid[place] = 1;
            }
            counts[0] = framed.length;
            equalNeighbours = (rows - 1L) * columns + rows * (columns - 1L);
        }

        @Override
        protected double evaluate() {
            double sum = coupling * equalNeighbours;
            for (int k = 0; k < colours; k++) {
                sum += field[k] * counts[k];
            }
            return sum;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            return evaluate();
        }

        @Override
        protected void assigned(int site, int old) {
            int place = framed[site];
            equalNeighbours += neighbours(place, x[site]) - neighbours(place, old);
            grid[place] = (short) x[site];
            counts[old - 1]--;
            counts[x[site] - 1]++;
        }

        @Override
        protected void weigh(int site, double[] logWeights) {
            System.arraycopy(field, 0, logWeights, 0, colours);
            int place = framed[site];
            favour(grid[place - 1], logWeights);
            favour(grid[place + 1], logWeights);
            favour(grid[place - stride], logWeights);
            favour(grid[place + stride], logWeights);
        }

        @Override
        protected double weigh(int site, int value) {
            return field[value - 1] + coupling * neighbours(framed[site], value);
        }

        private void favour(int colour, double[] logWeights) {
            if (colour > 0) {
                logWeights[colour - 1] += coupling;
            }
        }

        private int neighbours(int place, int colour) {
            return (grid[place - 1] == colour ? 1 : 0)
                    + (grid[place + 1] == colour ? 1 : 0)
                    + (grid[place - stride] == colour ? 1 : 0)
                    + (grid[place + stride] == colour ? 1 : 0);
        }
    }
}
