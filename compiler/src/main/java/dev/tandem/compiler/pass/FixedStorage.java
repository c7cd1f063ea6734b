package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import java.util.Set;

/**
 * Makes storage constant that nothing writes to: discrete unknowns of which the data leave one value alone, or data with
 * elements missing that the model never reads.
 */
public final class FixedStorage implements Pass {
    @Override
    public String name() {
        return "fixed-storage";
    }

    @Override
    public String reason() {
        return "Storage that nothing writes to, such as unknowns with one value alone, counts as data from here on.";
    }

    /** Storage is shared, so that the program before it has it as constant too. */
    @Override
    public Program apply(Program program) {
        Set<Storage> written = program.computed();
        written.add(program.coordinates());
        program.freeArrays().forEach(free -> written.add(free.storage()));
        program.freeScalars().forEach(free -> written.add(free.storage()));
        program.effects().forEach(effects -> written.addAll(effects.knobs()));
        program.sites().forEach(found -> written.add(found.storage()));
        program.sums().all().forEach(found -> written.add(found.storage()));
        // Sums over counts are entries of some of these tables.
        written.addAll(program.sums().weights());
        written.addAll(program.uniforms());
        for (Storage storage : program.storages()) {
            if (!written.contains(storage)) {
                storage.fix();
            }
        }
        return program;
    }
}
