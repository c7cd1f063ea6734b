package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Substitution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What OpenBUGS, WinBUGS and NIMBLE have under a name of their own, and what can be written with what is here. */
final class OtherNames {
    /**
     * @param parameters the names of its arguments in the templates
     * @param name the distribution or function of the catalogue
     * @param arguments its arguments, in these names; as text, since whoever parses it may ask for other names
     */
    private record Template(List<String> parameters, String name, List<String> arguments) {
        static Template of(String parameters, String name, String... arguments) {
            return new Template(List.of(parameters.split(", ", -1)), name, List.of(arguments));
        }

        List<Expression> in(List<Expression> given, SourceSpan span) {
            Map<String, Expression> values = new HashMap<>();
            for (int i = 0; i < given.size(); i++) {
                values.put(parameters.get(i), given.get(i));
            }
            Substitution substitution = new Substitution(values, span);
            return arguments.stream()
                    .map(Templates::expression)
                    .map(substitution::in)
                    .toList();
        }
    }

    private static final Map<String, Template> DISTRIBUTIONS = Map.of(
            "dgeom0", Template.of("p", "dnegbin", "p", "1"),
            "dconstraint", Template.of("condition", "dbern", "condition"),
            "dpois.conv", Template.of("mu", "dpois", "sum(mu)"));

    private static final Map<String, Template> FUNCTIONS = Map.ofEntries(
            Map.entry("logistic", Template.of("x", "ilogit", "x")),
            Map.entry("expit", Template.of("x", "ilogit", "x")),
            Map.entry("iprobit", Template.of("x", "phi", "x")),
            Map.entry("lgamma", Template.of("x", "loggam", "x")),
            Map.entry("lfactorial", Template.of("x", "logfact", "x")),
            Map.entry("cube", Template.of("x", "pow", "x", "3")),
            Map.entry("inprod2", Template.of("a, b", "inprod", "a", "b")),
            Map.entry("gammap", Template.of("s, x", "pgamma", "x", "s", "1")),
            Map.entry("ranked", Template.of("v, k", "inprod", "sort(v)", "1:length(v) == k")));

    private static final String CUMULATIVE = "cdf.";
    static final double FLAT_PRECISION = 1e-12;

    private OtherNames() {}

    /** {@code dflat()}: no proper law is flat. This one is wide, and {@link OwnDensities} takes away what is not flat in it. */
    static DistributionCall flat(SourceSpan span) {
        return new DistributionCall(
                OwnDensities.FLAT,
                "dnorm",
                List.of(new Expression.Literal(0, span), new Expression.Literal(FLAT_PRECISION, span)),
                span);
    }

    /** A distribution under another name, as the catalogue has it. */
    static Optional<DistributionCall> distribution(String written, List<Expression> arguments, SourceSpan span) {
        Template template = DISTRIBUTIONS.get(written);
        if (template == null || template.parameters().size() != arguments.size()) {
            return Optional.empty();
        }
        return Optional.of(new DistributionCall(
                template.name(), Distributions.canonical(template.name()), template.in(arguments, span), span));
    }

    /** A function under another name, as the catalogue has it. */
    static Optional<Expression> function(String written, List<Expression> arguments, SourceSpan span) {
        if (written.equals("rank") && arguments.size() == 2) {
            return rank(arguments.get(0), arguments.get(1), span);
        }
        if (written.startsWith(CUMULATIVE)) {
            String name = "p" + written.substring(CUMULATIVE.length());
            return Functions.find(name)
                    .map(function -> new Expression.Call(name, Functions.canonical(name), arguments, span));
        }
        Template template = FUNCTIONS.get(written);
        if (template == null || template.parameters().size() != arguments.size()) {
            return Optional.empty();
        }
        return Optional.of(new Expression.Call(
                template.name(), Functions.canonical(template.name()), template.in(arguments, span), span));
    }

    /** {@code rank(v[], i)} of BUGS: how many elements are no larger than the i-th. */
    private static Optional<Expression> rank(Expression vector, Expression place, SourceSpan span) {
        if (!(vector instanceof Expression.Reference reference)) {
            return Optional.empty();
        }
        int axis = -1;
        for (int d = 0; d < reference.indices().size(); d++) {
            if (!(reference.indices().get(d) instanceof Index.Single)) {
                if (axis >= 0) {
                    return Optional.empty();
                }
                axis = d;
            }
        }
        List<Index> indices = new ArrayList<>(reference.indices());
        if (indices.isEmpty()) {
            indices.add(new Index.Single(place));
        } else if (axis >= 0) {
            Expression own = place;
            if (indices.get(axis) instanceof Index.Range range) {
                Expression one = new Expression.Literal(1, span);
                own = new Expression.Binary(
                        BinaryOperator.MINUS,
                        new Expression.Binary(BinaryOperator.PLUS, range.from(), place, span),
                        one,
                        span);
            }
            indices.set(axis, new Index.Single(own));
        } else {
            return Optional.empty();
        }
        Expression element = new Expression.Subscripted(reference.name(), indices, span);
        Expression below = new Expression.Binary(BinaryOperator.LESS_EQUAL, vector, element, span);
        return Optional.of(new Expression.Call("sum", "sum", List.of(below), span));
    }
}
