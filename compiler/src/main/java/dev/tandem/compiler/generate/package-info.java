/**
 * From a program to a class: the code of density, gradient and conditionals, and the cursor that it extends. {@link
 * dev.tandem.compiler.generate.Generator} has the order of work. {@code BlockWriter} and {@code FactorWriter} write
 * what every evaluation needs; for each discrete variable, {@code Reach} finds what changes with it, and the other
 * writers weigh its values, keep nodes right and count. {@link dev.tandem.compiler.generate.CompiledDensity} goes out;
 * its cursors are instances of the generated class, and inherit from {@link
 * dev.tandem.compiler.generate.CompiledCursor} what need not be generated: when to recompute, transforms of arrays,
 * sums, draws for the report.
 */
package dev.tandem.compiler.generate;
