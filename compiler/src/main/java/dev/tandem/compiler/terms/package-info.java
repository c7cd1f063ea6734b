/** The mathematics between model and code: scalar terms with bound counters, their derivatives, and loops over them. */
package dev.tandem.compiler.terms;
