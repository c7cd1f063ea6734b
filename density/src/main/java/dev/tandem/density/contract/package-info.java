/** Shows that a density keeps the contract: for the tests of every module that makes densities, and for yours. */
package dev.tandem.density.contract;
