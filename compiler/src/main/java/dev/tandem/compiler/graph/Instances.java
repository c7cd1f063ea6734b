package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Variable;
import dev.tandem.language.BinaryOperator;
import dev.tandem.language.Expression;
import dev.tandem.language.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Walks through the iterations of a rule, with a scope in which its counters and the known values can be looked up. */
final class Instances implements Scope {
    /** More iterations than this cannot be stored anyway. */
    static final long MOST = 1L << 31;

    private final Map<String, Symbol> symbols;
    private final Evaluator evaluator;
    private List<Statement.Loop> loops = List.of();
    private int[] counters = new int[0];
    private int depth;
    private long count;

    Instances(Map<String, Symbol> symbols, Evaluator evaluator) {
        this.symbols = symbols;
        this.evaluator = evaluator;
    }

    @Override
    public OptionalInt counter(String name) {
        for (int level = 0; level < depth; level++) {
            if (loops.get(level).counter().text().equals(name)) {
                return OptionalInt.of(counters[level]);
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public Optional<Variable> variable(String name) {
        Symbol symbol = symbols.get(name);
        return symbol == null || !symbol.shaped() ? Optional.empty() : Optional.of(symbol.view());
    }

    /** The counters of the present iteration, which the next one overwrites. */
    int[] counters() {
        return counters;
    }

    /** Stands at one iteration. */
    void at(Rule rule, int[] values, int offset) {
        prepare(rule);
        depth = loops.size();
        System.arraycopy(values, offset, counters, 0, depth);
    }

    private void prepare(Rule rule) {
        loops = rule.loops();
        counters = new int[loops.size()];
        depth = 0;
        count = 0;
    }

    /** Runs {@code body} at every iteration of a rule and returns their number. */
    long forEach(Rule rule, Runnable body) {
        return forEach(rule, loop -> true, body);
    }

    /**
     * Runs {@code body} at every iteration, except that a loop that is not relevant contributes only its first
     * iteration, or none if it has none.
     */
    long forEach(Rule rule, Predicate<Statement.Loop> relevant, Runnable body) {
        prepare(rule);
        walk(0, relevant, body);
        return count;
    }

    private void walk(int level, Predicate<Statement.Loop> relevant, Runnable body) {
        if (level == loops.size()) {
            depth = level;
            if (++count > MOST) {
                throw new EvaluationException(
                        loops.get(0).range().span(), "this loop has more than " + MOST + " iterations", "");
            }
            body.run();
            return;
        }
        depth = level;
        Statement.Loop loop = loops.get(level);
        boolean all = relevant.test(loop);
        if (loop.range() instanceof Expression.Binary range && range.operator() == BinaryOperator.RANGE) {
            int first = evaluator.integer(range.left(), this);
            int last = evaluator.integer(range.right(), this);
            if ((long) last - first >= MOST) {
                throw new EvaluationException(range.span(), "this loop has more than " + MOST + " iterations", "");
            }
            for (int i = first; i <= last; i++) {
                counters[level] = i;
                walk(level + 1, relevant, body);
                depth = level;
                if (!all) {
                    break;
                }
            }
        } else {
            for (int i : evaluator.integers(loop.range(), this)) {
                counters[level] = i;
                walk(level + 1, relevant, body);
                depth = level;
                if (!all) {
                    break;
                }
            }
        }
    }
}
