/**
 * What is unknown, and what is known of it before anything is drawn: its elements, coordinates and transforms,
 * the values that a discrete unknown can have, and bounds that come from what was observed.
 */
package dev.tandem.compiler.lower.unknown;
