package dev.tandem.draws;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one most likely stands for. */
public final class NearMiss {
    /** Fewer letters than this begin too many names. */
    private static final int SHORTEST_BEGINNING = 3;

    private NearMiss() {}

    /** A hint to append to an error message, empty when nothing is near. */
    public static String hint(String wanted, Collection<String> known) {
        return find(wanted, known).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** The nearest name by edits, letter case ignored, provided that only about a third of the letters differ. */
    private static Optional<String> find(String wanted, Collection<String> known) {
        String plain = wanted.toLowerCase(Locale.ROOT);
        String nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (String name : known) {
            int edits = edits(plain, name.toLowerCase(Locale.ROOT));
            if (edits <= Math.max(1, (Math.max(wanted.length(), name.length()) + 1) / 3) && edits < fewest) {
                nearest = name;
                fewest = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Levenshtein's distance, except that a missing end of what is wanted costs one edit. */
    private static int edits(String from, String to) {
        if (from.length() >= SHORTEST_BEGINNING && to.startsWith(from)) {
            return Math.min(1, to.length() - from.length());
        }
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substituted = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
