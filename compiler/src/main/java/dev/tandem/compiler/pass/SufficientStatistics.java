package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Turns the rows of a linear model with normal errors into as few as it has unknowns.
 *
 * <p>The data enter such a density by {@code sum of (y[i] - X[i,] b)^2} alone, which is a quadratic function of b: with the
 * triangle R and the column z of a QR factorisation of X and y it is {@code |z - R b|^2 + rest}. Rows are put together that
 * have the same unknowns in them: all rows of a regression, the rows of each group where groups have intercepts or slopes
 * of their own. Nothing is squared on the way, so that covariates that are nearly collinear lose no digits by it.
 */
public final class SufficientStatistics implements Pass {
    /** Shorter loops are not worth it. */
    private static final int SHORTEST = 8;

    /** Work to rotate rows, in multiplications: some tenths of a second. */
    private static final double MOST_WORK = 3e8;

    /** Entries of all triangles. */
    private static final double MOST_ENTRIES = 1 << 21;

    /** A mean that is computed from computed means from computed means. */
    private static final int DEEPEST = 8;

    @Override
    public String name() {
        return "sufficient-statistics";
    }

    @Override
    public String reason() {
        return "The rows of a linear model with normal errors become as few as it has unknowns, or each of its groups has.";
    }

    @Override
    public Program apply(Program program) {
        return new Search(program).run();
    }

    /**
     * Something known times something unknown, or the sum of that over a range.
     *
     * @param binder the counter of the sum; null if there is none
     */
    private record Slot(Term known, Term unknown, Binder binder, int first, int count) {}

    /** A whole number that has to lie between others, so that it is one of a loop's. */
    private record Within(Term counter, Term first, Term last) {}

    /** A term as the sum of slots and of what is known. */
    private static final class Linear {
        private final List<Slot> slots = new ArrayList<>();
        private final List<Within> checks = new ArrayList<>();
        private Term known;
        private boolean possible = true;

        int columns() {
            return slots.stream().mapToInt(Slot::count).sum();
        }
    }

    /** A summand of a factor: a number times the square of a linear term times the rest. */
    private record Square(Term square, double factor, Term rest) {}

    private static final class Search {
        private final Program program;
        private final Terms terms;
        /** What is computed by one step alone, once for each element. */
        private final Map<Storage, Step.Compute> computed = new HashMap<>();

        private final List<Step.Computation> made = new ArrayList<>();

        Search(Program program) {
            this.program = program;
            terms = program.terms();
            Map<Storage, Integer> writers = new HashMap<>();
            for (Program.Block block : program.blocks()) {
                for (Step.Computation step : block.steps()) {
                    writers.merge(step.target(), 1, Integer::sum);
                    if (!block.recursive()) {
                        step.compute().ifPresent(compute -> computed.put(compute.target(), compute));
                    }
                }
            }
            computed.keySet().removeIf(storage -> writers.get(storage) > 1);
        }

        Program run() {
            Draft draft = program.edit();
            List<Step.Contribution> factors = new ArrayList<>();
            for (Step.Contribution step : draft.factors) {
                step.visit(factor -> factors.addAll(reduced(factor).orElseGet(() -> List.of(factor))), factors::add);
            }
            draft.factors.clear();
            draft.factors.addAll(factors);
            if (!made.isEmpty()) {
                draft.blocks.add(Program.Block.plain(made));
            }
            return draft.finish();
        }

        /** Factors in the place of one that has the square of a linear term in it. */
        private Optional<List<Step.Contribution>> reduced(Step.Factor factor) {
            ConstantParts parts = new ConstantParts(terms, factor.nest());
            int iterations = parts.iterations().orElse(0);
            if (iterations < SHORTEST || factor.value().discrete()) {
                return Optional.empty();
            }
            Term others = terms.number(0);
            Optional<Square> square = Optional.empty();
            for (Map.Entry<Term, Integer> summand : ConstantParts.summands(factor.value())) {
                Optional<Square> found = square.isPresent()
                        ? Optional.empty()
                        : square(summand.getKey(), summand.getValue(), factor.nest());
                if (found.isPresent()) {
                    square = found;
                } else {
                    others = summand.getValue() > 0
                            ? terms.add(others, summand.getKey())
                            : terms.subtract(others, summand.getKey());
                }
            }
            Term rest = others;
            return square.flatMap(found -> rows(factor, found, parts, iterations))
                    .map(found -> {
                        if (!rest.isNumber(0)) {
                            found.add(0, factor.with(rest));
                        }
                        return found;
                    });
        }

        /** The summand as a number times a square times the rest, if it is that. */
        private Optional<Square> square(Term summand, int sign, Nest nest) {
            List<Term> factors = new ArrayList<>();
            collect(summand, factors);
            double number = sign;
            Term rest = terms.number(1);
            Term squared = null;
            for (int i = 0; i < factors.size(); i++) {
                Term each = factors.get(i);
                boolean moves =
                        nest.ranges().stream().anyMatch(range -> each.binders().contains(range.counter()));
                if (each.op() == Term.Op.NUMBER) {
                    number *= each.constant();
                } else if (squared == null && moves && each.active() && factors.lastIndexOf(each) > i) {
                    squared = each;
                    factors.remove(factors.lastIndexOf(each));
                } else {
                    rest = terms.multiply(rest, each);
                }
            }
            return squared == null ? Optional.empty() : Optional.of(new Square(squared, number, rest));
        }

        private static void collect(Term term, List<Term> factors) {
            if (term.op() == Term.Op.MULTIPLY) {
                collect(term.argument(0), factors);
                collect(term.argument(1), factors);
            } else {
                factors.add(term);
            }
        }

        // ---- linear terms --------------------------------------------------------------------------------------

        private Linear linear(Term term, Nest nest) {
            Linear linear = new Linear();
            linear.known = terms.number(0);
            add(linear, term, terms.number(1), nest, null, 0);
            return linear;
        }

        private boolean known(Term term) {
            return new Numeric().compile(term) != null;
        }

        /** Adds a known multiple of a term. */
        private void add(Linear linear, Term term, Term times, Nest nest, Slot sum, int depth) {
            if (known(term)) {
                Term constant = terms.multiply(times, term);
                linear.known = terms.add(
                        linear.known,
                        sum == null
                                ? constant
                                : terms.sum(
                                        sum.binder(),
                                        terms.whole(sum.first()),
                                        terms.whole(sum.first() + sum.count() - 1),
                                        constant));
                return;
            }
            switch (term.op()) {
                case ADD, SUBTRACT -> {
                    add(linear, term.argument(0), times, nest, sum, depth);
                    Term second = term.op() == Term.Op.ADD ? times : terms.negate(times);
                    add(linear, term.argument(1), second, nest, sum, depth);
                }
                case NEGATE -> add(linear, term.argument(0), terms.negate(times), nest, sum, depth);
                case MULTIPLY -> {
                    int side = known(term.argument(0)) ? 0 : 1;
                    if (known(term.argument(side))) {
                        Term both = terms.multiply(times, term.argument(side));
                        add(linear, term.argument(1 - side), both, nest, sum, depth);
                    } else {
                        slot(linear, term, times, sum);
                    }
                }
                case DIVIDE -> {
                    if (known(term.argument(1))) {
                        add(linear, term.argument(0), terms.divide(times, term.argument(1)), nest, sum, depth);
                    } else {
                        slot(linear, term, times, sum);
                    }
                }
                case SUM -> {
                    boolean range = sum == null
                            && term.argument(0).op() == Term.Op.WHOLE
                            && term.argument(1).op() == Term.Op.WHOLE
                            && term.argument(1).whole() >= term.argument(0).whole();
                    if (!range) {
                        linear.possible = false;
                        return;
                    }
                    int first = term.argument(0).whole();
                    int count = term.argument(1).whole() - first + 1;
                    add(
                            linear,
                            term.argument(2),
                            times,
                            nest,
                            new Slot(null, null, term.binder(), first, count),
                            depth);
                }
                default -> {
                    if (sum != null || depth >= DEEPEST || !addComputed(linear, term, times, nest, depth)) {
                        slot(linear, term, times, sum);
                    }
                }
            }
        }

        /** Adds what an element of a computed variable is computed from, if that is a linear term of unknowns as they are. */
        private boolean addComputed(Linear linear, Term read, Term times, Nest nest, int depth) {
            Linear inside = new Linear();
            inside.known = terms.number(0);
            Optional<Term> value = computedBy(inside, read, nest);
            if (value.isEmpty()) {
                return false;
            }
            add(inside, value.get(), times, nest, null, depth + 1);
            if (!inside.possible
                    || inside.slots.stream().anyMatch(slot -> slot.unknown().op() != Term.Op.READ)) {
                return false;
            }
            linear.slots.addAll(inside.slots);
            linear.checks.addAll(inside.checks);
            linear.known = terms.add(linear.known, inside.known);
            return true;
        }

        private static void slot(Linear linear, Term term, Term times, Slot sum) {
            boolean sums = term.op() == Term.Op.SUM;
            linear.possible &= !sums;
            linear.slots.add(
                    sum == null
                            ? new Slot(times, term, null, 0, 1)
                            : new Slot(times, term, sum.binder(), sum.first(), sum.count()));
        }

        /** What an element of a computed variable is computed from, where it changes with the loops. */
        private Optional<Term> computedBy(Linear linear, Term read, Nest nest) {
            Step.Compute step = read.op() == Term.Op.READ ? computed.get(read.storage()) : null;
            if (step == null || !moves(read, nest)) {
                return Optional.empty();
            }
            List<Nest.Range> loops = step.nest().ranges();
            List<Term> counters = new ArrayList<>();
            if (loops.size() == 1) {
                Term at = step.position();
                Term counter = terms.binder(loops.get(0).counter());
                boolean shifted = at.op() == Term.Op.ADD
                        && at.argument(0) == counter
                        && at.argument(1).op() == Term.Op.WHOLE;
                if (shifted || at == counter) {
                    int by = shifted ? at.argument(1).whole() : 0;
                    counters.add(terms.subtract(read.argument(0), terms.whole(by)));
                }
            } else if (loops.size() == nest.ranges().size()) {
                nest.ranges().forEach(range -> counters.add(terms.binder(range.counter())));
                if (in(step.position(), loops, counters) != read.argument(0)) {
                    return Optional.empty();
                }
            }
            if (counters.size() != loops.size() || loops.isEmpty()) {
                return Optional.empty();
            }
            for (int i = 0; i < loops.size(); i++) {
                linear.checks.add(new Within(
                        counters.get(i),
                        in(loops.get(i).first(), loops, counters),
                        in(loops.get(i).last(), loops, counters)));
            }
            return Optional.of(in(step.value(), loops, counters));
        }

        private static boolean moves(Term term, Nest nest) {
            return nest.ranges().stream().anyMatch(range -> term.binders().contains(range.counter()));
        }

        private Term in(Term term, List<Nest.Range> loops, List<Term> counters) {
            return terms.replace(term, t -> {
                for (int i = 0; t.op() == Term.Op.BINDER && i < loops.size(); i++) {
                    if (t.binder() == loops.get(i).counter()) {
                        return counters.get(i);
                    }
                }
                return null;
            });
        }

        // ---- rows ----------------------------------------------------------------------------------------------

        /** Rows with the same unknowns in them, and what the constant parts of these are. */
        @SuppressWarnings("ArrayRecordComponent")
        private record Group(double[] values, Triangle triangle) {}

        /** Some rows in the place of all: a row of coefficients, what is known as its last, and its constant parts. */
        @SuppressWarnings("ArrayRecordComponent")
        private record Row(double[] values, double[] entries) {}

        /**
         * What rows have become.
         *
         * @param apart those with unknowns that not all rows have
         * @param shared those with the unknowns of all rows alone
         * @param rests what no unknown explains, a single entry each
         */
        private record Reduced(List<Row> apart, List<Row> shared, List<Row> rests) {}

        private Optional<List<Step.Contribution>> rows(
                Step.Factor factor, Square square, ConstantParts parts, int iterations) {
            Linear linear = linear(square.square(), factor.nest());
            int columns = linear.columns();
            boolean affordable = (double) iterations * columns * columns <= MOST_WORK;
            if (!linear.possible || linear.slots.isEmpty() || !affordable) {
                return Optional.empty();
            }
            boolean possible = parts.add(square.rest());
            int precision = parts.width();
            List<Slot> own = new ArrayList<>();
            List<Slot> common = new ArrayList<>();
            for (Slot slot : linear.slots) {
                int before = parts.width();
                possible &= slot.binder() == null
                        ? parts.add(slot.unknown())
                        : parts.add(slot.unknown(), slot.binder(), slot.first(), slot.first() + slot.count() - 1);
                (parts.width() > before ? own : common).add(slot);
            }
            if (!possible) {
                return Optional.empty();
            }
            List<Slot> all = new ArrayList<>(own);
            all.addAll(common);
            return reduced(linear, all, common, precision, parts, iterations).map(reduced -> {
                List<Step.Contribution> factors = new ArrayList<>();
                factors.addAll(factors(factor, square, all, parts, reduced.apart()));
                factors.addAll(factors(factor, square, common, parts, reduced.shared()));
                factors.addAll(factors(factor, square, List.of(), parts, reduced.rests()));
                return factors;
            });
        }

        /** Rotates all rows, with the unknowns that not all have first; nothing if there would not be half as many then. */
        private Optional<Reduced> reduced(
                Linear linear,
                List<Slot> slots,
                List<Slot> common,
                int precision,
                ConstantParts parts,
                int iterations) {
            Optional<Map<ConstantParts.Key, Group>> groups = groups(linear, slots, parts, iterations);
            if (groups.isEmpty()) {
                return Optional.empty();
            }
            int columns = linear.columns();
            int kept = common.stream().mapToInt(Slot::count).sum();
            int first = columns - kept;
            List<Row> apart = new ArrayList<>();
            Map<ConstantParts.Key, Group> shared = new LinkedHashMap<>();
            for (Group group : groups.get().values()) {
                Triangle together = shared.computeIfAbsent(
                                new ConstantParts.Key(Arrays.copyOf(group.values(), precision)),
                                key -> new Group(group.values(), new Triangle(kept + 1)))
                        .triangle();
                for (int r = 0; r <= columns; r++) {
                    if (r < first) {
                        double[] row = group.triangle().row(r, 0);
                        if (Arrays.stream(row, 0, columns).anyMatch(entry -> entry != 0)) {
                            apart.add(new Row(group.values(), row));
                        } else {
                            together.add(Arrays.copyOfRange(row, first, columns + 1));
                        }
                    } else {
                        together.add(group.triangle().row(r, first));
                    }
                }
            }
            List<Row> sharing = new ArrayList<>();
            List<Row> rests = new ArrayList<>();
            for (Group group : shared.values()) {
                for (int r = 0; r <= kept; r++) {
                    double[] row = group.triangle().row(r, 0);
                    if (Arrays.stream(row, 0, kept).anyMatch(entry -> entry != 0)) {
                        sharing.add(new Row(group.values(), row));
                    } else if (row[kept] != 0) {
                        rests.add(new Row(group.values(), new double[] {row[kept]}));
                    }
                }
            }
            boolean fewer = apart.size() + sharing.size() + rests.size() <= iterations / 2;
            return fewer ? Optional.of(new Reduced(apart, sharing, rests)) : Optional.empty();
        }

        private Optional<Map<ConstantParts.Key, Group>> groups(
                Linear linear, List<Slot> slots, ConstantParts parts, int iterations) {
            int columns = linear.columns();
            Numeric.Fn known = parts.compile(linear.known);
            List<Numeric.Fn> coefficients = new ArrayList<>();
            slots.forEach(slot -> coefficients.add(parts.compile(slot.known())));
            List<Numeric.Fn[]> checks = new ArrayList<>();
            linear.checks.forEach(check -> checks.add(new Numeric.Fn[] {
                parts.compile(check.counter()), parts.compile(check.first()), parts.compile(check.last())
            }));
            boolean computable = known != null
                    && !coefficients.contains(null)
                    && checks.stream().allMatch(fns -> Arrays.stream(fns).allMatch(Objects::nonNull));
            if (!computable) {
                return Optional.empty();
            }
            int[] counterOf = slots.stream()
                    .mapToInt(slot -> slot.binder() == null ? -1 : parts.slot(slot.binder()))
                    .toArray();
            Map<ConstantParts.Key, Group> groups = new LinkedHashMap<>();
            double[] row = new double[columns + 1];
            boolean[] sound = {true};
            parts.run(() -> {
                int[] counters = parts.counters();
                if (!sound[0] || !inside(checks, counters)) {
                    sound[0] = false;
                    return;
                }
                int column = 0;
                for (int s = 0; s < counterOf.length; s++) {
                    Slot slot = slots.get(s);
                    for (int k = 0; k < slot.count(); k++) {
                        if (counterOf[s] >= 0) {
                            counters[counterOf[s]] = slot.first() + k;
                        }
                        row[column++] = coefficients.get(s).at(counters);
                    }
                }
                row[column] = known.at(counters);
                double[] values = parts.values();
                groups.computeIfAbsent(
                                new ConstantParts.Key(values), key -> new Group(values, new Triangle(columns + 1)))
                        .triangle()
                        .add(row);
                // Neither can a number that is none be rotated, nor is there much to gain from groups of one row.
                sound[0] = Arrays.stream(row).allMatch(Double::isFinite)
                        && ConstantParts.few(groups.size(), iterations)
                        && (columns + 1.0) * (columns + 1) * groups.size() <= MOST_ENTRIES;
            });
            return sound[0] ? Optional.of(groups) : Optional.empty();
        }

        private static boolean inside(List<Numeric.Fn[]> checks, int[] counters) {
            for (Numeric.Fn[] check : checks) {
                double at = check[0].at(counters);
                if (!(at >= check[1].at(counters) && at <= check[2].at(counters))) {
                    return false;
                }
            }
            return true;
        }

        /** The factor of some rows, whose residuals are computed before it. */
        private List<Step.Contribution> factors(
                Step.Factor factor, Square square, List<Slot> slots, ConstantParts parts, List<Row> rows) {
            if (rows.isEmpty()) {
                return List.of();
            }
            Loop loop = new Loop(rows.size());
            int columns = slots.stream().mapToInt(Slot::count).sum();
            ConstantParts.Tables tables = parts
            .new Tables(program, "rows", rows.stream().map(Row::values).toList(), loop.row);
            Term left = terms.read(column(rows, "rows_known", columns, 1), loop.row);
            int column = 0;
            for (Slot slot : slots) {
                Storage matrix = column(rows, "rows_matrix", column, slot.count());
                column += slot.count();
                Term unknown = tables.in(slot.unknown());
                if (slot.binder() == null) {
                    left = terms.add(left, terms.multiply(terms.read(matrix, loop.row), unknown));
                    continue;
                }
                Term k = terms.subtract(terms.binder(slot.binder()), terms.whole(slot.first()));
                Term place = terms.add(loop.row, terms.multiply(k, terms.whole(rows.size())));
                left = terms.add(
                        left,
                        terms.sum(
                                slot.binder(),
                                terms.whole(slot.first()),
                                terms.whole(slot.first() + slot.count() - 1),
                                terms.multiply(terms.read(matrix, place), unknown)));
            }
            if (!slots.isEmpty()) {
                Storage residuals = program.variable("rows_left", rows.size());
                residuals.activate();
                made.add(new Step.Compute(loop.nest, residuals, loop.row, left, factor.comment()));
                left = terms.read(residuals, loop.row);
            }
            Term squares = terms.multiply(terms.number(square.factor()), terms.multiply(left, left));
            return List.of(
                    new Step.Factor(loop.nest, terms.multiply(squares, tables.in(square.rest())), factor.comment()));
        }

        /** Entries of rows from one on, column by column. */
        private Storage column(List<Row> rows, String name, int from, int count) {
            double[] entries = new double[rows.size() * count];
            for (int k = 0; k < count; k++) {
                for (int r = 0; r < rows.size(); r++) {
                    entries[r + k * rows.size()] = rows.get(r).entries()[from + k];
                }
            }
            return program.constant(name, entries);
        }

        /** A loop over rows; none around a single one. */
        private final class Loop {
            private final Nest nest;
            private final Term row;

            Loop(int rows) {
                if (rows == 1) {
                    nest = Nest.NONE;
                    row = terms.whole(0);
                } else {
                    Binder r = new Binder("r");
                    nest = new Nest(List.of(new Nest.Range(r, terms.whole(0), terms.whole(rows - 1))));
                    row = terms.binder(r);
                }
            }
        }
    }
}
