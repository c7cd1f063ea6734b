package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.Dialect;
import java.util.List;

/** Notes which rule defines each element, and finds those defined twice. */
final class Defining {
    private final Binding binding;
    private final Instances instances;
    private final Problems problems;

    Defining(Binding binding) {
        this.binding = binding;
        instances = binding.instances();
        problems = binding.problems();
    }

    void run() {
        for (Rule rule : binding.rules()) {
            Symbol symbol = binding.symbols().get(rule.targetName());
            Place place = Place.of(rule.target(), rule, binding.symbols()).orElse(null);
            try {
                instances.forEach(rule, () -> {
                    int single = place == null ? Place.ASK : place.at(instances.counters());
                    if (single >= 0) {
                        define(rule, symbol, single);
                        return;
                    }
                    for (int position : binding.evaluator()
                            .select(rule.target(), instances, symbol.dims())
                            .positions(symbol.dims())) {
                        define(rule, symbol, position);
                    }
                });
            } catch (EvaluationException e) {
                problems.add(problems.located(e));
            }
        }
    }

    /** The complaint that what was defined by {@code first} is defined again by {@code rule}, which may be the same. */
    static EvaluationException twice(Rule rule, String element, Rule first) {
        String hint = "the first time at " + first.relation().span();
        if (first == rule) {
            List<String> unused = rule.loopNames().stream()
                    .filter(counter -> !Names.in(rule.target()).contains(counter))
                    .toList();
            String name = rule.targetName();
            hint = "two iterations of the loop define it"
                    + (unused.isEmpty()
                            ? ""
                            : "; if each iteration has its own value, the left side needs the index "
                                    + String.join(", ", unused)
                                    + (rule.target().indices().isEmpty()
                                            ? ": " + name + "[" + String.join(", ", unused) + "]"
                                            : "")
                                    + "; otherwise move the statement out of the loop");
        }
        return new EvaluationException(rule.target().span(), element + " is defined twice", hint);
    }

    private void define(Rule rule, Symbol symbol, int position) {
        if (!symbol.undefined(position)) {
            Rule first = binding.rules().get(symbol.definer(position));
            boolean allowed = binding.model().dialect() == Dialect.OPENBUGS || OwnDensities.isMade(symbol.name());
            boolean transform = allowed && first.stochastic() != rule.stochastic();
            if (transform) {
                if (rule.stochastic()) {
                    symbol.define(position, rule.number());
                }
                return;
            }
            throw twice(rule, symbol.element(position), first);
        }
        if (!rule.stochastic() && symbol.given() && symbol.known(position) && !rule.constant()) {
            throw new EvaluationException(
                    rule.target().span(),
                    symbol.element(position) + " is computed here, but is also given in the data",
                    "drop it from the data, or give it a distribution with ~ if it is an observation; "
                            + problems.origin(symbol));
        }
        symbol.define(position, rule.number());
    }
}
