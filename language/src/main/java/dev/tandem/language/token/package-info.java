/**
 * Words, numbers and signs: the text of a model cut into tokens, and files recognised that are something else.
 *
 * <p>What belongs to no token is reported once and skipped, so that one stray sign does not hide the errors behind
 * it. A program of Stan, an R script, data given as a model or a model given as data are recognised before they
 * are read, since their own errors would lead astray.
 */
package dev.tandem.language.token;
