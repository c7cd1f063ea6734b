/** Programs that show how Tandem is used from Java; the documentation shows them word for word. */
package dev.tandem.example;
