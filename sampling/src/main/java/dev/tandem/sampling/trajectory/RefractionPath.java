package dev.tandem.sampling.trajectory;

import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.discrete.MomentumUpdate;

/**
 * Reflection/refraction HMC (Mohasel Afshar and Domke 2015) on the embedded line of each site: leapfrog steps whose
 * drift stops wherever a particle of Gaussian momentum meets the end of a unit interval.
 */
final class RefractionPath implements Path {
    private final MomentumUpdate update;
    private final EventQueue queue;
    private final int sites;

    /** With K = p^2 / 2 the speed at energy k is sqrt(2 k), which is that of K = p^2 on a line longer by sqrt(2). */
    private final SiteClock clock = SiteClock.power(2, Math.sqrt(2));

    private double now;
    private int planned;
    private int gone;

    public RefractionPath(MomentumUpdate update, int sites) {
        this.update = update;
        this.sites = sites;
        queue = new EventQueue(sites);
    }

    @Override
    public void begin(Walker walker) {
        now = 0;
        gone = 0;
        planned = 1 + walker.random.below(2 * walker.tuning.meanSteps() - 1);
        for (int site = 0; site < sites; site++) {
            clock.draw(walker.random);
            update.energy(site, clock.energy());
            queue.set(site, clock.firstHit());
        }
        queue.arrange();
    }

    @Override
    public boolean advance(Walker walker) {
        if (gone == planned) {
            return false;
        }
        Tuning tuning = walker.tuning;
        Phase phase = walker.phase;
        double half = 0.5 * tuning.stepSize();
        double end = (gone + 1) * tuning.stepSize();
        double change = 0;
        double before = phase.openStep();
        phase.kick(half);
        while (queue.earliest() < end) {
            walker.drift(queue.earliest() - now);
            now = queue.earliest();
            int site = queue.site();
            change += walker.updateSite(site);
            queue.postpone(now + clock.period(update.energy(site)));
        }
        walker.drift(end - now);
        now = end;
        phase.evaluate();
        phase.kick(half);
        phase.closeStep(tuning.kinetic(), before, change);
        gone++;
        return true;
    }

    @Override
    public int steps() {
        return gone;
    }

    @Override
    public void forget() {
        queue.forget();
    }
}
