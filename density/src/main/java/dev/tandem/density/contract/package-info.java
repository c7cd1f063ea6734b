/**
 * Shows that a density keeps the contract: for the tests of every module that makes densities, and for yours. {@link
 * dev.tandem.density.contract.DensityContract} takes a density and a seed, drives a cursor through possible states by a
 * {@link dev.tandem.density.contract.RandomWalk}, and lists what does not agree with cursors that are new, with
 * differences or with the promises about NaN and allocation.
 */
package dev.tandem.density.contract;
