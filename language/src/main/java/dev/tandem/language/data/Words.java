package dev.tandem.language.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The words of one variable: each has a number in the order of the text until all are known, and then one in the order of the alphabet. */
final class Words {
    private static final Set<String> NOT_WORDS = Set.of("na", "nan", "true", "false", "null");

    private final Map<String, Integer> seen = new LinkedHashMap<>();

    /** Whether a text begins with a letter and is neither a truth value, nor missing, nor infinite. */
    static boolean isWord(String text) {
        if (text.isEmpty() || !Character.isLetter(text.charAt(0))) {
            return false;
        }
        String word = text.toLowerCase(Locale.ROOT);
        return !NOT_WORDS.contains(word) && !word.startsWith("inf");
    }

    boolean none() {
        return seen.isEmpty();
    }

    /** The number of a word in the order of the text, from 0. */
    int number(String word) {
        Integer number = seen.putIfAbsent(word, seen.size());
        return number == null ? seen.size() - 1 : number;
    }

    /** The words in the order of the alphabet, which is that of R's factor. */
    List<String> sorted() {
        return seen.keySet().stream().sorted().toList();
    }

    /** Changes numbers in the order of the text, in place, into those of the levels, from 1; what is missing stays so. */
    void code(double[] numbers) {
        List<String> sorted = sorted();
        double[] place = new double[seen.size()];
        seen.forEach((word, number) -> place[number] = sorted.indexOf(word) + 1);
        for (int i = 0; i < numbers.length; i++) {
            if (!Double.isNaN(numbers[i])) {
                numbers[i] = place[(int) numbers[i]];
            }
        }
    }
}
