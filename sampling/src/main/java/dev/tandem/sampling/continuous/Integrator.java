package dev.tandem.sampling.continuous;

/**
 * A palindromic splitting integrator: kick, drift, kick, .., kick. Any palindrome is reversible and preserves volume;
 * its inverse is itself with the sign of the step changed.
 */
public final class Integrator implements Motion {
    /** Kick 1/2, drift 1, kick 1/2: one gradient a step. */
    public static final Integrator LEAPFROG = new Integrator("leapfrog", new double[] {0.5, 0.5}, new double[] {1});

    /** Two stages of least error for Gaussian targets (Blanes, Casas and Sanz-Serna 2014): two gradients a step. */
    public static final Integrator TWO_STAGE = twoStage(0.211781);

    /** Three stages of least error for Gaussian targets, same source: three gradients a step. */
    public static final Integrator THREE_STAGE = threeStage(0.11888010966548, 0.29619504261126);

    private final String name;
    private final double[] kicks;
    private final double[] drifts;

    private Integrator(String name, double[] kicks, double[] drifts) {
        this.name = name;
        this.kicks = kicks;
        this.drifts = drifts;
    }

    private static Integrator twoStage(double kick) {
        return new Integrator("two-stage", new double[] {kick, 1 - 2 * kick, kick}, new double[] {0.5, 0.5});
    }

    private static Integrator threeStage(double kick, double drift) {
        return new Integrator("three-stage", new double[] {kick, 0.5 - kick, 0.5 - kick, kick}, new double[] {
            drift, 1 - 2 * drift, drift
        });
    }

    /** Gradients a step, the first one taken over from the step before. */
    public int stages() {
        return drifts.length;
    }

    /** One step of size {@code step}, negative to go back. */
    void advance(Phase phase, KineticEnergy kinetic, double step) {
        phase.kick(kicks[0] * step);
        for (int stage = 0; stage < drifts.length; stage++) {
            phase.drift(kinetic, drifts[stage] * step);
            phase.evaluate();
            phase.kick(kicks[stage + 1] * step);
        }
    }

    @Override
    public void step(Phase phase, KineticEnergy kinetic, double size) {
        phase.step(this, kinetic, size);
    }

    @Override
    public boolean returns() {
        return true;
    }

    @Override
    public boolean whole() {
        return true;
    }

    @Override
    public String toString() {
        return name;
    }
}
