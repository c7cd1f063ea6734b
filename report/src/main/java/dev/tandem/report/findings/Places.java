package dev.tandem.report.findings;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Courses;
import dev.tandem.draws.summary.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The places that chains stayed in, where these differ: which chains are where, what differs, and
 * whether the places are the same up to the numbering of groups (label switching).
 */
final class Places {
    /** Chains whose means are so many standard deviations apart hardly share a draw. */
    private static final double APART = 3;

    /** A chain whose halves are so many standard deviations apart is on its way, and not at a place yet. */
    private static final double DRIFT = 1.5;

    /** R-hat from which on an unknown may tell places apart. */
    private static final double LARGE_RHAT = 1.1;

    private static final int MOST_LOOKED_AT = 5_000;
    private static final int MOST_LABELS = 64;
    private static final int MOST_NAMED = 4;

    private static final Pattern NUMBERED = Pattern.compile("(?<stem>.*?[^0-9])(?<digits>[0-9]{1,3})");

    /** One unknown in each chain. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Unknown(String name, boolean discrete, double[] means, double[] sds, boolean drifts) {
        boolean apart(int a, int b) {
            double unit = Math.sqrt((sds[a] * sds[a] + sds[b] * sds[b]) / 2);
            return Math.abs(means[a] - means[b]) > APART * unit;
        }

        double distance(int a, int b) {
            double unit = Math.sqrt((sds[a] * sds[a] + sds[b] * sds[b]) / 2);
            return Math.abs(means[a] - means[b]) / unit;
        }
    }

    private final Draws draws;
    private final Courses courses;
    private final List<Unknown> differing = new ArrayList<>();
    private final List<List<Integer>> groups = new ArrayList<>();

    private Places(Draws draws, Courses courses) {
        this.draws = draws;
        this.courses = courses;
    }

    /** The places of a run; empty if the chains are all in one, or are still on their way. */
    static Optional<Places> find(Summary summary, Evidence evidence) {
        if (evidence.draws().isEmpty() || summary.chains() < 2) {
            return Optional.empty();
        }
        Places places = new Places(evidence.draws().get(), evidence.courses());
        places.look(summary, evidence);
        return places.groups.size() > 1 ? Optional.of(places) : Optional.empty();
    }

    private void look(Summary summary, Evidence evidence) {
        List<Integer> elements = IntStream.range(0, summary.rows().size())
                .filter(element -> summary.rows().get(element).rhat() > LARGE_RHAT
                        && !evidence.roles().isComputed(element))
                .boxed()
                .sorted(Comparator.comparingDouble(
                        element -> -summary.rows().get(element).rhat()))
                .limit(MOST_LOOKED_AT)
                .toList();
        elements.forEach(element -> differing.add(unknown(element)));
        if (courses.chains() == draws.chains()) {
            for (int element = 1; element < courses.elements() && differing.size() < 2 * MOST_LOOKED_AT; element++) {
                if (courses.measure(element).rhat() > LARGE_RHAT) {
                    differing.add(new Unknown(
                            courses.name(element), false, courses.means(element), courses.sds(element), false));
                }
            }
        }
        if (differing.isEmpty() || differing.stream().allMatch(Unknown::drifts)) {
            return;
        }
        for (int chain = 0; chain < draws.chains(); chain++) {
            int number = chain;
            Optional<List<Integer>> same = groups.stream()
                    .filter(group -> group.stream()
                            .allMatch(other -> differing.stream().noneMatch(unknown -> unknown.apart(number, other))))
                    .findFirst();
            same.ifPresentOrElse(group -> group.add(number), () -> groups.add(new ArrayList<>(List.of(number))));
        }
    }

    private Unknown unknown(int element) {
        double[][] values = draws.element(element);
        double[] means = new double[values.length];
        double[] sds = new double[values.length];
        boolean drifts = false;
        for (int chain = 0; chain < values.length; chain++) {
            int half = values[chain].length / 2;
            double[] early = Arrays.copyOf(values[chain], half);
            double[] late = Arrays.copyOfRange(values[chain], values[chain].length - half, values[chain].length);
            means[chain] = mean(values[chain]);
            sds[chain] = sd(values[chain]);
            double within = Math.sqrt((sd(early) * sd(early) + sd(late) * sd(late)) / 2);
            drifts |= Math.abs(mean(early) - mean(late)) > DRIFT * within;
        }
        boolean discrete = draws.variableOf(element).kind() == Variable.Kind.DISCRETE;
        return new Unknown(draws.elementName(element), discrete, means, sds, drifts);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    private static double sd(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
    }

    /** Which chains are where, at which log density, and what differs. */
    String describe(List<Integer> chainNumbers) {
        StringBuilder text = new StringBuilder("the chains stayed in " + groups.size() + " different places: ");
        boolean known = courses.elements() > 0 && courses.chains() == draws.chains();
        double[] density = known ? courses.means(0) : new double[draws.chains()];
        text.append(groups.stream()
                .map(group -> (group.size() == 1 ? "chain " : "chains ")
                        + group.stream()
                                .map(chain -> Integer.toString(chainNumbers.get(chain)))
                                .collect(Collectors.joining(", "))
                        + (known
                                ? String.format(
                                        Locale.ROOT,
                                        " (log density %.1f)",
                                        group.stream()
                                                .mapToDouble(chain -> density[chain])
                                                .average()
                                                .orElse(Double.NaN))
                                : ""))
                .collect(Collectors.joining("; ")));
        List<Unknown> apart = apart();
        text.append(". They differ in ")
                .append(apart.stream()
                        .limit(MOST_NAMED)
                        .map(unknown -> unknown.name() + " (means "
                                + groups.stream()
                                        .map(group -> number(unknown.means()[group.get(0)]))
                                        .collect(Collectors.joining(", "))
                                + ")")
                        .collect(Collectors.joining(", ")));
        if (apart.size() > MOST_NAMED) {
            text.append(" and ").append(apart.size() - MOST_NAMED).append(" more");
        }
        return text.append('.').toString();
    }

    List<String> names() {
        return apart().stream().map(Unknown::name).toList();
    }

    /** What tells some two places apart: parameters first, those furthest apart before others. */
    private List<Unknown> apart() {
        return differing.stream()
                .filter(unknown -> farthest(unknown) > APART)
                .sorted(Comparator.comparing(Unknown::discrete)
                        .thenComparing(Comparator.comparingDouble(Places.this::farthest)
                                .reversed()))
                .toList();
    }

    private double farthest(Unknown unknown) {
        double farthest = 0;
        for (List<Integer> a : groups) {
            for (List<Integer> b : groups) {
                if (a != b) {
                    farthest = Math.max(farthest, unknown.distance(a.get(0), b.get(0)));
                }
            }
        }
        return farthest;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    /** The elements of one label: of each array that has the labels as one of its extents, a slice. */
    private record Labels(List<List<Integer>> slices, List<String> arrays) {}

    /**
     * The arrays whose elements change places from one group of chains to each of the others; empty if no numbering of
     * their elements makes the places the same.
     */
    Optional<List<String>> switched() {
        TreeSet<Integer> counts = new TreeSet<>();
        Map<String, List<Integer>> arrays = arrays();
        List<String> apart = apart().stream()
                .filter(unknown -> !unknown.discrete())
                .map(Unknown::name)
                .toList();
        if (apart.isEmpty()) {
            return Optional.empty();
        }
        arrays.values()
                .forEach(shape -> shape.stream()
                        .filter(extent -> extent > 1 && extent <= MOST_LABELS)
                        .forEach(counts::add));
        for (int count : counts) {
            Labels labels = labels(arrays, count, apart);
            if (!labels.arrays().isEmpty() && explains(labels, apart) && permuted(labels)) {
                return Optional.of(labels.arrays());
            }
        }
        return Optional.empty();
    }

    /** The arrays of continuous unknowns, and scalars that are numbered like one, with their extents. */
    private Map<String, List<Integer>> arrays() {
        Map<String, List<Integer>> arrays = new LinkedHashMap<>();
        Map<String, Integer> numbered = new LinkedHashMap<>();
        for (Variable variable : draws.variables()) {
            if (variable.kind() == Variable.Kind.CONTINUOUS && !variable.shape().isEmpty()) {
                arrays.put(variable.name(), variable.shape());
            }
            Matcher matcher = NUMBERED.matcher(variable.name());
            if (variable.kind() == Variable.Kind.CONTINUOUS && variable.shape().isEmpty() && matcher.matches()) {
                numbered.merge(matcher.group("stem"), 1, Integer::sum);
            }
        }
        numbered.forEach((stem, count) -> arrays.putIfAbsent(stem, List.of(count)));
        return arrays;
    }

    /** The arrays of that extent in which something differs, cut into slices by label. */
    private Labels labels(Map<String, List<Integer>> arrays, int count, List<String> apart) {
        List<List<Integer>> slices = new ArrayList<>();
        for (int label = 0; label < count; label++) {
            slices.add(new ArrayList<>());
        }
        List<String> used = new ArrayList<>();
        arrays.forEach((name, shape) -> {
            int dimension = shape.indexOf(count);
            List<Integer> elements = elements(name);
            boolean differs = elements.stream().anyMatch(element -> apart.contains(draws.elementName(element)));
            if (dimension < 0 || !differs || elements.size() != product(shape)) {
                return;
            }
            int stride = product(shape.subList(0, dimension));
            for (int i = 0; i < elements.size(); i++) {
                slices.get(i / stride % count).add(elements.get(i));
            }
            used.add(name);
        });
        return new Labels(slices, used);
    }

    private List<Integer> elements(String name) {
        List<Integer> elements = new ArrayList<>();
        for (Variable variable : draws.variables()) {
            Matcher matcher = NUMBERED.matcher(variable.name());
            boolean numbered = variable.shape().isEmpty()
                    && matcher.matches()
                    && matcher.group("stem").equals(name);
            if (variable.name().equals(name) || numbered) {
                int first = draws.firstElement(variable.name());
                IntStream.range(first, first + variable.size()).forEach(elements::add);
            }
        }
        return elements.size() > MOST_LOOKED_AT ? List.of() : elements;
    }

    private static int product(List<Integer> extents) {
        return extents.stream().reduce(1, (a, b) -> a * b);
    }

    /** Whether all that differs is among the slices. */
    private boolean explains(Labels labels, List<String> apart) {
        List<String> covered = labels.slices().stream()
                .flatMap(List::stream)
                .map(draws::elementName)
                .toList();
        return covered.containsAll(apart);
    }

    /** Whether the first place becomes each of the others when labels are exchanged. */
    private boolean permuted(Labels labels) {
        List<List<Unknown>> slices = labels.slices().stream()
                .map(slice -> slice.stream().map(this::unknown).toList())
                .toList();
        int one = groups.get(0).get(0);
        return groups.stream().skip(1).allMatch(group -> matches(slices, one, group.get(0)));
    }

    /** A perfect matching of labels whose slices agree, by augmenting paths. */
    private static boolean matches(List<List<Unknown>> slices, int one, int other) {
        for (int label = 0; label < slices.size(); label++) {
            // Elements that could stand for several others are no labels: any two vectors of few values would match.
            if (!agree(slices.get(label), slices.get(label), one, other) && likeness(slices, label, one, other) != 1) {
                return false;
            }
        }
        int[] matched = new int[slices.size()];
        Arrays.fill(matched, -1);
        for (int label = 0; label < slices.size(); label++) {
            if (!augment(slices, one, other, label, new boolean[slices.size()], matched)) {
                return false;
            }
        }
        return true;
    }

    private static long likeness(List<List<Unknown>> slices, int label, int one, int other) {
        return slices.stream()
                .filter(target -> agree(slices.get(label), target, one, other))
                .count();
    }

    private static boolean augment(
            List<List<Unknown>> slices, int one, int other, int label, boolean[] tried, int[] matched) {
        for (int target = 0; target < slices.size(); target++) {
            if (!tried[target] && agree(slices.get(label), slices.get(target), one, other)) {
                tried[target] = true;
                if (matched[target] < 0 || augment(slices, one, other, matched[target], tried, matched)) {
                    matched[target] = label;
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean agree(List<Unknown> a, List<Unknown> b, int one, int other) {
        for (int i = 0; i < a.size(); i++) {
            double sd = Math.sqrt((square(a.get(i).sds()[one]) + square(b.get(i).sds()[other])) / 2);
            if (Math.abs(a.get(i).means()[one] - b.get(i).means()[other]) > APART * sd) {
                return false;
            }
        }
        return true;
    }

    private static double square(double value) {
        return value * value;
    }
}
