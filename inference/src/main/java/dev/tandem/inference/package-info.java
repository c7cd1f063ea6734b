/** The way in for Java programs: read a model, give it data, sample it. */
package dev.tandem.inference;
