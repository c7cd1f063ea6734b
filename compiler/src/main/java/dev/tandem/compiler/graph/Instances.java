package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Variable;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** Walks through the iterations of a rule, with a scope in which its counters and the known values can be looked up. */
final class Instances implements Scope {
    /** The nodes of more iterations than this cannot be stored anyway. */
    static final long MOST = Math.min(1L << 28, Runtime.getRuntime().maxMemory() / 24);

    private final Map<String, Symbol> symbols;
    private final Evaluator evaluator;
    private List<Statement.Loop> loops = List.of();
    private int[] counters = new int[0];
    private int depth;
    private long count;
    private boolean sawEmpty;
    private boolean enterEmpty;

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

    /** The names of the counters, outermost first. */
    List<String> loopNames() {
        return loops.stream().map(loop -> loop.counter().text()).toList();
    }

    /** Stands at one iteration. */
    void at(Rule rule, int[] values, int offset) {
        prepare(rule);
        depth = loops.size();
        System.arraycopy(values, offset, counters, 0, depth);
    }

    /** Stands outside all loops. */
    void outside() {
        loops = List.of();
        depth = 0;
    }

    private void prepare(Rule rule) {
        loops = rule.loops();
        counters = new int[loops.size()];
        depth = 0;
        count = 0;
        sawEmpty = false;
    }

    /** The number of iterations of a rule. */
    long count(Rule rule) {
        prepare(rule);
        refuseHuge();
        walk(0, loop -> true, null);
        return count;
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
        if (!refuseHuge()) {
            // Innermost loops are not run for this, so that it costs little beside what follows.
            walk(0, relevant, null);
            prepare(rule);
        }
        walk(0, relevant, body);
        return count;
    }

    /** Whether a loop that was not relevant had no iteration somewhere, when the last rule was run through. */
    boolean sawEmpty() {
        return sawEmpty;
    }

    /**
     * Runs {@code body} as {@link #forEach} does, but also once where a loop that is not relevant has no iteration: what
     * is computed before that loop is computed there, too.
     */
    void forEachBefore(Rule rule, Predicate<Statement.Loop> relevant, Runnable body) {
        prepare(rule);
        enterEmpty = true;
        try {
            walk(0, relevant, body);
        } finally {
            enterEmpty = false;
        }
    }

    /** Loops within loops multiply, which is seen without running them; false where that cannot be seen of all of them. */
    private boolean refuseHuge() {
        double product = 1;
        boolean seen = true;
        for (Statement.Loop loop : loops) {
            boolean plain = loop.range() instanceof Expression.Binary range && range.operator() == BinaryOperator.RANGE;
            if (plain
                    && loops.stream()
                            .noneMatch(outer -> Names.in(loop.range())
                                    .contains(outer.counter().text()))) {
                Expression.Binary range = (Expression.Binary) loop.range();
                double first = evaluator.integer(range.left(), this);
                product *= Math.max(0, evaluator.integer(range.right(), this) - first + 1);
                if (product > MOST) {
                    throw tooMany(loop);
                }
            } else {
                seen = false;
            }
        }
        return seen;
    }

    private EvaluationException tooMany(Statement.Loop loop) {
        return new EvaluationException(
                loop.range().span(),
                "the nodes of so many iterations do not fit into memory",
                "is an end of the range wrong?");
    }

    private void add(Statement.Loop loop, long iterations) {
        count += iterations;
        if (count > MOST) {
            throw tooMany(loop);
        }
    }

    private void walk(int level, Predicate<Statement.Loop> relevant, Runnable body) {
        depth = level;
        if (level == loops.size()) {
            if (level == 0) {
                count = 1;
            }
            if (body != null) {
                body.run();
            }
            return;
        }
        Statement.Loop loop = loops.get(level);
        boolean innermost = level == loops.size() - 1;
        boolean all = relevant.test(loop);
        if (loop.range() instanceof Expression.Binary range && range.operator() == BinaryOperator.RANGE) {
            int first = evaluator.integer(range.left(), this);
            int last = evaluator.integer(range.right(), this);
            if (innermost) {
                add(loop, Math.max(0L, (all ? (long) last : Math.min(first, last)) - first + 1));
                if (body == null) {
                    return;
                }
            }
            if (last < first && !all) {
                sawEmpty = true;
                last = enterEmpty ? first : last;
            }
            for (int i = first; i <= last; i++) {
                counters[level] = i;
                walk(level + 1, relevant, body);
                depth = level;
                if (!all || i == Integer.MAX_VALUE) {
                    break;
                }
            }
        } else {
            for (int i : evaluator.integers(loop.range(), this)) {
                counters[level] = i;
                if (innermost) {
                    add(loop, 1);
                }
                walk(level + 1, relevant, body);
                depth = level;
                if (!all) {
                    break;
                }
            }
        }
    }
}
