/**
 * Runs in folders: draws that stream to disk, checkpoints, exact resumption, and the way back from a folder to all that
 * is known about a run. {@link dev.tandem.runs.StoredRun} reads a folder.
 */
package dev.tandem.runs;
