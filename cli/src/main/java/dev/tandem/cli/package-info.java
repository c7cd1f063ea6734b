/** The command {@code tandem}: the only place that wires models, sampling and summaries together. */
package dev.tandem.cli;
