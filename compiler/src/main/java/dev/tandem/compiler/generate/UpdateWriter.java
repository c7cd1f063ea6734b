package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Linear;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps computed nodes right when an element of a discrete variable changes. */
final class UpdateWriter {
    private final Terms terms;
    private final ModelClass out;
    private final BlockWriter blocks;
    private final Reach reach;
    private final TouchedLoops loops;
    private final Storage storage;
    private final int number;

    UpdateWriter(Terms terms, ModelClass out, BlockWriter blocks, Reach reach, TouchedLoops loops) {
        this.terms = terms;
        this.out = out;
        this.blocks = blocks;
        this.reach = reach;
        this.loops = loops;
        storage = reach.storage();
        number = reach.number();
    }

    /** Writes the method that computes the nodes anew that depend on an element. */
    void write() {
        Code.Local element = ModelClass.parameter("element");
        List<Code.Statement> body = new ArrayList<>();
        if (!reach.local()) {
            body.add(new Code.Run("forward", List.of()));
        }
        int next = 0;
        for (Map.Entry<Step.Computation, Touches.Table> entry : reach.computed().entrySet()) {
            if (reach.incremental(entry.getKey())) {
                continue;
            }
            String own = "update" + number + "_" + next++;
            Code.Local e = ModelClass.parameter("element");
            Binder binder = new Binder("element");
            LoopWriter writer = new LoopWriter(terms, Set.of());
            writer.bind(binder, e);
            Step.Computation here = loops.open(writer, entry.getKey(), entry.getValue(), binder);
            if (reach.products().containsKey(entry.getKey())) {
                shift(writer, (Step.Compute) here, reach.products().get(entry.getKey()));
            } else {
                blocks.computeHere(writer, here);
            }
            loops.close(writer, entry.getKey(), entry.getValue());
            out.method(own, List.of(e), writer.finish(), entry.getKey().comment());
            body.add(new Code.Run(own, List.of(element)));
        }
        out.method("update" + number, List.of(element), body, "Nodes that depend on one " + storage.name());
    }

    /** Computes an element of the vector anew and adds the difference times its column to the predictor. */
    private void shift(LoopWriter writer, Step.Compute source, Step.Multiply product) {
        Code.Local place = writer.local("place", Type.INT);
        writer.add(new Code.Declare(place, writer.value(source.position())));
        Code.Local before = writer.local("before", Type.DOUBLE);
        writer.add(new Code.Declare(before, new Code.Element(source.target().field(), place)));
        writer.add(new Code.Store(source.target().field(), place, writer.value(source.value())));
        writer.add(new Code.Do(new Code.Call(
                Linear.class,
                "addColumn",
                List.of(
                        product.matrix().field(),
                        IndirectWriter.column(product, place),
                        new Code.Whole(product.rows()),
                        new Code.Arithmetic(
                                '-', new Code.Element(source.target().field(), place), before),
                        product.target().field(),
                        new Code.Whole(product.first())),
                Type.VOID)));
    }
}
