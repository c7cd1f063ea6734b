/**
 * The numerical library that generated densities call: the distributions and functions of JAGS, on primitives.
 *
 * <p>One final class per distribution, in JAGS's parameterisation, with static methods that share these names:
 *
 * <ul>
 *   <li>{@code logDensity(x, p1, p2, ..)}: normalised; -infinity outside the support and for parameters that JAGS would
 *       refuse; NaN if an argument is NaN.
 *   <li>{@code d0, d1, d2, ..}: its partial derivatives by the value and by the first, second, .. parameter. A discrete
 *       distribution has no {@code d0}, and no derivative by an integer parameter. They are meaningful where the log
 *       density is finite.
 *   <li>{@code cumulative, survival, logCumulative, logSurvival}: Pr(X &lt;= x) and Pr(X &gt; x).
 *   <li>{@code c1, c2, ..}: derivatives of {@code cumulative} by the continuous parameters, for the gradient of {@code T(,)}.
 *   <li>{@code quantile(p, ..)}: the smallest x with cumulative(x) &gt;= p.
 *   <li>{@code sample(rng, ..)}: one draw.
 * </ul>
 */
package dev.tandem.distributions;
