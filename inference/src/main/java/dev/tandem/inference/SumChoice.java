package dev.tandem.inference;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.sampling.Race;

/**
 * Decides whether discrete unknowns that can be summed out are, where nobody has said it: by what gradients cost where
 * that is clear, and by a race where it is close.
 */
final class SumChoice {
    /** A gradient that costs no more than this many times what a gradient and a sweep cost otherwise is worth it. */
    private static final double CHEAP = 1.5;

    /** Sampling must be ahead by so much: sums leave nothing that could be stuck. */
    private static final double AHEAD = 1.5;

    /**
     * Chains of counts are summed out without a race where a gradient costs no more. Even if all of them were drawn at
     * once, a parameter that they determine between them would move by a small part of its spread at a time, and a race
     * is too short to tell that from a chain that has arrived.
     */
    private static final double MOST_FOR_CHAINS = 3e7;

    private SumChoice() {}

    /** What to do about a model, with {@code automatic} or {@code none} as the answer. */
    static Summing of(BoundModel model) {
        CompiledDensity summed = model.summing(Summing.automatic()).compile();
        if (summed.summedOut().unknowns() == 0 || summed.space().isEmpty()) {
            return Summing.automatic();
        }
        CompiledDensity joint = model.summing(Summing.none()).compile();
        if (summed.gradientWork() <= CHEAP * joint.gradientWork() * (1 + joint.sweepCost())
                || (summed.sumsChainsOfCounts() && summed.gradientWork() <= MOST_FOR_CHAINS)
                || !summed.space().reported().equals(joint.space().reported())) {
            return Summing.automatic();
        }
        double ratio = Race.ratio(
                new Race.Candidate(summed, summed.gradientWork()), new Race.Candidate(joint, joint.gradientWork()));
        return ratio > AHEAD ? Summing.none() : Summing.automatic();
    }
}
