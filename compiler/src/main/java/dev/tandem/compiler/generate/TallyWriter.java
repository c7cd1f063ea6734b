package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Tally;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Keeps numbers and sums that change with discrete unknowns alone, see {@link Tallies}. */
final class TallyWriter {
    private final Program program;
    private final Terms terms;
    private final ModelClass out;
    private final Tallies tallies;

    TallyWriter(Program program, ModelClass out, Tallies tallies) {
        this.program = program;
        this.out = out;
        this.tallies = tallies;
        terms = program.terms();
    }

    /** Methods that add up the tallies of a new cursor, and that follow the change of a site. */
    void write(List<Reach> reaches) {
        List<Code.Statement> all = new ArrayList<>();
        Code.Local variable = ModelClass.parameter("variable");
        Code.Local element = ModelClass.parameter("element");
        Code.Local sign = new Code.Local("sign", Type.DOUBLE);
        List<Code.Statement> one = new ArrayList<>();
        for (Step.Contribution step : program.factors()) {
            Tallies.Parts parts = tallies.of(step);
            if (parts != null && parts.kept()) {
                String name = "tallyAll" + all.size();
                LoopWriter writer = new LoopWriter(terms, Set.of());
                step.nest().ranges().forEach(range -> writer.open(range, false));
                tallyHere(writer, parts, Map.of(), new Code.Real(1));
                step.nest().ranges().forEach(range -> writer.close());
                out.method(name, List.of(), writer.finish(), step.comment());
                all.add(new Code.Run(name, List.of()));
            }
        }
        for (Reach reach : reaches) {
            List<Code.Statement> body = ofOne(reach, element, sign);
            if (!body.isEmpty()) {
                String name = "tally" + reach.number();
                out.method(
                        name,
                        List.of(element, sign),
                        body,
                        "What is kept of one " + reach.storage().name());
                one.add(new Code.When(
                        new Code.Test("==", variable, new Code.Whole(reach.number())),
                        List.of(new Code.Run(name, List.of(element, sign)))));
            }
        }
        out.method("tallyAll", List.of(), all, "Numbers and sums that change with discrete unknowns alone.");
        out.method("tally", List.of(variable, element, sign), one, "");
    }

    /** Adds an iteration of a factor to its tallies, or takes it away. */
    private void tallyHere(LoopWriter writer, Tallies.Parts parts, Map<Term, Term> exchanged, Code.Expression sign) {
        UnaryOperator<Term> here = term -> terms.replace(term, exchanged::get);
        if (parts.sum() != null) {
            writer.add(new Code.Do(new Code.Call(
                    Tally.class,
                    "add",
                    List.of(parts.sum().field(), writer.value(here.apply(parts.still())), sign),
                    Type.VOID)));
        }
        for (Tallies.Counted counted : parts.counted()) {
            writer.add(new Code.Accumulate(counted.counts().field(), writer.value(here.apply(counted.index())), sign));
        }
    }

    /** Adds the iterations that an element touches to the tallies, times sign. */
    private List<Code.Statement> ofOne(Reach reach, Code.Local element, Code.Local sign) {
        List<Code.Statement> body = new ArrayList<>();
        TouchedLoops loops = new TouchedLoops(program, reach);
        Map<Step.Contribution, Touches.Table> touched = new LinkedHashMap<>(reach.direct());
        touched.putAll(reach.indirect());
        for (Map.Entry<Step.Contribution, Touches.Table> entry : touched.entrySet()) {
            Tallies.Parts parts = tallies.of(entry.getKey());
            if (parts == null || !parts.kept()) {
                continue;
            }
            String own = "tally" + reach.number() + "_" + body.size();
            Code.Local e = ModelClass.parameter("element");
            Code.Local s = new Code.Local("sign", Type.DOUBLE);
            Binder binder = new Binder("element");
            LoopWriter writer = new LoopWriter(terms, Set.of());
            writer.bind(binder, e);
            Map<Term, Term> exchanged = new HashMap<>();
            loops.openIterations(writer, entry.getKey(), entry.getValue(), binder)
                    .forEach((counter, term) -> exchanged.put(terms.binder(counter), term));
            tallyHere(writer, parts, exchanged, s);
            loops.close(writer, entry.getKey(), entry.getValue());
            out.method(own, List.of(e, s), writer.finish(), entry.getKey().comment());
            body.add(new Code.Run(own, List.of(element, sign)));
        }
        return body;
    }
}
