package dev.tandem.language;

import dev.tandem.language.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the tree by recursive descent, with precedence climbing for operators, and goes on after an error at the next
 * statement.
 */
final class Parser {
    /** Parentheses, calls, brackets, signs and loops within each other; each costs a few frames of the stack. */
    static final int MAX_NESTING = 250;

    private static final int LOOKAHEAD = 200;
    private static final Set<String> RESERVED = Set.of("model", "data", "var", "in");
    private static final Map<String, String> FOREIGN_STATEMENTS = Map.of(
            "if", "write the choice as a value: ifelse(condition, a, b), or use step() and equals()",
            "else", "write the choice as a value: ifelse(condition, a, b)",
            "while", "only for loops over a known range exist: for (i in 1:N) { .. }",
            "repeat", "only for loops over a known range exist: for (i in 1:N) { .. }",
            "function", "a model cannot define functions; write its body where it is needed",
            "return", "a model has no functions and nothing to return",
            "print", "a model describes, it does not run: nothing can be printed from it",
            "library", "an R script is not a model: keep only the text from model { to }");

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

    private final SourceText source;
    private final String text;
    private final Dialect dialect;
    private final ProblemList problems;
    private final List<Token> tokens;
    private final Set<Integer> badLines;

    private int at;
    private int nesting;
    private boolean unclosed;
    /** The first block whose closing brace stands further left than its line: perhaps it was meant for another. */
    private Token suspicious;

    private String suspiciousOwner = "";

    /** Grows when nothing more of the file can be understood. */
    private int hopeless;
    /** The height of the expression parsed last. */
    private int height;

    Parser(SourceText source, Dialect dialect, ProblemList problems) {
        this.source = source;
        this.text = source.text();
        this.dialect = dialect;
        this.problems = problems;
        this.tokens = Lexer.tokens(source, problems);
        this.badLines = problems.lines();
    }

    /** Leaves the statement at hand; the problem is in the message. */
    private static final class SyntaxError extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SyntaxError() {
            super(null, null, false, false);
        }
    }

    // ---- the file ----

    Model model() {
        List<Declaration> declarations = new ArrayList<>();
        List<Statement> data = new ArrayList<>();
        List<Statement> statements = new ArrayList<>();
        try {
            blocks(declarations, data, statements);
        } catch (SyntaxError e) {
            // Outside a block there is no statement to go on with.
        }
        return new Model(source, dialect, declarations, data, statements);
    }

    private void blocks(List<Declaration> declarations, List<Statement> data, List<Statement> statements) {
        Token dataBlock = null;
        Token modelBlock = null;
        while (!is(Kind.END)) {
            Token token = current();
            String word = token.kind() == Kind.NAME ? word(token) : "";
            if (modelBlock != null) {
                afterModel(token, word);
            }
            if (word.equals("var") && dataBlock == null) {
                declarations(declarations);
            } else if (word.equals("data") && dataBlock == null && nextIs(Kind.OPEN_BRACE)) {
                dataBlock = token;
                data.addAll(topBlock());
            } else if (word.equals("model")) {
                modelBlock = token;
                statements.addAll(topBlock());
                if (statements.isEmpty() && problems.isEmpty()) {
                    problem(token, "the model is empty", "");
                }
            } else {
                throw notABlock(token, word, dataBlock);
            }
        }
        if (modelBlock == null && problems.isEmpty()) {
            problem(previousOrCurrent(), "there is no model block in this file", "a model starts with model {");
        }
    }

    private void afterModel(Token token, String word) {
        switch (word) {
            case "data" -> throw error(token, "data { } must come before model { }", "");
            case "var" -> throw error(token, "var must come before model { }", "");
            case "model" -> throw error(token, "a file holds one model, and this is the second", "");
            case "list" ->
                throw error(
                        token,
                        "data or initial values follow the model in the same file",
                        "put each list( .. ) into a file of its own and pass it with --data or --inits");
            default -> {
                if (token.kind() == Kind.CLOSE_BRACE) {
                    throw error(token, "unmatched }: the model is already closed", "is there a } too many above?");
                }
                throw error(
                        token,
                        "unexpected " + show(token) + " after the end of the model",
                        "is there a } too many above?");
            }
        }
    }

    private SyntaxError notABlock(Token token, String word, Token dataBlock) {
        if (word.equals("data") && dataBlock != null) {
            return error(token, "a file holds one data block, and this is the second", "");
        }
        if (word.equals("var")) {
            return error(token, "var must come before data { }", "");
        }
        if (FOREIGN_STATEMENTS.containsKey(word)) {
            return error(token, "there is no " + word + " in this language", FOREIGN_STATEMENTS.get(word));
        }
        if (token.kind() == Kind.NAME && word.equalsIgnoreCase("model")) {
            return error(token, "unexpected " + word, "the word is model, in small letters");
        }
        if (token.kind() == Kind.OPEN_BRACE) {
            return error(token, "a block needs a name", "write model { before the statements");
        }
        if (startsStatement(at)) {
            return error(token, "this statement is in no block", "put the statements into model { .. }");
        }
        return error(token, "expected model { but found " + show(token), "");
    }

    private List<Statement> topBlock() {
        Token word = take();
        if (!is(Kind.OPEN_BRACE)) {
            if (is(Kind.NAME) && (nextIs(Kind.SEMICOLON) || nextIs(Kind.OPEN_BRACE))) {
                throw error(current(), "a model has no name here", "write model { .. }");
            }
            throw error(current(), "expected { after " + word(word) + " but found " + show(current()), "");
        }
        return block(word(word));
    }

    /** The statements between braces; {@code owner} is what the block belongs to. */
    private List<Statement> block(String owner) {
        int openAt = at;
        Token open = take();
        List<Statement> statements = new ArrayList<>();
        while (!is(Kind.CLOSE_BRACE)) {
            if (is(Kind.END)) {
                unclosedBlock(owner, open);
                return statements;
            }
            if (problems.full()) {
                throw new SyntaxError();
            }
            if (is(Kind.SEMICOLON)) {
                take();
                continue;
            }
            statementOrRecovery(statements);
        }
        Token close = take();
        if (suspicious == null && startsLine(at - 1) && close.column() < indentation(openAt)) {
            suspicious = open;
            suspiciousOwner = owner;
        }
        return statements;
    }

    /** The column at which the line of a token starts. */
    private int indentation(int position) {
        int first = position;
        while (!startsLine(first)) {
            first--;
        }
        return tokens.get(first).column();
    }

    /** Only the innermost is reported: where its brace belongs, those around it are closed too. */
    private void unclosedBlock(String owner, Token open) {
        Token last = previousOrCurrent();
        if (!unclosed) {
            problems.add(
                    last.end() - 1,
                    last.end(),
                    "a closing } is missing: the { of " + owner + " opened at " + open.span() + " is never closed",
                    suspicious == null
                            ? "every for, data and model block ends with }"
                            : "judging by the margins, it is the { of " + suspiciousOwner + " at " + suspicious.span()
                                    + " that lacks its }");
        }
        unclosed = true;
    }

    private void statementOrRecovery(List<Statement> statements) {
        int start = at;
        int depth = nesting;
        int before = hopeless;
        try {
            statements.add(statement());
        } catch (SyntaxError e) {
            nesting = depth;
            if (before != hopeless) {
                throw e;
            }
            recover(start);
        }
    }

    /** Goes to where the next statement seems to start. */
    private void recover(int start) {
        if (at == start && !is(Kind.OPEN_BRACE)) {
            at++;
        }
        int braces = 0;
        while (!is(Kind.END)) {
            Kind kind = current().kind();
            if (kind == Kind.OPEN_BRACE) {
                // The block of a broken loop: its statements are still worth reading.
                int inside = at + 1;
                if (braces == 0
                        && (startsStatement(inside) || tokens.get(inside).kind() == Kind.CLOSE_BRACE)) {
                    at = inside;
                    readOrphans();
                    return;
                }
                braces++;
            } else if (kind == Kind.CLOSE_BRACE) {
                if (braces == 0) {
                    return;
                }
                braces--;
            } else if (braces == 0 && kind == Kind.SEMICOLON) {
                take();
                return;
            } else if (braces == 0 && startsLine(at) && startsStatement(at)) {
                return;
            }
            at++;
        }
    }

    /** The statements of a block whose head was not understood; they are read for their errors only. */
    private void readOrphans() {
        nesting++;
        if (nesting > MAX_NESTING) {
            throw tooDeep(current());
        }
        List<Statement> dropped = new ArrayList<>();
        while (!is(Kind.CLOSE_BRACE) && !is(Kind.END) && !problems.full()) {
            if (is(Kind.SEMICOLON)) {
                take();
            } else {
                statementOrRecovery(dropped);
            }
        }
        if (is(Kind.CLOSE_BRACE)) {
            take();
        }
        nesting--;
    }

    // ---- declarations ----

    private void declarations(List<Declaration> declarations) {
        take();
        do {
            Token token = current();
            if (token.kind() != Kind.NAME || RESERVED.contains(word(token))) {
                throw error(token, "expected the name of a variable but found " + show(token), "as in var x[N], y;");
            }
            Expression.Name name = name();
            List<Expression> dimensions = new ArrayList<>();
            if (is(Kind.OPEN_BRACKET)) {
                dimensions = dimensions();
            }
            declarations.add(
                    new Declaration(name, dimensions, name.span().to(previous().span())));
        } while (accept(Kind.COMMA));
        if (!accept(Kind.SEMICOLON)) {
            Token token = current();
            if (token.kind() == Kind.NAME && !RESERVED.contains(word(token))) {
                throw error(token, "a comma is missing before " + show(token), "as in var x[N], y;");
            }
            if (token.kind() != Kind.NAME) {
                String hint = token.kind() == Kind.EQUALS || token.kind() == Kind.ARROW
                        ? "var only declares dimensions; values go into data"
                        : "as in var x[N], y;";
                throw error(token, "unexpected " + show(token) + " in a declaration", hint);
            }
        }
    }

    private List<Expression> dimensions() {
        Token open = take();
        List<Expression> dimensions = new ArrayList<>();
        do {
            if (is(Kind.CLOSE_BRACKET) || is(Kind.COMMA)) {
                throw error(current(), "a declaration needs every dimension", "as in var x[N, 3];");
            }
            dimensions.add(expression());
        } while (accept(Kind.COMMA));
        close(Kind.CLOSE_BRACKET, open, "dimensions");
        return dimensions;
    }

    // ---- statements ----

    private Statement statement() {
        Token token = current();
        if (token.kind() == Kind.NAME) {
            String word = word(token);
            if (word.equals("for") && !isAssignment(peek(1).kind()) && !nextIs(Kind.OPEN_BRACKET)) {
                return loop();
            }
            if (FOREIGN_STATEMENTS.containsKey(word) && !isAssignment(peek(1).kind()) && !nextIs(Kind.OPEN_BRACKET)) {
                throw error(token, "there is no " + word + " in this language", FOREIGN_STATEMENTS.get(word));
            }
            if (RESERVED.contains(word)) {
                String hint = word.equals("in")
                        ? "choose another name"
                        : "choose another name, or close the block before with }";
                throw error(token, word + " is a word of the language and cannot be a variable", hint);
            }
            return relation();
        }
        throw notAStatement(token);
    }

    private SyntaxError notAStatement(Token token) {
        return switch (token.kind()) {
            case ARROW, EQUALS, TILDE ->
                error(token, "the left side of " + show(token) + " is missing", "as in x " + show(token) + " ..");
            case CLOSE_PAREN, CLOSE_BRACKET ->
                error(token, "unmatched " + show(token), "is there one too many, or is its partner missing?");
            case OPEN_BRACE -> error(token, "a block without for has no place here", "remove the braces");
            case COMMA -> error(token, "unexpected ,", "statements are separated by a new line or by ;");
            case NUMBER ->
                error(
                        token,
                        "a number cannot start a statement",
                        endsValueBefore(at)
                                ? "is an operator missing before it?"
                                : "a statement reads name <- value or name ~ distribution");
            default ->
                error(
                        token,
                        "expected a statement but found " + show(token),
                        "a statement reads name <- value or name ~ distribution");
        };
    }

    private Statement loop() {
        Token start = take();
        if (!is(Kind.OPEN_PAREN)) {
            throw error(current(), "for needs parentheses", "as in for (i in 1:N) { .. }");
        }
        Token open = take();
        Token counterToken = current();
        if (counterToken.kind() != Kind.NAME || RESERVED.contains(word(counterToken))) {
            throw error(
                    counterToken,
                    "expected the name of the loop counter but found " + show(counterToken),
                    "as in for (i in 1:N) { .. }");
        }
        Expression.Name counter = name();
        if (!(is(Kind.NAME) && word(current()).equals("in"))) {
            throw error(
                    current(),
                    "expected the word in but found " + show(current()),
                    "as in for (" + counter.text() + " in 1:N) { .. }");
        }
        take();
        Expression range = expression();
        close(Kind.CLOSE_PAREN, open, "the range of the loop");
        if (is(Kind.SEMICOLON) && nextIs(Kind.OPEN_BRACE)) {
            throw error(take(), "the ; cuts the loop off from its body", "leave it out");
        }
        if (!is(Kind.OPEN_BRACE)) {
            throw error(
                    current(),
                    "the body of a for loop must be in braces",
                    "as in for (" + counter.text() + " in 1:N) { .. }");
        }
        nest(start);
        List<Statement> body = block("for");
        nesting--;
        return new Statement.Loop(
                counter, range, body, start.span().to(previous().span()));
    }

    private Statement relation() {
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
        if (word.equals("T") || word.equals("I")) {
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
        if (Distributions.find(word).isPresent() && !word.equals("sum")) {
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
                word + "(..) cannot be defined: it is not a link function" + Spelling.suggest(word, LINKS),
                "elements of an array are written with brackets: " + word + "[i]");
    }

    private static final List<String> LINKS = List.of("log", "logit", "probit", "cloglog");

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
                    if (peek(1).kind() == Kind.OPERATOR && word(peek(1)).equals("-")) {
                        return error(sign, "< - is not an arrow", "write <- without a blank inside");
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
        take();
        List<Expression> arguments = arguments(written, true);
        DistributionCall call = new DistributionCall(
                written,
                Distributions.canonical(written),
                arguments,
                token.span().to(previous().span()));
        Optional<Truncation> truncation = Optional.empty();
        if (truncationAhead()) {
            truncation = Optional.of(truncation());
        }
        afterDistribution(written);
        return new Statement.Stochastic(
                target, call, truncation, start.span().to(previous().span()));
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
            throw error(token, "a distribution is truncated once", "keep one of T(,) and I(,)");
        }
        if (token.kind() == Kind.OPERATOR) {
            throw error(
                    token,
                    "a distribution cannot be part of an expression",
                    "put the arithmetic into a parameter, or into a node of its own: y <- x + 1");
        }
        if (token.kind() == Kind.NAME && nextIs(Kind.OPEN_PAREN) && word(token).equals("C")) {
            throw error(
                    token,
                    "C(,) of OpenBUGS is not known here",
                    "for censoring use y ~ dinterval(t, cut); for truncation use T(,)");
        }
        if (token.kind() == Kind.NAME && word(token).equals("T") && nextIs(Kind.OPEN_BRACKET) && !startsStatement(at)) {
            throw error(token, "truncation is written with parentheses", "as in " + written + "(..) T(lower, upper)");
        }
    }

    private boolean truncationAhead() {
        return is(Kind.NAME)
                && current().length() == 1
                && nextIs(Kind.OPEN_PAREN)
                && (word(current()).equals("T") || word(current()).equals("I"));
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
        Truncation.Kind kind = word(letter).equals("T") ? Truncation.Kind.TRUNCATION : Truncation.Kind.INTERVAL;
        return new Truncation(kind, lower, upper, letter.span().to(previous().span()));
    }

    private static final String TRUNCATION_HINT = "as in T(0,) or T(,1) or T(0, 1)";

    // ---- expressions ----

    private Expression expression() {
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
    private List<Expression> arguments(String owner, boolean distribution) {
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
                    if (owner.equals("ifelse")) {
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
        Optional<String> signature = distribution
                ? Distributions.find(owner).map(Distribution::signature)
                : Functions.find(owner).map(Function::signature);
        return error(
                current(),
                "arguments have no names in this language",
                signature.map(s -> "they are given in order: " + s).orElse("they are given in order"));
    }

    private Expression.Reference reference() {
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

    private Expression.Name name() {
        Token token = take();
        return new Expression.Name(word(token), token.span());
    }

    // ---- help for errors ----

    /** After a sign something must follow, and not the next statement. */
    private void requireOperand(Token sign) {
        Token token = current();
        if (token.kind() == Kind.END || token.kind() == Kind.CLOSE_BRACE || token.kind() == Kind.SEMICOLON) {
            throw error(sign, "nothing follows " + show(sign), "");
        }
        if (token.line() != sign.line() && token.kind() == Kind.NAME && startsStatement(at)) {
            if (sign.kind() == Kind.OPEN_PAREN || sign.kind() == Kind.OPEN_BRACKET || sign.kind() == Kind.COMMA) {
                throw error(
                        sign,
                        "nothing follows " + show(sign) + ": a new statement starts on line " + token.line(),
                        "is a closing parenthesis missing?");
            }
            throw error(sign, "nothing follows " + show(sign) + ": a new statement starts on line " + token.line(), "");
        }
    }

    private void close(Kind kind, Token open, String what) {
        if (accept(kind)) {
            return;
        }
        Token token = current();
        String closer = kind == Kind.CLOSE_PAREN ? ")" : "]";
        String opener = show(open);
        if (token.kind() == Kind.SEMICOLON
                && !startsLine(at + 1)
                && peek(1).kind() != Kind.CLOSE_BRACE
                && !startsStatement(at + 1)) {
            throw error(take(), "unexpected ; in " + what, "is a comma meant?");
        }
        boolean ends = token.kind() == Kind.END
                || token.kind() == Kind.OPEN_BRACE
                || token.kind() == Kind.CLOSE_BRACE
                || token.kind() == Kind.SEMICOLON
                || token.kind() == Kind.ARROW
                || token.kind() == Kind.TILDE
                || (startsLine(at) && startsStatement(at));
        if (ends) {
            throw error(
                    open,
                    "this " + opener + " is never closed",
                    "add a " + closer + " before line " + token.line() + ", column " + token.column());
        }
        if (token.kind() == Kind.CLOSE_PAREN || token.kind() == Kind.CLOSE_BRACKET) {
            throw error(
                    token,
                    "expected " + closer + " but found " + show(token),
                    "the " + opener + " at " + open.span() + " is still open");
        }
        if (token.kind() == Kind.EQUALS) {
            throw error(token, "unexpected = in " + what, "to compare, write ==");
        }
        if (token.kind() == Kind.NAME || token.kind() == Kind.NUMBER || token.kind() == Kind.OPEN_PAREN) {
            throw error(
                    token,
                    "a comma or an operator is missing before " + show(token),
                    "in " + what + ", opened at " + open.span());
        }
        if (token.kind() == Kind.COMMA) {
            throw error(token, "unexpected , in " + what, "");
        }
        throw error(token, "expected " + closer + " but found " + show(token), "in " + what);
    }

    /** Whether a relation or a loop could start here: a name, perhaps indexed or linked, and then an arrow or tilde. */
    private boolean startsStatement(int position) {
        Token token = tokens.get(position);
        if (token.kind() != Kind.NAME) {
            return false;
        }
        int i = position + 1;
        if (word(token).equals("for") && tokens.get(i).kind() == Kind.OPEN_PAREN) {
            return true;
        }
        int depth = 0;
        for (int steps = 0; steps < LOOKAHEAD && i < tokens.size(); steps++, i++) {
            Kind kind = tokens.get(i).kind();
            if (kind == Kind.OPEN_BRACKET || kind == Kind.OPEN_PAREN) {
                depth++;
            } else if (kind == Kind.CLOSE_BRACKET || kind == Kind.CLOSE_PAREN) {
                depth--;
                if (depth < 0) {
                    return false;
                }
            } else if (depth == 0) {
                return isAssignment(kind);
            } else if (kind == Kind.ARROW
                    || kind == Kind.TILDE
                    || kind == Kind.OPEN_BRACE
                    || kind == Kind.CLOSE_BRACE) {
                return false;
            }
        }
        return false;
    }

    private static boolean isAssignment(Kind kind) {
        return kind == Kind.ARROW || kind == Kind.EQUALS || kind == Kind.TILDE;
    }

    private boolean startsLine(int position) {
        return position == 0 || !sameLine(tokens.get(position - 1), tokens.get(position));
    }

    private static boolean sameLine(Token a, Token b) {
        return a.line() == b.line();
    }

    /** Whether what stands before, on the same line, could be the end of an operand. */
    private boolean endsValueBefore(int position) {
        if (position == 0 || startsLine(position)) {
            return false;
        }
        Kind kind = tokens.get(position - 1).kind();
        return kind == Kind.NUMBER || kind == Kind.NAME || kind == Kind.CLOSE_PAREN || kind == Kind.CLOSE_BRACKET;
    }

    private boolean sameLineAsPrevious() {
        return at > 0 && sameLine(tokens.get(at - 1), current());
    }

    private void nest(Token token) {
        if (++nesting > MAX_NESTING) {
            throw tooDeep(token);
        }
    }

    private SyntaxError tooDeep(Token token) {
        hopeless++;
        return error(
                token, "this is nested more than " + MAX_NESTING + " deep", "give the inner parts names of their own");
    }

    private void checkHeight(Token token, int reached) {
        if (reached > Model.MAX_HEIGHT) {
            throw error(
                    token,
                    "this expression is too long: more than " + Model.MAX_HEIGHT + " operations in a row",
                    "use sum(), prod() or inprod() over an array");
        }
    }

    // ---- tokens ----

    private SyntaxError error(Token token, String message, String hint) {
        problem(token, message, hint);
        return new SyntaxError();
    }

    private void problem(Token token, String message, String hint) {
        // Where a character was dropped, what the parser makes of the rest of the line is noise.
        if (badLines.contains(token.line())) {
            return;
        }

        problems.add(token.start(), token.end(), message, hint);
    }

    private Token current() {
        return tokens.get(at);
    }

    private Token previous() {
        return tokens.get(at - 1);
    }

    private Token previousOrCurrent() {
        return tokens.get(Math.max(0, at - 1));
    }

    private Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    private Token take() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    private boolean is(Kind kind) {
        return tokens.get(at).kind() == kind;
    }

    private boolean nextIs(Kind kind) {
        return peek(1).kind() == kind;
    }

    private boolean accept(Kind kind) {
        if (is(kind)) {
            at++;
            return true;
        }
        return false;
    }

    private String word(Token token) {
        return text.substring(token.start(), token.end());
    }

    private String show(Token token) {
        return token.kind() == Kind.END ? "the end of the file" : word(token);
    }
}
