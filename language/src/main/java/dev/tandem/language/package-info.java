/** From text to values: BUGS/JAGS models to a syntax tree, data files to arrays, and errors worth reading. */
package dev.tandem.language;
