/**
 * The command that samples: into memory or into a folder, here or on a cluster, one data set or many. {@link
 * dev.tandem.cli.sample.Subject} is what is sampled, wherever it came from.
 *
 * <p>{@code SampleCommand} has the options and decides which of these it is; {@code EachSample} does many data
 * sets, {@code Watching} shows a run that goes in a browser, {@code Deadline} stops it in time.
 */
package dev.tandem.cli.sample;
