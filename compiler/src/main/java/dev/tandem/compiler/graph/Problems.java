package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.OutOfRangeException;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Declaration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The problems found in a model's text while it is bound to data, each with where it happens and what is known. */
final class Problems {
    private static final int MOST_PROBLEMS = 20;
    /** A range whose end was meant to be less by one: {@code 1:k-1}. */
    private static final Pattern SHIFTED = Pattern.compile("(?<first>[^:()]+):\\s*(?<last>[^:()]+-[^:()]+)");

    private final Model model;
    private final DataSet data;
    private final Map<String, Symbol> symbols;
    private final Instances instances;
    private final List<SourceProblem> problems = new ArrayList<>();

    Problems(Model model, DataSet data, Map<String, Symbol> symbols, Instances instances) {
        this.model = model;
        this.data = data;
        this.symbols = symbols;
        this.instances = instances;
    }

    boolean none() {
        return problems.isEmpty();
    }

    /** Whether there are so many that no more are wanted. */
    boolean full() {
        return problems.size() >= MOST_PROBLEMS;
    }

    void add(EvaluationException e) {
        add(e.span(), e.getMessage(), e.hint());
    }

    void add(SourceSpan span, String message, String hint) {
        if (!full()) {
            SourceProblem problem = model.source().problem(span, message, hint);
            if (problems.stream().noneMatch(p -> p.line() == problem.line() && p.column() == problem.column())) {
                problems.add(problem);
            }
        }
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new SourceException(problems.stream()
                    .sorted(Comparator.comparingInt(SourceProblem::line).thenComparingInt(SourceProblem::column))
                    .toList());
        }
    }

    /** Runs something that may fail with a problem of the model's text. */
    <T> T reporting(Supplier<T> work) {
        try {
            return work.get();
        } catch (EvaluationException e) {
            throw new SourceException(List.of(model.source().problem(e.span(), e.getMessage(), e.hint())));
        }
    }

    /** With a hint that says where it happens and what is known of the variable, if an index is out of range. */
    EvaluationException located(EvaluationException e) {
        if (!(e instanceof OutOfRangeException range)) {
            return e;
        }
        Symbol symbol = symbols.get(range.variable());
        return new EvaluationException(e.span(), e.getMessage(), iteration() + origin(symbol) + mistake(range, symbol));
    }

    /** What people who come from other programs often mean by an index that is outside. */
    private String mistake(OutOfRangeException range, Symbol symbol) {
        if (range.index() <= 0) {
            String written = model.source()
                    .text()
                    .substring(range.span().start(), range.span().end());
            Matcher shifted = SHIFTED.matcher(written);
            if (shifted.matches()) {
                return ". A colon binds more tightly than a minus, as in R: write " + shifted.group("first") + ":("
                        + shifted.group("last") + ")";
            }
        }
        if (range.index() == 0) {
            return ". Indices begin at 1 here: add 1 to numbers that count from 0";
        }
        int[] dims = symbol.shaped() ? symbol.dims() : new int[0];
        if (symbol.given() && dims.length == 2 && range.index() > 0 && range.index() <= dims[1 - range.dimension()]) {
            return ". It has " + dims[0] + (dims[0] == 1 ? " row" : " rows") + " and " + dims[1]
                    + (dims[1] == 1 ? " column" : " columns")
                    + ": are they the wrong way round? R fills a matrix by columns; JSON lists it row by row";
        }
        return "";
    }

    /** The iteration at which something was found: {@code at i = 3, t = 2: }. */
    String iteration() {
        StringBuilder text = new StringBuilder();
        for (int level = 0; level < instances.loopNames().size(); level++) {
            text.append(level == 0 ? "at " : ", ")
                    .append(instances.loopNames().get(level))
                    .append(" = ")
                    .append(instances.counters()[level]);
        }
        return text.isEmpty() ? "" : text.append(": ").toString();
    }

    /** Where a variable and its size come from, in words. */
    String origin(Symbol symbol) {
        String name = symbol.name();
        if (symbol.given()) {
            return Definitions.in(model.data(), name)
                    .map(relation -> "the data block computes " + name + " at " + relation.span())
                    .orElseGet(() -> name + " was given "
                            + (data.origin(name).inProgram()
                                    ? "in the " + data.origin(name)
                                    : "at " + data.origin(name)));
        }
        for (Declaration declaration : model.declarations()) {
            if (declaration.name().text().equals(name)) {
                return name + " is declared at " + declaration.span();
            }
        }
        return Definitions.in(model.statements(), name)
                .map(relation -> name + " is defined at " + relation.span())
                .orElse("");
    }
}
