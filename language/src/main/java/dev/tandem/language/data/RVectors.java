package dev.tandem.language.data;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.token.Lexer;
import java.util.Set;

/** The numbers in an R dump: single ones, ranges and {@code c(..)} of them. Nothing is evaluated beyond {@code a:b}. */
abstract class RVectors extends RText {
    /** Ranges make large arrays out of few characters; together they may make this many values. */
    private static final int MAX_RANGE = 10_000_000;

    private static final int MAX_NESTING = 50;
    private static final Set<String> CONVERSIONS = Set.of("as.integer", "as.numeric", "as.double");

    /** The words of the variable that is read, which stand in place of numbers; null where there may be none. */
    Words words;

    private int fromRanges;
    private int nesting;

    RVectors(SourceText source) {
        super(source);
    }

    /** A number, a range or c(..) of them, appended to {@code values}. */
    final void vector(Values values, String name) {
        skip();
        if (at >= text.length()) {
            throw fail(text.length(), text.length(), "the file ends where a value of " + name + " is expected", "");
        }
        if (isWord("c")) {
            at++;
            skip();
            elements(values, name, "c(");
            return;
        }
        for (String conversion : CONVERSIONS) {
            if (isWord(conversion)) {
                at += conversion.length();
                skip();
                elements(values, name, conversion + "(");
                return;
            }
        }
        element(values, name);
    }

    /** From ( to ). */
    private void elements(Values values, String name, String what) {
        int open = at;
        at++;
        if (++nesting > MAX_NESTING) {
            throw fail(open, at, "c( is nested more than " + MAX_NESTING + " deep", "");
        }
        skip();
        if (!accept(')')) {
            while (true) {
                skip();
                int start = at;
                if (peek() == ',' || peek() == ')') {
                    throw fail(at, at + 1, "a value is missing before " + show(), "write NA for a missing value");
                }
                String label = label();
                if (!label.isEmpty() && peek() == ')') {
                    throw fail(start, at, "the value of " + label + " is missing", "");
                }
                vector(values, name);
                skip();
                if (accept(')')) {
                    break;
                }
                if (!accept(',')) {
                    throw missingComma(open, what);
                }
            }
        }
        nesting--;
    }

    /** {@code a = 1} within c(..): R's names of elements, which carry no data. */
    private String label() {
        char c = peek();
        return Lexer.isLetter(c) || c == '"' || c == '\'' || c == '`' || c == '.' ? argumentName() : "";
    }

    private SourceException missingComma(int open, String what) {
        if (at >= text.length() || text.startsWith("<-", at)) {
            return unclosed(open, what);
        }
        int word = at;
        while (word < text.length() && Lexer.isNamePart(text.charAt(word))) {
            word++;
        }
        int after = word;
        while (after < text.length() && Lexer.isSpace(text.charAt(after))) {
            after++;
        }
        boolean nextVariable = peek() == '"' || text.startsWith("<-", after);
        if (nextVariable) {
            return unclosed(open, what);
        }
        if (peek() == '}' || peek() == ']') {
            return fail(at, at + 1, "expected ) but found " + show(), "the " + what + " is still open");
        }
        if (isOperator(peek())) {
            return fail(at, at + 1, "data are not computed: unexpected " + show(), "write the result itself");
        }
        return fail(at, Math.max(at + 1, word), "a comma is missing before " + show(), "");
    }

    final SourceException unclosed(int open, String what) {
        int start = Math.max(0, open + 1 - what.length());
        return fail(start, open + 1, "this " + what + " is never closed", "add a ) after the last value");
    }

    private void element(Values values, String name) {
        int start = at;
        if ((peek() == '"' || peek() == '\'') && word(values)) {
            return;
        }
        double value = number(name);
        if (words != null && !words.none() && !Double.isNaN(value)) {
            throw fail(
                    start,
                    at,
                    name + " holds words, and this is a number",
                    "an array holds either words, which become levels, or numbers");
        }
        if (peek() != ':') {
            values.add(value);
            return;
        }
        at++;
        skip();
        double last = number(name);
        if (Double.isNaN(value) || Double.isNaN(last)) {
            throw fail(start, at, "a range needs two numbers", "as in 1:10");
        }
        double count = Math.floor(Math.abs(last - value) + 1e-10) + 1;
        if (fromRanges + count > MAX_RANGE) {
            throw fail(start, at, "this range is too long: more than " + MAX_RANGE + " values", "");
        }
        fromRanges += (int) count;
        for (int i = 0; i < count; i++) {
            values.add(last >= value ? value + i : value - i);
        }
    }

    /** Takes a word in quotes as the number of a level; leaves alone what is none, or stands alone or among numbers. */
    private boolean word(Values values) {
        if (words == null || nesting == 0) {
            return false;
        }
        int start = at;
        String text = quoted();
        if (Words.isWord(text) && (!words.none() || values.allMissing())) {
            values.add(words.number(text));
            return true;
        }
        at = start;
        return false;
    }

    private double number(String name) {
        int start = at;
        boolean negative = false;
        while (peek() == '-' || peek() == '+') {
            negative ^= peek() == '-';
            at++;
            skipBlanks();
        }
        char c = peek();
        if (Lexer.isLetter(c) || c == '_') {
            return constant(start, negative, name);
        }
        int digits = at;
        long whole = 0;
        while (Lexer.isDigit(peek())) {
            whole = whole * 10 + (peek() - '0');
            at++;
        }
        double value;
        int length = at - digits;
        if (length > 0 && length < 16 && !(peek() == '.' || peek() == 'e' || peek() == 'E')) {
            value = whole;
        } else {
            value = decimal(start, digits, name);
        }
        if (peek() == 'L') {
            at++;
        }
        if (Lexer.isNamePart(peek())) {
            while (Lexer.isNamePart(peek())) {
                at++;
            }
            throw fail(start, at, text.substring(start, at) + " is not a number", "");
        }
        return negative ? -value : value;
    }

    private double decimal(int start, int digits, String name) {
        if (peek() == '.') {
            at++;
            while (Lexer.isDigit(peek())) {
                at++;
            }
        }
        boolean any = at > digits + (text.startsWith(".", digits) ? 1 : 0);
        if (any && (peek() == 'e' || peek() == 'E')) {
            at++;
            if (peek() == '-' || peek() == '+') {
                at++;
            }
            any = Lexer.isDigit(peek());
            while (Lexer.isDigit(peek())) {
                at++;
            }
        }
        if (!any) {
            throw notANumber(start, name);
        }
        double value = Double.parseDouble(text.substring(digits, at));
        if (Double.isInfinite(value)) {
            throw fail(start, at, "this number is too large", "");
        }
        return value;
    }

    private SourceException notANumber(int start, String name) {
        char c = peek();
        if (c == '"' || c == '\'') {
            int from = at;
            quoted();
            return fail(
                    from,
                    at,
                    name + " holds text, and data are numbers",
                    DataValues.hint(text.substring(from + 1, Math.max(from + 1, at - 1))));
        }
        if (at > start) {
            return fail(start, at, text.substring(start, at) + " is not a number", "");
        }
        if (at >= text.length()) {
            return fail(start, text.length(), "the file ends where a value of " + name + " is expected", "");
        }
        if (c == '\u2212' || c == '\u2013') {
            return fail(at, at + 1, "this is a dash of a word processor", "write -");
        }
        return fail(start, at + 1, "expected a value of " + name + " but found " + show(), "");
    }

    private double constant(int start, boolean negative, String name) {
        int wordStart = at;
        while (Lexer.isNamePart(peek())) {
            at++;
        }
        String word = text.substring(wordStart, at);
        switch (word) {
            case "NA", "NA_integer_", "NA_real_" -> {
                return Double.NaN;
            }
            case "TRUE" -> {
                return negative ? -1 : 1;
            }
            case "FALSE" -> {
                return 0;
            }
            default -> throw fail(start, at, badWord(word, name), badWordHint(word));
        }
    }

    private String badWord(String word, String name) {
        return switch (word) {
            case "Inf" -> name + " is infinite, and data must be finite";
            case "NaN" -> name + " is not a number (NaN)";
            case "NULL" -> name + " has no value (NULL)";
            default ->
                peek() == '(' ? "data cannot call " + word : "expected a value of " + name + " but found " + word;
        };
    }

    private static String badWordHint(String word) {
        return switch (word) {
            case "Inf" -> "for a bound leave the end of T(,) open; for censoring use a large number";
            case "NaN" -> "write NA if it is missing";
            case "T" -> "write TRUE";
            case "F" -> "write FALSE";
            case "list" -> "a variable is an array of numbers: use c(..)";
            case "rep", "seq", "matrix", "array", "factor" -> "write the values out, as R's dump() does";
            default -> "";
        };
    }
}
