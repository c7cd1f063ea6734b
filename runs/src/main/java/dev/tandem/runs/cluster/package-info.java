/** What the command asks of a cluster, whichever it is: chains of a run, or batches of data sets. */
package dev.tandem.runs.cluster;
