package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.random.Randomness;

/** A step size of the right order: doubled or halved until the error of a single step crosses that of acceptance 0.8. */
final class FirstStepSize {
    private static final double TOLERATED_ERROR = -Elementary.log(0.8);

    private FirstStepSize() {}

    static double find(Cursor cursor, KineticEnergy kinetic, Randomness random) {
        int dimension = cursor.space().dimension();
        if (dimension == 0) {
            return 1;
        }
        Phase phase = new Phase(cursor);
        Phase.Mark start = new Phase.Mark(phase);
        double size = 1;
        boolean tooLarge = false;
        for (int tries = 0; tries < 60; tries++) {
            phase.begin(kinetic, random);
            phase.save(start);
            phase.step(Integrator.LEAPFROG, kinetic, size);
            boolean large = !(phase.error() < TOLERATED_ERROR);
            phase.restore(start);
            if (tries > 0 && large != tooLarge) {
                break;
            }
            tooLarge = large;
            size *= large ? 0.5 : 2;
        }
        return size;
    }
}
