/**
 * What a model is, before anything is sampled: its relations in words, its picture, and notes on what is often a mistake.
 *
 * <p>{@code ModelDescription} goes through the rules and says what becomes of the nodes of each, {@code
 * ModelGraph} finds what depends on what, {@code ModelNotes} what is legal and yet often meant otherwise, as a
 * precision where the name says standard deviation. All of it is found from the graph and the compiled program;
 * nothing is sampled.
 */
package dev.tandem.inference.description;
