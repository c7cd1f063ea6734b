package dev.tandem.language;

import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.token.Token;
import dev.tandem.language.token.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the tree of a file by recursive descent, and goes on after an error at the next statement.
 *
 * <p>It stands on three layers, one for each level of the grammar: {@link TokenReader}, {@link ExpressionParser} and
 * {@link RelationParser}; here are the blocks, declarations and loops.
 */
final class Parser extends RelationParser {
    private boolean unclosed;
    /** The first block whose closing brace stands further left than its line: perhaps it was meant for another. */
    private Token suspicious;

    private String suspiciousOwner = "";

    Parser(SourceText source, Dialect dialect, ProblemList problems) {
        super(source, dialect, problems);
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

    /** Whether the text has functions of its own, so that it is a model that begins like a script of R. */
    boolean definesFunctions() {
        return !macros.isEmpty();
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
            } else if (word.equals("model") || nimbleAhead()) {
                modelBlock = token;
                statements.addAll(word.equals("model") ? topBlock() : nimbleBlock());
                if (statements.isEmpty() && problems.isEmpty()) {
                    problem(
                            token,
                            "the model is empty",
                            "write statements such as y ~ dnorm(mu, 1) between the braces");
                }
            } else if (functionAhead()) {
                function();
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
                        "put each list( .. ) into a file of its own");
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

    /** Whether a block of NIMBLE starts here: {@code nimbleCode(} and a brace, perhaps with a name before it. */
    private boolean nimbleAhead() {
        int first = is(Kind.NAME) && isAssignment(peek(1).kind()) ? 2 : 0;
        return peek(first).kind() == Kind.NAME
                && word(peek(first)).equals("nimbleCode")
                && peek(first + 1).kind() == Kind.OPEN_PAREN
                && peek(first + 2).kind() == Kind.OPEN_BRACE;
    }

    private List<Statement> nimbleBlock() {
        while (!is(Kind.OPEN_PAREN)) {
            take();
        }
        Token open = take();
        List<Statement> statements = block("nimbleCode");
        close(Kind.CLOSE_PAREN, open, "nimbleCode");
        return statements;
    }

    /** Whether a function is defined here: {@code f <- function(}. */
    private boolean functionAhead() {
        return is(Kind.NAME)
                && (nextIs(Kind.ARROW) || nextIs(Kind.EQUALS))
                && peek(2).kind() == Kind.NAME
                && word(peek(2)).equals("function")
                && peek(3).kind() == Kind.OPEN_PAREN;
    }

    /** {@code f <- function(a, b) a + 2 * b}, with braces or without, and with return or without. */
    private void function() {
        Token nameToken = take();
        String name = word(nameToken);
        take();
        take();
        Token open = take();
        List<String> parameters = new ArrayList<>();
        do {
            Token token = current();
            if (token.kind() != Kind.NAME || reserved(word(token)) || parameters.contains(word(token))) {
                throw error(
                        token,
                        token.kind() == Kind.NAME && parameters.contains(word(token))
                                ? "two parameters of " + name + " are called " + word(token)
                                : "expected the name of a parameter but found " + show(token),
                        FUNCTION_HINT);
            }
            parameters.add(word(take()));
            if (is(Kind.EQUALS)) {
                throw error(current(), "a parameter has no default value here", FUNCTION_HINT);
            }
        } while (accept(Kind.COMMA));
        close(Kind.CLOSE_PAREN, open, "the parameters of " + name);
        Optional<Token> brace = is(Kind.OPEN_BRACE) ? Optional.of(take()) : Optional.empty();
        boolean returned = is(Kind.NAME) && word(current()).equals("return") && nextIs(Kind.OPEN_PAREN);
        if (returned) {
            take();
        }
        if (brace.isPresent() && startsStatement(at)) {
            throw error(
                    current(),
                    "a function is one expression here, without statements",
                    "write what they compute into it, or define another function for it");
        }
        requireOperand(previous());
        Expression body = expression();
        int height = height();
        accept(Kind.SEMICOLON);
        if (brace.isPresent() && !accept(Kind.CLOSE_BRACE)) {
            throw error(
                    current(),
                    "expected } at the end of " + name + " but found " + show(current()),
                    "a function is one expression here");
        }
        if (macros.containsKey(name) || Functions.find(name).isPresent()) {
            throw error(
                    nameToken,
                    macros.containsKey(name) ? name + " is defined twice" : "there is already a function " + name,
                    "choose another name");
        }
        macros.put(name, new Macro(name, parameters, body, height));
    }

    private static final String FUNCTION_HINT = "as in f <- function(a, b) a + 2 * b";

    private List<Statement> topBlock() {
        Token word = take();
        if (!is(Kind.OPEN_BRACE)) {
            if (is(Kind.NAME) && (nextIs(Kind.SEMICOLON) || nextIs(Kind.OPEN_BRACE))) {
                if (dialect != Dialect.OPENBUGS) {
                    throw error(
                            current(),
                            "a model has no name here",
                            "write model { .. }; only the dialect openbugs allows a name");
                }
                take();
                accept(Kind.SEMICOLON);
            }
        }
        if (!is(Kind.OPEN_BRACE)) {
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
            if (functionAhead()) {
                function();
            } else {
                statements.add(statement());
            }
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
            if (reserved(word) || (RESERVED.contains(word) && nextIs(Kind.OPEN_BRACE))) {
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
        if (counterToken.kind() != Kind.NAME || reserved(word(counterToken))) {
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
}
