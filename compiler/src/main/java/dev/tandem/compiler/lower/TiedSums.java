package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.Expression;
import dev.tandem.language.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Finds which unknowns observed sums determine. No single unknown can move while {@code y ~ dsum(a, b)} holds, so the last
 * unknown summand is computed from the others; its prior stays a factor.
 */
final class TiedSums {
    /**
     * One element that a sum determines.
     *
     * @param sum the observed variable and where the sum stands in it
     * @param summands all summands in order
     * @param dependent which of them is computed
     */
    record Tie(Place sum, List<Place> summands, int dependent) {
        Tie {
            summands = List.copyOf(summands);
        }

        Place computed() {
            return summands.get(dependent);
        }

        /** Ties of one kind are computed by one loop. */
        List<Object> kind() {
            List<Object> kind = new ArrayList<>(List.of(sum.symbol(), dependent));
            summands.forEach(summand -> kind.add(summand.symbol()));
            return kind;
        }
    }

    /** An element of a variable. */
    record Place(Symbol symbol, int position) {}

    private TiedSums() {}

    /**
     * The ties of a rule whose node is observed.
     *
     * @param unknown whether an element is a single unknown number
     * @param taken what other sums determine; what these do is added
     */
    static List<Tie> find(Graph graph, Rule rule, BiPredicate<Symbol, Integer> unknown, Set<Place> taken) {
        List<Expression> arguments =
                ((Statement.Stochastic) rule.relation()).distribution().arguments();
        Symbol observed = graph.symbol(rule.targetName());
        List<Tie> ties = new ArrayList<>();
        Set<Place> elsewhere = new HashSet<>(taken);
        graph.forEach(rule, (counters, scope) -> {
            int[] sums = graph.positions(rule.target(), scope);
            List<List<Place>> columns = new ArrayList<>();
            for (int k = 0; k < sums.length; k++) {
                columns.add(new ArrayList<>());
            }
            for (Expression argument : arguments) {
                if (!(argument instanceof Expression.Reference reference)) {
                    throw new EvaluationException(
                            argument.span(), "an observed sum takes nodes by name", "give this a name with <-");
                }
                Symbol symbol = graph.symbol(reference.name().text());
                int[] positions = graph.positions(reference, scope);
                if (positions.length != sums.length) {
                    throw new EvaluationException(
                            argument.span(),
                            "this has " + positions.length + " elements and the sum " + sums.length,
                            "");
                }
                for (int k = 0; k < sums.length; k++) {
                    columns.get(k).add(new Place(symbol, positions[k]));
                }
            }
            for (int k = 0; k < sums.length; k++) {
                List<Place> summands = columns.get(k);
                int dependent = -1;
                boolean known = true;
                for (int j = 0; j < summands.size(); j++) {
                    Place place = summands.get(j);
                    known &= place.symbol().known(place.position());
                    if (unknown.test(place.symbol(), place.position()) && !elsewhere.contains(place)) {
                        dependent = j;
                    }
                }
                if (dependent >= 0) {
                    Tie tie = new Tie(new Place(observed, sums[k]), summands, dependent);
                    ties.add(tie);
                    elsewhere.add(tie.computed());
                } else if (!known) {
                    throw new EvaluationException(
                            rule.relation().span(),
                            "no summand of " + observed.element(sums[k]) + " is free to make up the sum",
                            "one of them must be an unknown single number that no other sum determines");
                }
            }
        });
        taken.addAll(elsewhere);
        return ties;
    }
}
