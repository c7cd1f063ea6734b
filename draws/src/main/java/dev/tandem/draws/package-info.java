/** The table of draws and what can be said about it: diagnostics as pure functions, and their summary. */
package dev.tandem.draws;
