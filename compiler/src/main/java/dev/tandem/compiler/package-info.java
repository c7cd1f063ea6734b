/** From a model and data to a density: the checked graph, the code of its gradient and conditionals, the class. */
package dev.tandem.compiler;
