package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.language.OwnDensities;
import java.util.ArrayList;
import java.util.List;

/**
 * Minus twice the log density of the observed nodes given their parents, discrete unknowns included, as JAGS has it. It is
 * computed for reports alone.
 */
public final class Deviance {
    private final Graph graph;
    private final Draft draft;
    private final List<Step.Contribution> factors;

    /** Before discrete unknowns are summed out, which takes factors away. */
    public Deviance(Draft draft) {
        this.draft = draft;
        graph = draft.graph;
        factors = List.copyOf(draft.factors);
    }

    /** Whether it is asked for, and no variable of the model. */
    public static boolean wanted(Graph graph, Monitor monitor) {
        // Of a model in which all is known it is what there is to tell.
        boolean alone = monitor.isDefault()
                && !graph.hasUnknowns()
                && graph.rules().stream().anyMatch(rule -> rule.stochastic() && rule.instances() > 0);
        return (alone || monitor.names(Monitor.DEVIANCE))
                && graph.symbols().stream().noneMatch(symbol -> symbol.name().equals(Monitor.DEVIANCE));
    }

    public void report(Space.Builder space) {
        Terms terms = draft.terms;
        NodeNumbers nodes = new NodeNumbers(graph, "");
        Storage table = draft.storages.variable("log_densities", nodes.size());
        List<Step.Computation> steps = new ArrayList<>();
        boolean discrete = false;
        IntList observed = new IntList();
        for (Step.Contribution factor : factors) {
            Program.Node node = draft.nodes.get(factor);
            if (node != null && OwnDensities.isData(node.symbol().name()) && hasObserved(node.symbol())) {
                Term position = terms.add(node.position(), terms.whole(nodes.first(node.symbol())));
                steps.add(PointwiseTerms.compute(factor, table, position));
                discrete |= factor.reads().stream().anyMatch(Storage::discrete);
            }
        }
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            if (rule.stochastic() && OwnDensities.isData(symbol.name()) && weighed(symbol)) {
                graph.forEach(rule, (counters, scope) -> {
                    int[] positions = graph.positions(rule.target(), scope);
                    UnknownElements.refusePart(rule, symbol, positions);
                    if (symbol.known(positions[0])) {
                        observed.add(nodes.first(symbol) + positions[0]);
                    }
                });
            }
        }
        Storage deviance = draft.storages.variable(Monitor.DEVIANCE, 1);
        if (discrete) {
            table.dependOnDiscrete();
            deviance.dependOnDiscrete();
        }
        draft.blocks.add(Program.Block.plain(steps));
        Binder k = new Binder("k");
        Storage places = draft.storages.table("observed_at", observed.toArray());
        Term sum = observed.size() == 0
                ? terms.number(0)
                : terms.sum(
                        k,
                        terms.whole(0),
                        terms.whole(observed.size() - 1),
                        terms.read(table, terms.read(places, terms.binder(k))));
        draft.blocks.add(Program.Block.plain(List.of(new Step.Compute(
                Nest.NONE, deviance, terms.whole(0), terms.multiply(terms.number(-2), sum), Monitor.DEVIANCE))));
        space.report(Monitor.DEVIANCE, Variable.Kind.CONTINUOUS).computed();
        draft.reported.add(new Program.Reported(deviance, new int[] {0}));
    }

    private boolean weighed(Symbol symbol) {
        return factors.stream().map(draft.nodes::get).anyMatch(node -> node != null && node.symbol() == symbol);
    }

    private static boolean hasObserved(Symbol symbol) {
        for (int i = 0; i < symbol.size(); i++) {
            if (symbol.known(i)) {
                return true;
            }
        }
        return false;
    }
}
