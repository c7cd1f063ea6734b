/**
 * Changes of a program that leave its density as it is: each in a class of its own, with a name and a reason. The list, with
 * the reason for each place in it, is {@code dev.tandem.compiler.Passes}.
 */
package dev.tandem.compiler.lower.pass;
