/**
 * What is shown in a terminal: tables in columns, numbers with few digits, progress that is painted in place. Nothing here
 * knows an option.
 *
 * <p>Chains leave notes of where they are and never wait; a thread of its own reads the notes and paints. Where
 * there is no terminal, plain lines appear now and then instead. Colours go where a terminal has them and nobody
 * has asked for none.
 */
package dev.tandem.cli.screen;
