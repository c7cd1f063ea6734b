/**
 * Data files to arrays: R dumps, lists of OpenBUGS, JSON and tables. The way in is
 * {@link dev.tandem.language.data.DataFile#read}.
 */
package dev.tandem.language.data;
