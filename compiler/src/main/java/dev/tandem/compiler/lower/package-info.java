/**
 * From a checked graph to a program of steps in terms. {@code Lowering} has the order of work: what is unknown, what
 * observations determine of it, transforms, computed nodes, log densities, the order of steps, sites, and the report. A
 * {@code Program} is what comes out, and what passes change and code is generated from; it can be printed. A {@code Step}
 * says what it reads and writes and how it is rebuilt.
 */
package dev.tandem.compiler.lower;
