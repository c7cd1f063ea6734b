package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.sampling.trajectory.Centring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which coordinates suit the effects of a model: those of the normal approximation to what everything but its prior says
 * of each effect. Its slope is fitted to pulls by least squares, which is the approximation of least Fisher divergence.
 * Pulls come from gradients by the chain rule, so none are computed for it.
 *
 * <p>Where effects move together with others, along a ridge, they go far and feel little of it: the line is too flat
 * for an effect alone. Its pulls tell: where the data speak, their variance is that precision, and nowhere is it more.
 */
final class CentringEstimate {
    /** Too few draws to fit a line to. */
    private static final int FEW = 5;

    /** A measured value lies at most so many standard deviations from where the effect was seen. */
    private static final double FARTHEST = 5;

    private static final double MOST = 1e20;

    /** Standard errors that say that a measured value goes along with the location. */
    private static final double CLEARLY = 4;

    private final List<Effects> groups;
    private final int size;
    private final List<Look> looks = new ArrayList<>();

    /** The effects at one moment. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Look(double[] at, double[] pull, double[] location, double[] precision) {}

    CentringEstimate(List<Effects> groups) {
        this.groups = groups;
        size = groups.stream().mapToInt(Effects::size).sum();
    }

    /** Looks at the cursor, where {@code gradient} is that of its log density. */
    void observe(Cursor cursor, double[] gradient) {
        if (size > 0) {
            Look look = new Look(new double[size], new double[size], new double[size], new double[size]);
            cursor.weighEffects(gradient, look.at, look.pull, look.location, look.precision);
            looks.add(look);
        }
    }

    /** Whether it has seen enough. */
    boolean ready() {
        return looks.size() >= FEW;
    }

    /** The best coordinates for what was seen. */
    Centring centring() {
        double[] seen = new double[size];
        double[] push = new double[size];
        double[] follow = new double[size];
        List<Centring.Share> shares = new ArrayList<>();
        double[] at = new double[looks.size()];
        double[] pull = new double[looks.size()];
        double[] precision = new double[looks.size()];
        double[] location = new double[looks.size()];
        double[] apart = new double[looks.size()];
        int effect = 0;
        for (Effects group : groups) {
            double share = 0;
            for (int k = 0; k < group.size(); k++) {
                for (int l = 0; l < at.length; l++) {
                    at[l] = looks.get(l).at[effect];
                    pull[l] = looks.get(l).pull[effect];
                    precision[l] = looks.get(l).precision[effect];
                    location[l] = looks.get(l).location[effect];
                    apart[l] = at[l] - location[l];
                }
                double meanAt = mean(at);
                double meanPull = mean(pull);
                double variance = covariance(at, meanAt, at, meanAt);
                double spread = covariance(pull, meanPull, pull, meanPull);
                double line = variance > 0 ? -covariance(at, meanAt, pull, meanPull) / variance : 0;
                double precise = Math.min(MOST, Math.max(line, spread));
                double along = along(apart, location, pull, precise);
                double reach = FARTHEST * (Math.sqrt(variance) + 1 / Math.sqrt(precise));
                double value = meanAt - along * mean(location) + Math.max(-reach, Math.min(reach, meanPull / precise));
                if (precise > 0 && Double.isFinite(precise * value)) {
                    seen[effect] = precise;
                    push[effect] = precise * value;
                    follow[effect] = precise * along;
                }
                share += share(seen[effect], precision);
                effect++;
            }
            shares.add(new Centring.Share(group.name(), share / group.size()));
        }
        return new Centring(seen, push, follow, shares);
    }

    /**
     * How much of a change of the location the measured value goes along with: none where pulls depend on where the effect
     * is, all where they depend on how far it is from its location, as along a ridge on which all effects of a group move
     * together and another group the other way.
     */
    private static double along(double[] apart, double[] location, double[] pull, double precise) {
        double meanLocation = mean(location);
        double variance = covariance(location, meanLocation, location, meanLocation);
        if (!(variance > 0) || !(precise > 0)) {
            return 0;
        }
        double[] rest = new double[pull.length];
        for (int l = 0; l < rest.length; l++) {
            rest[l] = pull[l] + precise * apart[l];
        }
        double meanRest = mean(rest);
        double line = -covariance(rest, meanRest, location, meanLocation) / variance;
        double left = covariance(rest, meanRest, rest, meanRest) - line * line * variance;
        double error = Math.sqrt(Math.max(0, left) / (variance * rest.length));
        double along = 1 - line / precise;
        return along * precise > CLEARLY * error ? Math.min(1, along) : 0;
    }

    /** The weight of a measurement beside that of the prior, at the median. */
    private static double share(double seen, double[] precision) {
        double[] shares =
                Arrays.stream(precision).map(p -> seen / (seen + p)).sorted().toArray();
        double middle = shares[shares.length / 2];
        return Double.isNaN(middle) ? 0 : middle;
    }

    /**
     * The variances that the new coordinates would have had, as {@link ScaleEstimate} sees them; NaN where what was seen
     * tells nothing.
     */
    double[] variances(Centring centring) {
        double[] variances = new double[size];
        double[] position = new double[looks.size()];
        double[] gradient = new double[looks.size()];
        for (int i = 0; i < size; i++) {
            for (int l = 0; l < position.length; l++) {
                Look look = looks.get(l);
                double root = Math.sqrt(look.precision[i] + centring.seen()[i]);
                double mean = (look.precision[i] + centring.follow()[i]) * look.location[i] + centring.push()[i];
                position[l] = root * look.at[i] - mean / root;
                gradient[l] = (look.pull[i] - look.precision[i] * (look.at[i] - look.location[i])) / root;
            }
            double meanPosition = mean(position);
            double meanGradient = mean(gradient);
            variances[i] = Math.sqrt(covariance(position, meanPosition, position, meanPosition)
                    / covariance(gradient, meanGradient, gradient, meanGradient));
        }
        return variances;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).sum() / values.length;
    }

    private static double covariance(double[] a, double meanA, double[] b, double meanB) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - meanA) * (b[i] - meanB);
        }
        return sum / a.length;
    }
}
