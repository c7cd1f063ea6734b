/**
 * The second engine: the same chains, and the same data sets, on Apache Spark. {@link dev.tandem.spark.SparkProvider}
 * is found by the command when Spark is asked for; a task rebuilds the model from its text and data, runs its chain or
 * its batch, and writes files where the folder of the run is.
 */
package dev.tandem.spark;
