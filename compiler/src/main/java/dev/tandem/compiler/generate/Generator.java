package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.compiler.code.Method;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.lower.ArrayTerm;
import dev.tandem.compiler.lower.Program;
import dev.tandem.compiler.lower.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Linear;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Tally;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Support;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Writes the class of a program: one small method per step, forwards and in reverse, and per discrete variable. */
public final class Generator {
    private static final Code.Field ACCUMULATOR = Code.Field.doubles("accumulator");

    /** A gradient and what it differentiates, in values. */
    private static final double GRADIENT = 2.5;

    private static final Code.Whole ZERO = new Code.Whole(0);
    private static final Code.Expression FLOOR = new Code.Element(Code.Field.doubles("floor"), ZERO);

    private final Program program;
    private final Terms terms;
    private final GeneratedClass code;
    private final Map<Storage, Integer> variables = new LinkedHashMap<>();
    private final ArrayCalls.Plan[] calls;
    private boolean[] local;
    private final List<Conditional> conditionals = new ArrayList<>();
    private Tallies tallies;
    private double sweepWork;
    private double gradientWork;

    /**
     * What may be left out of the writing of code.
     *
     * @param tallies whether what changes with discrete unknowns alone is kept, see {@link Tallies}
     * @param firstWrites whether the first derivative that reaches an array is stored, so that nobody has to clear it
     */
    public record Choices(boolean tallies, boolean firstWrites) {}

    private final Choices choices;

    private Generator(Program program, String title, Choices choices) {
        this.program = program;
        this.choices = choices;
        terms = program.terms();
        code = new GeneratedClass("CompiledModel", title, CompiledCursor.class);
        calls = new ArrayCalls.Plan[program.calls().size()];
    }

    /**
     * The density of a program.
     *
     * @param title what the generated source says it is
     */
    public static CompiledDensity generate(Program program, String title, ClassCache classes, Choices choices) {
        return new Generator(program, title, choices).run(classes);
    }

    private CompiledDensity run(ClassCache classes) {
        for (Program.Sites sites : program.sites()) {
            variables.putIfAbsent(sites.storage(), variables.size());
        }
        local = new boolean[variables.size()];
        planCalls();
        findConditionals();
        forward("forward", "f", program.blocks(), "Every node from q and x.");
        forward("forwardReported", "p", program.reportedBlocks(), "The nodes that only the report needs.");
        factors();
        backward();
        conditionals();
        int[] siteVariables = new int[program.space().sites()];
        for (Program.Sites sites : program.sites()) {
            Arrays.fill(
                    siteVariables,
                    sites.first(),
                    sites.first() + sites.positions().length,
                    variables.get(sites.storage()));
        }
        double sweepCost = gradientWork > 0 ? Math.max(0.01, sweepWork / gradientWork) : 1;
        Map<String, Integer> bars = new HashMap<>();
        for (Storage storage : program.storages()) {
            if (storage.active()) {
                bars.put(storage.bar().name(), storage.size());
            }
        }
        Set<String> stored =
                choices.firstWrites() ? code.storeFirst(List.of("factorsWithGradient", "backward"), bars) : Set.of();
        CompiledDensity density =
                new CompiledDensity(program, code, Arrays.asList(calls), local, siteVariables, stored, sweepCost);
        density.define(classes);
        return density;
    }

    private void method(String name, List<Code.Local> parameters, List<Code.Statement> body, String comment) {
        code.add(new Method(name, Type.VOID, parameters, body, comment));
    }

    private static Code.Local parameter(String name) {
        return new Code.Local(name, Type.INT);
    }

    // Calls of array functions and laws

    private void planCalls() {
        // What nobody reads is not called.
        for (int k = 0; k < calls.length; k++) {
            int arguments = program.calls().get(k).sizes().length;
            calls[k] = new ArrayCalls.Plan(program.calls().get(k), new double[arguments][], new boolean[arguments]);
        }
        Stream.of(program.blocks(), program.reportedBlocks())
                .flatMap(List::stream)
                .flatMap(block -> block.steps().stream())
                .forEach(this::planCall);
        program.factors().forEach(this::planCall);
    }

    private void planCall(Step step) {
        step.called().ifPresent(called -> planCall(called.call(), called.arguments()));
    }

    private void planCall(int call, List<ArrayTerm> arguments) {
        double[][] fixed = new double[arguments.size()][];
        boolean[] active = new boolean[arguments.size()];
        for (int i = 0; i < fixed.length; i++) {
            fixed[i] =
                    fixed(elements(arguments.get(i)), program.calls().get(call).sizes()[i]);
            active[i] = arguments.get(i).element().active();
        }
        calls[call] = new ArrayCalls.Plan(program.calls().get(call), fixed, active);
    }

    /** The elements of an array of constants; null if it is another. */
    private static double[] fixed(Elements elements, int size) {
        Numeric numeric = new Numeric();
        Numeric.Walk walk = numeric.new Walk(elements.ranges());
        Numeric.Fn element = numeric.compile(elements.element());
        Numeric.Fn flat = numeric.compile(elements.flat());
        Set<Binder> own = new HashSet<>();
        elements.ranges().forEach(range -> own.add(range.counter()));
        if (!walk.known()
                || element == null
                || !own.containsAll(elements.element().binders())) {
            return null;
        }
        double[] values = new double[size];
        int[] counters = new int[numeric.size()];
        walk.run(counters, () -> values[(int) flat.at(counters)] = element.at(counters));
        return values;
    }

    // Forwards

    private void forward(String name, String prefix, List<Program.Block> blocks, String comment) {
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
                method(own, List.of(), compute(step, block.recursive()), step.comment());
                body.add(new Code.Run(own, List.of()));
            }
        }
        method(name, List.of(), body, comment);
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
            method(own, parameters, writer.finish(), step.comment());
            loop.add(new Code.When(
                    new Code.Test("==", new Code.Element(order.field(), s), new Code.Whole(k)),
                    List.of(new Code.Run(own, arguments))));
        }
        body.add(new Code.Loop(s, ZERO, new Code.Whole(block.order().length - 1), reverse, loop));
    }

    private List<Code.Statement> compute(Step.Computation step, boolean recursive) {
        LoopWriter writer = new LoopWriter(terms, recursive ? Set.of(step.target()) : Set.of());
        step.nest().ranges().forEach(range -> writer.open(range, false));
        computeHere(writer, step);
        step.nest().ranges().forEach(range -> writer.close());
        return writer.finish();
    }

    /** One iteration of a computed step, its counters bound. */
    private void computeHere(LoopWriter writer, Step.Computation step) {
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
        gather(writer, compute.call(), compute.arguments());
        writer.add(new Code.Run("callValue", List.of(new Code.Whole(compute.call()))));
        Code.Expression offset = writer.value(compute.position());
        Code.Local k = writer.local("k", Type.INT);
        writer.add(new Code.Loop(
                k,
                ZERO,
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

    /** Copies the arguments of an array call into its scratch arrays. */
    private void gather(LoopWriter writer, int call, List<ArrayTerm> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (calls[call].fixed()[i] != null) {
                continue;
            }
            Code.Field scratch = Code.Field.doubles(ArrayCalls.argument(call, i));
            overElements(
                    writer,
                    arguments.get(i),
                    (flat, element) -> writer.add(new Code.Store(scratch, flat, writer.value(element))));
        }
    }

    @FunctionalInterface
    private interface ElementVisitor {
        void visit(Code.Expression flat, Term element);
    }

    private void overElements(LoopWriter writer, ArrayTerm array, ElementVisitor visitor) {
        Elements elements = elements(array);
        elements.ranges().forEach(range -> writer.open(range, false));
        visitor.visit(writer.value(elements.flat()), elements.element());
        elements.ranges().forEach(range -> writer.close());
    }

    /** The loops over an array, the last dimension outermost, with the position and value of an element in them. */
    private record Elements(List<Nest.Range> ranges, Term flat, Term element) {}

    private Elements elements(ArrayTerm array) {
        List<Nest.Range> ranges = new ArrayList<>(array.ranges(terms));
        Collections.reverse(ranges);
        Term flat = terms.whole(0);
        Term stride = terms.whole(1);
        for (int d = 0; d < array.extents().size(); d++) {
            flat = terms.add(flat, terms.multiply(terms.binder(array.counters().get(d)), stride));
            stride = terms.multiply(stride, array.extents().get(d));
        }
        return new Elements(ranges, flat, array.element());
    }

    // Factors

    private void factors() {
        List<Code.Statement> plain = new ArrayList<>();
        List<Code.Statement> withGradient = new ArrayList<>();
        int next = 0;
        for (Step.Contribution factor : program.factors()) {
            String value = "l" + next;
            method(value, List.of(), factorInParts(factor, false), factor.comment());
            plain.add(new Code.Run(value, List.of()));
            String gradient = "g" + next++;
            method(gradient, List.of(), factorInParts(factor, true), factor.comment() + ", with derivatives");
            withGradient.add(new Code.Run(gradient, List.of()));
        }
        method("factors", List.of(), plain, "The log density: all factors.");
        method("factorsWithGradient", List.of(), withGradient, "The log density, and the derivatives of the nodes.");
    }

    private List<Code.Statement> factorInParts(Step.Contribution step, boolean gradient) {
        Tallies.Parts parts = tallies.of(step);
        if (parts == null) {
            return factor(step, gradient);
        }
        List<Code.Statement> body = new ArrayList<>();
        if (!parts.rest().isNumber(0)) {
            body.addAll(factor(new Step.Factor(step.nest(), parts.rest(), step.comment()), gradient));
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
            Code.Local k = parameter("k" + i);
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
            body.add(new Code.Loop(k, ZERO, new Code.Whole(counted.element().size() - 1), false, loop));
        }
        body.add(new Code.Accumulate(ACCUMULATOR, ZERO, total));
        return body;
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

    private List<Code.Statement> factor(Step.Contribution step, boolean gradient) {
        LoopWriter writer = new LoopWriter(terms, Set.of());
        Total total = new Total(writer, step);
        step.nest().ranges().forEach(range -> writer.open(range, false));
        if (gradient) {
            step.visit(
                    factor -> {
                        total.add(factor, false);
                        writer.contribute(factor.value(), new Code.Real(1));
                    },
                    array -> {
                        gather(writer, array.call(), array.arguments());
                        writer.increase(total.sum, called(writer, "callLogDensityAndGradient", array));
                        scatter(writer, array.call(), array.arguments());
                    });
        } else {
            total.add(step, false);
        }
        step.nest().ranges().forEach(range -> writer.close());
        total.finish();
        List<Code.Statement> body = writer.finish();
        body.add(new Code.Accumulate(ACCUMULATOR, ZERO, total.sum));
        return body;
    }

    /**
     * Adds up a factor over its iterations. Logarithms of numbers between 1 and 2, which is what is left of logistic
     * terms, are taken of products of many such numbers.
     */
    private final class Total {
        /** A product is not let grow beyond this. */
        private static final double LARGE = 0x1p1000;

        private final LoopWriter writer;
        private final Code.Local sum;
        private final Code.Local product;

        Total(LoopWriter writer, Step.Contribution step) {
            this.writer = writer;
            sum = writer.local("total", Type.DOUBLE);
            writer.add(new Code.Declare(sum, new Code.Real(0)));
            if (multiplies(step)) {
                product = writer.local("product", Type.DOUBLE);
                writer.add(new Code.Declare(product, new Code.Real(1)));
            } else {
                product = null;
            }
        }

        /** Adds one iteration, its counters bound. */
        void add(Step.Contribution step, boolean floored) {
            if (product == null) {
                Code.Expression value = factorHere(writer, step);
                writer.increase(sum, floored ? floored(value) : value);
                return;
            }
            List<Term> logged = new ArrayList<>();
            Term rest = withoutLogs(((Step.Factor) step).value(), false, logged);
            Code.Expression factor = writer.value(logged.get(0));
            for (Term other : logged.subList(1, logged.size())) {
                factor = new Code.Arithmetic('*', factor, writer.value(other));
            }
            writer.increase(sum, writer.value(rest));
            writer.add(new Code.Assign(product, new Code.Arithmetic('*', product, factor)));
            writer.add(new Code.When(
                    new Code.Test(">", product, new Code.Real(LARGE)),
                    List.of(subtractLog(), new Code.Assign(product, new Code.Real(1)))));
        }

        void finish() {
            if (product != null) {
                writer.add(subtractLog());
            }
        }

        private Code.Statement subtractLog() {
            Code.Call log = new Code.Call(Math.class, "log", List.of(product), Type.DOUBLE);
            return new Code.Assign(sum, new Code.Arithmetic('-', sum, log));
        }

        private static boolean multiplies(Step.Contribution step) {
            // A step without loops is one iteration of them, in a conditional; or it happens once, and nothing is won.
            return step.match(
                    factor -> !step.nest().ranges().isEmpty() && hasLog(factor.value(), false), array -> false);
        }

        private static boolean hasLog(Term term, boolean negative) {
            return switch (term.op()) {
                case ADD -> hasLog(term.argument(0), negative) || hasLog(term.argument(1), negative);
                case SUBTRACT -> hasLog(term.argument(0), negative) || hasLog(term.argument(1), !negative);
                case NEGATE -> hasLog(term.argument(0), !negative);
                case GIVEN -> hasLog(term.argument(0), negative);
                default -> negative && logOfOneToTwo(term);
            };
        }

        /** The term without the logarithms that are subtracted in it, whose arguments go to a list. */
        private Term withoutLogs(Term term, boolean negative, List<Term> logged) {
            return switch (term.op()) {
                case ADD ->
                    terms.add(
                            withoutLogs(term.argument(0), negative, logged),
                            withoutLogs(term.argument(1), negative, logged));
                case SUBTRACT ->
                    terms.subtract(
                            withoutLogs(term.argument(0), negative, logged),
                            withoutLogs(term.argument(1), !negative, logged));
                case NEGATE -> terms.negate(withoutLogs(term.argument(0), !negative, logged));
                case GIVEN -> hasLog(term, negative) ? withoutLogs(term.argument(0), negative, logged) : term;
                default -> {
                    if (negative && logOfOneToTwo(term)) {
                        logged.add(term.argument(0));
                        yield terms.number(0);
                    }
                    yield term;
                }
            };
        }

        private static boolean logOfOneToTwo(Term term) {
            if (term.op() != Term.Op.CALL || !term.call().equals(Calls.LOG)) {
                return false;
            }
            Term sum = term.argument(0);
            return sum.op() == Term.Op.ADD
                    && sum.argument(0).isNumber(1)
                    && sum.argument(1).op() == Term.Op.CALL
                    && sum.argument(1).call().equals(Calls.EXP_OF_NON_POSITIVE);
        }
    }

    /** The value of a factor at one iteration, its counters bound. */
    private Code.Expression factorHere(LoopWriter writer, Step.Contribution step) {
        return step.match(factor -> writer.value(factor.value()), array -> {
            gather(writer, array.call(), array.arguments());
            return called(writer, "callLogDensity", array);
        });
    }

    private static Code.Expression called(LoopWriter writer, String method, Step.ArrayFactor factor) {
        writer.add(new Code.Run(method, List.of(new Code.Whole(factor.call()))));
        return new Code.Element(Code.Field.doubles(ArrayCalls.result(factor.call())), ZERO);
    }

    /** Hands the bars of an array call's arguments on to what they were gathered from. */
    private void scatter(LoopWriter writer, int call, List<ArrayTerm> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            Code.Field bar = Code.Field.doubles(ArrayCalls.bar(call, i));
            ArrayTerm argument = arguments.get(i);
            if (argument.element().active() && program.smooth(call, i)) {
                overElements(
                        writer, argument, (flat, element) -> writer.contribute(element, new Code.Element(bar, flat)));
            }
        }
    }

    // Backwards

    private void backward() {
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
                method(own, List.of(), writer.finish(), "derivatives of " + step.comment());
                body.add(new Code.Run(own, List.of()));
            }
        }
        method("backward", List.of(), body, "From the derivatives of nodes to those of q.");
    }

    /**
     * The storage of the indicators in {@code b[k] = gamma[k] * beta[k]}, where b is the whole vector of a product: where
     * an indicator is zero, nobody asks for the derivative by b.
     */
    private Optional<Storage> indicators(Step.Multiply product) {
        List<Step.Compute> sources = new ArrayList<>();
        for (Program.Block block : program.blocks()) {
            for (Step step : block.steps()) {
                if (step instanceof Step.Compute c && c.target() == product.vector()) {
                    sources.add(c);
                }
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
                .filter(t -> t.op() == Term.Op.READ && variables.containsKey(t.storage()))
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
        gather(writer, step.call(), step.arguments());
        Code.Expression offset = writer.value(step.position());
        Code.Local k = writer.local("k", Type.INT);
        Code.Expression place = new Code.Arithmetic('+', offset, k);
        writer.add(new Code.Loop(
                k,
                ZERO,
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
        scatter(writer, step.call(), step.arguments());
    }

    // Conditionals

    private void findConditionals() {
        for (Program.Block block : program.blocks()) {
            for (Step step : block.steps()) {
                gradientWork += GRADIENT * Costs.iterations(step) * Costs.of(step);
            }
        }
        Set<Storage> followed = new HashSet<>();
        for (Map.Entry<Storage, Integer> entry : variables.entrySet()) {
            int number = entry.getValue();
            Conditional conditional = new Conditional(entry.getKey(), number);
            conditionals.add(conditional);
            try {
                conditional.find();
                local[number] = true;
                followed.add(entry.getKey());
            } catch (Touches.TooMany e) {
                conditional.giveUp();
            }
        }
        tallies = choices.tallies() ? Tallies.of(program, followed) : Tallies.none(program);
        for (Step.Contribution step : program.factors()) {
            Tallies.Parts parts = tallies.of(step);
            gradientWork += GRADIENT
                    * (parts == null ? Costs.iterations(step) * Costs.of(step) : parts.cost(Costs.iterations(step)));
        }
        // Conditionals that are full evaluations cost what those do.
        for (Conditional conditional : conditionals) {
            if (!local[conditional.number]) {
                sweepWork += gradientWork / GRADIENT * conditional.values * conditional.elements.size();
            }
        }
    }

    private void conditionals() {
        List<Code.Statement> weigh = new ArrayList<>();
        List<Code.Statement> update = new ArrayList<>();
        Code.Local variable = parameter("variable");
        Code.Local element = parameter("element");
        Code.Local low = parameter("low");
        Code.Local count = parameter("count");
        Code.Local out = new Code.Local("out", Type.DOUBLES);
        for (Conditional conditional : conditionals) {
            int number = conditional.number;
            conditional.write();
            Code.Test mine = new Code.Test("==", variable, new Code.Whole(number));
            if (local[number]) {
                weigh.add(new Code.When(
                        mine, List.of(new Code.Run("weigh" + number, List.of(element, low, count, out)))));
            }
            update.add(new Code.When(mine, List.of(new Code.Run("update" + number, List.of(element)))));
        }
        method("weigh", List.of(variable, element, low, count, out), weigh, "");
        method("update", List.of(variable, element), update, "");
        tallyMethods();
    }

    /** Methods that add up the tallies of a new cursor, and that follow the change of a site. */
    private void tallyMethods() {
        List<Code.Statement> all = new ArrayList<>();
        Code.Local variable = parameter("variable");
        Code.Local element = parameter("element");
        Code.Local sign = new Code.Local("sign", Type.DOUBLE);
        List<Code.Statement> one = new ArrayList<>();
        for (Step.Contribution step : program.factors()) {
            Tallies.Parts parts = tallies.of(step);
            if (parts != null) {
                String name = "tallyAll" + all.size();
                LoopWriter writer = new LoopWriter(terms, Set.of());
                step.nest().ranges().forEach(range -> writer.open(range, false));
                tallyHere(writer, parts, Map.of(), new Code.Real(1));
                step.nest().ranges().forEach(range -> writer.close());
                method(name, List.of(), writer.finish(), step.comment());
                all.add(new Code.Run(name, List.of()));
            }
        }
        for (Conditional conditional : conditionals) {
            List<Code.Statement> body = conditional.writeTallies(element, sign);
            if (!body.isEmpty()) {
                String name = "tally" + conditional.number;
                method(name, List.of(element, sign), body, "What is kept of one " + conditional.storage.name());
                one.add(new Code.When(
                        new Code.Test("==", variable, new Code.Whole(conditional.number)),
                        List.of(new Code.Run(name, List.of(element, sign)))));
            }
        }
        method("tallyAll", List.of(), all, "Numbers and sums that change with discrete unknowns alone.");
        method("tally", List.of(variable, element, sign), one, "");
    }

    private static Code.Expression floored(Code.Expression factor) {
        return floored(factor, FLOOR);
    }

    private static Code.Expression floored(Code.Expression factor, Code.Expression least) {
        return new Code.Call(CompiledCursor.class, "atLeast", List.of(factor, least), Type.DOUBLE);
    }

    /** The code of one discrete variable's conditionals. */
    private final class Conditional {
        /** What a visit costs beside the weights. */
        private static final double VISIT = 30;

        private static final double MOST_WEIGHED = 64;

        /** The terms of factors that share a loop: methods must not grow beyond what the virtual machine compiles. */
        private static final int LONGEST_TOGETHER = 60;

        private final Storage storage;
        private final int number;
        private final Touches touches;
        /** Where its sites stand. */
        private final IntList elements = new IntList();

        /** How many values of an element are weighed on a visit, on average; those of many values are walked. */
        private final double values;

        private final Map<Step, Integer> iterations = new HashMap<>();
        private final Map<Step.Computation, Step.Multiply> products = new HashMap<>();
        private final Set<Step> incremental = new HashSet<>();
        private final Map<Step.Computation, Touches.Table> computed = new LinkedHashMap<>();
        private final Map<Step.Contribution, Touches.Table> direct = new LinkedHashMap<>();
        private final Map<Step.Contribution, Touches.Table> indirect = new LinkedHashMap<>();

        Conditional(Storage storage, int number) {
            this.storage = storage;
            this.number = number;
            touches = new Touches(terms, storage);
            double weighed = 0;
            for (Program.Sites sites : program.sites()) {
                if (sites.storage() == storage) {
                    for (int i = 0; i < sites.positions().length; i++) {
                        double size = program.space().support(sites.first() + i).size();
                        weighed += size > MOST_WEIGHED ? 2 : size;
                        elements.add(sites.places()[i]);
                    }
                }
            }
            values = weighed / elements.size();
        }

        /** The number of iterations that its sites touch. */
        private long touched(Touches.Table table) {
            long count = 0;
            for (int i = 0; i < elements.size(); i++) {
                count += table.starts()[elements.get(i) + 1] - table.starts()[elements.get(i)];
            }
            return count;
        }

        void find() {
            for (Program.Block block : program.blocks()) {
                if (block.explicit() || block.recursive()) {
                    boolean touched = block.steps().stream().anyMatch(touches::touches);
                    if (touched) {
                        // A chain of nodes that need each other may change from any one to the end.
                        throw new Touches.TooMany();
                    }
                    continue;
                }
                for (Step.Computation step : block.steps()) {
                    if (touches.touches(step)) {
                        computed.put(step, touches.table(step));
                        iterations.put(step, touches.iterations());
                    }
                }
            }
            findIncremental();
            sweepWork += VISIT * elements.size();
            for (Step.Contribution step : program.factors()) {
                if (touches.touches(step)) {
                    boolean itself = touches.through(step).equals(Set.of(storage));
                    Touches.Table table = touches.table(step);
                    iterations.put(step, touches.iterations());
                    (itself ? direct : indirect).put(step, table);
                    sweepWork += values * Costs.of(step) * touched(table);
                }
            }
            for (Map.Entry<Step.Computation, Touches.Table> entry : computed.entrySet()) {
                sweepWork += values * Costs.of(entry.getKey()) * touched(entry.getValue());
            }
        }

        /**
         * Products whose vector is the only thing that changes: a change of one element of the vector adds a multiple of
         * one column to the linear predictor, instead of computing it anew. The steps that compute the rest of such a
         * predictor do not depend on the variable, else it is computed whole.
         */
        private void findIncremental() {
            for (Step.Computation step : computed.keySet()) {
                if (!(step instanceof Step.Multiply product)) {
                    continue;
                }
                List<Step.Computation> sources = computed.keySet().stream()
                        .filter(s -> s instanceof Step.Compute c && c.target() == product.vector())
                        .toList();
                boolean otherwise = computed.keySet().stream()
                        .filter(s -> !s.equals(product))
                        .anyMatch(s -> s.target() == product.target()
                                || (s instanceof Step.Multiply m && m.vector() == product.vector()));
                boolean covered = product.vectorFirst() == 0
                        && product.columns() == product.vector().size();
                if (sources.size() != 1 || otherwise || !covered) {
                    throw new Touches.TooMany();
                }
                products.put(sources.get(0), product);
                incremental.add(product);
            }
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
                            column(product, place),
                            new Code.Whole(product.rows()),
                            new Code.Arithmetic(
                                    '-', new Code.Element(source.target().field(), place), before),
                            product.target().field(),
                            new Code.Whole(product.first())),
                    Type.VOID)));
        }

        /** Full evaluations instead: everything is computed anew when an element changes. */
        void giveUp() {
            computed.clear();
            products.clear();
            incremental.clear();
            direct.clear();
            indirect.clear();
        }

        void write() {
            writeUpdate();
            if (!local[number]) {
                return;
            }
            Code.Local element = parameter("element");
            Code.Local low = parameter("low");
            Code.Local count = parameter("count");
            Code.Local out = new Code.Local("out", Type.DOUBLES);
            List<Code.Statement> body = new ArrayList<>();
            List<Code.Expression> all = List.of(element, low, count, out);
            List<Step.Contribution> alone = direct.keySet().stream()
                    .filter(step -> direct.get(step).single() && !whole(step, direct.get(step)))
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
                        plain.add(new Code.When(
                                new Code.Test("==", count, size), List.of(new Code.Run(own + "_all", all))));
                        plain.add(new Code.When(
                                new Code.Test("!=", count, size), List.of(new Code.Run(own + "_plain", all))));
                    } else {
                        plain.add(new Code.Run(own + "_plain", all));
                    }
                    body.add(new Code.When(new Code.Test("==", FLOOR, open), plain));
                    body.add(new Code.When(new Code.Test("!=", FLOOR, open), List.of(new Code.Run(own, all))));
                } else {
                    body.add(new Code.Run(own, all));
                }
            } while (end < alone.size());
            for (Map.Entry<Step.Contribution, Touches.Table> entry : direct.entrySet()) {
                if (!alone.contains(entry.getKey())) {
                    String own = "weigh" + number + "_" + next++;
                    writeDirect(own, entry.getKey(), entry.getValue());
                    body.add(where(entry.getValue(), element, new Code.Run(own, all)));
                }
            }
            if (!indirect.isEmpty()) {
                body.addAll(writeIndirect(element, low, count, out));
            }
            method(
                    "weigh" + number,
                    List.of(element, low, count, out),
                    body,
                    "Log weights of the values of one " + storage.name());
        }

        /**
         * A statement for those elements alone that touch a step: what does not change with the iterations stands before
         * them, and may not exist for the values of elements with another law.
         */
        private Code.Statement where(Touches.Table table, Code.Expression element, Code.Statement statement) {
            boolean always = true;
            for (int i = 0; i < elements.size(); i++) {
                always &= table.starts()[elements.get(i) + 1] > table.starts()[elements.get(i)];
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
            return common.size() > MOST_WEIGHED ? Optional.empty() : Optional.of(common);
        }

        /** The parameters of a method that weighs the values of an element, as locals and as counters of terms. */
        private final class Weighing {
            final Code.Local element = parameter("element");
            final Code.Local low = parameter("low");
            final Code.Local count = parameter("count");
            final Code.Local out = new Code.Local("out", Type.DOUBLES);
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
                                        term,
                                        t -> t.op() == Term.Op.READ && t.storage() == storage ? candidate : null)),
                        v);
            }

            void add(String name, List<Code.Statement> body, String comment) {
                method(name, List.of(element, low, count, out), body, comment);
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
                writer.add(new Code.Declare(least, FLOOR));
            }
            writer.open(weighing.values, false);
            Code.Expression sum = null;
            for (Step.Contribution step : steps) {
                Step.Contribution weighed = weighing.weighed(open(writer, step, direct.get(step), weighing.e));
                Code.Expression value = factorHere(writer, weighed);
                Code.Expression summand = floored ? floored(value, least) : value;
                sum = sum == null ? summand : new Code.Arithmetic('+', sum, summand);
            }
            Code.Expression place = writer.value(terms.binder(weighing.v));
            writer.add(
                    first
                            ? new Code.Store(weighing.out, place, sum == null ? new Code.Real(0) : sum)
                            : new Code.Accumulate(weighing.out, place, sum));
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
                    Step.Contribution here = open(writer, step, table, weighing.e);
                    writer.open(weighing.values, false);
                    Code.Expression weight = floored(factorHere(writer, weighing.weighed(here)));
                    writer.add(new Code.Accumulate(weighing.out, writer.value(terms.binder(weighing.v)), weight));
                    writer.close();
                    close(writer, step, table);
                } else {
                    writer.open(weighing.values, false);
                    Code.Local total = writer.local("total", Type.DOUBLE);
                    writer.add(new Code.Declare(total, new Code.Real(0)));
                    Step.Contribution here = open(writer, step, table, weighing.e);
                    Code.Expression weight = factorHere(writer, weighing.weighed(here));
                    writer.increase(total, product(whole.value()) ? weight : floored(weight));
                    close(writer, step, table);
                    writer.add(
                            new Code.Accumulate(weighing.out, writer.value(terms.binder(weighing.v)), floored(total)));
                    writer.close();
                }
                weighing.add(name, writer.finish(), step.comment());
                return;
            }
            LoopWriter writer = weighing.writer(Set.of(storage));
            Code.Local old = writer.local("old", Type.DOUBLE);
            writer.add(new Code.Declare(old, new Code.Element(storage.field(), weighing.element)));
            Step.Contribution here = open(writer, step, table, weighing.e);
            writer.open(weighing.values, false);
            writer.add(new Code.Store(storage.field(), weighing.element, writer.value(weighing.candidate)));
            writer.add(new Code.Accumulate(
                    weighing.out, writer.value(terms.binder(weighing.v)), floored(factorHere(writer, here))));
            writer.close();
            close(writer, step, table);
            List<Code.Statement> body = writer.finish();
            body.add(new Code.Store(storage.field(), weighing.element, old));
            weighing.add(name, body, step.comment());
        }

        /** Whether a term only adds and multiplies what it reads. */
        private static boolean plain(Term term) {
            return switch (term.op()) {
                case CALL, CHOICE, DIVIDE, SUM, GIVEN -> false;
                default -> term.arguments().stream().allMatch(Conditional::plain);
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

        /** Factors that depend on the variable through computed nodes: values outside, all nodes kept right. */
        private List<Code.Statement> writeIndirect(
                Code.Local element, Code.Local low, Code.Local count, Code.Local out) {
            Code.Local v = parameter("v");
            Code.Local old = new Code.Local("old", Type.DOUBLE);
            Code.Expression candidate = new Code.Converted(new Code.Arithmetic('+', low, v), Type.DOUBLE);
            List<Code.Statement> body = new ArrayList<>();
            body.add(new Code.Declare(old, new Code.Element(storage.field(), element)));
            Code.Expression last = new Code.Arithmetic('-', count, new Code.Whole(1));
            List<String> through = writeThrough("through" + number + "_", step -> step);
            Optional<Step.Compute> source = onlySource();
            if (source.isPresent()) {
                Step.Multiply product = products.get(source.get());
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
                        new Code.Accumulate(out, v, present));
                List<Code.Statement> other = new ArrayList<>();
                other.add(new Code.Run("shift" + number, List.of(element, new Code.Arithmetic('+', low, v))));
                throughShifted.forEach(name -> other.add(new Code.Run(name, List.of(element, v, out))));
                body.add(new Code.Loop(
                        v,
                        ZERO,
                        last,
                        false,
                        List.of(
                                new Code.When(new Code.Test("==", candidate, old), same),
                                new Code.When(new Code.Test("!=", candidate, old), other))));
                return body;
            }
            List<Code.Statement> weigh = new ArrayList<>();
            through.forEach(name -> weigh.add(new Code.Run(name, List.of(element, v, out))));
            List<Code.Statement> other = new ArrayList<>();
            other.add(new Code.Store(storage.field(), element, candidate));
            other.add(new Code.Run("update" + number, List.of(element)));
            other.addAll(weigh);
            // The present value comes first: its nodes are right as they are.
            body.add(new Code.Loop(
                    v, ZERO, last, false, List.of(new Code.When(new Code.Test("==", candidate, old), weigh))));
            body.add(new Code.Loop(
                    v, ZERO, last, false, List.of(new Code.When(new Code.Test("!=", candidate, old), other))));
            body.add(new Code.Store(storage.field(), element, old));
            body.add(new Code.Run("update" + number, List.of(element)));
            return body;
        }

        /** Methods that add the indirect factors, changed in some way, to the weight of one value. */
        private List<String> writeThrough(String prefix, UnaryOperator<Step.Contribution> change) {
            List<String> names = new ArrayList<>();
            for (Map.Entry<Step.Contribution, Touches.Table> entry : indirect.entrySet()) {
                String own = prefix + names.size();
                Code.Local e = parameter("element");
                Code.Local place = parameter("v");
                Code.Local results = new Code.Local("out", Type.DOUBLES);
                Binder binder = new Binder("element");
                LoopWriter writer = new LoopWriter(terms, Set.of());
                writer.bind(binder, e);
                Total total = new Total(writer, entry.getKey());
                Step.Contribution here = open(writer, entry.getKey(), entry.getValue(), binder);
                total.add(change.apply(here), true);
                close(writer, entry.getKey(), entry.getValue());
                total.finish();
                List<Code.Statement> body = writer.finish();
                body.add(new Code.Accumulate(results, place, floored(total.sum)));
                method(own, List.of(e, place, results), body, entry.getKey().comment());
                names.add(own);
            }
            return names;
        }

        /**
         * The step that computes the only vector that depends on the variable, if all it does is to enter one linear
         * predictor, of which every indirect factor reads all: a change of value then shifts the predictor by a column.
         */
        private Optional<Step.Compute> onlySource() {
            if (products.size() != 1 || computed.size() != 2) {
                return Optional.empty();
            }
            Map.Entry<Step.Computation, Step.Multiply> entry =
                    products.entrySet().iterator().next();
            Step.Multiply product = entry.getValue();
            boolean all = computed.get(entry.getKey()).single()
                    && product.first() == 0
                    && product.rows() == product.target().size()
                    && ((Step.Compute) entry.getKey())
                            .value().reads().stream().noneMatch(read -> read.storage() == product.target());
            for (Map.Entry<Step.Contribution, Touches.Table> factor : indirect.entrySet()) {
                all &= factor.getKey() instanceof Step.Factor
                        && whole(factor.getKey(), factor.getValue())
                        && touches.through(factor.getKey()).equals(Set.of(product.target()));
            }
            return all ? Optional.of((Step.Compute) entry.getKey()) : Optional.empty();
        }

        /** A method that writes the linear predictor as it is with another value of an element to other storage. */
        private void writeShift(Step.Compute source, Step.Multiply product, Storage shifted) {
            Code.Local element = parameter("element");
            Code.Local value = parameter("value");
            Binder e = new Binder("element");
            Binder candidate = new Binder("value");
            LoopWriter writer = new LoopWriter(terms, Set.of());
            writer.bind(e, element);
            writer.bind(candidate, value);
            Step.Compute here = (Step.Compute) open(writer, source, computed.get(source), e);
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
            close(writer, source, computed.get(source));
            method(
                    "shift" + number,
                    List.of(element, value),
                    writer.finish(),
                    "The linear predictor with another value of one " + storage.name());
        }

        private static Code.Expression column(Step.Multiply product, Code.Expression place) {
            return new Code.Arithmetic(
                    '+',
                    new Code.Whole(product.offset()),
                    new Code.Arithmetic(
                            '*',
                            new Code.Arithmetic('-', place, new Code.Whole(product.vectorFirst())),
                            new Code.Whole(product.stride())));
        }

        /** Adds the iterations that an element touches to the tallies, times sign. */
        List<Code.Statement> writeTallies(Code.Local element, Code.Local sign) {
            List<Code.Statement> body = new ArrayList<>();
            Map<Step.Contribution, Touches.Table> touched = new LinkedHashMap<>(direct);
            touched.putAll(indirect);
            for (Map.Entry<Step.Contribution, Touches.Table> entry : touched.entrySet()) {
                Tallies.Parts parts = tallies.of(entry.getKey());
                if (parts == null) {
                    continue;
                }
                String own = "tally" + number + "_" + body.size();
                Code.Local e = parameter("element");
                Code.Local s = new Code.Local("sign", Type.DOUBLE);
                Binder binder = new Binder("element");
                LoopWriter writer = new LoopWriter(terms, Set.of());
                writer.bind(binder, e);
                Map<Term, Term> exchanged = new HashMap<>();
                openIterations(writer, entry.getKey(), entry.getValue(), binder)
                        .forEach((counter, term) -> exchanged.put(terms.binder(counter), term));
                tallyHere(writer, parts, exchanged, s);
                close(writer, entry.getKey(), entry.getValue());
                method(own, List.of(e, s), writer.finish(), entry.getKey().comment());
                body.add(new Code.Run(own, List.of(element, sign)));
            }
            return body;
        }

        private void writeUpdate() {
            Code.Local element = parameter("element");
            List<Code.Statement> body = new ArrayList<>();
            if (!local[number]) {
                body.add(new Code.Run("forward", List.of()));
            }
            int next = 0;
            for (Map.Entry<Step.Computation, Touches.Table> entry : computed.entrySet()) {
                if (incremental.contains(entry.getKey())) {
                    continue;
                }
                String own = "update" + number + "_" + next++;
                Code.Local e = parameter("element");
                Binder binder = new Binder("element");
                LoopWriter writer = new LoopWriter(terms, Set.of());
                writer.bind(binder, e);
                Step.Computation here = open(writer, entry.getKey(), entry.getValue(), binder);
                if (products.containsKey(entry.getKey())) {
                    shift(writer, (Step.Compute) here, products.get(entry.getKey()));
                } else {
                    computeHere(writer, here);
                }
                close(writer, entry.getKey(), entry.getValue());
                method(own, List.of(e), writer.finish(), entry.getKey().comment());
                body.add(new Code.Run(own, List.of(element)));
            }
            method("update" + number, List.of(element), body, "Nodes that depend on one " + storage.name());
        }

        /** Opens a loop over the iterations of a step that an element touches; the step with its counters put in. */
        private Step.Computation open(LoopWriter writer, Step.Computation step, Touches.Table table, Binder element) {
            Map<Binder, Term> counters = openIterations(writer, step, table, element);
            return counters.isEmpty() ? step : step.in(Nest.NONE).map(replacing(counters));
        }

        private Step.Contribution open(LoopWriter writer, Step.Contribution step, Touches.Table table, Binder element) {
            Map<Binder, Term> counters = openIterations(writer, step, table, element);
            return counters.isEmpty() ? step : step.in(Nest.NONE).map(replacing(counters));
        }

        private UnaryOperator<Term> replacing(Map<Binder, Term> counters) {
            return term -> terms.replace(term, t -> t.op() == Term.Op.BINDER ? counters.get(t.binder()) : null);
        }

        /** The same, with what the counters of the step are; nothing if they are themselves. */
        private Map<Binder, Term> openIterations(LoopWriter writer, Step step, Touches.Table table, Binder element) {
            Term e = terms.binder(element);
            Term place;
            if (whole(step, table)) {
                step.nest().ranges().forEach(range -> writer.open(range, false));
                return Map.of();
            }
            if (table.single()) {
                place = e;
            } else {
                Storage starts = program.table(storage.name() + "_starts", table.starts());
                Binder p = new Binder("p");
                writer.open(
                        new Nest.Range(
                                p,
                                terms.read(starts, e),
                                terms.subtract(terms.read(starts, terms.add(e, terms.whole(1))), terms.whole(1))),
                        false);
                place = terms.binder(p);
            }
            Map<Binder, Term> counters = new HashMap<>();
            int depth = table.depth();
            Term[] columns = new Term[depth];
            Storage iterations = null;
            for (int level = 0; level < depth; level++) {
                Integer shift = table.single() ? shift(table, level) : null;
                if (shift != null) {
                    columns[level] = terms.add(e, terms.whole(shift));
                } else {
                    if (iterations == null) {
                        iterations = program.table(storage.name() + "_where", table.counters());
                    }
                    columns[level] = terms.read(
                            iterations, terms.add(terms.multiply(place, terms.whole(depth)), terms.whole(level)));
                }
                counters.put(step.nest().ranges().get(level).counter(), columns[level]);
            }
            return counters;
        }

        /** The constant difference between counter and element, null if it is not constant. */
        private Integer shift(Touches.Table table, int level) {
            int[] counters = table.counters();
            int depth = table.depth();
            int shift = counters[level];
            for (int e = 0; e < storage.size(); e++) {
                if (counters[e * depth + level] - e != shift) {
                    return null;
                }
            }
            return shift;
        }

        /** Whether every element touches every iteration: then the step's own loops serve. */
        private boolean whole(Step step, Touches.Table table) {
            return !step.nest().ranges().isEmpty()
                    && table.starts()[storage.size()] == (long) iterations.get(step) * storage.size();
        }

        private void close(LoopWriter writer, Step step, Touches.Table table) {
            if (whole(step, table)) {
                step.nest().ranges().forEach(range -> writer.close());
            } else if (!table.single()) {
                writer.close();
            }
        }
    }
}
