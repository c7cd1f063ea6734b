/**
 * How continuous unknowns move: kinetic energies, integrators, and the moving point with its energy. {@link
 * dev.tandem.sampling.continuous.Phase} is the point, {@link dev.tandem.sampling.continuous.Integrator} a palindrome of
 * kicks and drifts, {@link dev.tandem.sampling.continuous.KineticEnergy} what momentum is drawn from.
 */
package dev.tandem.sampling.continuous;
