package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives discrete unknowns storage of their own where other elements of their variable are computed.
 *
 * <p>Conditionals, tallies and tables follow a discrete unknown by the storage that holds it, and take all of that storage
 * for unknowns. In {@code s ~ dsum(x[1], x[2])} the storage of x holds x[2] as well, which changes with x[1]. So x[1]
 * moves to storage that nothing else is in, and x becomes a computed variable, of which x[1] is a copy.
 */
public final class SiteStorage implements Pass {
    @Override
    public String name() {
        return "site-storage";
    }

    @Override
    public String reason() {
        return "Discrete unknowns get storage of their own where other elements of their variable are computed, since"
                + " whatever follows a discrete unknown takes all of its storage for unknowns.";
    }

    @Override
    public boolean required() {
        return true;
    }

    @Override
    public Program apply(Program program) {
        Draft draft = program.edit();
        Set<Storage> written = program.computed();
        program.freeArrays().forEach(free -> written.add(free.storage()));
        Map<Storage, IntList> shared = new LinkedHashMap<>();
        for (Program.Sites sites : program.sites()) {
            if (written.contains(sites.storage())) {
                shared.computeIfAbsent(sites.storage(), s -> new IntList()).addAll(sites.positions());
            }
        }
        List<Program.Block> copies = new ArrayList<>();
        shared.forEach((storage, positions) -> copies.add(move(program, draft, storage, positions.toArray())));
        draft.blocks.addAll(0, copies);
        return draft.finish();
    }

    /** Moves the unknowns at some positions; the block copies them back. */
    private static Program.Block move(Program program, Draft draft, Storage storage, int[] positions) {
        Terms terms = program.terms();
        Storage own = program.variable(storage.name() + "_sites", positions.length);
        own.dependOnDiscrete();
        int[] next = {0};
        draft.sites.replaceAll(sites -> {
            if (sites.storage() != storage) {
                return sites;
            }
            int[] places = new int[sites.positions().length];
            for (int i = 0; i < places.length; i++) {
                places[i] = next[0]++;
            }
            return new Program.Sites(sites.symbol(), own, sites.first(), sites.positions(), places);
        });
        Binder p = new Binder("p");
        Term counter = terms.binder(p);
        Term position = terms.read(program.table(storage.name() + "_site_at", positions), counter);
        Nest nest = new Nest(List.of(new Nest.Range(p, terms.whole(0), terms.whole(positions.length - 1))));
        Step.Computation copy = new Step.Compute(
                nest, storage, position, terms.read(own, counter), "the discrete unknowns of " + storage.name());
        return Program.Block.plain(List.of(copy));
    }
}
