package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where the work of an evaluation goes: what each step costs, by the variable whose statement it belongs to. Tables that
 * passes have made belong to no statement, and count for those that read them.
 */
final class WorkShares {
    private final Function<String, Optional<String>> variableOf;
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Double> work = new TreeMap<>();

    private WorkShares(Program program, Function<String, Optional<String>> variableOf) {
        this.variableOf = variableOf;
        program.blocks().forEach(block -> steps.addAll(block.steps()));
        steps.addAll(program.factors());
    }

    /**
     * The work of one gradient and one visit to every site, in units of about an addition.
     *
     * @param variableOf the variable that a step belongs to, from what it says it is in the model's own words
     * @param visits the work of visiting the sites of a variable, by its name
     */
    static Map<String, Double> of(
            Program program,
            double gradient,
            Map<String, Double> visits,
            Function<String, Optional<String>> variableOf) {
        WorkShares shares = new WorkShares(program, variableOf);
        for (Step step : shares.steps) {
            shares.give(step, gradient * Costs.iterations(step) * Costs.of(step), new HashSet<>());
        }
        Set<String> summed = new HashSet<>();
        program.sums().all().forEach(each -> summed.add(each.symbol().name()));
        summed.forEach(name -> shares.add(name, Costs.of(program.sums()) / summed.size()));
        visits.forEach(shares::add);
        return shares.work;
    }

    private void add(String name, double amount) {
        work.merge(name, amount, Double::sum);
    }

    private void give(Step step, double amount, Set<Storage> followed) {
        Optional<String> variable = variableOf.apply(step.comment());
        if (variable.isPresent()) {
            add(variable.get(), amount);
            return;
        }
        Storage made = step.target();
        if (made == null || !followed.add(made)) {
            return;
        }
        List<Step> readers = steps.stream()
                .filter(other -> other != step && other.reads().contains(made))
                .toList();
        readers.forEach(reader -> give(reader, amount / readers.size(), new HashSet<>(followed)));
    }
}
