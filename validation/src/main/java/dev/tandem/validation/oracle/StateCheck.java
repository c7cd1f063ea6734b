package dev.tandem.validation.oracle;

import dev.tandem.compiler.generate.StateProbabilities;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Holds the exact probabilities of discrete unknowns that are summed out against enumerated states. */
final class StateCheck {
    private static final double CLOSE = 1e-9;

    private static final int MOST_VALUES = 6;

    private final StateProbabilities states;
    private final StateProbabilities.Evaluation evaluation;

    /** By element that is summed out, and by element that is given, its place in a report. */
    private final Map<String, Integer> summed = new LinkedHashMap<>();

    private final int[] given;

    private final int expected;
    private int compared;

    /**
     * What can be compared.
     *
     * @param count how many elements are summed out
     */
    StateCheck(StateProbabilities states, Space reported, int count) {
        this.states = states;
        expected = count;
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : reported.reported()) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        given = states.needed().stream()
                .mapToInt(name -> places.getOrDefault(name, -1))
                .toArray();
        Map<String, int[]> wanted = new LinkedHashMap<>();
        for (String name : states.elements()) {
            if (places.containsKey(name)) {
                summed.put(name, places.get(name));
                int[] values = new int[MOST_VALUES];
                Arrays.setAll(values, i -> i);
                wanted.put(name, values);
            }
        }
        evaluation = states.evaluation(wanted);
    }

    /** How many elements are compared. */
    int compared() {
        return compared;
    }

    /**
     * The first disagreement.
     *
     * @param probabilities how probable each state is
     * @param reports what each reports
     */
    Optional<String> find(double[] probabilities, double[][] reports) {
        if (Arrays.stream(given).anyMatch(place -> place < 0)) {
            return Optional.of("an unknown is not reported among " + states.needed());
        }
        if (summed.size() != expected) {
            // With continuous elements in the same array, unknowns are not summed out where those are given.
            return Optional.empty();
        }
        double[] values =
                Arrays.stream(given).mapToDouble(place -> reports[0][place]).toArray();
        for (int state = 0; state < probabilities.length; state++) {
            double[] report = reports[state];
            if (probabilities[state] > 0
                    && Arrays.stream(given).anyMatch(place -> report[place] != reports[0][place])) {
                // The states bound a continuous unknown: one position is other values in each of them, and these
                // probabilities are given the values.
                return Optional.empty();
            }
        }
        double[] numbers = new double[evaluation.size()];
        evaluation.at(values, numbers);
        for (Map.Entry<String, Integer> element : summed.entrySet()) {
            Optional<StateProbabilities.Place> place = evaluation.place(element.getKey());
            if (place.isEmpty()) {
                // There are counts without such numbers, and nothing else.
                if (!states.counted(element.getKey())) {
                    return Optional.of(element.getKey() + " has no probabilities");
                }
                continue;
            }
            compared++;
            double mean = 0;
            double[] enumerated = new double[place.get().values().size()];
            for (int state = 0; state < probabilities.length; state++) {
                double value = reports[state][element.getValue()];
                mean += probabilities[state] == 0 ? 0 : probabilities[state] * value;
                int number = place.get().values().indexOf((int) value);
                if (number >= 0) {
                    enumerated[number] += probabilities[state];
                }
            }
            for (int k = 0; k < enumerated.length; k++) {
                double found = numbers[place.get().first() + k];
                if (!(Math.abs(found - enumerated[k]) <= CLOSE)) {
                    return Optional.of(element.getKey() + " is "
                            + place.get().values().get(k) + " with probability " + found + ", not " + enumerated[k]);
                }
            }
            if (place.get().mean() >= 0) {
                double found = numbers[place.get().mean()];
                if (!(Math.abs(found - mean) <= CLOSE * (1 + Math.abs(mean)))) {
                    return Optional.of("the mean of " + element.getKey() + " is " + found + ", not " + mean);
                }
            }
        }
        return Optional.empty();
    }
}
