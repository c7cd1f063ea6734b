/** From a program to a class: the code of density, gradient and conditionals, and the cursor that it extends. */
package dev.tandem.compiler.generate;
