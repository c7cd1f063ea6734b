/**
 * Files that keep what was written: tables in blocks with checksums, files that are replaced whole, and the one door through
 * which they are read, {@link dev.tandem.runs.files.StoredFiles}. Nothing here knows what a run is.
 */
package dev.tandem.runs.files;
