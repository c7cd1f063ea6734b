/**
 * Groups whose numbers say nothing, as those of the components of a mixture: found by reading the model as
 * somebody who cannot tell them apart.
 *
 * <p>Nothing is tried out with numbers: that two groups can change places is read off the rules, one by one and
 * then together, so it is certain. {@code CandidateGroups} collects who has something for each group, {@code
 * GroupBlindReading} refuses whatever tells one from another, and {@code ExchangeableLabels} says what is left. A
 * draw is then reported with the groups in an order by chance.
 */
package dev.tandem.compiler.lower.groups;
