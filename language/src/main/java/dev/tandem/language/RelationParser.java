package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.Parameterization.Argument;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.source.Spelling;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import dev.tandem.language.token.Token;
import dev.tandem.language.token.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The layer for relations: what stands on both sides of an arrow or a tilde, links and truncations included. */
abstract class RelationParser extends ExpressionParser {
    RelationParser(SourceText source, Dialect dialect, ProblemList problems) {
        super(source, dialect, problems);
    }

    final Statement relation() {
        int first = at;
        Token start = current();
        Optional<Link> link = Optional.empty();
        boolean linked = nextIs(Kind.OPEN_PAREN);
        Expression.Reference target;
        if (linked) {
            Token function = take();
            link = Link.find(word(function));
            target = linkedTarget(function, link.isPresent());
        } else {
            target = reference();
        }
        Token sign = current();
        if (sign.kind() == Kind.ARROW || sign.kind() == Kind.EQUALS) {
            return deterministic(start, link, target);
        }
        if (dialect == Dialect.OPENBUGS && brokenArrow()) {
            take();
            return deterministic(start, link, target);
        }
        if (sign.kind() == Kind.TILDE) {
            if (linked) {
                throw error(
                        start,
                        "a link function cannot stand before ~",
                        link.isPresent() && link.get() == Link.LOG
                                ? "use dlnorm, or name the transformed node: y <- log(x)"
                                : "links belong to <-; give the transformed node a name of its own");
            }
            return stochastic(start, target);
        }
        throw notARelation(first, target, sign);
    }

    private Expression.Reference linkedTarget(Token function, boolean isLink) {
        String word = word(function);
        if (isBoundLetter(word)) {
            throw error(function, word + "(,) must follow a distribution", "as in x ~ dnorm(0, 1) " + word + "(0,)");
        }
        if (!isLink) {
            throw unknownLink(function, word);
        }
        Token open = take();
        if (!is(Kind.NAME)) {
            throw error(
                    current(),
                    "expected the name of a node but found " + show(current()),
                    "as in " + word + "(p[i]) <- ..");
        }
        Expression.Reference target = reference();
        if (is(Kind.OPERATOR)) {
            throw error(
                    current(), "a link function takes one node, not an expression", "as in " + word + "(p[i]) <- ..");
        }
        close(Kind.CLOSE_PAREN, open, "the link function");
        return target;
    }

    private SyntaxError unknownLink(Token function, String word) {
        if (sameLineAsPrevious() && !startsStatement(at - 1)) {
            return error(function, "unexpected " + word, "is an operator or a closing parenthesis missing before it?");
        }
        if (Distributions.find(word).isPresent() && !Functions.isPlain(word)) {
            return error(function, "a distribution stands on the right of ~", "as in x ~ " + word + "(..)");
        }
        if (Functions.find(word).isPresent() || OtherLanguages.function(word).isPresent()) {
            return error(
                    function,
                    word + " is not a link function",
                    "on the left may stand log, logit, probit and cloglog; otherwise apply the inverse on the right");
        }

        return error(
                function,
                word + "(..) cannot be defined: it is not a link function" + Spelling.suggest(word, Link.words()),
                "elements of an array are written with brackets: " + word + "[i]");
    }

    /** Whether an arrow with a blank inside stands here. */
    private boolean brokenArrow() {
        return is(Kind.OPERATOR)
                && word(current()).equals("<")
                && peek(1).kind() == Kind.OPERATOR
                && word(peek(1)).equals("-");
    }

    private SyntaxError notARelation(int first, Expression.Reference target, Token sign) {
        Token start = tokens.get(first);
        String name = target.name().text();
        if (sign.kind() == Kind.OPERATOR) {
            switch (word(sign)) {
                case "==" -> {
                    return error(sign, "== compares; it does not define " + name, "write " + name + " <- ..");
                }
                case "-" -> {
                    if (text.startsWith(">", sign.end())) {
                        return error(sign, "an arrow to the right is not known here", "turn it round: y <- x");
                    }
                    if (text.startsWith("=", sign.end())) {
                        return updateSign(sign, name);
                    }
                }
                case "<" -> {
                    if (brokenArrow()) {
                        return error(
                                sign,
                                "< - is not an arrow",
                                "write <- without a blank inside; only the dialect openbugs allows it");
                    }
                }
                case "+", "*", "/", ":" -> {
                    if (text.startsWith("=", sign.end())) {
                        return updateSign(sign, name);
                    }
                }
                default -> {}
            }
            return error(
                    sign,
                    "expected <- or ~ after " + name + " but found " + show(sign),
                    "an expression cannot stand on the left");
        }
        if (sign.kind() == Kind.NAME && isBoundLetter(word(sign)) && peek(1).kind() == Kind.OPEN_PAREN) {
            return error(
                    sign,
                    word(sign) + "(,) must follow a distribution",
                    "as in " + name + " ~ dnorm(0, 1) " + word(sign) + "(0,)");
        }
        if (endsValueBefore(first)) {
            return error(
                    start,
                    "expected an operator or a new statement but found " + name,
                    "is an operator such as * missing before it?");
        }
        return error(
                start,
                name + " stands alone: a statement needs <- or ~",
                "a statement reads " + name + " <- value or " + name + " ~ distribution");
    }

    private SyntaxError updateSign(Token sign, String name) {
        String symbol = word(sign) + "=";
        if (symbol.equals(":=")) {
            return error(sign, ":= is not known here", "write " + name + " <- ..");
        }
        return error(
                sign,
                symbol + " is not known here: a node is defined once and never changed",
                "use sum() or an array indexed by the loop counter");
    }

    private Statement deterministic(Token start, Optional<Link> link, Expression.Reference target) {
        Token sign = take();
        if (is(Kind.EQUALS) || is(Kind.ARROW)) {
            throw error(current(), "two signs in a row: " + word(sign) + " " + show(current()), "write one <-");
        }
        if (is(Kind.TILDE)) {
            throw error(current(), "both " + word(sign) + " and ~", "<- is for values, ~ for distributions: keep one");
        }
        requireOperand(sign);
        Expression value = expression();
        Token after = current();
        if (after.kind() == Kind.ARROW || after.kind() == Kind.EQUALS) {
            throw secondAssignment(after);
        }
        if (truncationAhead()) {
            throw error(
                    after,
                    word(after) + "(,) cannot follow <-: only a distribution can be truncated",
                    "to keep a value within limits use max(lower, min(upper, x))");
        }
        return new Statement.Deterministic(
                link, target, value, start.span().to(previous().span()));
    }

    private SyntaxError secondAssignment(Token after) {
        if (after.kind() == Kind.ARROW && sameLineAsPrevious()) {
            return error(
                    after,
                    "a second <- in one statement",
                    "to compare with a negative number, write < -1 with a blank before the minus");
        }
        return error(
                after,
                "a second " + show(after) + " in one statement",
                after.kind() == Kind.EQUALS ? "to compare, write ==" : "");
    }

    private Statement stochastic(Token start, Expression.Reference target) {
        Token tilde = take();
        if (is(Kind.TILDE) || is(Kind.ARROW) || is(Kind.EQUALS)) {
            throw error(current(), "two signs in a row: ~ " + show(current()), "write one ~");
        }
        requireOperand(tilde);
        Token token = current();
        if (token.kind() != Kind.NAME) {
            throw error(
                    token,
                    "~ must be followed by a distribution, not by " + show(token),
                    "to set a value, write " + target.name().text() + " <- ..");
        }
        String written = word(token);
        if (!nextIs(Kind.OPEN_PAREN)) {
            throw bareDistribution(token, written, target);
        }
        if (isBoundLetter(written)) {
            return boundedInFront(start, target);
        }
        Macro macro = macros.get(written);
        DistributionCall call = macro == null ? distributionCall() : ownDensity(macro, target);
        Optional<Truncation> truncation = Optional.empty();
        if (truncationAhead()) {
            truncation = Optional.of(truncation());
        }
        afterDistribution(written);
        return new Statement.Stochastic(
                target, call, truncation, start.span().to(previous().span()));
    }

    /** A distribution that the text defines by its log density: its first parameter is the node. */
    private DistributionCall ownDensity(Macro macro, Expression.Reference target) {
        Token token = take();
        List<Argument> arguments = new ArrayList<>();
        arguments.add(new Argument(macro.parameters().get(0), target));
        arguments.addAll(arguments(macro.name(), true));
        Expression density = expand(token, macro, arguments);
        return new DistributionCall(
                macro.name(),
                OwnDensities.OWN,
                List.of(density),
                token.span().to(previous().span()));
    }

    /** A distribution with its arguments, by place or by name, as the catalogue has it. */
    private DistributionCall distributionCall() {
        Token token = take();
        String written = word(token);
        String canonical = Distributions.canonical(written);
        List<Argument> arguments = arguments(written, true);
        SourceSpan span = token.span().to(previous().span());
        List<Expression> values = arguments.stream().map(Argument::value).toList();
        if (arguments.stream().allMatch(argument -> argument.name().isEmpty())) {
            if (written.equals(OwnDensities.FLAT) && values.isEmpty()) {
                return OtherNames.flat(span);
            }
            if (written.equals("dloglik") && values.size() == 1) {
                return new DistributionCall(written, OwnDensities.OWN, values, span);
            }
            return OtherNames.distribution(written, values, span)
                    .orElseGet(() -> new DistributionCall(written, canonical, values, span));
        }
        Optional<List<Expression>> parameters = Parameterization.resolve(canonical, arguments, span);
        if (parameters.isPresent()) {
            return new DistributionCall(written, canonical, parameters.get(), span);
        }
        // A multivariate normal has its matrix under two names, and two rows in the catalogue.
        String other = canonical + ".vcov";
        Optional<List<Expression>> byOther = Parameterization.resolve(other, arguments, span);
        if (byOther.isPresent()) {
            return new DistributionCall(other, other, byOther.get(), span);
        }
        String forms = Parameterization.shown(canonical);
        String names = arguments.stream()
                .map(argument -> argument.name().isEmpty() ? ".." : argument.name() + " = ..")
                .collect(Collectors.joining(", "));
        throw error(
                token,
                written + " cannot be given by " + names,
                forms.isEmpty() ? "its parameters have no names here: give them in order" : "it is " + forms);
    }

    /** {@code T(dnorm(0, 1), lower, upper)}, as NIMBLE writes it. */
    private Statement boundedInFront(Token start, Expression.Reference target) {
        Token letter = take();
        Token open = take();
        if (!is(Kind.NAME) || !nextIs(Kind.OPEN_PAREN)) {
            throw error(
                    current(),
                    "expected a distribution but found " + show(current()),
                    "as in " + word(letter) + "(dnorm(0, 1), 0, 10), or dnorm(0, 1) " + word(letter) + "(0, 10)");
        }
        DistributionCall call = distributionCall();
        Optional<Expression> lower = Optional.empty();
        Optional<Expression> upper = Optional.empty();
        if (accept(Kind.COMMA) && !is(Kind.CLOSE_PAREN)) {
            lower = is(Kind.COMMA) ? lower : finite(expression());
            if (accept(Kind.COMMA) && !is(Kind.CLOSE_PAREN)) {
                upper = finite(expression());
            }
        }
        close(Kind.CLOSE_PAREN, open, word(letter) + "(..)");
        SourceSpan span = letter.span().to(previous().span());
        return new Statement.Stochastic(
                target,
                call,
                lower.isEmpty() && upper.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Truncation(kind(letter), lower, upper, span)),
                start.span().to(previous().span()));
    }

    /** An end of bounds; none where it is infinite. */
    private static Optional<Expression> finite(Expression end) {
        Expression inner = end instanceof Expression.Unary unary ? unary.operand() : end;
        return inner instanceof Expression.Name name && name.text().equals("Inf") ? Optional.empty() : Optional.of(end);
    }

    private static boolean isBoundLetter(String word) {
        return word.equals("T") || word.equals("I") || word.equals("C");
    }

    /** What a letter means; in the dialect of WinBUGS both of its letters are for values that were not seen. */
    private Truncation.Kind kind(Token letter) {
        return switch (word(letter)) {
            case "T" -> Truncation.Kind.TRUNCATION;
            case "C" -> Truncation.Kind.CENSORING;
            default -> dialect == Dialect.OPENBUGS ? Truncation.Kind.CENSORING : Truncation.Kind.INTERVAL;
        };
    }

    private SyntaxError bareDistribution(Token token, String written, Expression.Reference target) {
        Optional<Distribution> known = Distributions.find(written);
        if (known.isPresent()) {
            return error(
                    token,
                    written + " needs its parameters in parentheses",
                    "as in " + known.get().signature());
        }
        return error(
                token,
                "~ must be followed by a distribution, and " + written + " is none",
                "to set a value, write " + target.name().text() + " <- " + written);
    }

    private void afterDistribution(String written) {
        Token token = current();
        if (truncationAhead()) {
            throw error(token, "a distribution is truncated once", "keep one of T(,), I(,) and C(,)");
        }
        if (token.kind() == Kind.OPERATOR) {
            throw error(
                    token,
                    "a distribution cannot be part of an expression",
                    "put the arithmetic into a parameter, or into a node of its own: y <- x + 1");
        }
        if (token.kind() == Kind.NAME && word(token).equals("T") && nextIs(Kind.OPEN_BRACKET) && !startsStatement(at)) {
            throw error(token, "truncation is written with parentheses", "as in " + written + "(..) T(lower, upper)");
        }
    }

    private boolean truncationAhead() {
        return is(Kind.NAME) && current().length() == 1 && nextIs(Kind.OPEN_PAREN) && isBoundLetter(word(current()));
    }

    private Truncation truncation() {
        Token letter = take();
        Token open = take();
        Optional<Expression> lower = Optional.empty();
        Optional<Expression> upper = Optional.empty();
        if (is(Kind.CLOSE_PAREN)) {
            throw error(current(), word(letter) + "(,) needs a comma between its ends", TRUNCATION_HINT);
        }
        if (!is(Kind.COMMA)) {
            lower = Optional.of(expression());
        }
        if (is(Kind.CLOSE_PAREN)) {
            throw error(current(), word(letter) + "(,) needs a comma between its ends", TRUNCATION_HINT);
        }
        if (is(Kind.COMMA)) {
            take();
            if (!is(Kind.CLOSE_PAREN)) {
                upper = Optional.of(expression());
            }
        }
        if (is(Kind.COMMA)) {
            throw error(current(), word(letter) + "(,) has two ends, and this is a third", TRUNCATION_HINT);
        }
        close(Kind.CLOSE_PAREN, open, word(letter) + "(,)");
        return new Truncation(
                kind(letter), lower, upper, letter.span().to(previous().span()));
    }

    private static final String TRUNCATION_HINT = "as in T(0,) or T(,1) or T(0, 1)";
}
