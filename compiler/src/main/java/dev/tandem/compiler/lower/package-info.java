/** From a checked graph to steps in terms: transforms, distributions, array calls, and which step touches which site. */
package dev.tandem.compiler.lower;
