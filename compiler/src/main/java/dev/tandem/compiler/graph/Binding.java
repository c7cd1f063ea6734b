package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every variable its shape and every element its definition, in as many rounds as it takes: a loop may run to a
 * number that another statement computes from the data.
 */
final class Binding {
    private final Model model;
    private final DataSet data;
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private final Evaluator evaluator = new Evaluator();
    private final Instances instances = new Instances(symbols, evaluator);
    private final ZeroProducts zeroProducts;
    private final Problems problems;
    private List<UnknownIndices.Use> unknownIndices = List.of();

    Binding(Model model, DataSet data) {
        this.model = model;
        this.data = data;
        zeroProducts = new ZeroProducts(model, data);
        problems = new Problems(model, data, symbols, instances);
    }

    Model model() {
        return model;
    }

    DataSet data() {
        return data;
    }

    Map<String, Symbol> symbols() {
        return symbols;
    }

    List<Rule> rules() {
        return rules;
    }

    Evaluator evaluator() {
        return evaluator;
    }

    Instances instances() {
        return instances;
    }

    Problems problems() {
        return problems;
    }

    /** The reads with an index that is not known before sampling. */
    List<UnknownIndices.Use> unknownIndices() {
        return unknownIndices;
    }

    void bind() {
        data.arrays().forEach((name, array) -> symbol(name).give(array.dims(), array.toArray()));
        declare();
        collect(model.statements(), new ArrayList<>());
        for (Rule rule : rules) {
            symbol(rule.targetName());
        }
        Resolution resolution = new Resolution(this);
        resolution.run();
        problems.throwIfAny();
        new Defining(this).run();
        problems.throwIfAny();
        unknownIndices = new ReadCheck(this, resolution).run();
        problems.throwIfAny();
    }

    private Symbol symbol(String name) {
        return symbols.computeIfAbsent(name, Symbol::new);
    }

    private void declare() {
        for (Declaration declaration : model.declarations()) {
            Symbol symbol = symbol(declaration.name().text());
            int[] dims = new int[Math.max(1, declaration.dimensions().size())];
            Arrays.fill(dims, 1);
            try {
                for (int d = 0; d < declaration.dimensions().size(); d++) {
                    Expression extent = declaration.dimensions().get(d);
                    dims[d] = evaluator.integer(extent, instances);
                    if (dims[d] < 1) {
                        problems.add(
                                extent.span(),
                                "an extent must be at least 1, not " + dims[d],
                                "is it computed from the right number?");
                        dims[d] = 1;
                    }
                }
            } catch (EvaluationException e) {
                problems.add(e);
                continue;
            }
            if (!symbol.shaped()) {
                if (checkSize(declaration.span(), symbol.name(), dims)) {
                    symbol.shape(dims);
                }
            } else if (!Arrays.equals(symbol.dims(), dims)) {
                problems.add(
                        declaration.span(),
                        symbol.name() + " is declared with dimensions " + by(dims) + ", but the data have "
                                + by(symbol.dims()),
                        problems.origin(symbol));
            }
        }
        problems.throwIfAny();
    }

    boolean checkSize(SourceSpan span, String name, int[] dims) {
        double size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        if (size > Instances.MOST) {
            problems.add(
                    span,
                    name + " would have " + by(dims) + " elements, which do not fit into memory",
                    "is an index or the end of a loop wrong?");
            return false;
        }
        return true;
    }

    private static String by(int[] dims) {
        StringBuilder text = new StringBuilder();
        for (int dim : dims) {
            text.append(text.isEmpty() ? "" : " by ").append(dim);
        }
        return text.toString();
    }

    private void collect(List<Statement> statements, List<Statement.Loop> loops) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                loops.add(loop);
                collect(loop.body(), loops);
                loops.remove(loops.size() - 1);
            } else if (statement instanceof Statement.Relation written) {
                Statement.Relation relation = zeroProducts.without(written, loops);
                List<Statement> chain =
                        computedBesides(relation) ? List.of(relation) : ChainsOfBinomials.of(relation, data);
                if (chain.size() > 1) {
                    collect(chain, loops);
                } else {
                    for (RaggedLoops.Split sized : RaggedLoops.of(relation, loops, instances, evaluator)) {
                        for (RaggedLoops.Split split : PartMultinomials.of(sized, data, instances, evaluator)) {
                            rules.add(new Rule(rules.size(), split.relation(), split.loops()));
                        }
                    }
                }
            }
        }
    }

    /** Whether other statements compute the same variable: in the files of BUGS, data that are transformed. */
    private boolean computedBesides(Statement.Relation relation) {
        return model.dialect() == Dialect.OPENBUGS
                && relation instanceof Statement.Stochastic
                && Definitions.computed(
                        model.statements(), relation.target().name().text());
    }
}
