package dev.tandem.compiler.lower.enclose;

import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Encloses terms: each is an interval made of those of its parts, worked out once until something changes. */
public final class EnclosedTerms {
    /** Sums of more terms are enclosed by one term and their number. */
    private static final double LONGEST_SUM = 64;

    /** What is built up in more steps than this may be anything. */
    private static final int HIGHEST = 200;

    /** One value is not worth more than this many nodes. */
    private static final int MOST_WORK = 100_000;

    /** A value takes too long to enclose. */
    public static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch() {
            super("too many parts", null, false, false);
        }
    }

    /** Encloses the element of a variable at a position that is not known exactly. */
    @FunctionalInterface
    interface Reader {
        Interval read(Storage storage, Interval position);
    }

    private final CounterIntervals counters;
    private final Reader reader;
    private final Map<Term, Node> nodes = new HashMap<>();
    private long now;
    private int work;

    EnclosedTerms(CounterIntervals counters, Reader reader) {
        this.counters = counters;
        this.reader = reader;
    }

    /** Something that terms depend on has changed. */
    void changed() {
        now++;
    }

    /** Counts the work for another value from zero. */
    void begin() {
        work = 0;
    }

    /** A term ready to be enclosed. */
    final class Node {
        private final int height;
        private final Supplier<Interval> rule;
        private Interval interval = Interval.ANY;
        private long stamp = -1;

        private Node(int height, Supplier<Interval> rule) {
            this.height = height;
            this.rule = rule;
        }

        /** Encloses the term anew: something that it depends on has changed. */
        Interval fresh() {
            changed();
            return at();
        }

        /** Encloses the term, unless that has been done since something changed. */
        Interval at() {
            if (stamp != now) {
                if (++work > MOST_WORK) {
                    throw new TooMuch();
                }
                interval = rule.get();
                stamp = now;
            }
            return interval;
        }
    }

    /** Without recursion, since a term may be as deep as an expression is long. */
    Node node(Term whole) {
        Deque<Term> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Term term = open.peek();
            boolean ready = true;
            for (Term argument : term.arguments()) {
                if (!nodes.containsKey(argument)) {
                    open.push(argument);
                    ready = false;
                }
            }
            if (ready) {
                open.pop();
                nodes.computeIfAbsent(term, this::make);
            }
        }
        return nodes.get(whole);
    }

    private Node make(Term term) {
        Node[] parts = term.arguments().stream().map(nodes::get).toArray(Node[]::new);
        int height =
                1 + Arrays.stream(parts).mapToInt(node -> node.height).max().orElse(0);
        return height > HIGHEST ? new Node(0, () -> Interval.ANY) : new Node(height, rule(term, parts));
    }

    private Supplier<Interval> rule(Term term, Node[] a) {
        return switch (term.op()) {
            case NUMBER -> constant(term.constant());
            case WHOLE -> constant(term.whole());
            case BINDER -> {
                int slot = counters.slot(term.binder());
                yield () -> counters.at(slot);
            }
            case READ -> {
                Storage storage = term.storage();
                yield () -> reader.read(storage, a[0].at());
            }
            case TO_INT -> () -> a[0].at().truncated();
            case TO_DOUBLE, GIVEN -> () -> a[0].at();
            case NEGATE -> () -> a[0].at().negated();
            case ADD -> () -> a[0].at().plus(a[1].at());
            case SUBTRACT -> () -> a[0].at().plus(a[1].at().negated());
            case MULTIPLY -> () -> a[0].at().times(a[1].at());
            case DIVIDE -> () -> a[0].at().over(a[1].at());
            case QUOTIENT -> () -> a[0].at().quotient(a[1].at());
            case CALL -> {
                IntervalRule rule = term.call().intervals();
                Parts parts = new Parts(a);
                yield () -> rule.enclose(parts);
            }
            case CHOICE -> {
                String comparison = term.comparison();
                yield () -> choice(comparison, a);
            }
            case SUM -> {
                int slot = counters.slot(term.binder());
                yield () -> sum(slot, a);
            }
        };
    }

    private static Supplier<Interval> constant(double value) {
        Interval interval = Interval.point(value);
        return () -> interval;
    }

    /** The arguments of a call. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Parts(Node[] nodes) implements IntervalRule.Arguments {
        @Override
        public int count() {
            return nodes.length;
        }

        @Override
        public Interval interval(int argument) {
            return nodes[argument].at();
        }
    }

    private static Interval choice(String comparison, Node[] a) {
        Interval left = a[0].at();
        Interval right = a[1].at();
        boolean unsure = left.nan() || right.nan();
        if (!unsure && always(opposite(comparison), left, right)) {
            return a[3].at();
        }
        Interval chosen = a[2].at();
        return !unsure && always(comparison, left, right) ? chosen : chosen.or(a[3].at());
    }

    private static boolean always(String comparison, Interval left, Interval right) {
        return switch (comparison) {
            case "<" -> left.high() < right.low();
            case "<=" -> left.high() <= right.low();
            case ">" -> left.low() > right.high();
            case ">=" -> left.low() >= right.high();
            case "==" -> left.low() == left.high() && right.low() == right.high() && left.low() == right.low();
            default -> left.high() < right.low() || left.low() > right.high();
        };
    }

    private static String opposite(String comparison) {
        return switch (comparison) {
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            case ">=" -> "<";
            case "==" -> "!=";
            default -> "==";
        };
    }

    /** Term by term if there are few of them. */
    private Interval sum(int slot, Node[] a) {
        Interval first = a[0].at();
        Interval last = a[1].at();
        Interval sum = Interval.point(0);
        boolean known = first.low() == first.high() && last.low() == last.high();
        if (known && last.low() - first.low() < LONGEST_SUM) {
            for (double k = first.low(); k <= last.low(); k++) {
                counters.set(slot, k);
                sum = sum.plus(a[2].fresh());
            }
        } else {
            counters.set(slot, first.low(), last.high());
            double fewest = Math.max(0, last.low() - first.high() + 1);
            double most = Math.max(0, last.high() - first.low() + 1);
            sum = a[2].fresh().times(Interval.whole(fewest, most));
        }
        changed();
        return sum;
    }
}
