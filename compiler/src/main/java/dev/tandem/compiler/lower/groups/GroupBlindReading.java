package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads one rule as somebody who cannot tell groups apart: adds what it says of them, and refuses what tells them apart. */
final class GroupBlindReading {
    /** Functions of a whole vector that do not mind the order of its elements. */
    private static final Set<String> SYMMETRIC = Set.of("sum", "mean", "prod", "max", "min");

    private final Graph graph;
    private final CandidateGroups groups;
    private final MirroredShares shares;
    private final Rule rule;
    /** Counters that run over all groups. */
    private final Set<String> counters = new HashSet<>();

    private final Set<Integer> single = new TreeSet<>();

    GroupBlindReading(Graph graph, CandidateGroups groups, MirroredShares shares, Rule rule) {
        this.graph = graph;
        this.groups = groups;
        this.shares = shares;
        this.rule = rule;
    }

    /** Checks that the rule treats groups alike as far as they are known. */
    void check() {
        findCounters();
        checkLeft();
        boolean array = left();
        if (rule.relation() instanceof Statement.Deterministic d) {
            if (shares.recognise(rule)) {
                return;
            }
            if (array) {
                throw new GroupsDifferException();
            }
            value(d.value());
        } else {
            right(Rules.stochastic(rule), array);
        }
        if (groups.mirrored().stream()
                .anyMatch(name -> !groups.isGrouped(name) && rule.names().contains(name))) {
            throw new GroupsDifferException();
        }
    }

    /** The one group that the left side is about, if it has its number; from 1. */
    Set<Integer> single() {
        return Collections.unmodifiableSet(single);
    }

    /** Finds the counters of loops that run over all groups, and with them more dimensions that count groups. */
    private void findCounters() {
        int before = -1;
        while (before != counters.size()) {
            before = counters.size();
            List<Expression.Reference> references = new ArrayList<>(rule.reads());
            references.add(rule.target());
            for (Expression.Reference reference : references) {
                String name = reference.name().text();
                for (int d = 0; d < reference.indices().size(); d++) {
                    Optional<String> counter = counter(reference.indices().get(d));
                    if (counter.isPresent() && groups.isGrouped(name, d)) {
                        counters.add(counter.get());
                    } else if (counter.isPresent() && counters.contains(counter.get())) {
                        groups.addAxis(name, d);
                    }
                }
            }
        }
        for (Statement.Loop loop : rule.loops()) {
            boolean some = counters.contains(loop.counter().text()) && !groups.areCountedBy(loop.range());
            if (some || Names.in(loop.range()).stream().anyMatch(counters::contains)) {
                throw new GroupsDifferException();
            }
        }
    }

    /** What a loop over groups defines has a dimension for them, and nothing else on the left depends on the group. */
    private void checkLeft() {
        Set<String> counted = new HashSet<>();
        for (Index index : rule.target().indices()) {
            Optional<String> counter = counter(index);
            counter.ifPresent(counted::add);
            if (counter.isEmpty() && names(index).stream().anyMatch(counters::contains)) {
                throw new GroupsDifferException();
            }
        }
        if (!counted.containsAll(counters)) {
            throw new GroupsDifferException();
        }
    }

    private static Set<String> names(Index index) {
        if (index instanceof Index.Single one) {
            return Names.in(one.value());
        }
        if (index instanceof Index.Range range) {
            Set<String> names = Names.in(range.from());
            names.addAll(Names.in(range.to()));
            return names;
        }
        return Set.of();
    }

    /** The counter of a loop that an index consists of. */
    private Optional<String> counter(Index index) {
        return index instanceof Index.Single one
                        && one.value() instanceof Expression.Name name
                        && isCounter(name.text())
                ? Optional.of(name.text())
                : Optional.empty();
    }

    private boolean isCounter(String name) {
        return rule.loops().stream().anyMatch(loop -> loop.counter().text().equals(name));
    }

    /** The left side; whether it has all groups at once. */
    private boolean left() {
        String name = rule.targetName();
        boolean all = false;
        Set<String> once = new HashSet<>();
        for (int d : groups.dimensions(name)) {
            if (groups.spannedBy(rule.target(), d)) {
                all = true;
                continue;
            }
            Index index = rule.target().indices().get(d);
            if (counter(index).isPresent()) {
                if (!once.add(counter(index).get())) {
                    throw new GroupsDifferException();
                }
            } else {
                single.add(number(index));
            }
        }
        if (single.size() > 1 || (!single.isEmpty() && (all || !once.isEmpty()))) {
            throw new GroupsDifferException();
        }
        return all;
    }

    private int number(Index index) {
        if (index instanceof Index.Single one && one.value() instanceof Expression.Literal literal) {
            return (int) literal.value();
        }
        throw new GroupsDifferException();
    }

    /** The right side of a stochastic rule, whose left side may have all groups at once. */
    private void right(Statement.Stochastic s, boolean array) {
        if (array && Rules.row(rule).values() != Values.Arrays.SIMPLEX) {
            throw new GroupsDifferException();
        }
        List<Expression> arguments = s.distribution().arguments();
        if (Rules.row(rule).is(Categorical.class) && arguments.get(0) instanceof Expression.Reference probabilities) {
            categorical(probabilities);
        } else if (groups.isLabel(rule.targetName())) {
            throw new GroupsDifferException();
        } else {
            arguments.forEach(array ? this::valueForEachGroup : this::value);
        }
        s.truncation().flatMap(Truncation::lower).ifPresent(this::value);
        s.truncation().flatMap(Truncation::upper).ifPresent(this::value);
    }

    /** What has a probability for each group is a label, and what a label is drawn by has a probability for each group. */
    private void categorical(Expression.Reference probabilities) {
        String name = probabilities.name().text();
        boolean label = groups.isLabel(rule.targetName());
        boolean spans = false;
        for (int d = 0; d < graph.symbol(name).dims().length; d++) {
            boolean here = groups.spannedBy(probabilities, d);
            if (here && label) {
                groups.addAxis(name, d);
            }
            spans |= here && groups.isGrouped(name, d);
        }
        if (spans && !label) {
            groups.addLabel(rule.targetName());
        }
        if (!spans && label) {
            throw new GroupsDifferException();
        }
        reference(probabilities, spans);
    }

    /** An argument of a distribution of all groups at once. */
    private void valueForEachGroup(Expression argument) {
        if (!(argument instanceof Expression.Reference reference)) {
            throw new GroupsDifferException();
        }
        String name = reference.name().text();
        for (int d = 0; d < graph.symbol(name).dims().length; d++) {
            if (groups.spannedBy(reference, d)) {
                groups.addAxis(name, d);
            }
        }
        reference(reference, true);
    }

    /** What is computed: no number of a group may take part in it. */
    private void value(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            reference(reference, false);
        } else if (expression instanceof Expression.Unary unary) {
            value(unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            value(binary.left());
            value(binary.right());
        } else if (expression instanceof Expression.Call call) {
            boolean symmetric = SYMMETRIC.contains(call.canonical())
                    && call.arguments().size() == 1
                    && call.arguments().get(0) instanceof Expression.Reference;
            if (symmetric) {
                reference((Expression.Reference) call.arguments().get(0), true);
            } else {
                call.arguments().forEach(this::value);
            }
        }
    }

    private void reference(Expression.Reference reference, boolean mayHaveAll) {
        String name = reference.name().text();
        if (isCounter(name) ? counters.contains(name) : groups.isLabel(name)) {
            throw new GroupsDifferException();
        }
        if (!isVariable(name)) {
            return;
        }
        if (reference.indices().isEmpty() && groups.isGrouped(name) && !mayHaveAll) {
            throw new GroupsDifferException();
        }
        for (int d = 0; d < reference.indices().size(); d++) {
            index(name, d, reference.indices().get(d), mayHaveAll);
        }
    }

    private void index(String name, int dimension, Index index, boolean mayHaveAll) {
        if (index instanceof Index.Single one) {
            boolean label = one.value() instanceof Expression.Reference inner
                    && groups.isLabel(inner.name().text());
            if (label) {
                groups.addAxis(name, dimension);
            }
            if (!groups.isGrouped(name, dimension)) {
                value(one.value());
            } else if (counter(index).isPresent()) {
                return;
            } else if (one.value() instanceof Expression.Reference inner
                    && isVariable(inner.name().text())) {
                if (!label) {
                    groups.addLabel(inner.name().text());
                }
                inner.indices().forEach(this::plain);
            } else if (!single.contains(number(index))) {
                throw new GroupsDifferException();
            }
        } else if (groups.isGrouped(name, dimension)) {
            if (!mayHaveAll || !groups.spannedBy(index)) {
                throw new GroupsDifferException();
            }
        } else {
            plain(index);
        }
    }

    private void plain(Index index) {
        if (index instanceof Index.Single one) {
            value(one.value());
        } else if (index instanceof Index.Range range) {
            value(range.from());
            value(range.to());
        }
    }

    private boolean isVariable(String name) {
        return graph.symbols().stream().anyMatch(symbol -> symbol.name().equals(name));
    }
}
