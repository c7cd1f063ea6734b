/**
 * What is unknown, and what is known of it before anything is drawn: its elements, coordinates and transforms,
 * the values that a discrete unknown can have, and bounds that come from what was observed.
 *
 * <p>{@code UnknownElements} says which elements no data give, {@code Supports} between which whole numbers a
 * discrete one lies, {@code ScalarTransform} which map keeps a continuous one in its bounds, {@code Coordinates}
 * which entries of q it gets. {@code AbsorbedIntervals} and {@code HalfLines} read bounds off observations that
 * say no more than on which side of a place an unknown lies.
 */
package dev.tandem.compiler.lower.unknown;
