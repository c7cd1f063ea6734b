package dev.tandem.validation;

import dev.tandem.density.StateChains;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.ConditionalParticles;

/** Draws of chains of states that have a fault, which tests of the right ones have to find. */
final class WrongParticles {
    private WrongParticles() {}

    /** Takes over a past by its weight alone, as if the rest of the path did not depend on it. */
    static final class WithoutBridge extends ConditionalParticles {
        WithoutBridge(StateChains chains) {
            super(chains, 2);
        }

        @Override
        protected int pastOfPresent(int chain, int time, Randomness random) {
            return choose(logWeights(), random);
        }
    }

    /** Forgets the present path: plain particle filtering, whose few particles say too little of the early states. */
    static final class WithoutPresent extends ConditionalParticles {
        WithoutPresent(StateChains chains) {
            super(chains, 2);
        }

        @Override
        protected int held() {
            return 2;
        }
    }
}
