/**
 * The densities that come with the program, by name. The only room of the command that sees them; they are loaded when
 * one is asked for.
 */
package dev.tandem.cli.examples;
