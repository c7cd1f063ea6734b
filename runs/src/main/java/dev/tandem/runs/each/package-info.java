/**
 * One model sampled for each of many data sets: a plan of batches, engines that do them here or elsewhere, and tables of
 * summaries that say for each data set what came out. {@link dev.tandem.runs.each.EachFolder} is the way in.
 */
package dev.tandem.runs.each;
