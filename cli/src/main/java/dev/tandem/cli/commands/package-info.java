/**
 * The commands that look at a model or at a run in a folder. Each class has the options of one command, asks the libraries,
 * and prints what they answer.
 */
package dev.tandem.cli.commands;
