package dev.tandem.sampling.trajectory;

import dev.tandem.sampling.continuous.Phase;

/**
 * One step of a mixed trajectory. Steps are numbered over the integers and each owns a block of the site sequence, so
 * that a trajectory can be walked in both directions: backward(i) undoes the law of forward(i).
 */
public interface MixedStep {
    /** The first step of a trajectory whose end decides acceptance. */
    void open(Walker walker);

    void forward(Walker walker, long edge);

    void backward(Walker walker, long edge);

    /** Discrete updates at the nodes between integrator steps: forward D C, backward C^-1 D. */
    static MixedStep node() {
        return new MixedStep() {
            /** C alone: the whole is then C (D C)^(n-1), the same read from either end. */
            @Override
            public void open(Walker walker) {
                walker.integrate(walker.tuning.stepSize());
            }

            @Override
            public void forward(Walker walker, long edge) {
                walker.updateBlock(edge, walker.tuning.sitesPerStep(), 1);
                walker.integrate(walker.tuning.stepSize());
            }

            @Override
            public void backward(Walker walker, long edge) {
                walker.integrate(-walker.tuning.stepSize());
                walker.updateBlock(edge, walker.tuning.sitesPerStep(), -1);
            }
        };
    }

    /** No discrete updates on the way: plain HMC and NUTS. */
    static MixedStep continuousOnly() {
        return new MixedStep() {
            @Override
            public void open(Walker walker) {
                walker.integrate(walker.tuning.stepSize());
            }

            @Override
            public void forward(Walker walker, long edge) {
                walker.integrate(walker.tuning.stepSize());
            }

            @Override
            public void backward(Walker walker, long edge) {
                walker.integrate(-walker.tuning.stepSize());
            }
        };
    }

    /** Half kick, half drift, D, half drift, half kick: one gradient a step whatever D does. */
    static MixedStep middle() {
        return new MixedStep() {
            @Override
            public void open(Walker walker) {
                forward(walker, 0);
            }

            @Override
            public void forward(Walker walker, long edge) {
                step(walker, edge, 1);
            }

            @Override
            public void backward(Walker walker, long edge) {
                step(walker, edge, -1);
            }

            private static void step(Walker walker, long edge, int direction) {
                double half = 0.5 * direction * walker.tuning.stepSize();
                Phase phase = walker.phase;
                double before = phase.openStep();
                phase.kick(half);
                walker.drift(half);
                double change = walker.updateBlock(edge, walker.tuning.sitesPerStep(), direction);
                walker.drift(half);
                phase.evaluate();
                phase.kick(half);
                phase.closeStep(walker.tuning.kinetic(), before, change);
            }
        };
    }
}
