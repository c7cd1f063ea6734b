/** The second engine: the same chains, and the same data sets, on Apache Spark. */
package dev.tandem.spark;
