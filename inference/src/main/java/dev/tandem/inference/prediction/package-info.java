/**
 * What follows from draws by going forward through the model, without sampling again: predictions and their check, new
 * data, derived quantities, log densities of draws, the way back to the state of a chain; and draws from the prior.
 */
package dev.tandem.inference.prediction;
