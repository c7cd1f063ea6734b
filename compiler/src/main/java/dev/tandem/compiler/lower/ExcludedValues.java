package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.enclose.EnclosedTerms;
import dev.tandem.compiler.lower.enclose.Enclosures;
import dev.tandem.compiler.lower.enclose.Enclosures.Where;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Vanishing;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.catalogue.Numbers;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the values of discrete unknowns that are impossible whatever the other unknowns are: an animal seen today was
 * alive yesterday. A value is excluded where a factor, its site held to that value and everything else left open, is
 * enclosed by minus infinity. What is left of one site may exclude values of its neighbours, so factors that have more
 * to tell are looked at again, backwards and forwards in turn, until nothing changes.
 */
final class ExcludedValues {
    /** Two are enough for chains in the order of their loops; what takes more is left open. */
    private static final int MOST_PASSES = 40;

    /** Enclosures of factors in all; beyond it, what was found so far is true but may be less than all. */
    private static final long MOST_ENCLOSURES = 50_000_000;

    /** Enclosures for one site of one iteration: where values go one by one, a long support would take for ever. */
    private static final long MOST_FOR_A_SITE = 2_000;

    /** The sites of a factor that are looked at. */
    private static final int MOST_SITES = 8;

    /** A count without an upper end that cannot be this much above its lower end has an upper end. */
    private static final double FAR = 1 << 30;

    private final Graph graph;
    private final IdentityHashMap<Step, Rule> rules;
    private final IdentityHashMap<Step, int[]> targets;
    private final Map<Storage, Symbol> symbols;
    private final Map<Storage, double[]> low;
    private final Map<Storage, double[]> high;
    private final Enclosures enclosures;
    private long enclosed;

    /** The sites that the present iteration depends on. */
    private final Storage[] storages = new Storage[MOST_SITES];

    private final int[] positions = new int[MOST_SITES];
    private int sites;
    private final Enclosures.Noted note = this::note;

    private Step.Factor factor;
    private int iteration;
    private boolean changed;

    /** Whether the factor may tell more once others have: of one site with two values it tells all at once. */
    private boolean revisited;

    /**
     * Raises the lowest and lowers the highest values.
     *
     * @param rules of the factors that came from a rule
     * @param targets where the nodes of a factor stand, by iteration, if its iterations are not those of the rule
     * @param symbols of the discrete unknowns
     * @param simplexes the unknown arrays whose elements lie between 0 and 1
     * @param low by storage and position, NaN where there is no site
     * @param high the same
     * @throws EvaluationException where no value is left
     */
    static void find(
            Program program,
            IdentityHashMap<Step, Rule> rules,
            IdentityHashMap<Step, int[]> targets,
            Map<Storage, Symbol> symbols,
            Set<Storage> simplexes,
            Map<Storage, double[]> low,
            Map<Storage, double[]> high) {
        List<Step.Factor> open = new ArrayList<>();
        for (Step step : program.factors()) {
            step.factor()
                    .filter(factor -> factor.value().discrete() && Vanishing.may(factor.value()))
                    .ifPresent(open::add);
        }
        if (!open.isEmpty()) {
            new ExcludedValues(program, rules, targets, symbols, simplexes, low, high).run(open);
        }
    }

    private ExcludedValues(
            Program program,
            IdentityHashMap<Step, Rule> rules,
            IdentityHashMap<Step, int[]> targets,
            Map<Storage, Symbol> symbols,
            Set<Storage> simplexes,
            Map<Storage, double[]> low,
            Map<Storage, double[]> high) {
        graph = program.graph();
        this.rules = rules;
        this.targets = targets;
        this.symbols = symbols;
        this.low = low;
        this.high = high;
        enclosures = new Enclosures(program, simplexes, low, high);
    }

    private void run(List<Step.Factor> all) {
        List<Step.Factor> open = new ArrayList<>(all);
        changed = true;
        for (int pass = 0; pass < MOST_PASSES && changed; pass++) {
            changed = false;
            // What was seen last tells most of what was before it.
            boolean backwards = pass % 2 == 0;
            List<Step.Factor> again = new ArrayList<>();
            for (int k = 0; k < open.size(); k++) {
                Step.Factor next = open.get(backwards ? open.size() - 1 - k : k);
                if (look(next, backwards)) {
                    again.add(backwards ? 0 : again.size(), next);
                }
            }
            open = again;
        }
    }

    /** Looks at all iterations of a factor; says whether what other factors find may change what it tells. */
    private boolean look(Step.Factor next, boolean backwards) {
        factor = next;
        revisited = false;
        try {
            boolean vanishes = enclosures.anywhereIn(next.nest())
                    && enclosures.enclose(next.value(), Where.AT_ORIGIN).low() == Double.NEGATIVE_INFINITY;
            if (!vanishes) {
                return false;
            }
            iteration = 0;
            return enclosures.walk(next.nest(), backwards, () -> look(backwards)) && revisited;
        } catch (EnclosedTerms.TooMuch e) {
            return false;
        }
    }

    private void look(boolean backwards) {
        iteration++;
        if (enclosed > MOST_ENCLOSURES) {
            return;
        }
        Term value = factor.value();
        sites = 0;
        enclosed++;
        double least = enclosures.enclose(value, Where.AT_ORIGIN, note).low();
        revisited |= sites > 1;
        if (least > Double.NEGATIVE_INFINITY) {
            return;
        }
        boolean open = false;
        for (int i = 0; i < sites; i++) {
            double[] lows = low.get(storages[i]);
            double[] highs = high.get(storages[i]);
            if (lows[positions[i]] < highs[positions[i]]) {
                open = true;
                if (lows[positions[i]] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                revisited |= highs[positions[i]] - lows[positions[i]] > 1;
                narrow(lows, highs, positions[i], symbols.get(storages[i]), backwards);
            }
        }
        enclosed++;
        if (!open && Enclosures.impossible(enclosures.enclose(value, Where.ANYWHERE))) {
            throw contradiction("", backwards);
        }
    }

    private void note(Storage storage, int position) {
        for (int i = 0; i < sites; i++) {
            if (storages[i] == storage && positions[i] == position) {
                return;
            }
        }
        if (sites < MOST_SITES) {
            storages[sites] = storage;
            positions[sites++] = position;
        }
    }

    /** Takes values away at both ends, in ever longer strides while that succeeds. */
    private void narrow(double[] lows, double[] highs, int position, Symbol symbol, boolean backwards) {
        double from = lows[position];
        double to = highs[position];
        double stride = 1;
        long most = enclosed + MOST_FOR_A_SITE;
        while (lows[position] <= highs[position] && lows[position] < Integer.MAX_VALUE && enclosed < most) {
            double end = Math.min(highs[position], lows[position] + stride - 1);
            if (excluded(lows, highs, position, lows[position], end)) {
                lows[position] = end + 1;
                stride *= 2;
            } else if (end == lows[position]) {
                break;
            } else {
                stride /= 2;
            }
        }
        if (highs[position] == Double.POSITIVE_INFINITY
                && excluded(lows, highs, position, lows[position] + FAR, highs[position])) {
            highs[position] = lows[position] + FAR - 1;
        }
        stride = 1;
        while (lows[position] < highs[position] && highs[position] < Double.POSITIVE_INFINITY && enclosed < most) {
            double end = Math.max(lows[position], highs[position] - stride + 1);
            if (excluded(lows, highs, position, end, highs[position])) {
                highs[position] = end - 1;
                stride *= 2;
            } else if (end == highs[position]) {
                break;
            } else {
                stride /= 2;
            }
        }
        if (lows[position] >= Integer.MAX_VALUE && highs[position] == Double.POSITIVE_INFINITY) {
            throw Lowering.beyond(
                    rules.get(factor), symbol.element(position), "by the data is larger than 32 bits hold");
        }
        if (lows[position] > highs[position] || lows[position] >= Integer.MAX_VALUE) {
            throw contradiction(symbol.element(position), backwards);
        }
        changed |= lows[position] > from || highs[position] < to;
    }

    /** Whether the factor of this iteration is impossible with a site at any of some values. */
    private boolean excluded(double[] lows, double[] highs, int position, double from, double to) {
        double keptLow = lows[position];
        double keptHigh = highs[position];
        lows[position] = from;
        highs[position] = to;
        enclosed++;
        try {
            return Enclosures.impossible(enclosures.enclose(factor.value(), Where.ANYWHERE));
        } finally {
            lows[position] = keptLow;
            highs[position] = keptHigh;
        }
    }

    /** That nothing is possible at the present iteration, or nothing that others leave of a site. */
    private EvaluationException contradiction(String site, boolean backwards) {
        Rule rule = rules.get(factor);
        int[] count = new int[1];
        enclosures.walk(factor.nest(), false, () -> count[0]++);
        int wanted = backwards ? count[0] - iteration : iteration - 1;
        Symbol symbol = graph.symbol(rule.targetName());
        String[] node = {symbol.name()};
        String[] value = {""};
        int[] next = {0};
        int[] places = targets.get(factor);
        graph.forEach(rule, (counters, scope) -> {
            if (next[0]++ == (places == null ? wanted : 0)) {
                int position = places == null ? graph.positions(rule.target(), scope)[0] : places[wanted];
                node[0] = symbol.element(position);
                value[0] = symbol.known(position)
                        ? " = " + Numbers.show(symbol.values()[position])
                        : onlyValue(symbol, position);
            }
        });
        String where = site.isEmpty()
                ? others(node[0])
                : " for each value that is left of " + (site.equals(node[0]) ? "it" : site);
        return new EvaluationException(
                rule.target().span(),
                node[0] + value[0] + " has probability zero" + where,
                "two observations contradict each other, or the model does not allow for this one");
    }

    /** In words, if there is one. */
    private String onlyValue(Symbol symbol, int position) {
        for (Map.Entry<Storage, Symbol> entry : symbols.entrySet()) {
            double[] lows = low.get(entry.getKey());
            if (entry.getValue() == symbol && lows[position] == high.get(entry.getKey())[position]) {
                return " = " + Numbers.show(lows[position]) + ", the only value left of it,";
            }
        }
        return "";
    }

    /** What is settled of the other sites of the iteration, in words. */
    private String others(String node) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sites; i++) {
            String name = symbols.get(storages[i]).element(positions[i]);
            if (!name.equals(node)) {
                text.append(text.isEmpty() ? " where " : " and ")
                        .append(name)
                        .append(" can only be ")
                        .append(Numbers.show(low.get(storages[i])[positions[i]]));
            }
        }
        return text.isEmpty() ? ", whatever the unknowns are" : text.toString();
    }
}
