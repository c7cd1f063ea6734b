/**
 * What is shown in a terminal: tables in columns, numbers with few digits, progress that is painted in place. Nothing here
 * knows an option.
 */
package dev.tandem.cli.screen;
