package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.language.syntax.Expression;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** What is known of the concentrations of a Dirichlet prior before anything is drawn: a zero may stand beside unknowns. */
public final class Concentrations {
    private Concentrations() {}

    /** The elements in order, NaN where they are not known. */
    public static double[] known(Graph graph, Expression alpha, Scope scope) {
        try {
            return graph.evaluator().evaluate(alpha, scope).toArray();
        } catch (MissingValueException someUnknown) {
            if (alpha instanceof Expression.Call call && call.canonical().equals("c")) {
                return call.arguments().stream()
                        .flatMapToDouble(part -> DoubleStream.of(known(graph, part, scope)))
                        .toArray();
            }
            if (alpha instanceof Expression.Reference reference) {
                Symbol symbol = graph.symbol(reference.name().text());
                return Arrays.stream(graph.positions(reference, scope))
                        .mapToDouble(position -> symbol.known(position) ? symbol.values()[position] : Double.NaN)
                        .toArray();
            }
            double[] unknown = new double[graph.length(alpha, scope)];
            Arrays.fill(unknown, Double.NaN);
            return unknown;
        }
    }
}
