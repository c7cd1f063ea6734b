package dev.tandem.inference;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.WeighedDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Space;
import dev.tandem.sampling.Race;
import dev.tandem.sampling.Settings;
import java.util.List;

/**
 * Decides whether discrete unknowns that can be summed out are, where nobody has said it: by what gradients cost where
 * that is clear, and by a race where it is close.
 */
final class SumChoice {
    /** A gradient that costs no more than this many times what a gradient and a sweep cost otherwise is worth it. */
    private static final double CHEAP = 1.5;

    /**
     * Sampling must be ahead by so much: sums leave nothing that could be stuck, and a race of short chains may be off by a factor of
     * three.
     */
    private static final double AHEAD = 4;

    /**
     * Chains of counts are summed out without a race where a gradient costs no more. Even if all of them were drawn at
     * once, a parameter that they determine between them would move by a small part of its spread at a time, and a race
     * is too short to tell that from a chain that has arrived.
     */
    private static final double MOST_FOR_CHAINS = 3e7;

    /** Values from which on the same holds of a single unknown, such as the unknown size of a binomial. */
    private static final long MANY = 128;

    /** The share of a run that each of the two chains of a race may take, if an iteration takes so many gradients. */
    private static final double SHARE = 0.25;

    private static final double GRADIENTS_OF_AN_ITERATION = 10;

    /** Where neither chain comes to its end, a gradient that costs no more than this many times as much is worth it. */
    private static final double CHEAP_IF_NOBODY_KNOWS = 10;

    /**
     * A run with sums of so much work, a second or two, is shorter than what a race would find out: sums are taken if a gradient costs
     * no more than where nobody knows.
     */
    private static final double TOO_LITTLE_TO_RACE = 8e9;

    /** Units of work that a race may take where nobody is about to sample: about a second. */
    private static final double MOST_IN_PASSING = 4e9;

    /**
     * What was chosen.
     *
     * @param summing {@code automatic} or {@code none}
     * @param density compiled in that way
     * @param summable the variables that can be summed out
     * @param open whether it takes a longer race to know, which is held when the model is sampled; sums are the guess
     */
    record Chosen(Summing summing, CompiledDensity density, List<String> summable, boolean open) {}

    private SumChoice() {}

    /** What to do about a model that is about to be sampled: a race takes a part of what the run will take. */
    static Chosen of(BoundModel model, Settings settings) {
        return choose(model, settings, Double.POSITIVE_INFINITY);
    }

    /** What can be said soon. */
    static Chosen inPassing(BoundModel model, Settings settings) {
        return choose(model, settings, MOST_IN_PASSING);
    }

    /** Whether there is one discrete unknown, of many values. */
    private static boolean oneOfMany(Space space) {
        return space.sites() == 1
                && space.support(0).bounded()
                && space.support(0).size() >= MANY;
    }

    private static Chosen choose(BoundModel model, Settings settings, double mostWork) {
        CompiledDensity summed = model.summing(Summing.automatic()).compile();
        List<String> summable = summed.summedOut().variables();
        Chosen sums = new Chosen(Summing.automatic(), summed, summable, false);
        if (summed.summedOut().unknowns() == 0 || summed.space().isEmpty()) {
            return sums;
        }
        if (summed.sumsChainsOfCounts() && summed.gradientWork() <= MOST_FOR_CHAINS) {
            return sums;
        }
        // Most are decided by what the other would cost: its class is not needed for that.
        WeighedDensity rival = model.summing(Summing.none()).weighed();
        if (summed.gradientWork() <= CHEAP * rival.work()
                || (oneOfMany(rival.space()) && summed.gradientWork() <= MOST_FOR_CHAINS)) {
            return sums;
        }
        if (!worthARace(summed.gradientWork(), rival.work(), settings)) {
            return sums;
        }
        CompiledDensity joint = rival.density();
        Race.Candidate one = new Race.Candidate(summed.inOwnOrder(), summed.gradientWork());
        Race.Candidate other = new Race.Candidate(joint.inOwnOrder(), joint.gradientWork());
        if (!summed.space().reported().equals(joint.space().reported())) {
            return sums;
        }
        double ofTheRun = SHARE * gradients(settings) * Math.min(one.work(), other.work());
        if (mostWork < ofTheRun && !(one.mayEndWithin(mostWork) && other.mayEndWithin(mostWork))) {
            return new Chosen(Summing.automatic(), summed, summable, true);
        }
        Race.Result result = Race.run(one, other, Math.min(mostWork, ofTheRun));
        if (mostWork < ofTheRun && result.ended() < 2) {
            return new Chosen(Summing.automatic(), summed, summable, true);
        }
        boolean sample =
                result.ended() > 0 ? result.ratio() > AHEAD : one.work() > CHEAP_IF_NOBODY_KNOWS * other.work();
        return sample ? new Chosen(Summing.none(), joint, summable, false) : sums;
    }

    /** Whether a race could save more than it takes. */
    static boolean worthARace(double summedGradient, double rival, Settings settings) {
        return summedGradient * gradients(settings) > TOO_LITTLE_TO_RACE
                || summedGradient > CHEAP_IF_NOBODY_KNOWS * rival;
    }

    /** The gradients of a run, or about so many. */
    private static double gradients(Settings settings) {
        double draws = (double) settings.draws() * settings.thin();
        return settings.chains() * (settings.warmup() + draws) * GRADIENTS_OF_AN_ITERATION;
    }
}
