package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Signature;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.Spelling;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The checks that need no data: names from the catalogue, numbers of arguments, counters and double definitions. */
final class StaticCheck extends ModelWalk {
    private final Model model;
    private final ProblemList problems;

    /** What was defined outside loops under constant indices, by its text. */
    private final Map<String, Statement.Relation> defined = new HashMap<>();

    private StaticCheck(Model model, ProblemList problems) {
        this.model = model;
        this.problems = problems;
    }

    static void check(Model model, ProblemList problems) {
        StaticCheck check = new StaticCheck(model, problems);
        check.declarations();
        check.statements(model.data());
        check.defined.clear();
        check.statements(model.statements());
    }

    private void declarations() {
        Map<String, Declaration> seen = new HashMap<>();
        for (Declaration declaration : model.declarations()) {
            Declaration first = seen.putIfAbsent(declaration.name().text(), declaration);
            if (first != null) {
                problems.add(
                        declaration.name().span(),
                        declaration.name().text() + " is declared twice",
                        "the first time at " + first.span());
            }
            declaration.dimensions().forEach(this::expression);
        }
    }

    @Override
    boolean done() {
        return problems.full();
    }

    @Override
    void loop(Statement.Loop loop) {
        String counter = loop.counter().text();
        if (counters().contains(counter)) {
            problems.add(
                    loop.counter().span(),
                    "the counter " + counter + " is already that of a loop around this one",
                    "give the inner loop a counter of its own");
        }
    }

    @Override
    void relation(Statement.Relation relation) {
        Expression.Reference target = relation.target();
        String name = target.name().text();
        if (counters().contains(name)) {
            problems.add(
                    target.name().span(), name + " is a loop counter and cannot be defined", "choose another name");
        }
        target.indices().forEach(this::index);
        if (counters().isEmpty() && target.indices().stream().allMatch(StaticCheck::isConstant)) {
            definedOnce(relation);
        }
        rightSide(relation);
        if (relation instanceof Statement.Stochastic stochastic) {
            distribution(stochastic);
        }
    }

    private void definedOnce(Statement.Relation relation) {
        String text = Printer.print(relation.target(), model.dialect());
        Statement.Relation first = defined.putIfAbsent(text, relation);
        if (first == null) {
            return;
        }
        boolean transform = first instanceof Statement.Deterministic != relation instanceof Statement.Deterministic;
        if (transform && (model.dialect() == Dialect.OPENBUGS || OwnDensities.isMade(text))) {
            return;
        }
        problems.add(
                relation.target().span(),
                text + " is defined twice",
                "the first time at " + first.span()
                        + (transform ? "; only the dialect openbugs allows both <- and ~ for one node" : ""));
    }

    private static boolean isConstant(Index index) {
        if (index instanceof Index.Single single) {
            return single.value() instanceof Expression.Literal;
        }
        return index instanceof Index.Range range
                && range.from() instanceof Expression.Literal
                && range.to() instanceof Expression.Literal;
    }

    private void distribution(Statement.Stochastic stochastic) {
        DistributionCall call = stochastic.distribution();
        Optional<Distribution> found = Distributions.find(call.canonical());
        if (found.isEmpty()) {
            unknownDistribution(call);
            return;
        }
        Distribution distribution = found.get();
        arguments(call.written(), call.nameSpan(), call.arguments(), distribution.signature());
        if (stochastic.truncation().isPresent() && !distribution.truncatable()) {
            problems.add(
                    stochastic.truncation().get().span(),
                    call.written() + " cannot be truncated",
                    distribution.insteadOfTruncation());
        }
    }

    private void unknownDistribution(DistributionCall call) {
        String name = call.written();
        if (CarPriors.isName(name) || EcologyDistributions.isName(name) || name.equals(InverseGammas.NAME)) {
            // What is wrong with it was said when it could not be written out.
            return;
        }
        Optional<String> elsewhere = OtherLanguages.distribution(name);
        Optional<String> refused = OtherLanguages.refused(name);
        if (elsewhere.isPresent()) {
            problems.add(call.nameSpan(), "unknown distribution " + name, "here it is " + elsewhere.get());
        } else if (refused.isPresent()) {
            problems.add(call.nameSpan(), name + " is not available", refused.get());
        } else if (Functions.find(name).isPresent()) {
            problems.add(
                    call.nameSpan(),
                    name + " is a function, not a distribution",
                    "to set a value, write <- instead of ~");
        } else {
            String suggestion = Spelling.suggest(name, Distributions.names());
            problems.add(
                    call.nameSpan(),
                    "unknown distribution " + name + suggestion,
                    suggestion.isEmpty()
                            ? "of observed nodes a log density is enough, as a function before the model: " + name
                                    + " <- function(x, ..) .."
                            : "");
        }
    }

    @Override
    void reference(Expression.Reference reference) {
        String name = reference.name().text();
        if (!reference.indices().isEmpty() && counters().contains(name)) {
            problems.add(
                    reference.name().span(),
                    name + " is a loop counter and has no elements",
                    "write " + name + " alone, or give the variable or the counter another name");
        }
    }

    @Override
    void call(Expression.Call call) {
        SourceSpan nameSpan = call.span().first(call.written().length());
        Optional<Function> found = Functions.find(call.canonical());
        int given = call.arguments().size();
        Optional<Distribution> distribution = Distributions.find(call.written());
        if (distribution.isPresent()
                && !Functions.isPlain(call.written())
                && given == distribution.get().signature().minArguments()) {
            problems.add(
                    nameSpan,
                    call.written() + " is a distribution, and <- takes a value",
                    "write ~ instead of <- if the node is random"
                            + found.map(f -> "; the density is " + f.signature())
                                    .orElse(""));
        } else if (found.isEmpty()) {
            unknownFunction(call, nameSpan);
        } else {
            arguments(call.written(), nameSpan, call.arguments(), found.get().signature());
        }
    }

    /** The number of arguments that a distribution or a function takes; the first one too many is where it goes wrong. */
    private void arguments(String written, SourceSpan name, List<Expression> arguments, Signature signature) {
        int given = arguments.size();
        if (given < signature.minArguments() || given > signature.maxArguments()) {
            SourceSpan place = given > signature.maxArguments()
                    ? arguments.get(signature.maxArguments()).span()
                    : name;
            problems.add(
                    place,
                    written + " takes " + signature.expected() + ", not " + given,
                    "it is " + signature + (cutInTwo(arguments) ? "; is 0,5 meant as 0.5?" : ""));
        }
    }

    /** Whether two numbers stand on both sides of a comma without a blank: a decimal comma, perhaps. */
    private static boolean cutInTwo(List<Expression> arguments) {
        return IntStream.range(1, arguments.size())
                .anyMatch(i -> arguments.get(i - 1) instanceof Expression.Literal before
                        && arguments.get(i) instanceof Expression.Literal after
                        && after.span().start() == before.span().end() + 1);
    }

    private void unknownFunction(Expression.Call call, SourceSpan nameSpan) {
        String name = call.written();
        Optional<String> elsewhere = OtherLanguages.function(name);
        if (elsewhere.isPresent()) {
            problems.add(nameSpan, "unknown function " + name, "here it is " + elsewhere.get());
            return;
        }
        Optional<String> refused = OtherLanguages.refused(name);
        if (refused.isPresent()) {
            problems.add(nameSpan, name + " is not available", refused.get());
            return;
        }
        String suggestion = Spelling.suggest(name, Functions.names());
        boolean array = definesOrDeclares(name);
        problems.add(
                nameSpan,
                "unknown function " + name + (array ? "" : suggestion),
                array ? name + " is a variable: its elements are written " + name + "[i]" : "");
    }

    private boolean definesOrDeclares(String name) {
        return model.declarations().stream().anyMatch(d -> d.name().text().equals(name))
                || defines(model.data(), name)
                || defines(model.statements(), name);
    }

    private static boolean defines(List<Statement> statements, String name) {
        for (Statement statement : statements) {
            boolean found = statement instanceof Statement.Loop loop
                    ? defines(loop.body(), name)
                    : ((Statement.Relation) statement).target().name().text().equals(name);
            if (found) {
                return true;
            }
        }
        return false;
    }
}
