package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.Contexts;
import dev.tandem.compiler.lower.expression.Expressions;
import dev.tandem.compiler.lower.expression.Jumps;
import dev.tandem.compiler.lower.expression.LogDensities;
import dev.tandem.compiler.lower.expression.LoweredArray;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.ArrayTerm;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Calls;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.array.SumOfParents;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** The log densities of rules. */
final class Factors {
    private final Graph graph;
    private final Draft draft;
    private final Terms terms;
    private final Storages storages;
    private final LogDensities logDensities;
    private final UnknownElements unknowns;
    private final Sides sides;
    private final Contexts contexts;
    private final Jumps jumps;
    private final LateElements late;

    /** The rules behind factors; two rules may have equal factors. */
    private final IdentityHashMap<Step, Rule> rules = new IdentityHashMap<>();

    /** Where the nodes of factors stand whose iterations are not those of their rules. */
    private final IdentityHashMap<Step, int[]> targets = new IdentityHashMap<>();

    Factors(Draft draft, UnknownElements unknowns, Sides sides, Contexts contexts, Jumps jumps, LateElements late) {
        this.late = late;
        this.draft = draft;
        this.unknowns = unknowns;
        this.sides = sides;
        this.contexts = contexts;
        this.jumps = jumps;
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
        logDensities = new LogDensities(terms, storages);
    }

    IdentityHashMap<Step, Rule> rules() {
        return rules;
    }

    IdentityHashMap<Step, int[]> targets() {
        return targets;
    }

    /** Adds what has to hold for sums to be possible. */
    void add(Ties ties) {
        ties.factors().forEach((factor, tie) -> {
            rules.put(factor, tie.rule());
            targets.put(factor, ties.positions(factor));
            draft.factors.add(factor);
        });
    }

    /** Adds the log density of a rule; the array calls that its arguments need go to a list. */
    void add(Rule rule, List<Step.Computation> before) {
        Statement.Stochastic relation = Rules.stochastic(rule);
        UnknownElements.Found drawn = unknowns.forward(rule);
        // Sides that are known are no data.
        UnknownElements.Found coins = sides.added(rule.targetName()) ? unknowns.of(rule) : null;
        if (drawn != null && coins == null && sides.added(rule.targetName())) {
            return;
        }
        Contexts.Context context = coins != null && !coins.all
                ? contexts.listed(rule, coins.counters)
                : drawn != null ? contexts.some(rule, others(rule, drawn)) : contexts.of(rule);
        Expressions expressions = context.expressions;
        LoweredArray target = expressions.lower(rule.target());
        if (Rules.row(rule).array().isEmpty()) {
            context.single(target);
        }
        Term first = target.at(Collections.nCopies(target.extents().size(), terms.whole(0)));
        if (drawn != null && !late.hasShown(graph.symbol(rule.targetName()))) {
            // What is drawn is written to the variable; the density reads what was observed.
            Symbol symbol = graph.symbol(rule.targetName());
            Storage observed =
                    storages.add(Storage.constant(storages.safe(symbol.name() + "_observed"), symbol.values()));
            target = LoweredArray.scalar(terms.read(observed, Contexts.position(target.single())));
        }
        List<LoweredArray> arguments = relation.distribution().arguments().stream()
                .map(expressions::lower)
                .toList();
        Term value;
        if (Rules.row(rule).is(Categorical.class) && target.isScalar()) {
            value = categorical(
                    target.single(),
                    arguments.get(0),
                    relation.distribution().arguments().get(0));
        } else if (Rules.row(rule).scalar().isPresent() && target.isScalar()) {
            value = scalarFactor(rule, relation, expressions, target, arguments);
        } else {
            track(arrayFactor(rule, context, target, arguments, before), rule, first);
            return;
        }
        before.addAll(context.steps);
        jumps.look(rule, value);
        Step.Factor factor = new Step.Factor(context.nest, terms.real(value), Rules.text(graph, rule));
        rules.put(factor, rule);
        if (coins != null) {
            targets.put(factor, coins.positions.flat());
        }
        draft.factors.add(factor);
        track(factor, rule, first);
    }

    /** Notes what a factor is the log density of: where its node stands first. */
    private void track(Step.Contribution factor, Rule rule, Term first) {
        if (draft.tracked) {
            Term position = first.op() == Term.Op.READ ? Contexts.position(first) : terms.whole(onlyPosition(rule));
            draft.nodes.put(factor, new Program.Node(graph.symbol(rule.targetName()), position));
        }
    }

    /** Where the node of a rule stands that is about one alone, whose value may stand for it. */
    private int onlyPosition(Rule rule) {
        int[] found = {0};
        graph.forEach(rule, (counters, scope) -> found[0] = graph.positions(rule.target(), scope)[0]);
        return found[0];
    }

    /** A parameter that is a single number. */
    static Term single(Rule rule, ScalarDistribution d, int i, LoweredArray argument) {
        if (!argument.isScalar()) {
            throw new EvaluationException(
                    Rules.stochastic(rule).distribution().arguments().get(i).span(),
                    "the parameter " + d.parameters().get(i) + " of "
                            + Rules.stochastic(rule).distribution().written() + " must be a single number, not "
                            + Expressions.describe(argument),
                    "give it an index");
        }
        return argument.single();
    }

    /** The iterations of a rule that are not among those found. */
    private List<int[]> others(Rule rule, UnknownElements.Found found) {
        List<int[]> others = new ArrayList<>();
        int[] next = {0};
        graph.forEach(rule, (counters, scope) -> {
            if (next[0] < found.counters.size() && found.counters.equals(next[0], counters)) {
                next[0]++;
            } else {
                others.add(counters.clone());
            }
        });
        return others;
    }

    private Term scalarFactor(
            Rule rule,
            Statement.Stochastic relation,
            Expressions expressions,
            LoweredArray target,
            List<LoweredArray> arguments) {
        ScalarDistribution d = Rules.row(rule).scalar().orElseThrow();
        List<Term> p = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            p.add(terms.real(single(rule, d, i, arguments.get(i))));
        }
        Term x = terms.real(target.single());
        Optional<Term> logRate = OwnDensities.isMade(rule.targetName())
                ? storages.predictorOf(p.get(0), Link.LOG, terms)
                : Optional.empty();
        if (logRate.isPresent()) {
            // At zero it is the log density that the text has, which need not go through a rate that may be out of
            // range.
            return logRate.get();
        }
        UnknownElements.Found found = unknowns.of(rule);
        boolean kept = found != null && found.all && !Rules.discrete(rule) && !draft.given;
        Term density = logDensities.logDensity(d, x, p, kept);
        if (relation.truncation().isPresent()) {
            Truncation truncation = relation.truncation().get();
            Term lower =
                    truncation.lower().map(expressions::scalar).map(terms::real).orElse(null);
            Term upper =
                    truncation.upper().map(expressions::scalar).map(terms::real).orElse(null);
            if (truncation.kind() == Truncation.Kind.TRUNCATION) {
                density = terms.subtract(density, logDensities.logProbability(d, p, lower, upper));
            } else if (truncation.kind() == Truncation.Kind.INTERVAL
                    && p.stream().anyMatch(t -> t.active() || t.discrete())) {
                throw new EvaluationException(
                        truncation.span(),
                        "I(,) may stand only where the parameters are known",
                        "for a truncated distribution write T(,); for censoring use dinterval");
            }
            boolean checked = truncation.kind() == Truncation.Kind.CENSORING || (found == null && !draft.given);
            if (!kept && !(checked && hold(rule, lower, upper))) {
                Term impossible = terms.number(Double.NEGATIVE_INFINITY);
                if (lower != null) {
                    density = terms.choice(">=", x, lower, density, impossible);
                }
                if (upper != null) {
                    density = terms.choice("<=", x, upper, density, impossible);
                }
            }
        }
        return density;
    }

    /**
     * Whether known bounds of a continuous node hold by themselves: observations were checked, and unknowns are kept inside unless
     * a sum determines them.
     */
    private boolean hold(Rule rule, Term lower, Term upper) {
        boolean sums = graph.rules().stream()
                .anyMatch(other -> other.stochastic() && Rules.row(other).is(SumOfParents.class));
        return !Rules.discrete(rule) && isFixed(lower) && isFixed(upper) && !sums;
    }

    private static boolean isFixed(Term bound) {
        return bound == null || !(bound.active() || bound.discrete());
    }

    private Term categorical(Term x, LoweredArray weights, Expression expression) {
        if (weights.extents().size() > 1) {
            throw new EvaluationException(
                    expression.span(),
                    "dcat takes a vector, not " + Expressions.describe(weights),
                    "take one row of it, as in p[i,]");
        }
        if (weights.isScalar()) {
            return terms.number(0);
        }
        Term chosen = weights.at(List.of(terms.subtract(terms.integer(x), terms.whole(1))));
        Term density = storages.predictorOf(chosen, Link.LOG, terms).orElseGet(() -> terms.call(Calls.LOG, chosen));
        if (!sumsToOne(expression)) {
            Binder k = new Binder("k");
            Term total = terms.sum(
                    k,
                    terms.whole(0),
                    terms.subtract(weights.extents().get(0), terms.whole(1)),
                    weights.at(List.of(terms.binder(k))));
            density = terms.subtract(density, terms.call(Calls.LOG, total));
        }
        return density;
    }

    /** Whether an argument is a whole simplex, an unknown with a Dirichlet prior: its sum need not be computed. */
    private boolean sumsToOne(Expression expression) {
        return expression instanceof Expression.Reference reference && graph.isSimplex(reference, unknowns.rules());
    }

    private Step.ArrayFactor arrayFactor(
            Rule rule,
            Contexts.Context context,
            LoweredArray target,
            List<LoweredArray> arguments,
            List<Step.Computation> before) {
        Distribution row = Rules.row(rule);
        List<LoweredArray> all = new ArrayList<>();
        all.add(target);
        all.addAll(arguments);
        int[][] dims = new int[all.size()][];
        for (int i = 0; i < dims.length; i++) {
            Expression where = i == 0
                    ? rule.target()
                    : Rules.stochastic(rule).distribution().arguments().get(i - 1);
            dims[i] = Contexts.fixed(where, all.get(i));
        }
        String complaint = row.array().orElseThrow().complaint(dims);
        if (!complaint.isEmpty()) {
            throw new EvaluationException(rule.relation().span(), complaint, "it is " + row.signature());
        }
        before.addAll(context.steps);
        int call = draft.calls.size();
        draft.calls.add(Contexts.callOf(row.name(), true, dims, 1));
        List<ArrayTerm> kept = all.stream().map(array -> array.keep(terms)).toList();
        Step.ArrayFactor factor = new Step.ArrayFactor(context.nest, call, row.name(), kept, Rules.text(graph, rule));
        draft.factors.add(factor);
        return factor;
    }
}
