package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Signature;
import dev.tandem.language.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
                if (RESERVED.contains(word)) {
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
                close(Kind.CLOSE_PAREN, open, "the expression");
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
        List<Expression> arguments = arguments(word, false);
        if (is(Kind.OPEN_BRACKET)) {
            throw error(
                    current(),
                    "only a variable can be indexed",
                    "give the result of " + word + " a name: v <- " + word + "(..), then v[i]");
        }
        return new Expression.Call(
                word,
                Functions.canonical(word),
                arguments,
                token.span().to(previous().span()));
    }

    /** The arguments from ( to ); leaves the height of the whole call. */
    final List<Expression> arguments(String owner, boolean distribution) {
        Token open = take();
        List<Expression> arguments = new ArrayList<>();
        int highest = 0;
        nest(open);
        if (is(Kind.CLOSE_PAREN)) {
            if (!distribution) {
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
                    throw namedArgument(owner, distribution);
                }
                arguments.add(expression());
                highest = Math.max(highest, height);
            } while (accept(Kind.COMMA));
        }
        nesting--;
        close(Kind.CLOSE_PAREN, open, "the arguments of " + owner);
        height = highest + 1;
        checkHeight(open, height);
        return arguments;
    }

    private SyntaxError namedArgument(String owner, boolean distribution) {
        Optional<Signature> signature = distribution
                ? Distributions.find(owner).map(Distribution::signature)
                : Functions.find(owner).map(Function::signature);
        return error(
                current(),
                "arguments have no names in this language",
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

    private void checkHeight(Token token, int reached) {
        if (reached > Model.MAX_HEIGHT) {
            throw error(
                    token,
                    "this expression is too long: more than " + Model.MAX_HEIGHT + " operations in a row",
                    "use sum(), prod() or inprod() over an array");
        }
    }
}
