/**
 * What a model is, before anything is sampled: its relations in words, its picture, and notes on what is often a mistake.
 */
package dev.tandem.inference.description;
