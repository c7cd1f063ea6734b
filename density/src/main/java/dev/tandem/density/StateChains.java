package dev.tandem.density;

/**
 * Sequences of unknowns that follow each other, as the states of a hidden process do: what is needed to draw all states
 * of a sequence together by particles. It belongs to one cursor.
 *
 * <p>A chain has states 0, 1, .., in an order in which each has a distribution given earlier ones. All other factors of
 * the density that read a state belong to the last state that they read. States are tried here and not at the cursor:
 * {@link #begin} takes over where the cursor stands, {@link #end} moves the cursor to the states that are assigned then.
 * Between the two neither anything else moves the cursor, nor does any method allocate.
 */
public abstract class StateChains {
    /** No chain, for densities that know of none. */
    public static final StateChains NONE = none("this density does not say which of its unknowns follow each other");

    /** No chain, and the reason in words for the user. */
    public static StateChains none(String why) {
        return new None(why);
    }

    /** The number of chains. */
    public abstract int chains();

    /** Why there is no chain, in words for the user; empty if there is one. */
    public String whyNone() {
        return "";
    }

    /** The number of states of a chain. */
    public abstract int length(int chain);

    /** The sites of the cursor that are states, in order. */
    public abstract int[] sites();

    /** The coordinates of the cursor that are states, in order. */
    public abstract int[] coordinates();

    /** Takes over all unknowns from the cursor. */
    public abstract void begin();

    /** The present value of a state. */
    public abstract double value(int chain, int time);

    /** Gives a state a value. */
    public abstract void assign(int chain, int time, double value);

    /**
     * A quantile of the distribution of a state given the earlier ones; NaN if these leave it none.
     *
     * @param uniform a number from 0 to 1
     */
    public abstract double quantile(int chain, int time, double uniform);

    /** Whether factors besides its own distribution belong to a state. */
    public abstract boolean isWeighed(int chain, int time);

    /** The sum of the logs of the factors that belong to a state, its own distribution left out. */
    public abstract double logWeight(int chain, int time);

    /**
     * The sum of the logs of the factors, distributions of states included, that read both a state before {@code time} and
     * one from there on.
     */
    public abstract double logBridge(int chain, int time);

    /** The first state that {@link #logBridge}, or a factor or distribution of the state at {@code time}, reads. */
    public abstract int reach(int chain, int time);

    /** Moves the cursor to the states that are assigned now. */
    public abstract void end();

    private static final class None extends StateChains {
        private final String why;

        None(String why) {
            this.why = why;
        }

        @Override
        public int chains() {
            return 0;
        }

        @Override
        public String whyNone() {
            return why;
        }

        @Override
        public int length(int chain) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public int[] sites() {
            return new int[0];
        }

        @Override
        public int[] coordinates() {
            return new int[0];
        }

        @Override
        public void begin() {}

        @Override
        public double value(int chain, int time) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public void assign(int chain, int time, double value) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public double quantile(int chain, int time, double uniform) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public boolean isWeighed(int chain, int time) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public double logWeight(int chain, int time) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public double logBridge(int chain, int time) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public int reach(int chain, int time) {
            throw new IndexOutOfBoundsException(chain);
        }

        @Override
        public void end() {}
    }
}
