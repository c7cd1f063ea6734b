/**
 * From a program to a class: the code of density, gradient and conditionals, and the cursor that it extends. {@code
 * Generator} has the order of work. {@code BlockWriter} and {@code FactorWriter} write what every evaluation needs; for
 * each discrete variable, {@code Reach} finds what changes with it, and the other writers weigh its values, keep nodes
 * right and count.
 */
package dev.tandem.compiler.generate;
