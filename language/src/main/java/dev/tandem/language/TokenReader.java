package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.token.Lexer;
import dev.tandem.language.token.Token;
import dev.tandem.language.token.Token.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lowest layer of the parser: where it stands among the tokens, and what it says when they do not fit. */
abstract class TokenReader {
    /** Parentheses, calls, brackets, signs and loops within each other; each costs a few frames of the stack. */
    static final int MAX_NESTING = 250;

    static final String GROUPED = "the expression";

    static final Set<String> RESERVED = Set.of("model", "data", "var", "in");
    private static final int LOOKAHEAD = 200;
    public static final Map<String, String> FOREIGN_STATEMENTS = Map.of(
            "if", "write the choice as a value: ifelse(condition, a, b), or use step() and equals()",
            "else", "write the choice as a value: ifelse(condition, a, b)",
            "while", "only for loops over a known range exist: for (i in 1:N) { .. }",
            "repeat", "only for loops over a known range exist: for (i in 1:N) { .. }",
            "function", "a function is defined by a name and one expression: f <- function(a, b) a + 2 * b",
            "return", "it may stand only around the one expression of a function",
            "print", "a model describes, it does not run: nothing can be printed from it",
            "library", "an R script is not a model: keep only the text from model { to }");

    final SourceText source;
    final String text;
    public final Dialect dialect;
    final ProblemList problems;
    public final List<Token> tokens;
    private final Set<Integer> badLines;
    public int at;
    public int nesting;
    /** Grows when nothing more of the file can be understood. */
    int hopeless;

    public TokenReader(SourceText source, Dialect dialect, ProblemList problems) {
        this.source = source;
        this.text = source.text();
        this.dialect = dialect;
        this.problems = problems;
        this.tokens = Lexer.tokens(source, problems);
        this.badLines = problems.lines();
    }

    /** Whether a word cannot be the name of a variable; OpenBUGS keeps fewer words to itself. */
    final boolean reserved(String word) {
        return RESERVED.contains(word)
                && !(dialect == Dialect.OPENBUGS && (word.equals("model") || word.equals("data")));
    }

    /** Leaves the statement at hand; the problem is in the message. */
    public static final class SyntaxError extends RuntimeException {
        static final long serialVersionUID = 1L;

        SyntaxError() {
            super(null, null, false, false);
        }
    }

    // ---- help for errors ----

    /** After a sign something must follow, and not the next statement. */
    final void requireOperand(Token sign) {
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

    final void close(Kind kind, Token open, String what) {
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
            throw error(
                    token,
                    "unexpected , in " + what,
                    kind == Kind.CLOSE_PAREN && what.equals(GROUPED)
                            ? "is a ) missing before it? The ( at " + open.span() + " is still open"
                            : "");
        }
        throw error(token, "expected " + closer + " but found " + show(token), "in " + what);
    }

    /** Whether a relation or a loop could start here: a name, perhaps indexed or linked, and then an arrow or tilde. */
    final boolean startsStatement(int position) {
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

    static boolean isAssignment(Kind kind) {
        return kind == Kind.ARROW || kind == Kind.EQUALS || kind == Kind.TILDE;
    }

    final boolean startsLine(int position) {
        return position == 0 || !sameLine(tokens.get(position - 1), tokens.get(position));
    }

    static boolean sameLine(Token a, Token b) {
        return a.line() == b.line();
    }

    /** Whether what stands before, on the same line, could be the end of an operand. */
    final boolean endsValueBefore(int position) {
        if (position == 0 || startsLine(position)) {
            return false;
        }
        Kind kind = tokens.get(position - 1).kind();
        return kind == Kind.NUMBER || kind == Kind.NAME || kind == Kind.CLOSE_PAREN || kind == Kind.CLOSE_BRACKET;
    }

    final boolean sameLineAsPrevious() {
        return at > 0 && sameLine(tokens.get(at - 1), current());
    }

    final void nest(Token token) {
        if (++nesting > MAX_NESTING) {
            throw tooDeep(token);
        }
    }

    final SyntaxError tooDeep(Token token) {
        hopeless++;
        return error(
                token, "this is nested more than " + MAX_NESTING + " deep", "give the inner parts names of their own");
    }

    // ---- tokens ----

    final SyntaxError error(Token token, String message, String hint) {
        problem(token, message, hint);
        return new SyntaxError();
    }

    final void problem(Token token, String message, String hint) {
        // Where a character was dropped, what the parser makes of the rest of the line is noise.
        if (badLines.contains(token.line())) {
            return;
        }

        problems.add(token.start(), token.end(), message, hint);
    }

    final Token current() {
        return tokens.get(at);
    }

    final Token previous() {
        return tokens.get(at - 1);
    }

    final Token previousOrCurrent() {
        return tokens.get(Math.max(0, at - 1));
    }

    final Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    final Token take() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    final boolean is(Kind kind) {
        return tokens.get(at).kind() == kind;
    }

    final boolean nextIs(Kind kind) {
        return peek(1).kind() == kind;
    }

    final boolean accept(Kind kind) {
        if (is(kind)) {
            at++;
            return true;
        }
        return false;
    }

    final String word(Token token) {
        return text.substring(token.start(), token.end());
    }

    final String show(Token token) {
        return token.kind() == Kind.END ? "the end of the file" : word(token);
    }
}
