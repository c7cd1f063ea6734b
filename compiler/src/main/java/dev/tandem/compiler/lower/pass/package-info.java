/** Changes of a program that leave its density as it is: each in a class of its own, with a name and a reason. */
package dev.tandem.compiler.lower.pass;
