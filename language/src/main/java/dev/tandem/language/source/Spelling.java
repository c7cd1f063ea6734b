package dev.tandem.language.source;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Spelling {
    private Spelling() {}

    /** The nearest candidate, if one is near enough to be a slip of the hand. */
    static Optional<String> nearest(String word, Collection<String> candidates) {
        String plain = plain(word);
        int allowed = word.length() <= 2 ? 0 : word.length() <= 4 ? 1 : word.length() <= 8 ? 2 : 3;
        String best = null;
        int bestCost = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            if (candidate.equals(word) || Math.abs(candidate.length() - word.length()) > allowed + 2) {
                continue;
            }
            // Case, dots and underscores are the commonest slips and cost next to nothing.
            int cost = plain(candidate).equals(plain) ? 1 : 2 * distance(word, candidate);
            if (cost <= 2 * allowed || cost == 1) {
                if (cost < bestCost || (cost == bestCost && candidate.compareTo(best) < 0)) {
                    best = candidate;
                    bestCost = cost;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** A tail for a message: {@code ; did you mean dnorm?}, or nothing. */
    public static String suggest(String word, Collection<String> candidates) {
        return nearest(word, candidates)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace(".", "").replace("_", "");
    }

    /** Edits by one letter, and swaps of neighbours, that turn one word into the other. */
    private static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[b.length()];
    }
}
