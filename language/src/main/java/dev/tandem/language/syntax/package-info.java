/**
 * The syntax tree: sealed alternatives of statements, expressions and indices, each of which knows where it was written.
 *
 * <p>A node knows what it is and nothing of what it means: no types, no values, no scopes. Whatever another
 * dialect or another way of writing asks for is done to the tree, by {@code Substitution} among others, so that
 * those who read it later see one language. How tightly operators bind is a table of the dialect.
 */
package dev.tandem.language.syntax;
