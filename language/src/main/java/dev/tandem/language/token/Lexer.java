package dev.tandem.language.token;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.token.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts model text into tokens; what belongs to no token is reported once and skipped. */
public final class Lexer {
    private final String text;
    private final ProblemList problems;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private Lexer(SourceText source, ProblemList problems) {
        this.text = source.text();
        this.problems = problems;
    }

    public static List<Token> tokens(SourceText source, ProblemList problems) {
        Lexer lexer = new Lexer(source, problems);
        while (lexer.at < lexer.text.length()) {
            lexer.next();
        }
        lexer.add(Kind.END, 0);
        return lexer.tokens;
    }

    private void next() {
        char c = text.charAt(at);
        if (c == '\n' || c == '\r') {
            lineEnd(c);
        } else if (isSpace(c)) {
            at++;
        } else if (isLetter(c)) {
            name();
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            number();
        } else if (c == '#') {
            while (at < text.length() && !isLineEnd(text.charAt(at))) {
                at++;
            }
        } else if (c == '/' && peek(1) == '*') {
            blockComment();
        } else {
            sign(c);
        }
    }

    private void lineEnd(char c) {
        at += c == '\r' && peek(1) == '\n' ? 2 : 1;
        line++;
        lineStart = at;
    }

    private void name() {
        int end = at + 1;
        while (end < text.length() && isNamePart(text.charAt(end))) {
            end++;
        }
        add(Kind.NAME, end - at);
    }

    private void number() {
        int end = digits(at);
        if (end < text.length() && text.charAt(end) == '.') {
            end = digits(end + 1);
        }
        if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
            int exponent = end + 1;
            if (exponent < text.length() && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            if (exponent < text.length() && isDigit(text.charAt(exponent))) {
                end = digits(exponent);
            }
        }
        int stop = end;
        while (stop < text.length() && isNamePart(text.charAt(stop))) {
            stop++;
        }
        if (stop > end) {
            badNumber(end, stop);
        }
        add(Kind.NUMBER, end - at);
        at = Math.max(at, stop);
    }

    private void badNumber(int end, int stop) {
        String whole = text.substring(at, stop);
        String rest = text.substring(end, stop);
        String hint = "";
        if (rest.equals("L")) {
            hint = "write " + text.substring(at, end) + ": the L of R has no place in a model";
        } else if (rest.startsWith("e") || rest.startsWith("E")) {
            hint = "an exponent needs digits, as in 1.0E-3";
        } else if (isLetter(rest.charAt(0))) {
            hint = "if a product is meant, write " + text.substring(at, end) + " * " + rest;
        }
        problems.add(at, stop, whole + " is neither a number nor a name", hint);
    }

    private int digits(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private void blockComment() {
        int start = at;
        at += 2;
        while (at < text.length() && !(text.charAt(at) == '*' && peek(1) == '/')) {
            char c = text.charAt(at);
            if (isLineEnd(c)) {
                lineEnd(c);
            } else {
                at++;
            }
        }
        if (at >= text.length()) {
            problems.add(start, start + 2, "this comment is never closed", "close it with */");
        } else {
            at += 2;
        }
    }

    private void sign(char c) {
        switch (c) {
            case '(' -> add(Kind.OPEN_PAREN, 1);
            case ')' -> add(Kind.CLOSE_PAREN, 1);
            case '[' -> add(Kind.OPEN_BRACKET, 1);
            case ']' -> add(Kind.CLOSE_BRACKET, 1);
            case '{' -> add(Kind.OPEN_BRACE, 1);
            case '}' -> add(Kind.CLOSE_BRACE, 1);
            case ',' -> add(Kind.COMMA, 1);
            case ';' -> add(Kind.SEMICOLON, 1);
            case '~' -> add(Kind.TILDE, 1);
            case '<' -> {
                if (text.startsWith("<<-", at)) {
                    bad(3, "<<- has no meaning in a model", "write <-");
                    tokens.add(new Token(Kind.ARROW, at - 2, at, line, at - 2 - lineStart + 1));
                } else if (peek(1) == '-') {
                    add(Kind.ARROW, 2);
                } else {
                    add(Kind.OPERATOR, peek(1) == '=' ? 2 : 1);
                }
            }
            case '>' -> add(Kind.OPERATOR, peek(1) == '=' ? 2 : 1);
            case '=' -> add(peek(1) == '=' ? Kind.OPERATOR : Kind.EQUALS, peek(1) == '=' ? 2 : 1);
            case '!' -> add(peek(1) == '=' ? Kind.OPERATOR : Kind.NOT, peek(1) == '=' ? 2 : 1);
            case '*' -> add(Kind.OPERATOR, peek(1) == '*' ? 2 : 1);
            case '+', '-', '/', ':', '^' -> add(Kind.OPERATOR, 1);
            case '&', '|' -> {
                if (peek(1) == c) {
                    add(Kind.OPERATOR, 2);
                } else {
                    problems.add(at, at + 1, "a single " + c + " is not an operator", "write " + c + c);
                    add(Kind.OPERATOR, 1);
                }
            }
            case '%' -> special();
            case '"', '\'', '`' -> quoted(c);
            default -> strange();
        }
    }

    private void special() {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '%' && !isLineEnd(text.charAt(end))) {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '%') {
            String operator = text.substring(at, end + 1);
            if (!operator.equals("%*%")) {
                problems.add(
                        at,
                        end + 1,
                        "unknown operator " + operator,
                        switch (operator) {
                            case "%%" -> "the remainder is x - y * trunc(x / y)";
                            case "%/%" -> "the quotient in whole numbers is trunc(x / y)";
                            default -> "the only one of this kind is %*%";
                        });
            }
            add(Kind.OPERATOR, end + 1 - at);
        } else {
            bad(1, "% is not an operator", "the matrix product is written %*%");
        }
    }

    private void quoted(char quote) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote && !isLineEnd(text.charAt(end))) {
            end++;
        }
        if (end < text.length() && text.charAt(end) == quote) {
            end++;
        }
        String hint = end - at > 2 && isLetter(text.charAt(at + 1)) ? "names are written without quotes" : "";
        problems.add(at, end, "quoted text has no place in a model", hint);
        // Kept as a name, so that the statement around it is still understood.
        add(Kind.NAME, end - at);
    }

    private void strange() {
        int code = text.codePointAt(at);
        int length = Character.charCount(code);
        String shown = new String(Character.toChars(code));
        String hint = replacement(code);
        if (Character.isLetter(code) || Character.isDigit(code)) {
            int end = at + length;
            while (end < text.length() && (isNamePart(text.charAt(end)) || Character.isLetter(text.charAt(end)))) {
                end++;
            }
            problems.add(
                    at,
                    at + length,
                    "the letter " + shown + " cannot be part of a name",
                    "names consist of the letters a to z and A to Z, digits, dots and underscores");
            add(Kind.NAME, end - at);
            return;
        }
        if (code == '_' || code == '.') {
            hint = "names start with a letter";
        } else if (code == '$') {
            hint = "a part of a variable is written with brackets, x[i], or as a name with a dot, x.i";
        } else if (code == '@' || code == '?' || code == '\\') {
            hint = "it is not part of the language";
        }
        String what = Character.isISOControl(code) ? "control character" : "character " + shown;

        String named = code >= 32 && code < 127 ? "" : String.format(Locale.ROOT, " (U+%04X)", code);
        bad(length, "unexpected " + what + named, hint);
    }

    /** The plain sign behind what word processors and keyboards produce. */
    private static String replacement(int code) {
        return switch (code) {
            case 0x201C, 0x201D, 0x201E, 0x00AB, 0x00BB -> "these are quotation marks of a word processor";
            case 0x2018, 0x2019, 0x00B4 -> "this is an apostrophe of a word processor";
            case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212 -> "this is a dash of a word processor: write -";
            case 0x00D7, 0x22C5, 0x00B7 -> "write *";
            case 0x00F7 -> "write /";
            case 0x2264 -> "write <=";
            case 0x2265 -> "write >=";
            case 0x2260 -> "write !=";
            case 0x2190 -> "write <-";
            case 0x223C, 0x02DC -> "write ~";
            case 0x00B2 -> "write ^2";
            case 0x2026 -> "write the terms out, or use a loop";
            default -> "";
        };
    }

    private void bad(int length, String message, String hint) {
        problems.add(at, at + length, message, hint);
        at += length;
    }

    private void add(Kind kind, int length) {
        tokens.add(new Token(kind, at, at + length, line, at - lineStart + 1));
        at += length;
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    public static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    public static boolean isNamePart(char c) {
        return isLetter(c) || isDigit(c) || c == '.' || c == '_';
    }

    public static boolean isName(String word) {
        return !word.isEmpty() && isLetter(word.charAt(0)) && word.chars().allMatch(c -> isNamePart((char) c));
    }

    /** Blanks of every kind, those included that cannot be seen and come with text copied from web pages. */
    public static boolean isSpace(char c) {
        return switch (c) {
            case ' ',
                    '\t',
                    '\f',
                    '\u000B',
                    '\u00A0',
                    '\u0085',
                    '\u00AD',
                    '\u1680',
                    '\u202F',
                    '\u205F',
                    '\u3000',
                    '\u2060',
                    '\uFEFF',
                    '\u2028',
                    '\u2029' -> true;
            default -> c >= '\u2000' && c <= '\u200F';
        };
    }
}
