package dev.tandem.compiler.lower.groups;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.distributions.scalar.Beta;
import dev.tandem.distributions.scalar.Uniform;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the shares of two groups of which one is unknown and the other what is left of it. */
final class MirroredShares {
    private final Graph graph;
    private final Set<Rule> needed;
    private final CandidateGroups groups;
    private final GroupBlindText text;

    MirroredShares(Graph graph, Set<Rule> needed, CandidateGroups groups) {
        this.graph = graph;
        this.needed = needed;
        this.groups = groups;
        text = new GroupBlindText(groups);
    }

    /**
     * Whether a rule is one of two that give two groups a share and what is left of it, {@code p[1] <- t} and {@code p[2] <- 1 -
     * t}, where it makes no difference which of them has the share; if so, the share is added to what is known of the groups.
     */
    boolean recognise(Rule rule) {
        String name = rule.targetName();
        Symbol symbol = graph.symbol(name);
        if (groups.size() != 2 || !groups.isGrouped(name) || symbol.dims().length != 1) {
            return false;
        }
        List<Rule> both = graph.rules().stream()
                .filter(other ->
                        other.targetName().equals(name) && other.loops().isEmpty())
                .toList();
        if (both.size() != 2) {
            return false;
        }
        for (int rest = 0; rest < 2; rest++) {
            Rule share = both.get(1 - rest);
            Optional<Expression.Reference> left = rest(both.get(rest));
            if (left.isEmpty()) {
                continue;
            }
            Expression.Reference of = left.get();
            if (share.stochastic()
                    && graph.positions(of, graph.outside()).length == 1
                    && of.name().text().equals(name)
                    && text.of(of, 0).equals(text.of(share.target(), 0))
                    && even(share)) {
                groups.addMirrored(name, graph.positions(of, graph.outside())[0]);
                return true;
            }
            boolean named = share.relation() instanceof Statement.Deterministic d
                    && d.link().isEmpty()
                    && d.value() instanceof Expression.Name scalar
                    && of instanceof Expression.Name same
                    && scalar.text().equals(same.text());
            if (named && onlyHere(of.name().text(), both)) {
                groups.addMirrored(of.name().text(), 0);
                return true;
            }
        }
        return false;
    }

    /** Whether a scalar is a share that nothing else asks for and that may as well be the other one. */
    private boolean onlyHere(String name, List<Rule> both) {
        List<Rule> defining = graph.rules().stream()
                .filter(rule -> rule.targetName().equals(name))
                .toList();
        return graph.symbol(name).scalar()
                && !graph.symbol(name).constant()
                && defining.size() == 1
                && defining.get(0).stochastic()
                && even(defining.get(0))
                && needed.stream()
                        .noneMatch(rule -> !both.contains(rule) && rule.names().contains(name));
    }

    /** What is subtracted from one in {@code p[2] <- 1 - t}. */
    private static Optional<Expression.Reference> rest(Rule rule) {
        return rule.relation() instanceof Statement.Deterministic d
                        && d.link().isEmpty()
                        && d.value() instanceof Expression.Binary binary
                        && binary.operator() == BinaryOperator.MINUS
                        && binary.left() instanceof Expression.Literal one
                        && one.value() == 1
                        && binary.right() instanceof Expression.Reference share
                ? Optional.of(share)
                : Optional.empty();
    }

    /** Whether a distribution between 0 and 1 is its own mirror image. */
    private boolean even(Rule rule) {
        Statement.Stochastic s = Rules.stochastic(rule);
        List<Expression> arguments = s.distribution().arguments();
        if (s.truncation().isPresent() || !rule.loops().isEmpty()) {
            return false;
        }
        if (Rules.row(rule).is(Beta.class)) {
            boolean plain = arguments.stream()
                    .flatMap(argument -> Names.in(argument).stream())
                    .noneMatch(name -> groups.isGrouped(name) || groups.isLabel(name));
            return plain && text.of(arguments.get(0), 0).equals(text.of(arguments.get(1), 0));
        }
        return Rules.row(rule).is(Uniform.class)
                && arguments.get(0) instanceof Expression.Literal low
                && arguments.get(1) instanceof Expression.Literal high
                && low.value() == 0
                && high.value() == 1;
    }
}
