/**
 * Phylogenetic trees, on which topology is discrete and branch lengths are continuous: their likelihood, probabilistic path
 * Hamiltonian Monte Carlo (Dinh, Bilge, Zhang and Matsen 2017), and exact posteriors of small trees to hold samplers
 * against.
 */
package dev.tandem.paper.trees;
