/**
 * The commands that rerun the paper and fit topic models. The only room that sees the paper's code, which is loaded when
 * one of them is asked for.
 */
package dev.tandem.cli.paper;
