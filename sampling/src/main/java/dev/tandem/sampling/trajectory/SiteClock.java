package dev.tandem.sampling.trajectory;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/**
 * When a site's auxiliary particle meets a boundary: the law of its first hit and energy, and the time between hits as a
 * function of the energy it has left.
 */
public interface SiteClock {
    /** Draws energy and first hit of one site; {@link #energy} and {@link #firstHit} then tell them. */
    void draw(Randomness random);

    double energy();

    double firstHit();

    /** The time from one hit to the next at the given energy. */
    double period(double energy);

    /**
     * A particle on a circle of length {@code length} with kinetic energy |p|^b. Exponent 1 is the Laplace momentum of
     * the paper: every period equals the length.
     */
    static SiteClock power(double exponent, double length) {
        if (!(exponent > 0)) {
            throw new IllegalArgumentException("the exponent of the kinetic energy must be positive, not " + exponent);
        }
        return new SiteClock() {
            private double energy;
            private double firstHit;

            /** k = |p|^b with density exp(-|p|^b) in p is gamma distributed with shape 1/b. */
            @Override
            public void draw(Randomness random) {
                energy = exponent == 1 ? random.exponential() : random.gamma(1 / exponent);
                firstHit = random.uniform() * period(energy);
            }

            @Override
            public double energy() {
                return energy;
            }

            @Override
            public double firstHit() {
                return firstHit;
            }

            /** The speed is b |p|^(b-1) = b k^(1-1/b). */
            @Override
            public double period(double energy) {
                return exponent == 1 ? length : length / (exponent * Elementary.pow(energy, 1 - 1 / exponent));
            }
        };
    }

    /** Gaussian binary HMC (Pakman and Paninski 2013): a harmonic oscillator that meets 0 every pi. */
    static SiteClock gaussianBinary() {
        return new SiteClock() {
            private double q;
            private double p;

            @Override
            public void draw(Randomness random) {
                q = random.gaussian();
                p = random.gaussian();
            }

            @Override
            public double energy() {
                return 0.5 * (q * q + p * p);
            }

            @Override
            public double firstHit() {
                double angle = Elementary.atan(q / p);
                return angle <= 0 ? -angle : Math.PI - angle;
            }

            @Override
            public double period(double energy) {
                return Math.PI;
            }
        };
    }

    /** Exponential binary HMC: a particle thrown up in constant gravity that meets the ground again and again. */
    static SiteClock exponentialBinary() {
        return new SiteClock() {
            private double q;
            private double p;

            @Override
            public void draw(Randomness random) {
                q = random.exponential();
                p = random.gaussian();
            }

            @Override
            public double energy() {
                return q + 0.5 * p * p;
            }

            @Override
            public double firstHit() {
                return p + Math.sqrt(p * p + 2 * q);
            }

            @Override
            public double period(double energy) {
                return 2 * Math.sqrt(2 * energy);
            }
        };
    }
}
