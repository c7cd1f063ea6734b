/** Measures what a step costs: time against plain C, work counted, bytes allocated. Nothing here ships. */
package dev.tandem.benchmark;
