package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Computes what is the same for several rows of the data once.
 *
 * <p>A logistic regression on sex and age in four classes has eight different predictors, however many were asked. So a
 * computed variable gets storage with an element for each class of its iterations, and a factor is a sum over classes, each
 * times what its rows have before it: how many rows, or how many successes.
 */
public final class EqualTerms implements Pass {
    /** Shorter loops are not worth a table. */
    private static final int SHORTEST = 8;

    @Override
    public String name() {
        return "equal-terms";
    }

    @Override
    public String reason() {
        return "What is the same for several rows of the data is computed once, and counted as often as it is there.";
    }

    @Override
    public Program apply(Program program) {
        return new Search(program).run();
    }

    /** Which class the elements of a storage are of; -1 where they are of none. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Classed(Storage storage, Storage classOf) {}

    private static final class Search {
        private final Program program;
        private final Terms terms;
        private final Map<Storage, Classed> classed = new HashMap<>();

        Search(Program program) {
            this.program = program;
            terms = program.terms();
        }

        Program run() {
            Draft draft = program.edit();
            draft.blocks.replaceAll(block -> block.recursive() ? block : withClasses(block));
            List<Step.Contribution> factors = new ArrayList<>();
            for (Step.Contribution step : draft.factors) {
                step.visit(factor -> factors.addAll(counted(factor)), factors::add);
            }
            draft.factors.clear();
            draft.factors.addAll(factors);
            return draft.finish();
        }

        private Program.Block withClasses(Program.Block block) {
            List<Step.Computation> steps = new ArrayList<>();
            for (Step.Computation step : block.steps()) {
                step.compute().flatMap(this::once).ifPresent(steps::add);
                steps.add(step);
            }
            return block.with(steps);
        }

        /** The step for one iteration of each class, if there are few; what reads the step's target may read that instead. */
        private Optional<Step.Computation> once(Step.Compute step) {
            if (!step.active() || step.value().discrete() || classed.containsKey(step.target())) {
                return Optional.empty();
            }
            ConstantParts parts = new ConstantParts(terms, step.nest());
            int iterations = parts.iterations().orElse(0);
            Numeric.Fn position = parts.compile(step.position());
            if (iterations < SHORTEST || position == null) {
                return Optional.empty();
            }
            Term value = byClass(step.value(), step.nest());
            if (!parts.add(value)) {
                return Optional.empty();
            }
            int[] classOf = new int[step.target().size()];
            Arrays.fill(classOf, -1);
            Map<ConstantParts.Key, Integer> numbers = new LinkedHashMap<>();
            parts.run(() -> {
                if (ConstantParts.few(numbers.size(), iterations)) {
                    int number = numbers.computeIfAbsent(new ConstantParts.Key(parts.values()), key -> numbers.size());
                    classOf[(int) position.at(parts.counters())] = number;
                }
            });
            if (!ConstantParts.few(numbers.size(), iterations)) {
                return Optional.empty();
            }
            String name = step.target().name();
            Storage values = program.variable(name + "_once", numbers.size());
            values.activate();
            classed.put(step.target(), new Classed(values, program.table(name + "_class", classOf)));
            return Optional.of(overClasses(
                    numbers,
                    (nest, row, rows) -> new Step.Compute(
                            nest, values, row, parts.new Tables(program, name, rows, row).in(value), step.comment())));
        }

        private interface Made<S> {
            S of(Nest nest, Term row, List<double[]> rows);
        }

        private <S> S overClasses(Map<ConstantParts.Key, ?> classes, Made<S> made) {
            List<double[]> rows =
                    classes.keySet().stream().map(ConstantParts.Key::values).toList();
            if (rows.size() == 1) {
                return made.of(Nest.NONE, terms.whole(0), rows);
            }
            Binder c = new Binder("c");
            Nest nest = new Nest(List.of(new Nest.Range(c, terms.whole(0), terms.whole(rows.size() - 1))));
            return made.of(nest, terms.binder(c), rows);
        }

        /** The term with elements of classes in the place of elements, where all that it reads are of one. */
        private Term byClass(Term term, Nest nest) {
            Set<Term> reads = new HashSet<>();
            for (Term read : term.reads()) {
                Classed found = classed.get(read.storage());
                if (found != null && allClassed(read, found, nest)) {
                    reads.add(read);
                }
            }
            if (reads.isEmpty()) {
                return term;
            }
            return terms.replace(term, t -> {
                if (!reads.contains(t)) {
                    return null;
                }
                Classed found = classed.get(t.storage());
                return terms.read(found.storage(), terms.read(found.classOf(), t.argument(0)));
            });
        }

        private boolean allClassed(Term read, Classed found, Nest nest) {
            Numeric numeric = new Numeric();
            Numeric.Walk walk = numeric.new Walk(nest.ranges());
            Numeric.Fn position = numeric.compile(read.argument(0));
            boolean inside = nest.ranges().size() == numeric.size();
            if (!walk.known() || position == null || !inside) {
                return false;
            }
            int[] counters = new int[numeric.size() + 1];
            boolean[] all = {true};
            int[] classOf = found.classOf().wholes();
            walk.run(counters, () -> all[0] &= classOf[(int) position.at(counters)] >= 0);
            return all[0];
        }

        /** What has something known before it: the summand is that times the rest. */
        private static final class Weighted {
            private final Term rest;
            private final boolean log;
            private final List<Numeric.Fn> known = new ArrayList<>();
            private double sign;

            Weighted(Term rest, int sign, ConstantParts parts) {
                this.sign = sign;
                Term inner = rest;
                boolean found = true;
                while (found) {
                    found = false;
                    for (int side = 0; inner.op() == Term.Op.MULTIPLY && side < 2 && !found; side++) {
                        Numeric.Fn value = parts.compile(inner.argument(side));
                        if (value != null) {
                            known.add(value);
                            inner = inner.argument(1 - side);
                            found = true;
                        }
                    }
                    if (!found && inner.op() == Term.Op.NEGATE) {
                        this.sign = -this.sign;
                        inner = inner.argument(0);
                        found = true;
                    }
                }
                boolean timesLog = inner.op() == Term.Op.CALL && inner.call().equals(Calls.TIMES_LOG);
                Numeric.Fn times = timesLog && known.isEmpty() ? parts.compile(inner.argument(0)) : null;
                log = times != null;
                if (log) {
                    known.add(times);
                    inner = inner.argument(1);
                }
                this.rest = inner;
            }

            double weight(int[] counters) {
                double weight = sign;
                for (Numeric.Fn value : known) {
                    weight *= value.at(counters);
                }
                return weight;
            }

            /** So much of it; a logarithm that is not there at all may be infinite. */
            Term times(Terms terms, Term weight, Term rest) {
                if (log) {
                    return sign < 0
                            ? terms.negate(terms.call(Calls.TIMES_LOG, terms.negate(weight), rest))
                            : terms.call(Calls.TIMES_LOG, weight, rest);
                }
                return terms.multiply(weight, rest);
            }
        }

        /** The factor by classes if there are few, and what depends on no unknown. */
        private List<Step.Contribution> counted(Step.Factor factor) {
            List<Step.Contribution> same = List.of(factor);
            ConstantParts parts = new ConstantParts(terms, factor.nest());
            int iterations = parts.iterations().orElse(0);
            if (iterations < SHORTEST
                    || !factor.value().active()
                    || factor.value().discrete()) {
                return same;
            }
            Term value = byClass(factor.value(), factor.nest());
            Term constant = terms.number(0);
            List<Weighted> summands = new ArrayList<>();
            boolean possible = true;
            for (Map.Entry<Term, Integer> summand : ConstantParts.summands(value)) {
                if (parts.compile(summand.getKey()) != null) {
                    constant = summand.getValue() > 0
                            ? terms.add(constant, summand.getKey())
                            : terms.subtract(constant, summand.getKey());
                } else {
                    Weighted weighted = new Weighted(summand.getKey(), summand.getValue(), parts);
                    summands.add(weighted);
                    possible &= parts.add(weighted.rest);
                }
            }
            Optional<Map<ConstantParts.Key, double[]>> classes =
                    possible ? classes(parts, summands, iterations) : Optional.empty();
            if (classes.isEmpty()) {
                return value == factor.value() ? same : List.of(factor.with(value));
            }
            List<Step.Contribution> found = new ArrayList<>();
            found.add(overClasses(
                    classes.get(),
                    (nest, row, rows) -> new Step.Factor(
                            nest,
                            sum(summands, classes.get(), parts.new Tables(program, "equal", rows, row), row),
                            factor.comment())));
            if (!constant.isNumber(0)) {
                found.add(factor.with(constant));
            }
            return found;
        }

        /** The classes of iterations, and how much of each summand they have; nothing if there are many. */
        private static Optional<Map<ConstantParts.Key, double[]>> classes(
                ConstantParts parts, List<Weighted> summands, int iterations) {
            Map<ConstantParts.Key, double[]> classes = new LinkedHashMap<>();
            boolean[] sound = {true};
            parts.run(() -> {
                if (!ConstantParts.few(classes.size(), iterations)) {
                    return;
                }
                double[] weights = classes.computeIfAbsent(
                        new ConstantParts.Key(parts.values()), key -> new double[summands.size()]);
                for (int s = 0; s < weights.length; s++) {
                    double weight = summands.get(s).weight(parts.counters());
                    // Times a logarithm, counts of both signs might cancel where one alone is impossible.
                    sound[0] &= Double.isFinite(weight) && (!summands.get(s).log || weight * summands.get(s).sign >= 0);
                    weights[s] += weight;
                }
            });
            return sound[0] && ConstantParts.few(classes.size(), iterations) ? Optional.of(classes) : Optional.empty();
        }

        private Term sum(
                List<Weighted> summands,
                Map<ConstantParts.Key, double[]> classes,
                ConstantParts.Tables tables,
                Term row) {
            Term sum = terms.number(0);
            for (int s = 0; s < summands.size(); s++) {
                int number = s;
                double[] weights =
                        classes.values().stream().mapToDouble(w -> w[number]).toArray();
                Term weight = terms.read(program.constant("equal_weight", weights), row);
                Weighted summand = summands.get(s);
                sum = terms.add(sum, summand.times(terms, weight, tables.in(summand.rest)));
            }
            return sum;
        }
    }
}
