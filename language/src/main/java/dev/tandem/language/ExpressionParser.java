package dev.tandem.language;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Signature;
import dev.tandem.language.Parameterization.Argument;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Precedence;
import dev.tandem.language.syntax.UnaryOperator;
import dev.tandem.language.token.Token;
import dev.tandem.language.token.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The layer for expressions: precedence climbing over prefixes, calls and references. */
abstract class ExpressionParser extends TokenReader {
    private static final Map<String, BinaryOperator> OPERATORS = Map.ofEntries(
            Map.entry("||", BinaryOperator.OR),
            Map.entry("|", BinaryOperator.OR),
            Map.entry("&&", BinaryOperator.AND),
            Map.entry("&", BinaryOperator.AND),
            Map.entry(">", BinaryOperator.GREATER),
            Map.entry(">=", BinaryOperator.GREATER_EQUAL),
            Map.entry("<", BinaryOperator.LESS),
            Map.entry("<=", BinaryOperator.LESS_EQUAL),
            Map.entry("==", BinaryOperator.EQUAL),
            Map.entry("!=", BinaryOperator.NOT_EQUAL),
            Map.entry("+", BinaryOperator.PLUS),
            Map.entry("-", BinaryOperator.MINUS),
            Map.entry("*", BinaryOperator.TIMES),
            Map.entry("/", BinaryOperator.DIVIDE),
            Map.entry(":", BinaryOperator.RANGE),
            Map.entry("^", BinaryOperator.POWER),
            Map.entry("**", BinaryOperator.POWER));

    /** The depth that a function of another program adds by being written with those of the catalogue. */
    private static final int ALLOWANCE = 4;

    /** The functions that the text has defined so far. */
    final Map<String, Macro> macros = new HashMap<>();

    /** The height of the expression parsed last. */
    private int height;

    ExpressionParser(SourceText source, Dialect dialect, ProblemList problems) {
        super(source, dialect, problems);
    }

    final Expression expression() {
        return expression(Precedence.OR.level());
    }

    /** An expression whose operators all bind at least as tightly as {@code floor}. */
    private Expression expression(int floor) {
        int start = at;
        Expression left = prefix();
        int leftHeight = height;
        while (is(Kind.OPERATOR)) {
            Token sign = current();
            BinaryOperator operator = OPERATORS.getOrDefault(word(sign), BinaryOperator.MATRIX_PRODUCT);
            Precedence precedence = Precedence.of(operator, dialect);
            if (precedence.level() < floor) {
                break;
            }
            take();
            requireOperand(sign);
            nest(sign);
            Expression right = expression(precedence.level() + (operator == BinaryOperator.POWER ? 0 : 1));
            nesting--;
            leftHeight = Math.max(leftHeight, height) + 1;
            checkHeight(sign, leftHeight);
            left = new Expression.Binary(
                    operator,
                    left,
                    right,
                    tokens.get(start).span().to(previous().span()));
            if (precedence.nonAssociative() && is(Kind.OPERATOR)) {
                refuseChain(operator, precedence);
            }
        }
        height = leftHeight;
        return left;
    }

    private void refuseChain(BinaryOperator operator, Precedence precedence) {
        BinaryOperator next = OPERATORS.get(word(current()));
        if (next != null && Precedence.of(next, dialect) == precedence) {
            throw error(
                    current(),
                    operator == BinaryOperator.RANGE
                            ? "a range has two ends, and this is a third"
                            : "comparisons cannot be chained",
                    operator == BinaryOperator.RANGE ? "" : "write a < b && b < c");
        }
    }

    private Expression prefix() {
        Token token = current();
        switch (token.kind()) {
            case OPERATOR -> {
                if (word(token).equals("-")) {
                    return unary(token, UnaryOperator.MINUS);
                }
                String sign = word(token);
                throw error(
                        token,
                        "expected a value but found " + sign,
                        sign.equals("+") ? "a sign + is not needed: leave it out" : "");
            }
            case NOT -> {
                return unary(token, UnaryOperator.NOT);
            }
            default -> {
                return primary(token);
            }
        }
    }

    private Expression unary(Token token, UnaryOperator operator) {
        take();
        requireOperand(token);
        nest(token);
        Expression operand = expression(Precedence.of(operator).level());
        nesting--;
        height++;
        checkHeight(token, height);
        return new Expression.Unary(
                operator, operand, token.span().to(previous().span()));
    }

    private Expression primary(Token token) {
        height = 1;
        switch (token.kind()) {
            case NUMBER -> {
                take();
                double value = Double.parseDouble(word(token));
                if (Double.isInfinite(value)) {
                    throw error(token, "this number is too large", "");
                }
                return new Expression.Literal(value, token.span());
            }
            case NAME -> {
                String word = word(token);
                if (reserved(word)) {
                    throw error(token, word + " is a word of the language and cannot be a variable", "");
                }
                if (nextIs(Kind.OPEN_PAREN)) {
                    return call(token, word);
                }
                return reference();
            }
            case OPEN_PAREN -> {
                Token open = take();
                if (is(Kind.CLOSE_PAREN)) {
                    throw error(current(), "nothing stands between these parentheses", "");
                }
                requireOperand(open);
                nest(open);
                Expression inner = expression();
                nesting--;
                close(Kind.CLOSE_PAREN, open, GROUPED);
                if (is(Kind.OPEN_BRACKET)) {
                    throw error(
                            current(),
                            "only a variable can be indexed",
                            "give the expression a name: v <- .., then v[i]");
                }
                return inner;
            }
            default -> throw noValue(token);
        }
    }

    private SyntaxError noValue(Token token) {
        return switch (token.kind()) {
            case TILDE -> error(token, "expected a value but found ~", "is something missing before it?");
            case OPEN_BRACE -> error(token, "unexpected {", "parentheses ( ) group, braces { } hold statements");
            case OPEN_BRACKET -> error(token, "unexpected [", "a vector is written c(1, 2, 3)");
            case END -> error(token, "the file ends where a value is expected", "");
            default -> error(token, "expected a value but found " + show(token), "");
        };
    }

    private Expression call(Token token, String word) {
        if (word.equals("T") || word.equals("I")) {
            throw error(token, word + "(,) must follow a distribution", "as in x ~ dnorm(0, 1) " + word + "(0,)");
        }
        if (FOREIGN_STATEMENTS.containsKey(word) && Functions.find(word).isEmpty()) {
            throw error(token, "there is no " + word + " in this language", FOREIGN_STATEMENTS.get(word));
        }
        take();
        Macro macro = macros.get(word);
        if (macro != null) {
            return expand(token, macro);
        }
        List<Expression> arguments = arguments(word);
        if (is(Kind.OPEN_BRACKET)) {
            throw error(
                    current(),
                    "only a variable can be indexed",
                    "give the result of " + word + " a name: v <- " + word + "(..), then v[i]");
        }
        SourceSpan span = token.span().to(previous().span());
        Optional<Expression> elsewhere = OtherNames.function(word, arguments, span);
        if (elsewhere.isPresent()) {
            // What stands for it is a few operations deeper.
            height += ALLOWANCE;
            checkHeight(token, height);
            return elsewhere.get();
        }
        return new Expression.Call(word, Functions.canonical(word), arguments, span);
    }

    /** A call of a function that the text defines: its body, with the arguments in place. */
    private Expression expand(Token token, Macro macro) {
        return expand(token, macro, arguments(macro.name(), true));
    }

    /** The body of a function that the text defines, with these arguments in place. */
    final Expression expand(Token token, Macro macro, List<Argument> arguments) {
        SourceSpan span = token.span().to(previous().span());
        Set<String> named = new HashSet<>();
        for (Argument argument : arguments) {
            if (!argument.name().isEmpty()
                    && (!macro.parameters().contains(argument.name()) || !named.add(argument.name()))) {
                throw error(
                        token,
                        macro.name() + " has no parameter " + argument.name() + " that is still free",
                        "it is " + macro.shown());
            }
        }
        if (arguments.size() != macro.parameters().size()) {
            throw error(
                    token,
                    macro.name() + " takes " + macro.parameters().size()
                            + (macro.parameters().size() == 1 ? " argument" : " arguments") + ", not "
                            + arguments.size(),
                    "it is " + macro.shown());
        }
        Expression expanded = macro.expand(arguments, span);
        for (String parameter : macro.indexed()) {
            if (!(macro.standsFor(parameter, arguments) instanceof Expression.Name)) {
                throw error(
                        token,
                        macro.name() + " takes elements of its argument " + parameter
                                + ", so that must be the name of a variable",
                        "give the argument a name of its own: v <- ..");
            }
        }
        if (Macro.parts(expanded) > Macro.MOST_PARTS) {
            throw error(
                    token,
                    "with the functions in it written out, this expression is too long",
                    "give parts of it names of their own");
        }
        height += macro.height();
        checkHeight(token, height);
        return expanded;
    }

    /** The arguments of a function from ( to ), which have no names; leaves the height of the whole call. */
    private List<Expression> arguments(String owner) {
        return arguments(owner, false).stream().map(Argument::value).toList();
    }

    /** The arguments from ( to ); leaves the height of the whole call. */
    final List<Argument> arguments(String owner, boolean named) {
        Token open = take();
        List<Argument> arguments = new ArrayList<>();
        int highest = 0;
        nest(open);
        if (is(Kind.CLOSE_PAREN)) {
            if (!named) {
                throw error(current(), owner + " needs an argument", "");
            }
        } else {
            do {
                if (is(Kind.COMMA) || is(Kind.CLOSE_PAREN)) {
                    throw error(current(), "an argument of " + owner + " is missing", "is there a comma too many?");
                }
                if (at > 0 && previous().kind() == Kind.COMMA) {
                    requireOperand(previous());
                }
                if (is(Kind.NAME) && nextIs(Kind.EQUALS)) {
                    if (owner.equals(Functions.IFELSE.name())) {
                        throw error(peek(1), "unexpected = in a condition", "to compare, write ==");
                    }
                    if (!named) {
                        throw namedArgument(owner);
                    }
                    String name = word(take());
                    requireOperand(take());
                    arguments.add(new Argument(name, expression()));
                } else {
                    arguments.add(new Argument("", expression()));
                }
                highest = Math.max(highest, height);
            } while (accept(Kind.COMMA));
        }
        nesting--;
        close(Kind.CLOSE_PAREN, open, "the arguments of " + owner);
        height = highest + 1;
        checkHeight(open, height);
        return arguments;
    }

    private SyntaxError namedArgument(String owner) {
        Optional<Signature> signature = Functions.find(owner).map(Function::signature);
        return error(
                current(),
                "the arguments of functions have no names in this language",
                signature.map(s -> "they are given in order: " + s).orElse("they are given in order"));
    }

    final Expression.Reference reference() {
        Expression.Name name = name();
        if (!is(Kind.OPEN_BRACKET)) {
            height = 1;
            return name;
        }
        Token open = take();
        List<Index> indices = new ArrayList<>();
        int highest = 0;
        nest(open);
        do {
            if (is(Kind.COMMA) || is(Kind.CLOSE_BRACKET)) {
                Token here = current();
                indices.add(new Index.All(new SourceSpan(
                        here.start(), here.start(), here.line(), here.column(), here.line(), here.column())));
                continue;
            }
            requireOperand(previous());
            Expression value = expression();
            highest = Math.max(highest, height);
            indices.add(
                    value instanceof Expression.Binary b && b.operator() == BinaryOperator.RANGE
                            ? new Index.Range(b.left(), b.right())
                            : new Index.Single(value));
        } while (accept(Kind.COMMA));
        nesting--;
        close(Kind.CLOSE_BRACKET, open, "the indices of " + name.text());
        if (is(Kind.OPEN_BRACKET)) {
            throw error(current(), "a second pair of brackets", "indices stand in one pair: " + name.text() + "[i, j]");
        }
        height = highest + 1;
        checkHeight(open, height);
        return new Expression.Subscripted(
                name, indices, name.span().to(previous().span()));
    }

    final Expression.Name name() {
        Token token = take();
        return new Expression.Name(word(token), token.span());
    }

    /** The height of the expression parsed last. */
    final int height() {
        return height;
    }

    private void checkHeight(Token token, int reached) {
        if (reached > Model.MAX_HEIGHT) {
            throw error(
                    token,
                    "this expression is too long: more than " + Model.MAX_HEIGHT + " operations in a row",
                    "use sum(), prod() or inprod() over an array");
        }
    }
}
