package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.program.ArrayTerm;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Calls of array functions and densities: what they are called with is gathered, and their derivatives are handed on. */
final class CallWriter {
    private final Program program;
    private final Terms terms;
    private final ArrayCalls.Plan[] calls;

    CallWriter(Program program) {
        this.program = program;
        terms = program.terms();
        calls = new ArrayCalls.Plan[program.calls().size()];
        plan();
    }

    List<ArrayCalls.Plan> plans() {
        return Arrays.asList(calls);
    }

    private void plan() {
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

    /** Copies the arguments of an array call into its scratch arrays. */
    void gather(LoopWriter writer, int call, List<ArrayTerm> arguments) {
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

    /** Hands the bars of an array call's arguments on to what they were gathered from. */
    void scatter(LoopWriter writer, int call, List<ArrayTerm> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            Code.Field bar = Code.Field.doubles(ArrayCalls.bar(call, i));
            ArrayTerm argument = arguments.get(i);
            if (argument.element().active() && program.smooth(call, i)) {
                overElements(
                        writer, argument, (flat, element) -> writer.contribute(element, new Code.Element(bar, flat)));
            }
        }
    }

    /** The result of a call of a distribution of arrays. */
    static Code.Expression called(LoopWriter writer, String method, Step.ArrayFactor factor) {
        writer.add(new Code.Run(method, List.of(new Code.Whole(factor.call()))));
        return new Code.Element(Code.Field.doubles(ArrayCalls.result(factor.call())), ModelClass.ZERO);
    }
}
