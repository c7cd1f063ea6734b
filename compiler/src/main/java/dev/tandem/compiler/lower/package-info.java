/**
 * From a checked graph to a program of steps in terms. What comes in is a {@code Graph}, with which variables to report
 * ({@link dev.tandem.compiler.program.Monitor}) and which unknowns may leave the density ({@link
 * dev.tandem.compiler.program.Summing}); what goes out is a {@link dev.tandem.compiler.program.Program}. Begin with {@link
 * dev.tandem.compiler.lower.Lowering}, which has the order of work and nothing else, then read {@code Program} and
 * {@link dev.tandem.compiler.program.Step}.
 *
 * <p>What becomes of an unknown is decided here, in this order. {@code UnknownElements} finds what is unknown. {@code
 * AbsorbedIntervals} and {@code Ties} take what observed intervals and sums determine. {@code Forward} takes what
 * nothing observed depends on, to be drawn when a draw is reported. {@code FreeUnknowns} gives coordinates and
 * transforms to what is continuous. {@code ExcludedValues} takes away the values of discrete unknowns that the data
 * make impossible; where one is left, the unknown is settled. {@code SumOut} sums out what can be summed exactly. What
 * is left are sites ({@code DiscreteUnknowns}).
 *
 * <p>The rest turns rules into steps. {@code Contexts} has the loops of a rule, {@code Expressions} its expressions as
 * terms, {@code LogDensities} and {@code Factors} log densities, {@code ComputedNodes} what is computed; {@code StepOrder} puts
 * steps in an order in which each finds what it needs, and {@code Reporting} says what is reported. The rooms:
 * {@code expression} and {@code unknown} are what everything stands on, {@code ties} and {@code sums} what observed sums
 * determine and what is summed out, {@code groups} mixtures, {@code pointwise} the density node by node, {@code enclose}
 * terms enclosed by intervals. While it is made a program is a {@code
 * Draft}; passes edit a copy in the same way.
 */
package dev.tandem.compiler.lower;
