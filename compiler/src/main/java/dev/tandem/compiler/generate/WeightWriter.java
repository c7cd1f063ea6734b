package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.density.Support;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Weighs the values of an element of a discrete variable: one method for each variable, and one for each group of factors. */
final class WeightWriter extends VariableWriter {
    /** The terms of factors that share a loop: methods must not grow beyond what the virtual machine compiles. */
    private static final int LONGEST_TOGETHER = 60;

    WeightWriter(Program program, ModelClass out, FactorWriter factors, Reach reach, TouchedLoops loops) {
        super(program, out, factors, reach, loops);
    }

    /** Writes the method that weighs the values of an element. */
    void write(IndirectWriter others) {
        Code.Local element = ModelClass.parameter("element");
        Code.Local low = ModelClass.parameter("low");
        Code.Local count = ModelClass.parameter("count");
        Code.Local weights = new Code.Local("out", Type.DOUBLES);
        List<Code.Statement> body = new ArrayList<>();
        List<Code.Expression> all = List.of(element, low, count, weights);
        List<Step.Contribution> alone = reach.direct().keySet().stream()
                .filter(step -> reach.direct().get(step).single()
                        && !reach.whole(step, reach.direct().get(step)))
                .filter(this::readsOneElement)
                .toList();
        int next = 0;
        int end = 0;
        do {
            int start = end;
            int weight = 0;
            while (end < alone.size() && (end == start || weight < LONGEST_TOGETHER)) {
                weight += ((Step.Factor) alone.get(end++)).value().weight();
            }
            String own = "weigh" + number + "_" + next++;
            List<Step.Contribution> group = alone.subList(start, end);
            writeTogether(new Weighing(), own, group, start == 0, true);
            if (group.stream().allMatch(step -> plain(((Step.Factor) step).value()))) {
                // Sums of what is known are impossible or not as they stand; only a search for a start looks
                // closer.
                writeTogether(new Weighing(), own + "_plain", group, start == 0, false);
                Code.Expression open = new Code.Real(Double.NEGATIVE_INFINITY);
                List<Code.Statement> plain = new ArrayList<>();
                Optional<Support> support = commonSupport();
                if (support.isPresent()) {
                    // Loops whose ends are known run faster.
                    writeTogether(new Weighing(support.get()), own + "_all", group, start == 0, false);
                    Code.Whole size = new Code.Whole((int) support.get().size());
                    plain.add(
                            new Code.When(new Code.Test("==", count, size), List.of(new Code.Run(own + "_all", all))));
                    plain.add(new Code.When(
                            new Code.Test("!=", count, size), List.of(new Code.Run(own + "_plain", all))));
                } else {
                    plain.add(new Code.Run(own + "_plain", all));
                }
                body.add(new Code.When(new Code.Test("==", ModelClass.FLOOR, open), plain));
                body.add(new Code.When(new Code.Test("!=", ModelClass.FLOOR, open), List.of(new Code.Run(own, all))));
            } else {
                body.add(new Code.Run(own, all));
            }
        } while (end < alone.size());
        for (Map.Entry<Step.Contribution, Touches.Table> entry : reach.direct().entrySet()) {
            if (!alone.contains(entry.getKey())) {
                String own = "weigh" + number + "_" + next++;
                writeDirect(own, entry.getKey(), entry.getValue());
                body.add(where(entry.getValue(), element, new Code.Run(own, all)));
            }
        }
        if (!reach.indirect().isEmpty()) {
            body.addAll(others.write(element, low, count, weights));
        }
        out.method(
                "weigh" + number,
                List.of(element, low, count, weights),
                body,
                "Log weights of the values of one " + storage.name());
    }

    /**
     * A statement for those elements alone that touch a step: what does not change with the iterations stands before
     * them, and may not exist for the values of elements with another law.
     */
    private Code.Statement where(Touches.Table table, Code.Expression element, Code.Statement statement) {
        boolean always = true;
        for (int i = 0; i < reach.elements().size(); i++) {
            always &= table.starts()[reach.elements().get(i) + 1]
                    > table.starts()[reach.elements().get(i)];
        }
        if (always) {
            return statement;
        }
        Code.Field starts =
                program.table(storage.name() + "_touched", table.starts()).field();
        Code.Expression end = new Code.Element(starts, new Code.Arithmetic('+', element, new Code.Whole(1)));
        return new Code.When(new Code.Test("<", new Code.Element(starts, element), end), List.of(statement));
    }

    /** The support of which those of all elements are part, if it has few values: no other has as many. */
    private Optional<Support> commonSupport() {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (Program.Sites sites : program.sites()) {
            if (sites.storage() == storage) {
                for (int i = 0; i < sites.positions().length; i++) {
                    Support support = program.space().support(sites.first() + i);
                    low = Math.min(low, support.lower());
                    high = Math.max(high, support.upper());
                }
            }
        }
        Support common = new Support(low, high);
        return common.size() > Reach.MOST_WEIGHED ? Optional.empty() : Optional.of(common);
    }

    /** The parameters of a method that weighs the values of an element, as locals and as counters of terms. */
    private final class Weighing {
        final Code.Local element = ModelClass.parameter("element");
        final Code.Local low = ModelClass.parameter("low");
        final Code.Local count = ModelClass.parameter("count");
        final Code.Local weights = new Code.Local("out", Type.DOUBLES);
        final Binder e = new Binder("element");
        final Binder lowBinder = new Binder("low");
        final Binder countBinder = new Binder("count");
        final Binder v = new Binder("v");
        final Nest.Range values;
        final Term candidate;

        /** Weighs any values. */
        Weighing() {
            values = new Nest.Range(v, terms.whole(0), terms.subtract(terms.binder(countBinder), terms.whole(1)));
            candidate = terms.real(terms.add(terms.binder(lowBinder), terms.binder(v)));
        }

        /** Weighs all values of a support. */
        Weighing(Support support) {
            values = new Nest.Range(v, terms.whole(0), terms.whole((int) support.size() - 1));
            candidate = terms.real(terms.add(terms.whole(support.lower()), terms.binder(v)));
        }

        LoopWriter writer(Set<Storage> written) {
            LoopWriter writer = new LoopWriter(terms, written);
            writer.bind(e, element);
            writer.bind(lowBinder, low);
            writer.bind(countBinder, count);
            return writer;
        }

        /** The factor with the candidate in the place of the variable. */
        Step.Contribution weighed(Step.Contribution step) {
            return relevant(
                    step.in(Nest.NONE)
                            .map(term -> terms.replace(
                                    term, t -> t.op() == Term.Op.READ && t.storage() == storage ? candidate : null)),
                    v);
        }

        void add(String name, List<Code.Statement> body, String comment) {
            out.method(name, List.of(element, low, count, weights), body, comment);
        }
    }

    /**
     * Factors of which each element touches one iteration: one loop over the values for all of them. The first such
     * loop comes first of all, and whatever stood among the results gives way.
     */
    private void writeTogether(
            Weighing weighing, String name, List<Step.Contribution> steps, boolean first, boolean floored) {
        LoopWriter writer = weighing.writer(Set.of());
        Code.Local least = writer.local("least", Type.DOUBLE);
        if (floored) {
            writer.add(new Code.Declare(least, ModelClass.FLOOR));
        }
        writer.open(weighing.values, false);
        Code.Expression sum = null;
        for (Step.Contribution step : steps) {
            Step.Contribution weighed =
                    weighing.weighed(loops.open(writer, step, reach.direct().get(step), weighing.e));
            Code.Expression value = factors.here(writer, weighed);
            Code.Expression summand = floored ? ModelClass.floored(value, least) : value;
            sum = sum == null ? summand : new Code.Arithmetic('+', sum, summand);
        }
        Code.Expression place = writer.value(terms.binder(weighing.v));
        writer.add(
                first
                        ? new Code.Store(weighing.weights, place, sum == null ? new Code.Real(0) : sum)
                        : new Code.Accumulate(weighing.weights, place, sum));
        writer.close();
        weighing.add(
                name,
                writer.finish(),
                String.join("; ", steps.stream().map(Step::comment).toList()));
    }

    /** A factor that reads the variable itself in several iterations. */
    private void writeDirect(String name, Step.Contribution step, Touches.Table table) {
        Weighing weighing = new Weighing();
        if (readsOneElement(step)) {
            LoopWriter writer = weighing.writer(Set.of());
            Step.Factor whole = (Step.Factor) weighing.weighed(step.in(Nest.NONE));
            if (costlyWithout(whole.value(), weighing.v)) {
                // What does not depend on the value is computed once, before the loop over values.
                Step.Contribution here = loops.open(writer, step, table, weighing.e);
                writer.open(weighing.values, false);
                Code.Expression weight = ModelClass.floored(factors.here(writer, weighing.weighed(here)));
                writer.add(new Code.Accumulate(weighing.weights, writer.value(terms.binder(weighing.v)), weight));
                writer.close();
                loops.close(writer, step, table);
            } else {
                writer.open(weighing.values, false);
                Code.Local total = writer.local("total", Type.DOUBLE);
                writer.add(new Code.Declare(total, new Code.Real(0)));
                Step.Contribution here = loops.open(writer, step, table, weighing.e);
                Code.Expression weight = factors.here(writer, weighing.weighed(here));
                writer.increase(total, product(whole.value()) ? weight : ModelClass.floored(weight));
                loops.close(writer, step, table);
                writer.add(new Code.Accumulate(
                        weighing.weights, writer.value(terms.binder(weighing.v)), ModelClass.floored(total)));
                writer.close();
            }
            weighing.add(name, writer.finish(), step.comment());
            return;
        }
        LoopWriter writer = weighing.writer(Set.of(storage));
        Code.Local old = writer.local("old", Type.DOUBLE);
        writer.add(new Code.Declare(old, new Code.Element(storage.field(), weighing.element)));
        Step.Contribution here = loops.open(writer, step, table, weighing.e);
        writer.open(weighing.values, false);
        writer.add(new Code.Store(storage.field(), weighing.element, writer.value(weighing.candidate)));
        writer.add(new Code.Accumulate(
                weighing.weights,
                writer.value(terms.binder(weighing.v)),
                ModelClass.floored(factors.here(writer, here))));
        writer.close();
        loops.close(writer, step, table);
        List<Code.Statement> body = writer.finish();
        body.add(new Code.Store(storage.field(), weighing.element, old));
        weighing.add(name, body, step.comment());
    }

    /** Whether a term only adds and multiplies what it reads. */
    private static boolean plain(Term term) {
        return switch (term.op()) {
            case CALL, CHOICE, DIVIDE, SUM, GIVEN -> false;
            default -> term.arguments().stream().allMatch(WeightWriter::plain);
        };
    }

    /** Whether something in a term takes long and does not depend on a counter. */
    private static boolean costlyWithout(Term term, Binder counter) {
        boolean costly = term.op() == Term.Op.CALL || term.op() == Term.Op.DIVIDE || term.op() == Term.Op.SUM;
        return term.binders().contains(counter)
                ? term.arguments().stream().anyMatch(a -> costlyWithout(a, counter))
                : costly || term.arguments().stream().anyMatch(a -> costlyWithout(a, counter));
    }

    /** Whether a factor is a sum of products, so that no value of a discrete unknown makes it impossible by itself. */
    private static boolean product(Term term) {
        return switch (term.op()) {
            case ADD, SUBTRACT -> product(term.argument(0)) && product(term.argument(1));
            case NEGATE -> product(term.argument(0));
            case MULTIPLY -> term.active();
            default -> false;
        };
    }

    /** Whether there is one read of the variable, and not in a sum, where it stands for many elements. */
    private boolean readsOneElement(Step.Contribution step) {
        return step.match(this::readsOneElement, array -> false);
    }

    private boolean readsOneElement(Step.Factor factor) {
        List<Term> reads = factor.value().reads().stream()
                .filter(r -> r.storage() == storage)
                .toList();
        Set<Binder> counters = new HashSet<>();
        factor.nest().ranges().forEach(range -> counters.add(range.counter()));
        // An index that is itself unknown, as in x[z], may point elsewhere: the value cannot simply take its place.
        return reads.size() == 1
                && counters.containsAll(reads.get(0).binders())
                && reads.get(0).argument(0).reads().stream()
                        .allMatch(read -> read.storage().constant());
    }

    /** A factor without the summands that are the same for all values: only differences of weights have meaning. */
    private Step.Contribution relevant(Step.Contribution step, Binder v) {
        return step.match(factor -> factor.with(relevant(factor.value(), v)), array -> array);
    }

    private Term relevant(Term term, Binder v) {
        if (!term.binders().contains(v)) {
            return terms.number(0);
        }
        return switch (term.op()) {
            case ADD -> terms.add(relevant(term.argument(0), v), relevant(term.argument(1), v));
            case SUBTRACT -> terms.subtract(relevant(term.argument(0), v), relevant(term.argument(1), v));
            case NEGATE -> terms.negate(relevant(term.argument(0), v));
            default -> term;
        };
    }
}
