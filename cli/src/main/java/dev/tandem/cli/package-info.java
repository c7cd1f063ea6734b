/**
 * The command {@code tandem}: finds the subcommand, runs it, and turns its result or its failure into a line and an exit
 * code. The rooms: {@code commands}, {@code sample}, {@code examples} and {@code paper} have the subcommands, {@code
 * options} and {@code screen} what they share.
 */
package dev.tandem.cli;
