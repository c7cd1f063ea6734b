/**
 * Shows that kernels leave the right distribution invariant, by enumeration, by closed forms and by ranks. {@link
 * dev.tandem.validation.TransitionMatrix} proves discrete kernels by going through all of their randomness; {@link
 * dev.tandem.validation.ExactnessSuite} compares every kernel with targets whose truth is known; {@link
 * dev.tandem.validation.JointDistribution} and {@link dev.tandem.validation.Calibration} test the whole way from model
 * to draws. Wrong kernels have to fail all of this.
 */
package dev.tandem.validation;
