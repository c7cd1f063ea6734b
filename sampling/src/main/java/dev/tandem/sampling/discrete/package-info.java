/**
 * How discrete unknowns move: proposals for a site, updates that accept or refuse them, and the order in which sites
 * are visited. {@link dev.tandem.sampling.discrete.Proposal} and {@link dev.tandem.sampling.discrete.SiteUpdate} see
 * the local conditional of one site only; {@link dev.tandem.sampling.discrete.SiteSweep} puts them together with a
 * {@link dev.tandem.sampling.discrete.SiteSchedule}.
 */
package dev.tandem.sampling.discrete;
