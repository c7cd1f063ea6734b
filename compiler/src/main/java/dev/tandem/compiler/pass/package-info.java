/**
 * Changes of a program that leave its density as it is: each in a class of its own, with a name and a reason. A {@code
 * Program} comes in and another goes out. The list, with the reason for each place in it, is {@code
 * dev.tandem.compiler.Passes}; {@code tandem compile --show=passes} prints what each makes of a model. {@link
 * dev.tandem.compiler.pass.ConstantSummands} is the one to copy.
 */
package dev.tandem.compiler.pass;
