package dev.tandem.compiler.graph;

import dev.tandem.language.OwnDensities;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds flat priors of variables that no observation depends on: these have no posterior. */
final class FlatPriors {
    private FlatPriors() {}

    static void check(Binding binding) {
        if (binding.rules().stream()
                .noneMatch(rule -> OwnDensities.flatVariable(rule.relation()).isPresent())) {
            return;
        }
        Set<String> told = told(binding);
        for (Rule rule : binding.rules()) {
            Optional<String> flat = OwnDensities.flatVariable(rule.relation());
            if (rule.stochastic() && flat.isPresent() && told.add(flat.get())) {
                binding.problems()
                        .add(
                                rule.relation().span(),
                                "nothing that was observed depends on " + flat.get()
                                        + ", and dflat() is no distribution of its own: there is no posterior",
                                "give it a proper prior, such as dnorm(0, 0.01), or the data that tell of it");
            }
        }
        binding.problems().throwIfAny();
    }

    /** The variables that observed nodes depend on. */
    private static Set<String> told(Binding binding) {
        Set<String> told = new HashSet<>();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : binding.rules()) {
                boolean made = OwnDensities.flatVariable(rule.relation()).isPresent();
                Symbol symbol = binding.symbols().get(rule.targetName());
                boolean observed = rule.stochastic() && (symbol.constant() || symbol.someKnown());
                if (!made && rule.instances() > 0 && (observed || told.contains(rule.targetName()))) {
                    progress |= told.addAll(rule.names());
                }
            }
        }
        return told;
    }
}
