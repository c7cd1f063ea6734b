package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds unknowns that nothing observed depends on: replicates, predictions, missing responses. Their factors add up to
 * one whatever the others are, so they leave the density and are drawn from their distributions when a draw is reported.
 *
 * <p>It goes by whole variables. A variable that the density needs some element of stays in it.
 */
final class Forward {
    private Forward() {}

    /**
     * The statements whose unknowns can be drawn forwards.
     *
     * @param unknown whether some element of a statement is not observed
     * @param allUnknown whether none is observed
     * @param drawable whether the compiler can draw from the distribution of a statement
     */
    static Set<Rule> find(Graph graph, Predicate<Rule> unknown, Predicate<Rule> allUnknown, Predicate<Rule> drawable) {
        Set<String> needed = new HashSet<>();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : graph.rules()) {
                if (rule.instances() == 0 || (!rule.stochastic() && rule.constant())) {
                    continue;
                }
                boolean stays = rule.stochastic() && unknown.test(rule) && !drawable.test(rule);
                progress |= stays && needed.add(rule.targetName());
                boolean observed = rule.stochastic() && !allUnknown.test(rule);
                if (observed || needed.contains(rule.targetName())) {
                    progress |= needed.addAll(rule.names());
                }
            }
        }
        Set<Rule> found = new LinkedHashSet<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && unknown.test(rule) && !needed.contains(rule.targetName())) {
                found.add(rule);
            }
        }
        return found;
    }
}
