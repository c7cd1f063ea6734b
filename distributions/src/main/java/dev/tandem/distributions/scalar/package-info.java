/**
 * The distributions of single numbers, one final class each, with the methods that {@link dev.tandem.distributions} names;
 * and {@code T(,)}, which cuts any of them off.
 *
 * <p>The methods are static and take plain numbers, so that generated code calls them directly and Java can inline
 * them; {@code ScalarDistribution} finds them by their names for everybody else. Where a tail or a logarithm has a
 * better way than by the density, the class has it. A parameter that is out of range gives minus infinity, one
 * that is NaN gives NaN.
 */
package dev.tandem.distributions.scalar;
