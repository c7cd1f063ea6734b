/**
 * The correlated topic model: corpora, trained models and their files, training by variational EM. {@link
 * dev.tandem.paper.topics.Corpus} and {@link dev.tandem.paper.topics.TopicModel} are read from and written to the files
 * of lda-c and ctm-c; {@link dev.tandem.paper.topics.TopicTraining} makes the one from the other.
 */
package dev.tandem.paper.topics;
