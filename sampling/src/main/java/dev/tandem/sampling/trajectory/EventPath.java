package dev.tandem.sampling.trajectory;

import dev.tandem.sampling.discrete.MomentumUpdate;
import java.util.function.DoubleFunction;

/**
 * The event-driven trajectory of the paper's supplement: each site has a clock of its own, a site is updated when its
 * clock rings, and the time between rings, and after the last ring up to the end, is integrated in equal steps no longer
 * than the step size.
 */
final class EventPath implements Path {
    private final DoubleFunction<SiteClock> clocks;
    private final MomentumUpdate update;
    private final EventQueue queue;
    private final int sites;
    private SiteClock clock;
    private double clockLength = Double.NaN;
    private double now;
    private double end;
    private int gone;

    /** {@code clocks} gives the clock for a circle of a given length; binary HMC's clocks ignore the length. */
    public EventPath(DoubleFunction<SiteClock> clocks, MomentumUpdate update, int sites) {
        this.clocks = clocks;
        this.update = update;
        this.sites = sites;
        queue = new EventQueue(sites);
        clock = clocks.apply(1);
    }

    /** With Laplace momenta a circle of this length gives the tuned number of visits in a trajectory on average. */
    @Override
    public void begin(Walker walker) {
        Tuning tuning = walker.tuning;
        double length =
                tuning.trajectoryTime() * sites / Math.max(1.0, (double) tuning.updates() * tuning.sitesPerStep());
        if (length != clockLength && sites > 0) {
            clock = clocks.apply(length);
            clockLength = length;
        }
        now = 0;
        end = tuning.trajectoryTime();
        gone = 0;
        for (int site = 0; site < sites; site++) {
            clock.draw(walker.random);
            update.energy(site, clock.energy());
            queue.set(site, clock.firstHit());
        }
        queue.arrange();
    }

    @Override
    public boolean advance(Walker walker) {
        if (now >= end) {
            return false;
        }
        double ring = queue.earliest();
        double stretch = Math.min(ring, end) - now;
        int steps = (int) Math.ceil(stretch / walker.tuning.stepSize());
        for (int i = 0; i < steps; i++) {
            walker.integrate(stretch / steps);
        }
        gone += steps;
        if (ring >= end) {
            now = end;
            return true;
        }
        now = ring;
        int site = queue.site();
        walker.updateSite(site);
        queue.postpone(now + clock.period(update.energy(site)));
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
