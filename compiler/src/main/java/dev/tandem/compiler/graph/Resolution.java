package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Measures, shapes and folds until nothing more becomes known. A rule waits until a variable that it mentions gets its
 * shape or its values; only when all of them wait are those tried again that mention a variable of which some elements
 * became known.
 */
final class Resolution {
    /** How far the rules of one variable have come, and which rules mention it. */
    private static final class Progress {
        final List<Rule> rules = new ArrayList<>();
        final List<Rule> dependents = new ArrayList<>();
        int unmeasured;
        int unfolded;
    }

    private final Map<String, Symbol> symbols;
    private final List<Rule> rules;
    private final Problems problems;
    private final Measuring measuring;
    private final Folding folding;
    private final Map<String, Progress> progress = new HashMap<>();
    private final Deque<Rule> queue = new ArrayDeque<>();
    private final Set<Rule> queued = new HashSet<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private boolean backwards;

    Resolution(Binding binding) {
        symbols = binding.symbols();
        rules = binding.rules();
        problems = binding.problems();
        measuring = new Measuring(binding);
        folding = new Folding(binding);
    }

    void run() {
        for (Rule rule : rules) {
            Progress progress = progress(rule.targetName());
            progress.unmeasured++;
            progress.unfolded += rule.stochastic() ? 0 : 1;
            progress.rules.add(rule);
            for (String name : rule.mentioned()) {
                progress(name).dependents.add(rule);
            }
        }
        for (Symbol symbol : symbols.values()) {
            if (symbol.shaped()) {
                markConstant(symbol);
            }
        }
        List<Rule> waiting = rules;
        while (!waiting.isEmpty() && problems.none()) {
            queue.addAll(waiting);
            waiting = work();
        }
        if (problems.none()) {
            reportUnresolved();
        }
    }

    private Progress progress(String name) {
        return progress.computeIfAbsent(name, n -> new Progress());
    }

    /** Empties the queue; what has become known in part meanwhile is worth another try. */
    private List<Rule> work() {
        while (!queue.isEmpty() && problems.none()) {
            // A chain written backwards is done in one pass as well.
            Rule rule = backwards ? queue.pollLast() : queue.pollFirst();
            if (queued.remove(rule) || !rule.resolved()) {
                attempt(rule);
            }
        }
        backwards = !backwards;
        Set<Rule> again = new LinkedHashSet<>();
        for (String name : changed) {
            progress(name).dependents.stream().filter(rule -> !rule.resolved()).forEach(again::add);
        }
        changed.clear();
        return List.copyOf(again);
    }

    private void wake(String name) {
        for (Rule rule : progress(name).dependents) {
            if (!rule.resolved() && queued.add(rule)) {
                queue.add(rule);
            }
        }
    }

    private void attempt(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        Progress mine = progress(symbol.name());
        if (!rule.measured()) {
            if (!measuring.measure(rule)) {
                return;
            }
            rule.setMeasured();
            mine.unmeasured--;
        }
        if (!symbol.shaped() && mine.unmeasured == 0 && problems.none() && measuring.shape(rule, symbol)) {
            markConstant(symbol);
            wake(symbol.name());
            mine.rules.stream()
                    .filter(r -> r != rule && !r.resolved() && queued.add(r))
                    .forEach(queue::add);
        }
        if (symbol.shaped() && !rule.stochastic() && !rule.folded() && folding.fold(rule, symbol)) {
            rule.setFolded();
            mine.unfolded--;
            if (!markConstant(symbol)) {
                changed.add(symbol.name());
            }
        }
        if (symbol.shaped() && (rule.stochastic() || rule.folded())) {
            rule.setResolved();
        }
    }

    /** What is left has no value that it needs, or no shape. */
    private void reportUnresolved() {
        for (Rule rule : rules) {
            if (!rule.measured()) {
                notKnown(rule, measuring.waitingFor(rule));
            }
        }
        if (problems.none()) {
            reportCircle();
        }
        if (problems.none()) {
            for (Rule rule : rules) {
                if (!symbols.get(rule.targetName()).shaped()) {
                    problems.add(
                            rule.target().span(),
                            "the shape of " + rule.targetName() + " cannot be found out",
                            "declare it: var " + rule.targetName() + "[..]; or write the indices on the left");
                }
            }
        }
    }

    /** A variable whose shape is that of its right side has none if that leads back to itself. */
    private void reportCircle() {
        for (Rule start : rules) {
            List<String> path = new ArrayList<>();
            Rule rule = start;
            while (rule != null && !symbols.get(rule.targetName()).shaped() && !path.contains(rule.targetName())) {
                path.add(rule.targetName());
                rule = rule.names().stream()
                        .filter(name ->
                                symbols.containsKey(name) && !symbols.get(name).shaped())
                        .findFirst()
                        .map(name -> progress(name).rules.get(0))
                        .orElse(null);
            }
            if (rule != null && path.contains(rule.targetName())) {
                List<String> circle = path.subList(path.indexOf(rule.targetName()), path.size());
                problems.add(Ordering.circle(rule, circle));
                return;
            }
        }
    }

    private void notKnown(Rule rule, EvaluationException cause) {
        if (cause instanceof MissingValueException missing) {
            boolean data = symbols.containsKey(missing.variable())
                    && symbols.get(missing.variable()).given();
            problems.add(
                    missing.span(),
                    missing.element() + " must be known here, before sampling",
                    data
                            ? "it is NA in the data; loops and the indices on the left need known numbers"
                            : "loops and the indices on the left need numbers from the data");
        } else if (cause != null) {
            problems.add(cause);
        } else {
            problems.add(
                    rule.target().span(),
                    "this statement cannot be resolved",
                    "its loops and the indices on the left need numbers from the data");
        }
    }

    /** A variable is constant once all of its elements are known and nothing can change them. */
    private boolean markConstant(Symbol symbol) {
        Progress mine = progress(symbol.name());
        boolean complete = symbol.given() || (mine.unmeasured == 0 && mine.unfolded == 0);
        if (symbol.constant() || !complete) {
            return symbol.constant();
        }
        for (double value : symbol.values()) {
            if (Double.isNaN(value)) {
                return false;
            }
        }
        symbol.setConstant();
        wake(symbol.name());
        return true;
    }

    /** Whether the loops around all rules of a variable never run. */
    boolean idle(Symbol symbol) {
        return progress(symbol.name()).rules.stream().allMatch(rule -> rule.instances() == 0);
    }
}
