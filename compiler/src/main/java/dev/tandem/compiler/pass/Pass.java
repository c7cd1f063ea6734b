package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Program;

/** A change of a program that leaves the density as it is. */
public interface Pass {
    /** What it is called where it is left out or listed: lower case, with hyphens. */
    String name();

    /** What it does and what that is good for, in one sentence. */
    String reason();

    /** Whether a program is not right without it; the others make it faster, and can be left out. */
    default boolean required() {
        return false;
    }

    /** The program after the change. The one that is given keeps its steps as they were. */
    Program apply(Program program);
}
