package dev.tandem.sampling;

/**
 * How far chains are to be brought: to a round of warmup, after which they meet, or to a number of draws.
 *
 * @param rounds rounds of warmup to have done
 * @param draws draws to have made, once warmup is over
 */
public record Mark(int rounds, int draws) {
    /** The end of a round of warmup. */
    static Mark ofRounds(int rounds) {
        return new Mark(rounds, 0);
    }

    /** A number of draws. */
    public static Mark ofDraws(Settings settings, int draws) {
        return new Mark(settings.plan().rounds(), draws);
    }
}
