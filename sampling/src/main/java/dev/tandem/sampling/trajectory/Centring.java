package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import java.util.Arrays;
import java.util.List;

/**
 * The coordinates that warmup chose for the effects of a model, see {@link Cursor#recentre}.
 *
 * @param seen the precision of the imaginary measurement of each effect; empty for the model's own unknowns
 * @param push that precision times the value that was measured
 * @param follow that precision times how much of a change of the prior's location the measured value goes along with
 * @param shares what it comes to, by group
 */
@SuppressWarnings("ArrayRecordComponent")
public record Centring(double[] seen, double[] push, double[] follow, List<Share> shares) {
    /** The model's own unknowns. */
    public static final Centring NONE = new Centring(new double[0], new double[0], new double[0], List.of());

    /**
     * How much of a group of effects is centred.
     *
     * @param name what the model calls them
     * @param centred the weight of the measurements beside that of the priors, on average: 1 for coordinates that do not
     *     depend on the prior, 0 for those that are standardised by it
     */
    public record Share(String name, double centred) {}

    public Centring {
        if (seen.length != push.length || seen.length != follow.length) {
            throw new IllegalArgumentException("a measurement has a precision, a push and what it follows");
        }
        shares = List.copyOf(shares);
    }

    /** Effects in units of their priors. */
    public static Centring standardised(List<Effects> groups) {
        int size = groups.stream().mapToInt(Effects::size).sum();
        return new Centring(
                new double[size],
                new double[size],
                new double[size],
                groups.stream().map(group -> new Share(group.name(), 0)).toList());
    }

    /** Whether these are the same coordinates. */
    public boolean equalTo(Centring other) {
        return Arrays.equals(seen, other.seen)
                && Arrays.equals(push, other.push)
                && Arrays.equals(follow, other.follow);
    }

    public boolean isNone() {
        return seen.length == 0;
    }

    /** Gives a cursor these coordinates; its unknowns stay where they are. */
    public void apply(Cursor cursor) {
        cursor.recentre(seen, push, follow);
    }
}
