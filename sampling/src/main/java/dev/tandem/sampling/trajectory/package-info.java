/**
 * Kernels: one iteration of a chain, put together from parts. {@link dev.tandem.sampling.trajectory.KernelFamily} is
 * the list of samplers and says which parts each has; {@link dev.tandem.sampling.trajectory.Kernel} is one at work. A
 * {@link dev.tandem.sampling.trajectory.TrajectoryKernel} follows a path and accepts or refuses its end, a {@link
 * dev.tandem.sampling.trajectory.TreeKernel} grows a doubling tree. A step is handed its {@link
 * dev.tandem.sampling.trajectory.Tuning} and fills a {@link dev.tandem.sampling.trajectory.Transition}; it keeps
 * neither.
 */
package dev.tandem.sampling.trajectory;
