/**
 * Measures what a step costs: time against plain C, work counted, bytes allocated. Nothing here ships. Programs with a
 * main method print the tables of the benchmark pages, which name the commands; tests hold what can be held without a
 * clock.
 */
package dev.tandem.benchmark;
