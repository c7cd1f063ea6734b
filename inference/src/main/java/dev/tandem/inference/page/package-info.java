/**
 * The page about a run: fills the report with the outcome, predictions of the data, and one iteration traced.
 *
 * <p>The report knows nothing of models; whatever needs one is computed here and handed over: densities of the
 * data left out one by one ({@code LeftOutWeights}), their predictions, a trajectory of the sampler with every
 * step. A density that is no model of the language gets the page without these.
 */
package dev.tandem.inference.page;
