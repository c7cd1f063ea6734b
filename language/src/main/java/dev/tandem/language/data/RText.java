package dev.tandem.language.data;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.token.Lexer;
import java.util.List;

/** The text of an R dump while it is read: a place in it, what comes next, names, quotations and complaints. */
abstract class RText {
    final SourceText source;
    final String text;

    /** The character that comes next. */
    int at;

    RText(SourceText source) {
        this.source = source;
        text = source.text();
    }

    /** {@code name =} before a part of structure, or nothing. */
    final String argumentName() {
        int start = at;
        char c = peek();
        String word;
        if (c == '"' || c == '\'' || c == '`') {
            word = quoted();
        } else {
            while (at < text.length() && Lexer.isNamePart(text.charAt(at))) {
                at++;
            }
            word = text.substring(start, at);
        }
        skip();
        if (!word.isEmpty() && accept('=')) {
            return word;
        }
        at = start;
        return "";
    }

    static boolean isOperator(char c) {
        return c == '+' || c == '-' || c == '*' || c == '/' || c == '^' || c == '[' || c == '$' || c == '%';
    }

    final String quoted() {
        int start = at;
        char quote = text.charAt(at++);
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' && at + 1 < text.length() ? 2 : 1;
        }
        if (at >= text.length() || text.charAt(at) != quote) {
            at = Math.min(at, text.length());
            throw fail(start, start + 1, "this quotation mark has no partner", "");
        }
        at++;
        return text.substring(start + 1, at - 1);
    }

    /** Whether this word and an opening parenthesis come next. */
    final boolean isWord(String word) {
        return text.startsWith(word, at) && nextAfterWord(word.length()) == '(';
    }

    final char nextAfterWord(int length) {
        int next = at + length;
        while (next < text.length() && (Lexer.isSpace(text.charAt(next)) || isLineEnd(text.charAt(next)))) {
            next++;
        }
        return next < text.length() ? text.charAt(next) : '\0';
    }

    final boolean accept(char c) {
        if (peek() == c && at < text.length()) {
            at++;
            return true;
        }
        return false;
    }

    final char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    final String show() {
        return at < text.length() ? text.substring(at, text.offsetByCodePoints(at, 1)) : "the end of the file";
    }

    final void skipBlanks() {
        while (at < text.length() && Lexer.isSpace(text.charAt(at))) {
            at++;
        }
    }

    final void skip() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && !isLineEnd(text.charAt(at))) {
                    at++;
                }
            } else if (isLineEnd(c) || Lexer.isSpace(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    final SourceException fail(int start, int end, String message, String hint) {
        int from = Math.min(start, text.length());
        return new SourceException(List.of(source.problem(from, Math.max(from, end), message, hint)));
    }
}
