/**
 * The commands that rerun the paper and fit topic models. The only room that sees the paper's code, which is loaded when
 * one of them is asked for.
 *
 * <p>What the commands share is in {@code PaperWork}: errors of the paper's own files are said as those of models
 * are, with exit code 2. Experiments, figures and verdicts are the business of the module {@code paper}; here are
 * only their options and where results go.
 */
package dev.tandem.cli.paper;
