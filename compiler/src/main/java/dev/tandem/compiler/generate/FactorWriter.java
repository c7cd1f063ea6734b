package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Tally;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The log density: a method for each factor, without and with derivatives. */
final class FactorWriter {
    private final Program program;
    private final Terms terms;
    private final ModelClass out;
    private final CallWriter calls;
    private final Tallies tallies;

    FactorWriter(Program program, ModelClass out, CallWriter calls, Tallies tallies) {
        this.program = program;
        this.out = out;
        this.calls = calls;
        this.tallies = tallies;
        terms = program.terms();
    }

    Terms terms() {
        return terms;
    }

    void write() {
        List<Code.Statement> plain = new ArrayList<>();
        List<Code.Statement> withGradient = new ArrayList<>();
        int next = 0;
        for (Step.Contribution factor : program.factors()) {
            String value = "l" + next;
            write(value, factor, false, factor.comment());
            plain.add(new Code.Run(value, List.of()));
            String gradient = "g" + next++;
            write(gradient, factor, true, factor.comment() + ", with derivatives");
            withGradient.add(new Code.Run(gradient, List.of()));
        }
        out.method("factors", List.of(), plain, "The log density: all factors.");
        out.method(
                "factorsWithGradient", List.of(), withGradient, "The log density, and the derivatives of the nodes.");
    }

    private void write(String name, Step.Contribution step, boolean gradient, String comment) {
        Tallies.Parts parts = tallies.of(step);
        if (parts == null) {
            out.method(name, factor(step, gradient), step, comment);
        } else {
            out.method(name, List.of(), factorInParts(step, parts, gradient), comment);
        }
    }

    private List<Code.Statement> factorInParts(Step.Contribution step, Tallies.Parts parts, boolean gradient) {
        List<Code.Statement> body = new ArrayList<>();
        if (!parts.rest().isNumber(0)) {
            body.addAll(factor(new Step.Factor(step.nest(), parts.rest(), step.comment()), gradient));
        }
        if (!parts.same().isNumber(0)) {
            body.addAll(factor(new Step.Factor(Nest.NONE, parts.same(), step.comment()), gradient));
        }
        if (!parts.kept()) {
            return body;
        }
        Code.Local total = new Code.Local("kept_total", Type.DOUBLE);
        body.add(new Code.Declare(
                total,
                parts.sum() == null
                        ? new Code.Real(0)
                        : new Code.Call(
                                Tally.class, "value", List.of(parts.sum().field()), Type.DOUBLE)));
        for (int i = 0; i < parts.counted().size(); i++) {
            Tallies.Counted counted = parts.counted().get(i);
            Code.Local k = ModelClass.parameter("k" + i);
            Code.Expression count = new Code.Element(counted.counts().field(), k);
            Code.Expression element = new Code.Element(counted.element().field(), k);
            List<Code.Statement> loop = new ArrayList<>();
            loop.add(new Code.Assign(
                    total,
                    new Code.Arithmetic(
                            '+', total, new Code.Call(Tally.class, "times", List.of(count, element), Type.DOUBLE))));
            if (gradient && counted.element().active()) {
                loop.add(new Code.Accumulate(counted.element().bar(), k, count));
            }
            body.add(new Code.Loop(
                    k, ModelClass.ZERO, new Code.Whole(counted.element().size() - 1), false, loop));
        }
        body.add(new Code.Accumulate(ModelClass.ACCUMULATOR, ModelClass.ZERO, total));
        return body;
    }

    private List<Code.Statement> factor(Step.Contribution step, boolean gradient) {
        LoopWriter writer = new LoopWriter(terms, Set.of());
        FactorTotal total = new FactorTotal(this, writer, step);
        step.nest().ranges().forEach(range -> writer.open(range, false));
        if (gradient) {
            step.visit(
                    factor -> {
                        total.add(factor, false);
                        writer.contribute(factor.value(), new Code.Real(1));
                    },
                    array -> {
                        calls.gather(writer, array.call(), array.arguments());
                        writer.increase(total.sum(), CallWriter.called(writer, "callLogDensityAndGradient", array));
                        calls.scatter(writer, array.call(), array.arguments());
                    });
        } else {
            total.add(step, false);
        }
        step.nest().ranges().forEach(range -> writer.close());
        total.finish();
        List<Code.Statement> body = writer.finish();
        body.add(new Code.Accumulate(ModelClass.ACCUMULATOR, ModelClass.ZERO, total.sum()));
        return body;
    }

    /** The value of a factor at one iteration, its counters bound. */
    Code.Expression here(LoopWriter writer, Step.Contribution step) {
        return step.match(factor -> writer.value(factor.value()), array -> {
            calls.gather(writer, array.call(), array.arguments());
            return CallWriter.called(writer, "callLogDensity", array);
        });
    }
}
