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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Weighs the values of an element of a discrete variable by the factors that depend on it through computed nodes. */
final class IndirectWriter extends VariableWriter {
    IndirectWriter(Program program, ModelClass out, FactorWriter factors, Reach reach, TouchedLoops loops) {
        super(program, out, factors, reach, loops);
    }

    /** Factors that depend on the variable through computed nodes: values outside, all nodes kept right. */
    List<Code.Statement> write(Code.Local element, Code.Local low, Code.Local count, Code.Local weights) {
        Code.Local v = ModelClass.parameter("v");
        Code.Local old = new Code.Local("old", Type.DOUBLE);
        Code.Expression candidate = new Code.Converted(new Code.Arithmetic('+', low, v), Type.DOUBLE);
        List<Code.Statement> body = new ArrayList<>();
        body.add(new Code.Declare(old, new Code.Element(storage.field(), element)));
        Code.Expression last = new Code.Arithmetic('-', count, new Code.Whole(1));
        List<String> through = writeThrough("through" + number + "_", step -> step);
        Optional<Step.Compute> source = onlySource();
        if (source.isPresent()) {
            Step.Multiply product = reach.products().get(source.get());
            Storage shifted = program.variable(
                    "shifted_" + product.target().name(), product.target().size());
            List<String> throughShifted = writeThrough(
                    "shifted" + number + "_",
                    step -> step.map(value -> terms.replace(
                            value,
                            t -> t.op() == Term.Op.READ && t.storage() == product.target()
                                    ? terms.read(shifted, t.argument(0))
                                    : null)));
            writeShift(source.get(), product, shifted);
            Code.Field kept = Code.Field.doubles("kept");
            Code.Whole mine = new Code.Whole(number);
            List<Code.Statement> compute = new ArrayList<>();
            compute.add(new Code.Store(kept, mine, new Code.Real(0)));
            through.forEach(name -> compute.add(new Code.Run(name, List.of(element, mine, kept))));
            Code.Expression present = new Code.Element(kept, mine);
            List<Code.Statement> same = List.of(
                    new Code.When(new Code.Test("!=", present, present), compute),
                    new Code.Accumulate(weights, v, present));
            List<Code.Statement> other = new ArrayList<>();
            other.add(new Code.Run("shift" + number, List.of(element, new Code.Arithmetic('+', low, v))));
            throughShifted.forEach(name -> other.add(new Code.Run(name, List.of(element, v, weights))));
            body.add(new Code.Loop(
                    v,
                    ModelClass.ZERO,
                    last,
                    false,
                    List.of(
                            new Code.When(new Code.Test("==", candidate, old), same),
                            new Code.When(new Code.Test("!=", candidate, old), other))));
            return body;
        }
        List<Code.Statement> weigh = new ArrayList<>();
        through.forEach(name -> weigh.add(new Code.Run(name, List.of(element, v, weights))));
        List<Code.Statement> other = new ArrayList<>();
        other.add(new Code.Store(storage.field(), element, candidate));
        other.add(new Code.Run("update" + number, List.of(element)));
        other.addAll(weigh);
        // The present value comes first: its nodes are right as they are.
        body.add(new Code.Loop(
                v, ModelClass.ZERO, last, false, List.of(new Code.When(new Code.Test("==", candidate, old), weigh))));
        body.add(new Code.Loop(
                v, ModelClass.ZERO, last, false, List.of(new Code.When(new Code.Test("!=", candidate, old), other))));
        body.add(new Code.Store(storage.field(), element, old));
        body.add(new Code.Run("update" + number, List.of(element)));
        return body;
    }

    /** Methods that add the reach.indirect() factors, changed in some way, to the weight of one value. */
    private List<String> writeThrough(String prefix, UnaryOperator<Step.Contribution> change) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<Step.Contribution, Touches.Table> entry :
                reach.indirect().entrySet()) {
            String own = prefix + names.size();
            Code.Local e = ModelClass.parameter("element");
            Code.Local place = ModelClass.parameter("v");
            Code.Local results = new Code.Local("out", Type.DOUBLES);
            Binder binder = new Binder("element");
            LoopWriter writer = new LoopWriter(terms, Set.of());
            writer.bind(binder, e);
            FactorTotal total = new FactorTotal(factors, writer, entry.getKey());
            Step.Contribution here = loops.open(writer, entry.getKey(), entry.getValue(), binder);
            total.add(change.apply(here), true);
            loops.close(writer, entry.getKey(), entry.getValue());
            total.finish();
            List<Code.Statement> body = writer.finish();
            body.add(new Code.Accumulate(results, place, ModelClass.floored(total.sum())));
            out.method(own, List.of(e, place, results), body, entry.getKey().comment());
            names.add(own);
        }
        return names;
    }

    /**
     * The step that computes the only vector that depends on the variable, if all it does is to enter one linear
     * predictor, of which every reach.indirect() factor reads all: a change of value then shifts the predictor by a column.
     */
    private Optional<Step.Compute> onlySource() {
        if (reach.products().size() != 1 || reach.computed().size() != 2) {
            return Optional.empty();
        }
        Map.Entry<Step.Computation, Step.Multiply> entry =
                reach.products().entrySet().iterator().next();
        Step.Multiply product = entry.getValue();
        boolean all = reach.computed().get(entry.getKey()).single()
                && product.first() == 0
                && product.rows() == product.target().size()
                && ((Step.Compute) entry.getKey())
                        .value().reads().stream().noneMatch(read -> read.storage() == product.target());
        for (Map.Entry<Step.Contribution, Touches.Table> factor :
                reach.indirect().entrySet()) {
            all &= factor.getKey().factor().isPresent()
                    && reach.whole(factor.getKey(), factor.getValue())
                    && reach.through(factor.getKey()).equals(Set.of(product.target()));
        }
        return all ? Optional.of((Step.Compute) entry.getKey()) : Optional.empty();
    }

    /** A method that writes the linear predictor as it is with another value of an element to other storage. */
    private void writeShift(Step.Compute source, Step.Multiply product, Storage shifted) {
        Code.Local element = ModelClass.parameter("element");
        Code.Local value = ModelClass.parameter("value");
        Binder e = new Binder("element");
        Binder candidate = new Binder("value");
        LoopWriter writer = new LoopWriter(terms, Set.of());
        writer.bind(e, element);
        writer.bind(candidate, value);
        Step.Compute here =
                (Step.Compute) loops.open(writer, source, reach.computed().get(source), e);
        Code.Local place = writer.local("place", Type.INT);
        writer.add(new Code.Declare(place, writer.value(here.position())));
        Term changed = terms.replace(
                here.value(),
                t -> t.op() == Term.Op.READ && t.storage() == storage ? terms.real(terms.binder(candidate)) : null);
        Code.Expression difference = new Code.Arithmetic(
                '-', writer.value(changed), new Code.Element(source.target().field(), place));
        writer.add(new Code.Do(new Code.Call(
                Linear.class,
                "shift",
                List.of(
                        product.matrix().field(),
                        column(product, place),
                        difference,
                        product.target().field(),
                        shifted.field()),
                Type.VOID)));
        loops.close(writer, source, reach.computed().get(source));
        out.method(
                "shift" + number,
                List.of(element, value),
                writer.finish(),
                "The linear predictor with another value of one " + storage.name());
    }

    /** Where a column of a matrix begins. */
    static Code.Expression column(Step.Multiply product, Code.Expression place) {
        return new Code.Arithmetic(
                '+',
                new Code.Whole(product.offset()),
                new Code.Arithmetic(
                        '*',
                        new Code.Arithmetic('-', place, new Code.Whole(product.vectorFirst())),
                        new Code.Whole(product.stride())));
    }
}
