/**
 * The command that samples: into memory or into a folder, here or on a cluster, one data set or many. {@link
 * dev.tandem.cli.sample.Subject} is what is sampled, wherever it came from.
 */
package dev.tandem.cli.sample;
