/** The correlated topic model: corpora, trained models and their files, training by variational EM. */
package dev.tandem.paper.topics;
