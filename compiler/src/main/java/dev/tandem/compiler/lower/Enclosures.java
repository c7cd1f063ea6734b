package dev.tandem.compiler.lower;

import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Counts;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.distributions.ArrayTransform;
import dev.tandem.distributions.Exponentials;
import dev.tandem.distributions.FastExponential;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Encloses the values that terms can have, whatever the unknowns are: an interval that contains them all, and whether NaN
 * may be among them. Elements of discrete unknowns can be held to some of their values, and nodes that are computed from
 * them follow.
 *
 * <p>An end of an interval is zero, or infinite, only where the value itself can be, or be as near as one likes: numbers
 * that merely round to zero are kept above it, so that nothing is called impossible that is only improbable.
 */
final class Enclosures {
    /** Which continuous unknowns an enclosure is for. */
    enum Where {
        /** All of them. */
        ANYWHERE,
        /** The free coordinates being zero: what cannot be there cannot be proved of all. */
        AT_ORIGIN
    }

    /** Sums of more terms are enclosed by one term and their number. */
    private static final double LONGEST_SUM = 64;

    /** More elements than this are enclosed with all of their variable. */
    private static final double LONGEST_READ = 64;

    /** Computed nodes are followed to what they are computed from so many times. */
    private static final int DEEPEST = 3;

    /** What is built up in more steps than this may be anything. */
    private static final int HIGHEST = 200;

    /** One value is not worth more than this many nodes. */
    private static final int MOST_WORK = 100_000;

    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final double BELOW_ONE = Math.nextDown(1.0);

    private final Program program;
    private final Map<Term, Node> nodes = new HashMap<>();
    private final Map<Storage, View> views = new HashMap<>();
    private final Map<Binder, Integer> slots = new HashMap<>();
    private final List<Definition> definitions = new ArrayList<>();
    private double[] counterLow = new double[16];
    private double[] counterHigh = new double[16];
    private Where where = Where.ANYWHERE;
    private long now;
    private int work;
    private boolean ready;
    private int depth;
    private Noted noted;

    /** A value takes too long to enclose. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMuch() {
            super("too many parts", null, false, false);
        }
    }

    /** Hears which elements of discrete unknowns a value was enclosed from. */
    @FunctionalInterface
    interface Noted {
        void element(Storage storage, int position);
    }

    /**
     * Prepares the enclosures of a program.
     *
     * @param simplexes the unknown arrays whose elements lie between 0 and 1
     * @param low the smallest value of each element that is a discrete unknown, NaN for the others; may be raised later
     * @param high the largest, which may be lowered later
     */
    Enclosures(Program program, Set<Storage> simplexes, Map<Storage, double[]> low, Map<Storage, double[]> high) {
        this.program = program;
        low.forEach((storage, lows) -> view(storage).sites(lows, high.get(storage)));
        for (Program.FreeArray free : program.freeArrays) {
            View view = view(free.storage());
            if (simplexes.contains(free.storage())) {
                view.widen(Where.ANYWHERE, 0, 1, false);
            } else {
                view.widen(Where.ANYWHERE, -INFINITY, INFINITY, true);
            }
            double[] element = new double[free.positions().length];
            ArrayTransform transform = free.transform().get();
            transform.constrain(new double[transform.freeSize()], 0, element);
            for (double value : element) {
                view.widen(Where.AT_ORIGIN, value, value, Double.isNaN(value));
            }
        }
        for (Program.Block block : program.blocks) {
            boolean inTurn = block.recursive() || block.explicit();
            block.steps().forEach(step -> encloseAll(step, inTurn));
        }
        ready = true;
    }

    /** Encloses everything that a step computes. */
    private void encloseAll(Step step, boolean inTurn) {
        if (step instanceof Step.Compute compute && !inTurn) {
            for (Where each : Where.values()) {
                try {
                    if (anywhereIn(step.nest())) {
                        Node value = enclose(compute.value(), each);
                        view(compute.target()).widen(each, value.low, value.high, value.nan);
                    }
                } catch (TooMuch e) {
                    view(compute.target()).widen(each, -INFINITY, INFINITY, true);
                }
            }
            if (compute.target().discrete()) {
                definitions.add(new Definition(compute, definitions.size()));
            }
            return;
        }
        Storage target = step instanceof Step.Compute compute
                ? compute.target()
                : step instanceof Step.ArrayCompute array
                        ? array.target()
                        : step instanceof Step.Multiply multiply ? multiply.target() : null;
        if (target != null) {
            for (Where each : Where.values()) {
                view(target).widen(each, -INFINITY, INFINITY, true);
            }
        }
    }

    /** Lets the counters of loops be anywhere in them; says whether they run at all. */
    boolean anywhereIn(Nest nest) {
        work = 0;
        for (Nest.Range range : nest.ranges()) {
            Node first = node(range.first());
            Node last = node(range.last());
            first.fresh();
            last.fresh();
            int slot = slot(range.counter());
            counterLow[slot] = first.low;
            counterHigh[slot] = last.high;
            if (!(first.low <= last.high)) {
                return false;
            }
        }
        return true;
    }

    /** Runs through loops; false, and nothing is run, if it is not known how far they reach. */
    boolean walk(Nest nest, boolean backwards, Runnable body) {
        Numeric numeric = new Numeric();
        return numeric.new Walk(nest.ranges()).known() && walk(nest.ranges(), 0, backwards, body);
    }

    private boolean walk(List<Nest.Range> ranges, int level, boolean backwards, Runnable body) {
        if (level == ranges.size()) {
            body.run();
            return true;
        }
        Nest.Range range = ranges.get(level);
        Node first = node(range.first());
        Node last = node(range.last());
        int slot = slot(range.counter());
        first.fresh();
        int from = (int) first.low;
        last.fresh();
        int to = (int) last.low;
        for (int k = from; k <= to; k++) {
            int counter = backwards ? to - (k - from) : k;
            counterLow[slot] = counter;
            counterHigh[slot] = counter;
            walk(ranges, level + 1, backwards, body);
        }
        return true;
    }

    /** Encloses a term at the present counters. */
    Node enclose(Term term, Where continuous) {
        where = continuous;
        work = 0;
        depth = 0;
        Node node = node(term);
        node.fresh();
        return node;
    }

    /** The same, saying which elements of discrete unknowns it depends on. */
    Node enclose(Term term, Where continuous, Noted listener) {
        noted = listener;
        try {
            return enclose(term, continuous);
        } finally {
            noted = null;
        }
    }

    private int slot(Binder binder) {
        int slot = slots.computeIfAbsent(binder, b -> slots.size());
        if (slot >= counterLow.length) {
            counterLow = Arrays.copyOf(counterLow, 2 * slot);
            counterHigh = Arrays.copyOf(counterHigh, 2 * slot);
        }
        return slot;
    }

    private View view(Storage storage) {
        return views.computeIfAbsent(storage, View::new);
    }

    // Variables

    /** How an element of a variable is computed: the iterations of a step by what they write. */
    private final class Definition {
        private final Step.Compute step;
        private final int number;
        private final Node value;
        private final int[] levelSlots;
        private int[] counters;
        private boolean entered;

        Definition(Step.Compute step, int number) {
            this.step = step;
            this.number = number;
            value = node(step.value());
            levelSlots = step.nest().ranges().stream()
                    .mapToInt(range -> slot(range.counter()))
                    .toArray();
        }

        /** Notes for each element which iteration computes it. */
        void find(int[] definers) {
            double[] keptLow = counterLow.clone();
            double[] keptHigh = counterHigh.clone();
            int levels = levelSlots.length;
            counters = new int[definers.length * levels];
            Node position = node(step.position());
            walk(step.nest(), false, () -> {
                position.fresh();
                int element = (int) position.low;
                if (position.low == position.high && element >= 0 && element < definers.length) {
                    definers[element] = number + 1;
                    for (int level = 0; level < levels; level++) {
                        counters[element * levels + level] = (int) counterLow[levelSlots[level]];
                    }
                }
            });
            System.arraycopy(keptLow, 0, counterLow, 0, keptLow.length);
            System.arraycopy(keptHigh, 0, counterHigh, 0, keptHigh.length);
            now++;
        }

        /** Encloses one element; a definition within itself is not followed. */
        Node enclose(int element) {
            entered = true;
            depth++;
            int levels = levelSlots.length;
            double[] kept = new double[2 * levels];
            for (int level = 0; level < levels; level++) {
                // Steps of one statement share their counters.
                int slot = levelSlots[level];
                kept[2 * level] = counterLow[slot];
                kept[2 * level + 1] = counterHigh[slot];
                counterLow[slot] = counters[element * levels + level];
                counterHigh[slot] = counterLow[slot];
            }
            try {
                value.fresh();
            } finally {
                for (int level = 0; level < levels; level++) {
                    counterLow[levelSlots[level]] = kept[2 * level];
                    counterHigh[levelSlots[level]] = kept[2 * level + 1];
                }
                now++;
                depth--;
                entered = false;
            }
            return value;
        }
    }

    /** What is known of the elements of a variable. */
    private final class View {
        private final Storage storage;
        private final Hull anywhere = new Hull();
        private final Hull atOrigin = new Hull();
        private double[] siteLow;
        private double[] siteHigh;
        private int[] definers;

        View(Storage storage) {
            this.storage = storage;
            for (Where each : Where.values()) {
                if (storage == program.coordinates) {
                    boolean all = each == Where.ANYWHERE;
                    widen(each, all ? -INFINITY : 0, all ? INFINITY : 0, false);
                    continue;
                }
                for (int i = 0; i < storage.size(); i++) {
                    double value = storage.isTable() ? storage.wholes()[i] : storage.values()[i];
                    if (!Double.isNaN(value)) {
                        widen(each, value, value, false);
                    }
                }
            }
        }

        void sites(double[] lows, double[] highs) {
            siteLow = lows;
            siteHigh = highs;
            for (int i = 0; i < lows.length; i++) {
                if (!Double.isNaN(lows[i])) {
                    widen(Where.ANYWHERE, lows[i], highs[i], false);
                    widen(Where.AT_ORIGIN, lows[i], highs[i], false);
                }
            }
        }

        private Hull hull(Where each) {
            return each == Where.ANYWHERE ? anywhere : atOrigin;
        }

        void widen(Where each, double from, double to, boolean mayBeNaN) {
            Hull hull = hull(each);
            hull.low = Math.min(hull.low, from);
            hull.high = Math.max(hull.high, to);
            hull.nan |= mayBeNaN;
        }

        void read(Node index, Node result) {
            if (index.low == index.high && !index.nan && index.low >= 0 && index.low < storage.size()) {
                element((int) index.low, true, result);
                return;
            }
            double from = Math.max(0, index.low);
            double to = Math.min(storage.size() - 1.0, index.high);
            if (index.nan || storage == program.coordinates || !(to - from < LONGEST_READ) || to < from) {
                all(result);
                return;
            }
            double smallest = INFINITY;
            double largest = -INFINITY;
            boolean any = false;
            for (int i = (int) from; i <= to; i++) {
                element(i, false, result);
                smallest = Math.min(smallest, result.low);
                largest = Math.max(largest, result.high);
                any |= result.nan;
            }
            result.set(smallest, largest, any);
        }

        private void element(int i, boolean follow, Node result) {
            if (storage.isTable()) {
                result.set(storage.wholes()[i], storage.wholes()[i], false);
                return;
            }
            double value = storage.values()[i];
            if (storage == program.coordinates) {
                all(result);
            } else if (!Double.isNaN(value)) {
                result.set(value, value, false);
            } else if (siteLow != null && !Double.isNaN(siteLow[i])) {
                if (noted != null) {
                    noted.element(storage, i);
                }
                result.set(siteLow[i], siteHigh[i], false);
            } else {
                Definition definition = follow && depth < DEEPEST ? definition(i) : null;
                if (definition == null || definition.entered) {
                    all(result);
                } else {
                    Node defined = definition.enclose(i);
                    result.set(defined.low, defined.high, defined.nan);
                }
            }
        }

        private Definition definition(int i) {
            if (!ready || !storage.discrete()) {
                return null;
            }
            if (definers == null) {
                definers = new int[storage.size()];
                for (Definition definition : definitions) {
                    if (definition.step.target() == storage) {
                        definition.find(definers);
                    }
                }
            }
            return definers[i] == 0 ? null : definitions.get(definers[i] - 1);
        }

        /** Any element; anything, if it is not known yet what it may be. */
        private void all(Node result) {
            Hull hull = hull(where);
            if (hull.low <= hull.high) {
                result.set(hull.low, hull.high, hull.nan);
            } else {
                result.any();
            }
        }
    }

    /** An interval around all elements of a variable, empty as long as nothing is known of them. */
    private static final class Hull {
        private double low = INFINITY;
        private double high = -INFINITY;
        private boolean nan;
    }

    // Terms

    /** A term ready to be enclosed. */
    abstract static class Node {
        double low;
        double high;
        boolean nan;
        private long stamp = -1;
        private int height;
        private final Enclosures owner;

        private Node(Enclosures owner) {
            this.owner = owner;
        }

        /** Whether the value is minus infinity, or NaN, whatever the unknowns are. */
        boolean impossible() {
            return high == -INFINITY;
        }

        /** Encloses the term anew: something that it depends on has changed. */
        void fresh() {
            owner.now++;
            at();
        }

        /** Encloses the term, unless that has been done since something changed. */
        final void at() {
            if (stamp != owner.now) {
                if (++owner.work > MOST_WORK) {
                    throw new TooMuch();
                }
                compute();
                stamp = owner.now;
            }
        }

        abstract void compute();

        final void set(double from, double to, boolean mayBeNaN) {
            low = from;
            high = to;
            nan = mayBeNaN;
        }

        final void any() {
            set(-INFINITY, INFINITY, true);
        }

        final boolean point() {
            return low == high && !nan;
        }

        /** The sum; what is added to minus infinity can make it NaN, nothing else. */
        final void add(double aLow, double aHigh, double bLow, double bHigh, boolean mayBeNaN) {
            set(
                    aLow == INFINITY || bLow == INFINITY ? INFINITY : aLow + bLow,
                    aHigh == -INFINITY || bHigh == -INFINITY ? -INFINITY : aHigh + bHigh,
                    mayBeNaN || (aLow == -INFINITY && bHigh == INFINITY) || (aHigh == INFINITY && bLow == -INFINITY));
        }

        final void multiply(double aLow, double aHigh, double bLow, double bHigh, boolean mayBeNaN) {
            double a = product(aLow, bLow);
            double b = product(aLow, bHigh);
            double c = product(aHigh, bLow);
            double d = product(aHigh, bHigh);
            set(
                    Math.min(Math.min(a, b), Math.min(c, d)),
                    Math.max(Math.max(a, b), Math.max(c, d)),
                    mayBeNaN
                            || zeroTimesInfinity(aLow, aHigh, bLow, bHigh)
                            || zeroTimesInfinity(bLow, bHigh, aLow, aHigh));
        }

        private static boolean zeroTimesInfinity(double aLow, double aHigh, double bLow, double bHigh) {
            return aLow <= 0 && aHigh >= 0 && (bLow == -INFINITY || bHigh == INFINITY);
        }

        /** Zero times what is infinite is NaN, which is noted apart; a product that rounds to zero is not zero. */
        private static double product(double a, double b) {
            if (a == 0 || b == 0) {
                return 0;
            }
            double product = a * b;
            return product == 0 ? Math.copySign(Double.MIN_VALUE, Math.signum(a) * Math.signum(b)) : product;
        }

        /** The logarithm of what is not negative; of a negative number it is NaN. */
        final void log(double from, double to, boolean mayBeNaN) {
            if (to < 0) {
                any();
            } else {
                set(from > 0 ? Math.log(from) : -INFINITY, Math.log(Math.max(0, to)), mayBeNaN || from < 0);
            }
        }
    }

    /** Without recursion, since a term may be as deep as an expression is long. */
    private Node node(Term whole) {
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
        Node[] a = term.arguments().stream().map(nodes::get).toArray(Node[]::new);
        int height = 1 + Arrays.stream(a).mapToInt(node -> node.height).max().orElse(0);
        Node made = height > HIGHEST ? constant(Double.NaN) : make(term, a);
        made.height = height > HIGHEST ? 0 : height;
        return made;
    }

    private Node make(Term term, Node[] a) {
        return switch (term.op()) {
            case NUMBER -> constant(term.constant());
            case WHOLE -> constant(term.whole());
            case BINDER -> {
                int slot = slot(term.binder());
                yield new Node(this) {
                    @Override
                    void compute() {
                        set(counterLow[slot], counterHigh[slot], false);
                    }
                };
            }
            case READ -> {
                View view = view(term.storage());
                yield new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        view.read(a[0], this);
                    }
                };
            }
            case TO_INT ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        double from = a[0].low < 0 ? Math.ceil(a[0].low) : Math.floor(a[0].low);
                        double to = a[0].high < 0 ? Math.ceil(a[0].high) : Math.floor(a[0].high);
                        set(a[0].nan ? Math.min(0, from) : from, a[0].nan ? Math.max(0, to) : to, false);
                    }
                };
            case TO_DOUBLE, GIVEN ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        set(a[0].low, a[0].high, a[0].nan);
                    }
                };
            case NEGATE ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        set(-a[0].high, -a[0].low, a[0].nan);
                    }
                };
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, QUOTIENT -> arithmetic(term.op(), a[0], a[1]);
            case CALL -> call(term.call(), a);
            case CHOICE -> choice(term.comparison(), a);
            case SUM -> sum(slot(term.binder()), a);
        };
    }

    private Node constant(double value) {
        return new Node(this) {
            @Override
            void compute() {
                set(value, value, Double.isNaN(value));
                if (nan) {
                    any();
                }
            }
        };
    }

    private Node arithmetic(Term.Op op, Node a, Node b) {
        return new Node(this) {
            @Override
            void compute() {
                a.at();
                double aLow = a.low;
                double aHigh = a.high;
                boolean aNaN = a.nan;
                b.at();
                boolean either = aNaN || b.nan;
                switch (op) {
                    case ADD -> add(aLow, aHigh, b.low, b.high, either);
                    case SUBTRACT -> add(aLow, aHigh, -b.high, -b.low, either);
                    case MULTIPLY -> multiply(aLow, aHigh, b.low, b.high, either);
                    case DIVIDE -> {
                        if (b.low > 0 || b.high < 0) {
                            boolean both = (aLow == -INFINITY || aHigh == INFINITY)
                                    && (b.low == -INFINITY || b.high == INFINITY);
                            multiply(aLow, aHigh, inverse(b.high), inverse(b.low), either || both);
                        } else {
                            any();
                        }
                    }
                    default -> {
                        if (b.low == b.high && b.low > 0) {
                            set(Math.floor(aLow / b.low), Math.floor(aHigh / b.low), either);
                        } else {
                            any();
                        }
                    }
                }
            }

            private double inverse(double x) {
                double inverse = 1 / x;
                return inverse == 0 && !Double.isInfinite(x) ? Math.copySign(Double.MIN_VALUE, x) : inverse;
            }
        };
    }

    private Node choice(String comparison, Node[] a) {
        return new Node(this) {
            @Override
            void compute() {
                a[0].at();
                double lLow = a[0].low;
                double lHigh = a[0].high;
                boolean lNaN = a[0].nan;
                a[1].at();
                double rLow = a[1].low;
                double rHigh = a[1].high;
                boolean unsure = lNaN || a[1].nan;
                boolean surely = !unsure && always(comparison, lLow, lHigh, rLow, rHigh);
                boolean never = !unsure && always(opposite(comparison), lLow, lHigh, rLow, rHigh);
                double from = INFINITY;
                double to = -INFINITY;
                boolean mayBeNaN = false;
                if (!never) {
                    a[2].at();
                    from = a[2].low;
                    to = a[2].high;
                    mayBeNaN = a[2].nan;
                }
                if (!surely) {
                    a[3].at();
                    from = Math.min(from, a[3].low);
                    to = Math.max(to, a[3].high);
                    mayBeNaN |= a[3].nan;
                }
                set(from, to, mayBeNaN);
            }
        };
    }

    private static boolean always(String comparison, double lLow, double lHigh, double rLow, double rHigh) {
        return switch (comparison) {
            case "<" -> lHigh < rLow;
            case "<=" -> lHigh <= rLow;
            case ">" -> lLow > rHigh;
            case ">=" -> lLow >= rHigh;
            case "==" -> lLow == lHigh && rLow == rHigh && lLow == rLow;
            default -> lHigh < rLow || lLow > rHigh;
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

    private Node sum(int slot, Node[] a) {
        return new Node(this) {
            @Override
            void compute() {
                a[0].at();
                double firstLow = a[0].low;
                double firstHigh = a[0].high;
                a[1].at();
                double lastLow = a[1].low;
                double lastHigh = a[1].high;
                boolean one = firstLow == firstHigh && lastLow == lastHigh;
                if (one && lastLow - firstLow < LONGEST_SUM) {
                    double from = 0;
                    double to = 0;
                    boolean mayBeNaN = false;
                    for (double k = firstLow; k <= lastLow; k++) {
                        counterLow[slot] = k;
                        counterHigh[slot] = k;
                        a[2].fresh();
                        add(from, to, a[2].low, a[2].high, mayBeNaN || a[2].nan);
                        from = low;
                        to = high;
                        mayBeNaN = nan;
                    }
                    set(from, to, mayBeNaN);
                } else {
                    counterLow[slot] = firstLow;
                    counterHigh[slot] = lastHigh;
                    a[2].fresh();
                    multiply(
                            a[2].low,
                            a[2].high,
                            Math.max(0, lastLow - firstHigh + 1),
                            Math.max(0, lastHigh - firstLow + 1),
                            a[2].nan);
                }
                now++;
            }
        };
    }

    // Calls

    private static String name(Calls.Function function) {
        return function.owner().getSimpleName() + "." + function.method();
    }

    private Node call(Calls.Function function, Node[] a) {
        double[] arguments = new double[a.length];
        return switch (name(function)) {
            case "Math.log" -> rising(a[0], Node::log);
            case "FastExponential.of" -> rising(a[0], (node, from, to, nan) -> node.set(exp(from), exp(to), nan));
            case "FastExponential.ofNonPositive" ->
                // It takes what is below its reach for the end of it.
                rising(a[0], (node, from, to, nan) -> node.set(exp(from), Math.max(exp(to), 1e-300), nan));
            case "Exponentials.ilogit" ->
                rising(
                        a[0],
                        (node, from, to, nan) -> node.set(
                                share(from, Exponentials.ilogit(from)), share(to, Exponentials.ilogit(to)), nan));
            case "ScalarFunctions.phi", "ScalarFunctions.icloglog" -> {
                double[] one = new double[1];
                yield rising(a[0], (node, from, to, nan) -> {
                    one[0] = from;
                    double least = function.apply(one);
                    one[0] = to;
                    node.set(share(from, least), share(to, function.apply(one)), nan);
                });
            }
            case "Math.abs" ->
                rising(
                        a[0],
                        (node, from, to, nan) -> node.set(
                                from > 0 ? from : to < 0 ? -to : 0, Math.max(Math.abs(from), Math.abs(to)), nan));
            case "Counts.logFactorial" ->
                rising(a[0], (node, from, to, nan) -> {
                    if (from == to && from >= 0) {
                        node.set(Counts.logFactorial(from), Counts.logFactorial(from), nan);
                    } else if (from >= 0) {
                        node.set(-1, INFINITY, nan);
                    } else {
                        node.any();
                    }
                });
            case "Counts.logChoose" -> logChoose(a[0], a[1]);
            case "Counts.timesLog" -> timesLog(a[0], a[1]);
            case "Counts.product" ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        double from = a[0].low;
                        double to = a[0].high;
                        boolean either = a[0].nan;
                        a[1].at();
                        either |= a[1].nan;
                        multiply(from, to, a[1].low, a[1].high, either);
                        set(low, high, either);
                    }
                };
            case "Counts.logBernoulli" ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        double xLow = a[0].low;
                        double xHigh = a[0].high;
                        boolean xNaN = a[0].nan;
                        a[1].at();
                        bernoulli(this, xLow, xHigh, a[1].low, a[1].high, xNaN || a[1].nan);
                    }
                };
            case "Counts.logThinned" ->
                new Node(this) {
                    @Override
                    void compute() {
                        a[0].at();
                        double xLow = a[0].low;
                        double xHigh = a[0].high;
                        boolean either = a[0].nan;
                        a[1].at();
                        double thinLow = a[1].low;
                        double thinHigh = a[1].high;
                        either |= a[1].nan;
                        a[2].at();
                        double from = share(a[2].low, Exponentials.ilogit(a[2].low));
                        double to = share(a[2].high, Exponentials.ilogit(a[2].high));
                        multiply(thinLow, thinHigh, from, to, either || a[2].nan);
                        bernoulli(this, xLow, xHigh, low, high, nan);
                    }
                };
            default ->
                new Node(this) {
                    @Override
                    void compute() {
                        boolean points = true;
                        for (int i = 0; i < a.length; i++) {
                            a[i].at();
                            arguments[i] = a[i].low;
                            points &= a[i].point();
                        }
                        double value = points ? function.apply(arguments) : Double.NaN;
                        if (Double.isNaN(value)) {
                            any();
                        } else {
                            set(value, value, false);
                        }
                    }
                };
        };
    }

    /** What a function of one argument makes of an interval. */
    @FunctionalInterface
    private interface Image {
        void of(Node result, double from, double to, boolean mayBeNaN);
    }

    private Node rising(Node argument, Image image) {
        return new Node(this) {
            @Override
            void compute() {
                argument.at();
                image.of(this, argument.low, argument.high, argument.nan);
            }
        };
    }

    private static double exp(double x) {
        double value = FastExponential.of(x);
        return value == 0 && x > -INFINITY ? Double.MIN_VALUE : value;
    }

    /** A probability that rounds to 0 or 1 is neither. */
    private static double share(double argument, double value) {
        return Double.isInfinite(argument) ? value : Math.min(BELOW_ONE, Math.max(Double.MIN_VALUE, value));
    }

    private Node logChoose(Node n, Node k) {
        return new Node(this) {
            @Override
            void compute() {
                n.at();
                double nLow = n.low;
                double nHigh = n.high;
                boolean nNaN = n.nan;
                k.at();
                if (k.low > nHigh || k.high < 0) {
                    set(-INFINITY, -INFINITY, nNaN || k.nan);
                } else {
                    boolean possible = k.low >= 0 && k.high <= nLow;
                    set(possible ? -Double.MAX_VALUE : -INFINITY, INFINITY, nNaN || k.nan);
                }
            }
        };
    }

    private Node timesLog(Node count, Node probability) {
        return new Node(this) {
            @Override
            void compute() {
                count.at();
                double from = count.low;
                double to = count.high;
                boolean either = count.nan;
                probability.at();
                either |= probability.nan;
                boolean impossible = probability.high < 0;
                log(probability.low, probability.high, either);
                if (impossible) {
                    return;
                }
                if (from == 0 && to == 0) {
                    set(0, 0, nan);
                    return;
                }
                boolean zero = from <= 0 && to >= 0;
                multiply(from, to, low, high, nan);
                if (zero) {
                    set(Math.min(0, low), Math.max(0, high), nan);
                }
            }
        };
    }

    /** Bernoulli counts; a probability outside 0 to 1 gives NaN. */
    private static void bernoulli(Node result, double xLow, double xHigh, double from, double to, boolean mayBeNaN) {
        double p = Math.max(0, from);
        double q = Math.min(1, to);
        if (p > q) {
            result.any();
            return;
        }
        boolean either = mayBeNaN || from < 0 || to > 1;
        double least = INFINITY;
        double most = -INFINITY;
        if (xLow <= 1 && xHigh >= 1) {
            result.log(p, q, either);
            least = result.low;
            most = result.high;
        }
        if (xLow <= 0 && xHigh >= 0) {
            result.log(1 - q, 1 - p, either);
            least = Math.min(least, result.low);
            most = Math.max(most, result.high);
        }
        boolean others = xLow < 0 || xHigh > 1 || (xLow == xHigh && xLow != 0 && xLow != 1);
        result.set(others || least == INFINITY ? -INFINITY : least, most, either);
    }

    // What can be proved

    /** Whether a term may turn out to be minus infinity for all values of the unknowns, as far as enclosures can tell. */
    static boolean mayVanish(Term whole) {
        Set<Term> seen = new HashSet<>();
        Deque<Term> open = new ArrayDeque<>(List.of(whole));
        while (!open.isEmpty()) {
            Term term = open.pop();
            if (vanishes(term)) {
                return true;
            }
            boolean hands = switch (term.op()) {
                case ADD, SUBTRACT, MULTIPLY, DIVIDE, CHOICE, SUM, GIVEN, TO_DOUBLE -> true;
                default -> false;
            };
            if (hands) {
                // The derivatives of a given value are no part of it.
                List<Term> parts = term.op() == Term.Op.GIVEN ? term.arguments().subList(0, 1) : term.arguments();
                parts.stream().filter(seen::add).forEach(open::push);
            }
        }
        return false;
    }

    private static boolean vanishes(Term term) {
        return switch (term.op()) {
            case NUMBER -> term.constant() == -INFINITY;
            case CALL ->
                switch (name(term.call())) {
                    case "Math.log",
                            "Counts.logChoose",
                            "Counts.timesLog",
                            "Counts.logBernoulli",
                            "Counts.logThinned" -> term.discrete();
                    // Others are enclosed only where all arguments are known.
                    default -> term.discrete() && !reachesActive(term);
                };
            default -> false;
        };
    }

    private static boolean reachesActive(Term term) {
        return term.reads().stream().anyMatch(read -> read.storage().active());
    }
}
