/**
 * Chains: from a density and settings to draws. {@link dev.tandem.sampling.Sampling} runs the chains of a run side by
 * side; {@code Chain} is one of them: it finds a start, warms up, draws, and forgets all but an {@link
 * dev.tandem.sampling.Anchor} every few draws, so that it can be taken up there to the same bits. What chains do is
 * taken down by a {@link dev.tandem.sampling.Recorder}, in memory or in files; a {@link dev.tandem.sampling.Run} is
 * what comes out. The rooms: {@code random}, {@code continuous} and {@code discrete} have the parts of kernels, {@code
 * trajectory} puts them together, {@code warmup} finds the numbers that they run on.
 */
package dev.tandem.sampling;
