package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.language.syntax.Statement;

/** What is asked of a rule alone: its distribution, and what it is in the model's words. */
public final class Rules {
    private Rules() {}

    /** A rule as it is written, in one line. */
    public static String text(Graph graph, Rule rule) {
        return graph.text(rule);
    }

    public static Statement.Stochastic stochastic(Rule rule) {
        return (Statement.Stochastic) rule.relation();
    }

    /** What the catalogue says of the distribution of a rule. */
    public static Distribution row(Rule rule) {
        return Rules.stochastic(rule).distribution().distribution();
    }

    public static boolean discrete(Rule rule) {
        return Rules.row(rule).discreteValued();
    }

    /** Whether the parameters determine the value. */
    public static boolean observable(Rule rule) {
        return Rules.row(rule).kind() == Distribution.Kind.OBSERVABLE;
    }
}
