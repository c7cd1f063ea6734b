/**
 * Runs in folders: draws that stream to disk, checkpoints, exact resumption, and the way back from a folder to all that
 * is known about a run. {@link dev.tandem.runs.RunFolder} writes a folder, {@link dev.tandem.runs.StoredRun} reads it. The
 * rooms: {@code files} has tables and checksums, {@code each} many data sets, {@code cluster} the work done elsewhere.
 */
package dev.tandem.runs;
