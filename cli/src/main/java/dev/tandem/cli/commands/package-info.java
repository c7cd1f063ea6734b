/**
 * The commands that look at a model or at a run in a folder. Each class has the options of one command, asks the libraries,
 * and prints what they answer.
 *
 * <p>A command can do nothing that Java programs cannot: where it would take more than asking and printing, the
 * work belongs into a library. Results go to standard output, progress and complaints to standard error, and what
 * was asked for wrongly ends with exit code 2.
 */
package dev.tandem.cli.commands;
