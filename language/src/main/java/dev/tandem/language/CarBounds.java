package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code min.bound(C[], adj[], num[], M[])} and {@code max.bound(..)} of GeoBUGS, between which the dependence of
 * {@code car.proper} must lie: numbers that are found once the data are known.
 */
final class CarBounds {
    private static final String LOWER = "min.bound";
    private static final String UPPER = "max.bound";
    private static final int ARGUMENTS = 4;

    private final ProblemList problems;
    private final List<Neighbourhood> neighbourhoods = new ArrayList<>();

    CarBounds(ProblemList problems) {
        this.problems = problems;
    }

    List<Neighbourhood> neighbourhoods() {
        return neighbourhoods;
    }

    /** The statements with names of numbers in the place of these functions. */
    List<Statement> writeOut(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                all.add(new Statement.Loop(loop.counter(), loop.range(), writeOut(loop.body()), loop.span()));
            } else if (statement instanceof Statement.Deterministic d) {
                all.add(new Statement.Deterministic(d.link(), d.target(), in(d.value()), d.span()));
            } else {
                Statement.Stochastic s = (Statement.Stochastic) statement;
                DistributionCall call = s.distribution();
                List<Expression> arguments =
                        call.arguments().stream().map(this::in).toList();
                all.add(new Statement.Stochastic(
                        s.target(),
                        new DistributionCall(call.written(), call.canonical(), arguments, call.span()),
                        s.truncation(),
                        s.span()));
            }
        }
        return all;
    }

    private Expression in(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), in(unary.operand()), unary.span());
        }
        if (expression instanceof Expression.Binary binary) {
            return new Expression.Binary(binary.operator(), in(binary.left()), in(binary.right()), binary.span());
        }
        if (!(expression instanceof Expression.Call call)) {
            return expression;
        }
        if (call.written().equals(LOWER) || call.written().equals(UPPER)) {
            return bound(call);
        }
        return new Expression.Call(
                call.written(),
                call.canonical(),
                call.arguments().stream().map(this::in).toList(),
                call.span());
    }

    private Expression bound(Expression.Call call) {
        SourceSpan span = call.span();
        List<Expression> given = call.arguments();
        if (given.size() != ARGUMENTS) {
            problems.add(
                    span,
                    call.written() + " takes " + ARGUMENTS + " arguments, not " + given.size(),
                    "it is " + call.written() + "(C[], adj[], num[], M[]), as car.proper has them");
            return new Expression.Literal(0, span);
        }
        // A blank in the name, so that no text can use it and no report shows it.
        String name = "bound " + neighbourhoods.size();
        Neighbourhood map = new Neighbourhood(
                Neighbourhood.Kind.BOUNDS,
                name,
                name + " lower",
                name + " upper",
                given.get(1),
                given.get(0),
                given.get(2),
                given.get(3),
                new Expression.Literal(1, span),
                new Expression.Call("length", "length", List.of(given.get(2)), span),
                span);
        neighbourhoods.add(map);
        return new Expression.Name(call.written().equals(LOWER) ? map.basis() : map.scale(), span);
    }
}
