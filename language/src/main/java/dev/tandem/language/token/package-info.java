/**
 * Words, numbers and signs: the text of a model cut into tokens, and files recognised that are something else.
 */
package dev.tandem.language.token;
