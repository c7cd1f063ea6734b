package dev.tandem.sampling.continuous;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/**
 * Momentum whose speed never exceeds a limit, as a relativistic particle's: K(p) = sum of log cosh p_i. It tames steep
 * potentials, and shows that kernels do not rely on Gaussian momenta.
 */
public final class HyperbolicKinetic implements KineticEnergy {
    /** exp(-K) is the hyperbolic secant law, whose quantile function is log tan(pi u / 2). */
    @Override
    public void refresh(double[] p, Randomness random) {
        for (int i = 0; i < p.length; i++) {
            double u = random.uniform();
            while (u == 0) {
                u = random.uniform();
            }
            p[i] = Elementary.log(Elementary.tan(0.5 * Math.PI * u));
        }
    }

    @Override
    public double energy(double[] p) {
        double sum = 0;
        for (double value : p) {
            double size = Math.abs(value);
            sum += size + Elementary.log1p(Elementary.exp(-2 * size));
        }
        return sum;
    }

    @Override
    public void velocity(double[] p, double[] velocity) {
        for (int i = 0; i < p.length; i++) {
            velocity[i] = StrictMath.tanh(p[i]);
        }
    }

    @Override
    public void drift(double[] q, double[] p, double time) {
        for (int i = 0; i < p.length; i++) {
            q[i] += time * StrictMath.tanh(p[i]);
        }
    }

    @Override
    public String describe() {
        return "hyperbolic";
    }
}
