/**
 * What commands share of the line that was typed: groups of options with their complaints, the words that options add to
 * what libraries say, exit codes, and what Ctrl-C does. {@link dev.tandem.cli.options.Subcommand} is the parent of every
 * command.
 */
package dev.tandem.cli.options;
