package dev.tandem.compiler.simulate;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Group;
import dev.tandem.compiler.graph.Links;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Frame;
import dev.tandem.compiler.values.Law;
import dev.tandem.compiler.values.Selection;
import dev.tandem.compiler.values.Value;
import dev.tandem.compiler.values.Variable;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the nodes of a model in an order in which each follows its parents, with the reference evaluator. It holds one
 * value of every element, the latest, and belongs to one thread.
 */
public final class Simulator {
    /** One iteration of a rule: what it draws or computes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Node(Rule rule, int[] counters, Symbol symbol, int[] positions, int[] dims, boolean observed) {
        /** Where something was observed, or where nothing was: a node of several elements may be observed in part. */
        int[] positions(boolean known) {
            return Arrays.stream(positions)
                    .filter(position -> symbol.known(position) == known)
                    .toArray();
        }
    }

    private final Graph graph;
    private final Evaluator evaluator = new Evaluator();
    private final Frame frame = new Frame();
    private final Map<Symbol, double[]> values = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private double observedDensity;
    private double[] observedDensities = {};

    private Simulator(Graph graph) {
        this.graph = graph;
        for (Symbol symbol : graph.symbols()) {
            double[] own = symbol.values().clone();
            values.put(symbol, own);
            frame.define(symbol.name(), Variable.of(symbol.dims(), own));
        }
        for (Group group : graph.order()) {
            if (group.explicit()) {
                for (int step = 0; step < group.order().size(); step++) {
                    add(
                            group.rules().get(group.order().get(step)),
                            group.counters().get(step));
                }
            } else {
                Rule rule = group.rules().get(0);
                graph.forEach(rule, (counters, scope) -> add(rule, counters.clone()));
            }
        }
    }

    /**
     * A simulator that has drawn nothing yet: known elements have their values, the others none.
     *
     * @throws SourceException if an index on the left has no value
     */
    public static Simulator of(Graph graph) {
        try {
            return new Simulator(graph);
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        }
    }

    private void add(Rule rule, int[] counters) {
        Symbol symbol = graph.symbol(rule.targetName());
        if (!rule.stochastic() && rule.constant() && (symbol.given() || rule.data())) {
            // A transformation of the data, which the model then describes by another statement.
            return;
        }
        count(rule, counters);
        Selection selection = evaluator.select(rule.target(), frame, symbol.dims());
        int[] positions = selection.positions(symbol.dims());
        boolean observed = rule.stochastic() && Arrays.stream(positions).anyMatch(symbol::known);
        nodes.add(new Node(rule, counters, symbol, positions, selection.dims(), observed));
        close(rule);
    }

    /** The nodes in their order. */
    List<Node> nodes() {
        return nodes;
    }

    /** The variable that a reference reads. */
    Symbol symbol(Expression.Reference reference) {
        return graph.symbol(reference.name().text());
    }

    /** The positions that a reference of a node selects at present; empty where an index has no value yet. */
    Optional<int[]> positions(Node node, Expression.Reference reference) {
        int[] dims = graph.symbol(reference.name().text()).dims();
        count(node.rule(), node.counters());
        try {
            return Optional.of(evaluator.select(reference, frame, dims).positions(dims));
        } catch (EvaluationException e) {
            return Optional.empty();
        } finally {
            close(node.rule());
        }
    }

    /** What a node is given its parents: drawn, or computed. */
    Value next(Node node, UniformRandomProvider rng) {
        count(node.rule(), node.counters());
        try {
            return value(node, rng);
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        } finally {
            close(node.rule());
        }
    }

    /** The log density of a node that has a distribution, at its present value given its parents. */
    double logDensity(Node node) {
        count(node.rule(), node.counters());
        try {
            return Law.of((Statement.Stochastic) node.rule().relation(), evaluator, frame)
                    .logDensity(present(node));
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        } finally {
            close(node.rule());
        }
    }

    /** The present parameters of a node that has a distribution. */
    List<Value> parameters(Node node) {
        count(node.rule(), node.counters());
        try {
            return Law.of((Statement.Stochastic) node.rule().relation(), evaluator, frame)
                    .parameters();
        } catch (EvaluationException e) {
            return List.of();
        } finally {
            close(node.rule());
        }
    }

    /** Draws the elements of a node that were not observed, of one that was observed in part. */
    void complete(Node node, UniformRandomProvider rng) {
        int[] open = node.positions(false);
        if (open.length > 0) {
            double[] own = values.get(node.symbol());
            double[] known = own.clone();
            put(node, next(node, rng));
            for (int position : node.positions(true)) {
                own[position] = known[position];
            }
        }
    }

    /** Forgets what a node is. */
    void clear(Node node) {
        forget(node);
    }

    private void count(Rule rule, int[] counters) {
        for (int level = 0; level < counters.length; level++) {
            frame.count(rule.loops().get(level).counter().text(), counters[level]);
        }
    }

    private void close(Rule rule) {
        rule.loops().forEach(loop -> frame.close(loop.counter().text()));
    }

    /** Every element that the model defines, observed or not. */
    public Elements defined() {
        return elements(true, true, true).only(name -> !OwnDensities.isMade(name));
    }

    /** Some elements of nodes that have a distribution; where it gives none of a node, none. */
    Elements chosen(Function<Node, int[]> choice) {
        Elements.Builder builder = new Elements.Builder();
        for (Node node : nodes) {
            if (node.rule().relation() instanceof Statement.Stochastic stochastic) {
                int[] positions = choice.apply(node);
                if (positions.length > 0) {
                    builder.add(
                            node.symbol(),
                            positions,
                            stochastic.distribution().distribution().discreteValued());
                }
            }
        }
        return builder.build();
    }

    /** The elements that were observed; a density that the text defines says nothing of new data. */
    public Elements observed() {
        return elements(false, true, false).only(name -> !OwnDensities.isMade(name));
    }

    /** The elements that have a distribution and were not observed. */
    public Elements unknown() {
        return elements(false, false, true);
    }

    private Elements elements(boolean computed, boolean observed, boolean unknown) {
        Elements.Builder builder = new Elements.Builder();
        for (Node node : nodes) {
            if (node.rule().relation() instanceof Statement.Stochastic stochastic) {
                boolean discrete = stochastic.distribution().distribution().discreteValued();
                if (observed && node.observed()) {
                    builder.add(node.symbol(), node.positions(true), discrete);
                }
                int[] open = unknown ? node.positions(false) : new int[0];
                if (open.length > 0) {
                    builder.add(node.symbol(), open, discrete);
                }
            } else if (computed) {
                builder.add(node.symbol(), node.positions(), false);
            }
        }
        return builder.build();
    }

    /**
     * Draws every node, observed ones too: a draw from the prior and data given it.
     *
     * @throws SourceException if a node has parents for which it has no distribution
     */
    public void drawAll(UniformRandomProvider rng) {
        // So that a node which is read before its turn is an error, and not the value of the last draw.
        for (Node node : nodes) {
            forget(node);
        }
        run(rng, false);
    }

    /**
     * Draws the observed nodes anew, given what the unknown ones are at present; computed nodes follow. An observed
     * node with observed parents is drawn given their new values, so that all together are one new set of data.
     *
     * @throws SourceException if a node has parents for which it has no distribution
     */
    public void drawObserved(UniformRandomProvider rng) {
        for (Node node : nodes) {
            if (node.observed() || !node.rule().stochastic()) {
                forget(node);
            }
        }
        run(rng, true);
    }

    private void forget(Node node) {
        double[] own = values.get(node.symbol());
        for (int position : node.positions()) {
            own[position] = Double.NaN;
        }
    }

    private void run(UniformRandomProvider rng, boolean keepUnknown) {
        try {
            for (Node node : nodes) {
                if (!(keepUnknown && node.rule().stochastic() && !node.observed())) {
                    count(node.rule(), node.counters());
                    put(node, value(node, rng));
                    close(node.rule());
                }
            }
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        }
    }

    private Value value(Node node, UniformRandomProvider rng) {
        if (node.rule().relation() instanceof Statement.Stochastic stochastic) {
            return Law.of(stochastic, evaluator, frame).sample(rng, node.dims());
        }
        return computed(node);
    }

    private Value computed(Node node) {
        Statement.Deterministic relation = (Statement.Deterministic) node.rule().relation();
        Value value = evaluator.evaluate(relation.value(), frame);
        double[] linked = value.toArray();
        Arrays.setAll(linked, i -> Links.inverse(relation.link(), linked[i]));
        return Value.of(value.dims(), linked);
    }

    void put(Node node, Value value) {
        double[] own = values.get(node.symbol());
        int[] positions = node.positions();
        if (value.size() != positions.length && value.size() != 1) {
            throw new EvaluationException(
                    node.rule().target().span(),
                    "the left side has " + positions.length + " elements, the right side is " + value.describe(),
                    "");
        }
        for (int i = 0; i < positions.length; i++) {
            own[positions[i]] = value.get(value.size() == 1 ? 0 : i);
        }
    }

    /**
     * The log density of all nodes at their present values, observed ones included, after computing what depends on
     * them; no constant is dropped. What the compiled density is held against.
     *
     * @throws SourceException if a node has no value or no law
     */
    public double logDensity() {
        double sum = 0;
        observedDensity = 0;
        observedDensities =
                new double[(int) nodes.stream().filter(Node::observed).count()];
        int next = 0;
        try {
            for (Node node : nodes) {
                count(node.rule(), node.counters());
                if (node.rule().relation() instanceof Statement.Stochastic stochastic) {
                    double own = Law.of(stochastic, evaluator, frame).logDensity(present(node));
                    sum += own;
                    if (node.observed()) {
                        observedDensity += own;
                        observedDensities[next++] = own;
                    }
                } else {
                    put(node, computed(node));
                }
                close(node.rule());
            }
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        }
        return sum;
    }

    /** The part of the last {@link #logDensity} that the observed nodes have: the log likelihood. */
    public double logLikelihood() {
        return observedDensity;
    }

    /** The parts of the last {@link #logDensity} that the observed nodes have, one by one: the first element of each. */
    public Map<String, Double> logLikelihoods() {
        Map<String, Double> all = new LinkedHashMap<>();
        int next = 0;
        for (Node node : nodes) {
            if (node.observed()) {
                all.put(node.symbol().element(node.positions()[0]), observedDensities[next++]);
            }
        }
        return all;
    }

    /**
     * The divergence of the laws of the observed nodes here from those in another simulator of the same graph, estimated
     * from a draw of each: what its log density is here, less what it is there. Computed nodes must be up to date in both.
     *
     * @throws SourceException if a node has no law
     */
    public double divergence(Simulator other, UniformRandomProvider rng) {
        double sum = 0;
        try {
            for (Node node : nodes) {
                if (node.observed() && node.rule().relation() instanceof Statement.Stochastic stochastic) {
                    count(node.rule(), node.counters());
                    other.count(node.rule(), node.counters());
                    Law here = Law.of(stochastic, evaluator, frame);
                    Law there = Law.of(stochastic, other.evaluator, other.frame);
                    Value drawn = here.sample(rng, node.dims());
                    sum += here.logDensity(drawn) - there.logDensity(drawn);
                    close(node.rule());
                    other.close(node.rule());
                }
            }
        } catch (EvaluationException e) {
            throw new SourceException(List.of(e.in(graph.model().source())));
        }
        return sum;
    }

    private Value present(Node node) {
        double[] own = values.get(node.symbol());
        double[] selected =
                Arrays.stream(node.positions()).mapToDouble(p -> own[p]).toArray();
        return selected.length == 1 ? Value.scalar(selected[0]) : Value.of(node.dims(), selected);
    }

    /** Writes the present values of some elements to {@code row}. */
    public void copy(Elements elements, double[] row) {
        int next = 0;
        for (Elements.Part part : elements.parts()) {
            double[] own = values.get(part.symbol());
            for (int position : part.positions()) {
                row[next++] = own[position];
            }
        }
    }

    /** Gives some elements the values in {@code row}. */
    public void assign(Elements elements, double[] row) {
        int next = 0;
        for (Elements.Part part : elements.parts()) {
            double[] own = values.get(part.symbol());
            for (int position : part.positions()) {
                own[position] = row[next++];
            }
        }
    }

    /**
     * The data of the model with the present values of the observed nodes in their places; what was missing stays so,
     * and so does what the model does not describe.
     */
    public DataSet data() {
        Map<String, DataArray> arrays = new LinkedHashMap<>(graph.data().arrays());
        for (Elements.Part part : elements(false, true, false).parts()) {
            DataArray given = arrays.get(part.symbol().name());
            if (given == null) {
                throw new IllegalStateException(
                        OwnDensities.isMade(part.symbol().name())
                                ? "a distribution that the text defines by its density cannot be drawn from"
                                : part.symbol().name()
                                        + " is computed from data, so data cannot be simulated through it");
            }
            double[] simulated = given.toArray();
            for (int position : part.positions()) {
                simulated[position] = values.get(part.symbol())[position];
            }
            arrays.put(part.symbol().name(), DataArray.of(given.dims(), simulated));
        }
        return DataSet.of(arrays);
    }

    /** A copy of the present values of a variable, data included; NaN where there is none. */
    public double[] values(String name) {
        return values.get(graph.symbol(name)).clone();
    }
}
