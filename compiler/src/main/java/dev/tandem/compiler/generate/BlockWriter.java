package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Linear;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The computed steps, forwards and in reverse. */
final class BlockWriter {
    private final Program program;
    private final Terms terms;
    private final ModelClass out;
    private final CallWriter calls;

    /** The storage of discrete unknowns. */
    private final Set<Storage> sites;

    BlockWriter(Program program, ModelClass out, CallWriter calls, Set<Storage> sites) {
        this.program = program;
        this.out = out;
        this.calls = calls;
        this.sites = sites;
        terms = program.terms();
    }

    void forward(String name, String prefix, List<Program.Block> blocks, String comment) {
        List<Code.Statement> body = new ArrayList<>();
        int next = 0;
        for (Program.Block block : blocks) {
            if (block.explicit()) {
                explicit(block, prefix + next, body, false);
                next += block.steps().size();
                continue;
            }
            for (Step.Computation step : block.steps()) {
                String own = prefix + next++;
                write(own, compute(step, block.recursive()), step, block, step.comment());
                body.add(new Code.Run(own, List.of()));
            }
        }
        out.method(name, List.of(), body, comment);
    }

    private void write(String name, List<Code.Statement> body, Step step, Program.Block block, String comment) {
        if (block.recursive()) {
            out.method(name, List.of(), body, comment);
        } else {
            out.method(name, body, step, comment);
        }
    }

    /** Iterations of several steps in an order that a table gives. */
    private void explicit(Program.Block block, String prefix, List<Code.Statement> body, boolean reverse) {
        Storage order = program.table(prefix + "_order", block.order());
        Storage counters = program.table(prefix + "_counters", block.counters());
        Code.Local s = new Code.Local("s", Type.INT);
        List<Code.Statement> loop = new ArrayList<>();
        for (int k = 0; k < block.steps().size(); k++) {
            Step.Compute step = (Step.Compute) block.steps().get(k);
            String own = prefix + "_" + k;
            List<Code.Local> parameters = new ArrayList<>();
            LoopWriter writer = new LoopWriter(terms, Set.of(step.target()));
            List<Code.Expression> arguments = new ArrayList<>();
            for (int level = 0; level < step.nest().ranges().size(); level++) {
                Binder counter = step.nest().ranges().get(level).counter();
                Code.Local parameter = writer.local(counter.name(), Type.INT);
                parameters.add(parameter);
                writer.bind(counter, parameter);
                arguments.add(new Code.Element(
                        counters.field(),
                        new Code.Arithmetic(
                                '+',
                                new Code.Arithmetic('*', s, new Code.Whole(block.depth())),
                                new Code.Whole(level))));
            }
            if (reverse) {
                pull(writer, step);
            } else {
                writer.add(new Code.Store(
                        step.target().field(), writer.value(step.position()), writer.value(step.value())));
            }
            out.method(own, parameters, writer.finish(), step.comment());
            loop.add(new Code.When(
                    new Code.Test("==", new Code.Element(order.field(), s), new Code.Whole(k)),
                    List.of(new Code.Run(own, arguments))));
        }
        body.add(new Code.Loop(s, ModelClass.ZERO, new Code.Whole(block.order().length - 1), reverse, loop));
    }

    private List<Code.Statement> compute(Step.Computation step, boolean recursive) {
        LoopWriter writer = new LoopWriter(terms, recursive ? Set.of(step.target()) : Set.of());
        step.nest().ranges().forEach(range -> writer.open(range, false));
        computeHere(writer, step);
        step.nest().ranges().forEach(range -> writer.close());
        return writer.finish();
    }

    /** One iteration of a computed step, its counters bound. */
    void computeHere(LoopWriter writer, Step.Computation step) {
        step.visit(
                compute -> writer.add(new Code.Store(
                        compute.target().field(), writer.value(compute.position()), writer.value(compute.value()))),
                product -> writer.add(new Code.Do(linear(
                        "add",
                        product,
                        List.of(
                                product.vector().field(),
                                new Code.Whole(product.vectorFirst()),
                                product.target().field(),
                                new Code.Whole(product.first()))))),
                array -> callHere(writer, array));
    }

    private void callHere(LoopWriter writer, Step.ArrayCompute compute) {
        calls.gather(writer, compute.call(), compute.arguments());
        writer.add(new Code.Run("callValue", List.of(new Code.Whole(compute.call()))));
        Code.Expression offset = writer.value(compute.position());
        Code.Local k = writer.local("k", Type.INT);
        writer.add(new Code.Loop(
                k,
                ModelClass.ZERO,
                new Code.Whole(compute.count() - 1),
                false,
                List.of(new Code.Store(
                        compute.target().field(),
                        new Code.Arithmetic('+', offset, k),
                        new Code.Element(Code.Field.doubles(ArrayCalls.result(compute.call())), k)))));
    }

    private static Code.Call linear(String method, Step.Multiply m, List<Code.Expression> vectors) {
        List<Code.Expression> arguments = new ArrayList<>(List.of(
                m.matrix().field(),
                new Code.Whole(m.offset()),
                new Code.Whole(m.stride()),
                new Code.Whole(m.rows()),
                new Code.Whole(m.columns())));
        arguments.addAll(vectors);
        return new Code.Call(Linear.class, method, arguments, Type.VOID);
    }

    void backward() {
        List<Code.Statement> body = new ArrayList<>();
        int next = 0;
        for (int b = program.blocks().size() - 1; b >= 0; b--) {
            Program.Block block = program.blocks().get(b);
            if (block.explicit()) {
                explicit(block, "b" + next, body, true);
                next += block.steps().size();
                continue;
            }
            for (int s = block.steps().size() - 1; s >= 0; s--) {
                Step.Computation step = block.steps().get(s);
                if (!step.active()) {
                    continue;
                }
                String own = "b" + next++;
                LoopWriter writer = new LoopWriter(terms, block.recursive() ? Set.of(step.target()) : Set.of());
                step.nest().ranges().forEach(range -> writer.open(range, block.recursive()));
                step.visit(
                        compute -> pull(writer, compute),
                        product -> pull(writer, product),
                        array -> pull(writer, array));
                step.nest().ranges().forEach(range -> writer.close());
                write(own, writer.finish(), step, block, "derivatives of " + step.comment());
                body.add(new Code.Run(own, List.of()));
            }
        }
        out.method("backward", List.of(), body, "From the derivatives of nodes to those of q.");
    }

    /**
     * The storage of the indicators in {@code b[k] = gamma[k] * beta[k]}, where b is the whole vector of a product: where
     * an indicator is zero, nobody asks for the derivative by b.
     */
    private Optional<Storage> indicators(Step.Multiply product) {
        List<Step.Compute> sources = new ArrayList<>();
        for (Program.Block block : program.blocks()) {
            for (Step step : block.steps()) {
                step.compute()
                        .filter(compute -> compute.target() == product.vector())
                        .ifPresent(sources::add);
            }
        }
        if (sources.size() != 1
                || product.vectorFirst() != 0
                || product.columns() != product.vector().size()
                || sources.get(0).value().op() != Term.Op.MULTIPLY) {
            return Optional.empty();
        }
        Step.Compute source = sources.get(0);
        return source.value().arguments().stream()
                .filter(t -> t.op() == Term.Op.READ && sites.contains(t.storage()))
                .filter(t -> t.argument(0) == source.position())
                .map(Term::storage)
                .findFirst();
    }

    private void pull(LoopWriter writer, Step.Compute step) {
        if (!step.value().active()) {
            return;
        }
        Code.Local bar = writer.local("d", Type.DOUBLE);
        writer.add(new Code.Declare(bar, new Code.Element(step.target().bar(), writer.value(step.position()))));
        if (step.target().holdsUnused()) {
            writer.guardRest(new Code.Test("!=", bar, new Code.Real(0)));
        }
        if (step.value().op() == Term.Op.CALL) {
            // The derivative of an exponential is what was computed.
            writer.define(step.value(), new Code.Element(step.target().field(), writer.value(step.position())));
        }
        writer.contribute(step.value(), bar);
    }

    private void pull(LoopWriter writer, Step.Multiply product) {
        List<Code.Expression> vectors = new ArrayList<>(List.of(
                product.target().bar(),
                new Code.Whole(product.first()),
                product.vector().bar(),
                new Code.Whole(product.vectorFirst())));
        Optional<Storage> indicators = indicators(product);
        indicators.ifPresent(storage -> vectors.add(storage.field()));
        writer.add(
                new Code.Do(linear(indicators.isPresent() ? "addTransposedWhere" : "addTransposed", product, vectors)));
    }

    private void pull(LoopWriter writer, Step.ArrayCompute step) {
        calls.gather(writer, step.call(), step.arguments());
        Code.Expression offset = writer.value(step.position());
        Code.Local k = writer.local("k", Type.INT);
        Code.Expression place = new Code.Arithmetic('+', offset, k);
        writer.add(new Code.Loop(
                k,
                ModelClass.ZERO,
                new Code.Whole(step.count() - 1),
                false,
                List.of(
                        new Code.Store(
                                Code.Field.doubles(ArrayCalls.result(step.call())),
                                k,
                                new Code.Element(step.target().field(), place)),
                        new Code.Store(
                                Code.Field.doubles(ArrayCalls.resultBar(step.call())),
                                k,
                                new Code.Element(step.target().bar(), place)))));
        writer.add(new Code.Run("callPullback", List.of(new Code.Whole(step.call()))));
        calls.scatter(writer, step.call(), step.arguments());
    }
}
