package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A variable as its reader thinks of it. An array of which some elements are known, such as an animal's state up to its
 * first capture, is drawn element by element, so that {@code z[3,2]} is a variable by itself; here it is one array again.
 *
 * @param name without subscripts
 * @param shape its extents; of an array known in part the largest subscripts
 * @param kind of its elements
 * @param elements the numbers of its elements among the draws
 * @param sites where each of them stands in the array, counted from 0 in column-major order
 */
@SuppressWarnings("ArrayRecordComponent")
record WholeArray(String name, List<Integer> shape, Variable.Kind kind, int[] elements, long[] sites) {
    private static final Pattern SUBSCRIPTS = Pattern.compile("\\[(\\d{1,9}(?:,\\d{1,9})*)]");

    /** All variables of some draws, in the order of their first elements. */
    static List<WholeArray> of(Draws draws) {
        Map<List<Object>, List<Variable>> together = new LinkedHashMap<>();
        for (Variable variable : draws.variables()) {
            int dimensions = variable.shape().isEmpty() ? subscripts(variable.name()).length : 0;
            String name = dimensions == 0 ? variable.name() : BaseName.of(variable.name());
            together.computeIfAbsent(List.of(name, variable.kind(), dimensions), none -> new ArrayList<>())
                    .add(variable);
        }
        List<WholeArray> arrays = new ArrayList<>();
        together.forEach((key, variables) -> arrays.add(
                key.get(2).equals(0) ? whole(variables.get(0), draws) : joined((String) key.get(0), variables, draws)));
        return arrays;
    }

    private static WholeArray whole(Variable variable, Draws draws) {
        int first = draws.firstElement(variable.name());
        return new WholeArray(
                variable.name(),
                variable.shape(),
                variable.kind(),
                IntStream.range(first, first + variable.size()).toArray(),
                LongStream.range(0, variable.size()).toArray());
    }

    private static WholeArray joined(String name, List<Variable> variables, Draws draws) {
        List<int[]> subscripts =
                variables.stream().map(variable -> subscripts(variable.name())).toList();
        int[] shape = new int[subscripts.get(0).length];
        subscripts.forEach(each -> Arrays.setAll(shape, d -> Math.max(shape[d], each[d])));
        long[] sites = subscripts.stream()
                .mapToLong(each -> {
                    long site = 0;
                    for (int d = shape.length - 1; d >= 0; d--) {
                        site = site * shape[d] + each[d] - 1;
                    }
                    return site;
                })
                .toArray();
        return new WholeArray(
                name,
                Arrays.stream(shape).boxed().toList(),
                variables.get(0).kind(),
                variables.stream()
                        .mapToInt(variable -> draws.firstElement(variable.name()))
                        .toArray(),
                sites);
    }

    /** Those that end a name; none if it has none, or is not the name of an element. */
    private static int[] subscripts(String name) {
        String text = name.substring(BaseName.of(name).length());
        return Optional.of(SUBSCRIPTS.matcher(text))
                .filter(matcher -> text.length() < name.length() && matcher.matches())
                .map(matcher -> Stream.of(matcher.group(1).split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .filter(found -> Arrays.stream(found).allMatch(subscript -> subscript > 0))
                .orElseGet(() -> new int[0]);
    }

    /** How many sites the array has, known ones among them; possibly more than an integer holds. */
    double size() {
        return shape.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
    }
}
