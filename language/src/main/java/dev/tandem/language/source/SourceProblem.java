package dev.tandem.language.source;

import java.io.Serializable;
import java.util.Objects;

/**
 * One thing that is wrong in a file, said so that the user can put it right.
 *
 * @param file the name the user gave
 * @param line the line, from 1; 0 if it is about the file as a whole
 * @param column the column, from 1; a tab is one column
 * @param message what is wrong, in one line
 * @param hint what to do about it, or empty
 * @param excerpt the source line and a line that underlines the offending text, or empty
 */
public record SourceProblem(String file, int line, int column, String message, String hint, String excerpt)
        implements Serializable {

    public SourceProblem {
        Objects.requireNonNull(file);
        Objects.requireNonNull(message);
        Objects.requireNonNull(hint);
        Objects.requireNonNull(excerpt);
    }

    /** A problem with a file as a whole, such as that there is none. */
    static SourceProblem ofFile(String file, String message, String hint) {
        return new SourceProblem(file, 0, 0, message, hint, "");
    }

    /** The headline alone: {@code model.bug:12:9: unknown distribution dnrom; did you mean dnorm?} */
    public String headline() {
        return file + (line == 0 ? "" : ":" + line + ":" + column) + ": " + message;
    }

    /** The headline, the underlined source line and the hint. */
    public String render() {
        StringBuilder out = new StringBuilder(headline());
        if (!excerpt.isEmpty()) {
            out.append('\n').append(excerpt.indent(2).stripTrailing());
        }
        if (!hint.isEmpty()) {
            out.append("\n  hint: ").append(hint);
        }
        return out.toString();
    }
}
