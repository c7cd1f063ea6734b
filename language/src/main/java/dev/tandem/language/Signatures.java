package dev.tandem.language;

import java.util.List;

/** How a call is shown to the user, and how its number of arguments is put into words. */
final class Signatures {
    private Signatures() {}

    static String show(String name, List<String> parameters, boolean variadic) {
        return name + "(" + String.join(", ", parameters) + (variadic ? ", .." : "") + ")";
    }

    static String count(int number) {
        return number == 1 ? "1 argument" : number + " arguments";
    }

    static String expected(int min, int max) {
        if (max == Integer.MAX_VALUE) {
            return "at least " + count(min);
        }
        return min == max ? count(min) : min + " to " + count(max);
    }
}
