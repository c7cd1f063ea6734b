/**
 * What the command asks of a cluster, whichever it is: chains of a run, or batches of data sets. A {@link
 * dev.tandem.runs.cluster.Cluster} gives the two engines; the module for Spark provides one, and is found when it is
 * asked for.
 */
package dev.tandem.runs.cluster;
