/**
 * The densities that come with the program, by name. The only room of the command that sees them; they are loaded when
 * one is asked for.
 *
 * <p>An example is a name, a line that says what it is, and what makes its density. They serve those who want to
 * see a sampler at work before they have a model, and tests of the command.
 */
package dev.tandem.cli.examples;
