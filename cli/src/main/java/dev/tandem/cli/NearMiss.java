package dev.tandem.cli;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Finds the known word that a mistyped one most likely stands for. */
final class NearMiss {
    private NearMiss() {}

    /** A hint to append to a complaint, empty when nothing is near. */
    static String hint(String wanted, Collection<String> known) {
        String plain = wanted.toLowerCase(Locale.ROOT);
        String nearest = "";
        int fewest = Math.max(1, plain.length() / 3) + 1;
        for (String word : known) {
            int edits = edits(plain, word);
            if (edits < fewest) {
                nearest = word;
                fewest = edits;
            }
        }
        return nearest.isEmpty() ? "" : "; did you mean " + nearest + "?";
    }

    /** A complaint about a name that there is no sampler or example of. */
    static ParameterException unknown(CommandSpec spec, String what, String name, List<String> known) {
        String hint = hint(name, known);
        return new ParameterException(
                spec.commandLine(),
                "unknown " + what + " " + name
                        + (hint.isEmpty() ? "; 'tandem " + what + "s' lists those there are" : hint));
    }

    /** Levenshtein's distance, except that a missing tail of the wanted word costs one edit at most. */
    private static int edits(String wanted, String word) {
        if (wanted.length() >= 3 && word.startsWith(wanted)) {
            return Math.min(1, word.length() - wanted.length());
        }
        int[] row = new int[word.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= wanted.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substituted = diagonal + (wanted.charAt(i - 1) == word.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[word.length()];
    }
}
