/**
 * Groups whose numbers say nothing, as those of the components of a mixture: found by reading the model as
 * somebody who cannot tell them apart.
 */
package dev.tandem.compiler.lower.groups;
