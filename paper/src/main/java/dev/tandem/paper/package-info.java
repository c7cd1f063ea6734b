/**
 * The paper's experiments: what it says, what its algorithm gives here, what Tandem's kernels give, side by side. An
 * {@code Experiment} is made of cells that are computed once and kept in a folder; {@link
 * dev.tandem.paper.PaperRun} runs experiments and writes their page.
 */
package dev.tandem.paper;
