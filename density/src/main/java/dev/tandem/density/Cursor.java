package dev.tandem.density;

/**
 * One chain's mutable position (x, q) in a density, with every buffer and cache that belongs to it.
 *
 * <p>A cursor belongs to one thread. After construction its methods do not allocate. Callers may use only the public
 * methods; a density implements the protected ones. A subclass reads {@link #x} and {@link #q} but never writes them,
 * and hears of changes through {@link #moved} and {@link #assigned}, where it may bring caches up to date or mark them
 * stale.
 *
 * <p>The local conditional of a site is the law of its value given all other unknowns, as unnormalised log weights.
 * Weights of one site in one state share an arbitrary constant: only differences have meaning.
 */
public abstract class Cursor {
    private static final int[] NO_JUMPS = {};

    /** The value of each site. Read only for subclasses. */
    protected final int[] x;

    /** The continuous position. Read only for subclasses. */
    protected final double[] q;

    private final Space space;
    private final Work work = new Work();

    protected Cursor(Space space) {
        this.space = space;
        x = new int[space.sites()];
        q = new double[space.dimension()];
        for (int site = 0; site < x.length; site++) {
            int low = space.lower(site);
            int high = space.upper(site);
            x[site] = low != Support.UNBOUNDED_BELOW ? low : Math.min(high, 0);
        }
    }

    public final Space space() {
        return space;
    }

    /** What this cursor has computed since it was made. */
    public final Work work() {
        return work;
    }

    /** Copies {@code position} into the cursor. */
    public final void moveTo(double[] position) {
        System.arraycopy(position, 0, q, 0, q.length);
        moved();
    }

    /** Copies the continuous position out. */
    public final void copyPosition(double[] destination) {
        System.arraycopy(q, 0, destination, 0, q.length);
    }

    public final int value(int site) {
        return x[site];
    }

    /** Copies the value of every site out. */
    public final void copyValues(int[] destination) {
        System.arraycopy(x, 0, destination, 0, x.length);
    }

    /** Gives a site a value of its support. The new state may be impossible (log density minus infinity). */
    public final void assign(int site, int value) {
        int old = x[site];
        if (old != value) {
            x[site] = value;
            work.assignments++;
            assigned(site, old);
        }
    }

    /** Assigns all sites, touching only those that differ. */
    public final void assignAll(int[] values) {
        for (int site = 0; site < x.length; site++) {
            if (x[site] != values[site]) {
                assign(site, values[site]);
            }
        }
    }

    /** The log density at the present position. */
    public final double logDensity() {
        work.evaluations++;
        return sane(evaluate());
    }

    /** The log density at the present position; {@code gradient} receives its derivatives with respect to q. */
    public final double logDensityAndGradient(double[] gradient) {
        work.gradients++;
        return sane(evaluateWithGradient(gradient));
    }

    /**
     * The least value that the site can take given the other unknowns; {@link Support#UNBOUNDED_BELOW} if there is
     * none. Values inside the bounds may still have weight zero.
     */
    public int lower(int site) {
        return space.lower(site);
    }

    /** The greatest value that the site can take given the other unknowns, or {@link Support#UNBOUNDED_ABOVE}. */
    public int upper(int site) {
        return space.upper(site);
    }

    /**
     * Writes the log weights of the values lower(site), .., upper(site), which must be bounded, to the front of
     * {@code logWeights}.
     */
    public final void conditional(int site, double[] logWeights) {
        work.conditionals++;
        weigh(site, logWeights);
        int count = upper(site) - lower(site) + 1;
        for (int i = 0; i < count; i++) {
            double weight = logWeights[i];
            if (!(weight < Double.POSITIVE_INFINITY)) {
                logWeights[i] = sane(weight);
            }
        }
    }

    /** The log weight of one value of a site; two of them in one state differ as those of {@link #conditional} do. */
    public final double logWeight(int site, int value) {
        work.weights++;
        return sane(weigh(site, value));
    }

    /**
     * Writes the log weights of {@code count} values from {@code first} on, all inside the site's bounds, to the front
     * of {@code logWeights}; for supports too long to be listed whole.
     */
    public final void logWeights(int site, int first, int count, double[] logWeights) {
        work.weights += count;
        weigh(site, first, count, logWeights);
        for (int i = 0; i < count; i++) {
            double weight = logWeights[i];
            if (!(weight < Double.POSITIVE_INFINITY)) {
                logWeights[i] = sane(weight);
            }
        }
    }

    /** Which sites are tied to others, and by which factors. The default knows of none. */
    public Ties ties() {
        return Ties.NONE;
    }

    /**
     * The coordinates in which the density jumps, which its gradient does not see: a trajectory that moves them loses its
     * energy at every jump. Few, and in order; the default knows of none.
     */
    public int[] jumps() {
        return NO_JUMPS;
    }

    /**
     * The unknowns that follow each other, ready to be drawn together by particles. It may take a while, and the cursor is
     * left where it is. The default knows of none.
     */
    public StateChains chains() {
        return StateChains.NONE;
    }

    /**
     * The log of a factor of {@link #ties} at the present state. Two of one factor at one q differ as log densities do;
     * what a factor is at different q need not be comparable. Sites that are drawn together may try values that
     * exclude each other, so what is not a number here is minus infinity and no more than that.
     */
    public final double logFactor(int factor) {
        work.weights++;
        double value = factor(factor);
        return value < Double.POSITIVE_INFINITY ? value : Double.NEGATIVE_INFINITY;
    }

    /**
     * While on, conditionals may count an impossible factor as a large finite loss instead of minus infinity, so that a
     * search for a start sees which value is the least impossible. The default leaves them as they are.
     */
    public void countImpossible(boolean on) {}

    /**
     * Says who may help with large sums from now on; this changes no number. A cursor still belongs to one thread: helpers
     * work while one of its methods runs. The default does all by itself.
     */
    public void helpedBy(Helpers helpers) {}

    /**
     * Says what chance decides in the next {@link #report}: a density may leave unknowns out of its state that can be drawn
     * exactly given all others. What is reported depends on the state and on this seed alone; a seed is for one report.
     * The default serves densities whose state has all unknowns.
     */
    public void complete(long seed) {}

    /**
     * Writes the reported values, in the order of {@link Space#reported}. The default serves densities that report only
     * what they sample, under the same names.
     */
    public void report(double[] values) {
        int end = 0;
        for (int variable = 0; variable < space.reported().size(); variable++) {
            int size = space.reported().get(variable).size();
            int source = space.source(variable);
            if (space.reported().get(variable).kind() == Variable.Kind.CONTINUOUS) {
                System.arraycopy(q, source, values, end, size);
            } else {
                for (int i = 0; i < size; i++) {
                    values[end + i] = x[source + i];
                }
            }
            end += size;
        }
    }

    /**
     * Chooses the coordinates of the effects that {@link MixedDensity#effects} lists, and moves q so that all unknowns of
     * the model stay where they are. A coordinate then says how far its effect lies from where its prior and an imaginary
     * measurement together expect it, in units of the standard deviation of that expectation: a measurement of precision
     * 0 leaves the prior alone, a precise one the measurement. A cursor begins with the model's own unknowns.
     *
     * @param seen for each effect in order, the precision of its measurement; empty to return to the model's own unknowns
     * @param push for each effect, that precision times the value that was measured
     * @param follow for each effect, that precision times how much of a change of its prior's location the measured value
     *     goes along with: all of it where the data say how far effects lie from each other, and no more
     */
    public void recentre(double[] seen, double[] push, double[] follow) {
        if (seen.length + push.length + follow.length > 0) {
            throw new IllegalArgumentException("this density has no effects");
        }
    }

    /**
     * Puts groups that the density cannot tell apart into an order of their own values, where one can be seen, so that chains in
     * different copies of one mode come to the same copy. To be called while the coordinates are the model's own unknowns; q and x
     * change, the density does not. The default knows of no such groups.
     */
    public void orderGroups() {}

    /** Whether there is something for {@link #orderGroups} to do. */
    public boolean hasGroupsInAnyOrder() {
        return false;
    }

    /**
     * Says of each effect where it stands and how all but its own prior pulls it there.
     *
     * @param gradient the derivatives of the log density with respect to q at the present position
     * @param at receives where it stands, on the scale on which its prior has a location
     * @param pull receives the derivative of the log density by the effect, its prior left out, at fixed other coordinates
     * @param location receives the location of its prior
     * @param precision receives the precision of its prior
     */
    public void weighEffects(double[] gradient, double[] at, double[] pull, double[] location, double[] precision) {
        // A density without effects has nothing to say.
    }

    /**
     * Writes the unknowns that are not reported, in the order of {@link Roles#hidden}, to {@code values} from
     * {@code first}; to be called after {@link #report}. The default serves densities that report all they sample.
     */
    public void reportHidden(double[] values, int first) {
        if (!space.roles().hidden().isEmpty()) {
            throw new IllegalStateException("the cursor must override reportHidden");
        }
    }

    /** The log density at (x, q). */
    protected abstract double evaluate();

    /** The log density at (x, q), all entries of its gradient written. */
    protected abstract double evaluateWithGradient(double[] gradient);

    /** Called after q has changed. */
    protected void moved() {}

    /** Called after a site has changed from {@code old} to its present value. */
    protected void assigned(int site, int old) {}

    /** The log weights of all values of a site. The default evaluates the whole density for each. */
    protected void weigh(int site, double[] logWeights) {
        int low = lower(site);
        int count = upper(site) - low + 1;
        for (int i = 0; i < count; i++) {
            logWeights[i] = weigh(site, low + i);
        }
    }

    /** The log weight of one value of a site. The default evaluates the whole density. */
    protected double weigh(int site, int value) {
        int old = x[site];
        if (old == value) {
            return evaluate();
        }
        x[site] = value;
        assigned(site, old);
        double weight = evaluate();
        x[site] = old;
        assigned(site, value);
        return weight;
    }

    /** The log weights of some values of a site in a row. The default weighs them one by one. */
    protected void weigh(int site, int first, int count, double[] logWeights) {
        for (int i = 0; i < count; i++) {
            logWeights[i] = weigh(site, first + i);
        }
    }

    /** Counts a value that is not a number and that was taken as impossible before it came here. */
    protected final void countNotANumber() {
        work.notANumber++;
    }

    /** The log of a factor of {@link #ties}. */
    protected double factor(int factor) {
        throw new IndexOutOfBoundsException(factor);
    }

    private double sane(double value) {
        if (value < Double.POSITIVE_INFINITY) {
            return value;
        }
        work.notANumber++;
        return Double.NEGATIVE_INFINITY;
    }
}
