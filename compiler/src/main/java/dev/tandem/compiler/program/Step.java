package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A piece of the density: something that is computed, or something that is added to the log density. Each kind says here,
 * once, what it reads and writes and how it is rebuilt; whoever treats the kinds apart names all of them, in
 * {@code match} or {@code visit}.
 */
public sealed interface Step {
    /** The loops around it. */
    Nest nest();

    /** What it is in the model's own words. */
    String comment();

    /** The storage that it writes to; null for what is added to the log density. */
    default Storage target() {
        return null;
    }

    /** Its terms, those that stand for many elements with the loops over these; the loops around the step are not. */
    List<Part> parts(Terms terms);

    /** The storage that it reads, in its loops too. */
    default Set<Storage> reads() {
        Set<Storage> storages = new LinkedHashSet<>();
        for (Nest.Range range : nest().ranges()) {
            collect(range.first(), storages);
            collect(range.last(), storages);
        }
        addReads(storages);
        return storages;
    }

    /** Adds the storage that is read inside the loops. */
    void addReads(Set<Storage> storages);

    /** This step, if it computes one value at a time from a term. */
    default Optional<Compute> compute() {
        return Optional.empty();
    }

    /** This step, if it adds the product of a matrix and a vector. */
    default Optional<Multiply> multiply() {
        return Optional.empty();
    }

    /** This step, if it adds the value of a term to the log density. */
    default Optional<Factor> factor() {
        return Optional.empty();
    }

    /** The call of an array function or a distribution of arrays that it makes. */
    default Optional<Called> called() {
        return Optional.empty();
    }

    /** This step with every term changed, the bounds of its loops as well. */
    Step map(UnaryOperator<Term> change);

    /** This step in other loops. */
    Step in(Nest nest);

    /** What is asked of a computation, or of a contribution to the log density. */
    <R> R fold(Function<Computation, R> computation, Function<Contribution, R> contribution);

    /** A term of a step, with the loops inside the step around it. */
    record Part(Term term, List<Nest.Range> around) {
        public Part {
            around = List.copyOf(around);
        }
    }

    /** A call of an array function or density: its number among the program's calls, and what it is called with. */
    sealed interface Called extends Step {
        int call();

        List<ArrayTerm> arguments();
    }

    /** Writes to storage. */
    sealed interface Computation extends Step {
        @Override
        Storage target();

        /** The first place that an iteration writes to. */
        Term position();

        /** The number of places that an iteration writes to. */
        int count();

        /** Whether derivatives are handed back through it. */
        boolean active();

        @Override
        Computation map(UnaryOperator<Term> change);

        @Override
        Computation in(Nest nest);

        /** What is asked of each kind. */
        <R> R match(Function<Compute, R> compute, Function<Multiply, R> multiply, Function<ArrayCompute, R> array);

        /** What is done with each kind. */
        default void visit(Consumer<Compute> compute, Consumer<Multiply> multiply, Consumer<ArrayCompute> array) {
            this.<Runnable>match(
                            c -> () -> compute.accept(c), m -> () -> multiply.accept(m), a -> () -> array.accept(a))
                    .run();
        }

        @Override
        default <R> R fold(Function<Computation, R> computation, Function<Contribution, R> contribution) {
            return computation.apply(this);
        }
    }

    /** Adds to the log density. */
    sealed interface Contribution extends Step {
        @Override
        Contribution map(UnaryOperator<Term> change);

        @Override
        Contribution in(Nest nest);

        /** What is asked of each kind. */
        <R> R match(Function<Factor, R> factor, Function<ArrayFactor, R> array);

        /** What is done with each kind. */
        default void visit(Consumer<Factor> factor, Consumer<ArrayFactor> array) {
            this.<Runnable>match(f -> () -> factor.accept(f), a -> () -> array.accept(a))
                    .run();
        }

        @Override
        default <R> R fold(Function<Computation, R> computation, Function<Contribution, R> contribution) {
            return contribution.apply(this);
        }
    }

    /** {@code target[position] = value}. */
    record Compute(Nest nest, Storage target, Term position, Term value, String comment) implements Computation {
        @Override
        public Optional<Compute> compute() {
            return Optional.of(this);
        }

        @Override
        public int count() {
            return 1;
        }

        @Override
        public boolean active() {
            return target.active() && value.active();
        }

        @Override
        public List<Part> parts(Terms terms) {
            return List.of(new Part(value, List.of()), new Part(position, List.of()));
        }

        @Override
        public void addReads(Set<Storage> storages) {
            Step.collect(value, storages);
            Step.collect(position, storages);
        }

        /** Another value at this place. */
        public Compute with(Term other) {
            return new Compute(nest, target, position, other, comment);
        }

        @Override
        public Compute map(UnaryOperator<Term> change) {
            return new Compute(nest.map(change), target, change.apply(position), change.apply(value), comment);
        }

        @Override
        public Compute in(Nest loops) {
            return new Compute(loops, target, position, value, comment);
        }

        @Override
        public <R> R match(
                Function<Compute, R> compute, Function<Multiply, R> multiply, Function<ArrayCompute, R> array) {
            return compute.apply(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Compute compute
                    && nest.equals(compute.nest)
                    && target.equals(compute.target)
                    && position.equals(compute.position)
                    && value.equals(compute.value)
                    && comment.equals(compute.comment);
        }

        @Override
        public int hashCode() {
            return 31
                            * (31 * (31 * (31 * nest.hashCode() + target.hashCode()) + position.hashCode())
                                    + value.hashCode())
                    + comment.hashCode();
        }
    }

    /** Adds a log density. */
    record Factor(Nest nest, Term value, String comment) implements Contribution {
        @Override
        public Optional<Factor> factor() {
            return Optional.of(this);
        }

        @Override
        public List<Part> parts(Terms terms) {
            return List.of(new Part(value, List.of()));
        }

        @Override
        public void addReads(Set<Storage> storages) {
            Step.collect(value, storages);
        }

        /** This factor with another value. */
        public Factor with(Term other) {
            return new Factor(nest, other, comment);
        }

        @Override
        public Factor map(UnaryOperator<Term> change) {
            return new Factor(nest.map(change), change.apply(value), comment);
        }

        @Override
        public Factor in(Nest loops) {
            return new Factor(loops, value, comment);
        }

        @Override
        public <R> R match(Function<Factor, R> factor, Function<ArrayFactor, R> array) {
            return factor.apply(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Factor factor
                    && nest.equals(factor.nest)
                    && value.equals(factor.value)
                    && comment.equals(factor.comment);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * nest.hashCode() + value.hashCode()) + comment.hashCode();
        }
    }

    /** {@code target[position ..] = function(arguments)}, {@code count} elements. */
    record ArrayCompute(
            Nest nest,
            int call,
            String function,
            List<ArrayTerm> arguments,
            Storage target,
            Term position,
            int count,
            String comment)
            implements Computation, Called {
        public ArrayCompute {
            arguments = List.copyOf(arguments);
        }

        @Override
        public boolean active() {
            return target.active();
        }

        @Override
        public List<Part> parts(Terms terms) {
            List<Part> parts = new ArrayList<>(Step.parts(arguments, terms));
            parts.add(new Part(position, List.of()));
            return parts;
        }

        @Override
        public void addReads(Set<Storage> storages) {
            arguments.forEach(argument -> argument.terms().forEach(term -> Step.collect(term, storages)));
            Step.collect(position, storages);
        }

        @Override
        public Optional<Called> called() {
            return Optional.of(this);
        }

        @Override
        public ArrayCompute map(UnaryOperator<Term> change) {
            return new ArrayCompute(
                    nest.map(change),
                    call,
                    function,
                    arguments.stream().map(argument -> argument.map(change)).toList(),
                    target,
                    change.apply(position),
                    count,
                    comment);
        }

        @Override
        public ArrayCompute in(Nest loops) {
            return new ArrayCompute(loops, call, function, arguments, target, position, count, comment);
        }

        @Override
        public <R> R match(
                Function<Compute, R> compute, Function<Multiply, R> multiply, Function<ArrayCompute, R> array) {
            return array.apply(this);
        }
    }

    /** Adds the log density of a distribution of arrays; argument 0 is the value. */
    record ArrayFactor(Nest nest, int call, String distribution, List<ArrayTerm> arguments, String comment)
            implements Contribution, Called {
        public ArrayFactor {
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<Part> parts(Terms terms) {
            return Step.parts(arguments, terms);
        }

        @Override
        public void addReads(Set<Storage> storages) {
            arguments.forEach(argument -> argument.terms().forEach(term -> Step.collect(term, storages)));
        }

        @Override
        public Optional<Called> called() {
            return Optional.of(this);
        }

        @Override
        public ArrayFactor map(UnaryOperator<Term> change) {
            return new ArrayFactor(
                    nest.map(change),
                    call,
                    distribution,
                    arguments.stream().map(argument -> argument.map(change)).toList(),
                    comment);
        }

        @Override
        public ArrayFactor in(Nest loops) {
            return new ArrayFactor(loops, call, distribution, arguments, comment);
        }

        @Override
        public <R> R match(Function<Factor, R> factor, Function<ArrayFactor, R> array) {
            return array.apply(this);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ArrayFactor arrayFactor
                    && nest.equals(arrayFactor.nest)
                    && call == arrayFactor.call
                    && distribution.equals(arrayFactor.distribution)
                    && arguments.equals(arrayFactor.arguments)
                    && comment.equals(arrayFactor.comment);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * (31 * nest.hashCode() + call) + distribution.hashCode()) + arguments.hashCode())
                    + comment.hashCode();
        }
    }

    /**
     * Adds a matrix times a vector to what the step before has computed: {@code target[position + i] += sum of
     * matrix[offset + i + k * stride] * vector[vectorFirst + k]}, for as many i as there are rows and as many k as there
     * are columns.
     *
     * @param position a known place
     * @param start the first element of the vector that is used, a read at a known place
     */
    record Multiply(
            Storage target,
            Term position,
            Storage matrix,
            int offset,
            int stride,
            int rows,
            int columns,
            Term start,
            String comment)
            implements Computation {
        public Multiply {
            if (start.op() != Term.Op.READ || start.argument(0).op() != Term.Op.WHOLE) {
                throw new IllegalArgumentException("a product starts at a known place, not at " + start);
            }
        }

        @Override
        public Optional<Multiply> multiply() {
            return Optional.of(this);
        }

        @Override
        public Nest nest() {
            return Nest.NONE;
        }

        /** The first place that is written to. */
        public int first() {
            return position.whole();
        }

        public Storage vector() {
            return start.storage();
        }

        /** The first place of the vector that is used. */
        public int vectorFirst() {
            return start.argument(0).whole();
        }

        @Override
        public int count() {
            return rows;
        }

        @Override
        public boolean active() {
            return vector().active();
        }

        @Override
        public List<Part> parts(Terms terms) {
            Binder k = new Binder("k");
            Term element = terms.read(vector(), terms.add(terms.binder(k), terms.whole(vectorFirst())));
            return List.of(new Part(element, List.of(new Nest.Range(k, terms.whole(0), terms.whole(columns - 1)))));
        }

        @Override
        public void addReads(Set<Storage> storages) {
            storages.add(matrix);
            storages.add(vector());
        }

        @Override
        public Multiply map(UnaryOperator<Term> change) {
            return new Multiply(
                    target,
                    change.apply(position),
                    matrix,
                    offset,
                    stride,
                    rows,
                    columns,
                    change.apply(start),
                    comment);
        }

        /** It has no loops but its own. */
        @Override
        public Multiply in(Nest loops) {
            return this;
        }

        @Override
        public <R> R match(
                Function<Compute, R> compute, Function<Multiply, R> multiply, Function<ArrayCompute, R> array) {
            return multiply.apply(this);
        }
    }

    private static void collect(Term term, Set<Storage> storages) {
        term.reads().forEach(read -> storages.add(read.storage()));
    }

    private static List<Part> parts(List<ArrayTerm> arguments, Terms terms) {
        return arguments.stream()
                .map(argument -> new Part(argument.element(), argument.ranges(terms)))
                .toList();
    }
}
