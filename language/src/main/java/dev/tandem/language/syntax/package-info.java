/**
 * The syntax tree: sealed alternatives of statements, expressions and indices, each of which knows where it was written.
 */
package dev.tandem.language.syntax;
