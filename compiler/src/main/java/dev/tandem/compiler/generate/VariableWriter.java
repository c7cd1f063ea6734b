package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;

/** What is needed to write methods that weigh the values of one discrete variable. */
abstract class VariableWriter {
    final Program program;
    final Terms terms;
    final ModelClass out;
    final FactorWriter factors;
    final Reach reach;
    final TouchedLoops loops;
    final Storage storage;

    /** Of the variable; names of methods end in it. */
    final int number;

    VariableWriter(Program program, ModelClass out, FactorWriter factors, Reach reach, TouchedLoops loops) {
        this.program = program;
        this.out = out;
        this.factors = factors;
        this.reach = reach;
        this.loops = loops;
        terms = program.terms();
        storage = reach.storage();
        number = reach.number();
    }
}
