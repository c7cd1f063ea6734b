package dev.tandem.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the words of a command line one by one. Whoever does not know a word, or would have to complain about it, says so
 * and leaves the line to picocli: what is taken here means the same there.
 */
public interface PlainWords {
    /** The most digits of a number that is surely in the range of its type. */
    int MOST_DIGITS = 9;

    /** Takes an option without a value; false if it is none of these. */
    default boolean flag(String name) {
        return false;
    }

    /** Takes an option with its value; false if it is none of these. */
    default boolean option(String name, String value) {
        return false;
    }

    /** Takes the next argument that belongs to no option; false if there should be none. */
    default boolean argument(String value) {
        return false;
    }

    /** Whether these words are enough for a command. */
    default boolean complete() {
        return true;
    }

    /** Whether a value is a whole number without sign, written in the plainest way. */
    static boolean whole(String value) {
        if (value.isEmpty() || value.length() > MOST_DIGITS || (value.length() > 1 && value.charAt(0) == '0')) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Adds names separated by commas; false, with nothing added, unless they are the plainest of names. */
    static boolean names(String value, List<String> names) {
        List<String> found = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= value.length(); i++) {
            if (i == value.length() || value.charAt(i) == ',') {
                if (i == from) {
                    return false;
                }
                found.add(value.substring(from, i));
                from = i + 1;
            } else if (!Character.isLetterOrDigit(value.charAt(i))
                    && value.charAt(i) != '.'
                    && value.charAt(i) != '_') {
                return false;
            }
        }
        return names.addAll(found);
    }

    /** Adds a file; false unless the value can be one. */
    static boolean file(String value, List<Path> files) {
        return value.indexOf('\0') < 0 && files.add(Path.of(value));
    }
}
