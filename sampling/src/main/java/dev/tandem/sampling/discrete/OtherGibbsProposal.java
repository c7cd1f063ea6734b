package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/** Draws from the local conditional without the present value (Liu 1996); the ratio makes it exact. */
final class OtherGibbsProposal implements Proposal {
    private final LocalConditional conditional = new LocalConditional();

    @Override
    public void propose(Cursor cursor, int site, Randomness random, Move move) {
        int present = cursor.value(site);
        conditional.of(cursor, site);
        double[] weights = conditional.weights();
        int old = present - conditional.lower();
        double withoutOld = sumWithout(weights, old);
        if (!(withoutOld > 0)) {
            move.stay(present);
            return;
        }
        double oldWeight = weights[old];
        weights[old] = 0;
        int chosen = random.categorical(weights, conditional.count(), withoutOld);
        weights[old] = oldWeight;
        double change = conditional.logWeight(chosen) - conditional.logWeight(old);
        move.set(conditional.lower() + chosen, Elementary.log(withoutOld / sumWithout(weights, chosen)), change);
    }

    /** Summed afresh: total minus one weight would cancel when that weight is nearly all of it. */
    private double sumWithout(double[] weights, int left) {
        double sum = 0;
        for (int i = 0; i < conditional.count(); i++) {
            sum += i == left ? 0 : weights[i];
        }
        return sum;
    }
}
