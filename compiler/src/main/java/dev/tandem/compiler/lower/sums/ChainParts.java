package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.sum.CountChain;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The factors of counts that depend on each other and are summed out as chains ({@link CountChain}). Of each factor its
 * constant stays in the density, and its slopes are tabulated; the rest is known when a model is bound to data.
 */
final class ChainParts {
    /** One factor's share in the chains, iteration by iteration. */
    private static final class Part {
        final Group group;
        final ChainTerms.Form form;

        /** For each value the number of its slope and which of the different ones an iteration has; null if it has none. */
        final int[] slope;

        final int[][] slopeOf;

        /** The offsets of factorials and how often powers are taken, by iteration. */
        final List<int[]> offsets = new ArrayList<>();

        final List<double[]> times = new ArrayList<>();

        Part(Group group, ChainTerms.Form form) {
            this.group = group;
            this.form = form;
            slope = new int[group.values.size()];
            slopeOf = new int[slope.length][];
        }
    }

    private final Terms terms;
    private final int others;
    private final int[] componentOf;
    private final List<Part> parts = new ArrayList<>();

    /** Slopes with the iterations in which they differ. */
    private final List<Group> slopes = new ArrayList<>();

    private List<CountChain> chains = List.of();
    private List<CountChain.Link> links = List.of();

    /**
     * No parts yet.
     *
     * @param others the number of unknowns that are no counts
     * @param counts the number of counts
     */
    ChainParts(Terms terms, int others, int counts) {
        this.terms = terms;
        this.others = others;
        componentOf = new int[counts];
        Arrays.setAll(componentOf, c -> c);
    }

    /** Notes that the counts of a group depend on each other. */
    void tie(Group group, List<Integer> counts) {
        for (int v : counts) {
            for (int i = 0; i < group.iterations; i++) {
                int a = root(group.unknowns.get(counts.get(0))[i] - others);
                int b = root(group.unknowns.get(v)[i] - others);
                componentOf[Math.max(a, b)] = Math.min(a, b);
            }
        }
    }

    private int root(int count) {
        return ComponentKeys.root(componentOf, count);
    }

    /** Which counts depend on others. */
    boolean[] tied() {
        int[] members = new int[componentOf.length];
        for (int c = 0; c < members.length; c++) {
            members[root(c)]++;
        }
        boolean[] tied = new boolean[members.length];
        for (int c = 0; c < members.length; c++) {
            tied[c] = members[root(c)] > 1;
        }
        return tied;
    }

    /** Adds the factor of a group, if its weights have the form that is needed. */
    boolean add(Group group) {
        ChainTerms.Form form = ChainTerms.of(terms, group.value, group.values).orElse(null);
        if (form == null) {
            return false;
        }
        Part part = new Part(group, form);
        for (ChainTerms.Factorial factorial : form.factorials()) {
            int[] offsets = wholeNumbers(group, factorial.of().offset());
            if (offsets == null) {
                return false;
            }
            part.offsets.add(offsets);
        }
        for (ChainTerms.Power power : form.powers()) {
            double[] times = CountParts.numbers(group, power.times());
            if (times == null) {
                return false;
            }
            part.times.add(times);
        }
        for (int v = 0; v < part.slope.length; v++) {
            Term slope = form.slopes().get(v);
            part.slope[v] = -1;
            if (slope.isNumber(0)) {
                continue;
            }
            Group own =
                    new Group(slope, group.columns, List.of(), List.of(), group.iterations, group.comment + ", slope");
            double[] known = slope.active() ? null : CountParts.numbers(own, slope);
            if (known != null && Arrays.stream(known).anyMatch(Double::isInfinite)) {
                return false;
            }
            int same = form.slopes().subList(0, v).indexOf(slope);
            if (same >= 0) {
                part.slope[v] = part.slope[same];
                part.slopeOf[v] = part.slopeOf[same];
                continue;
            }
            IntList chosen = new IntList();
            part.slopeOf[v] = CountParts.different(own, chosen);
            part.slope[v] = slopes.size();
            slopes.add(own.subset(chosen.toArray()));
        }
        parts.add(part);
        return true;
    }

    private static int[] wholeNumbers(Group group, Term term) {
        double[] numbers = CountParts.numbers(group, term);
        if (numbers == null) {
            return null;
        }
        int[] whole = new int[numbers.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (int) numbers[i];
            if (whole[i] != numbers[i]) {
                return null;
            }
        }
        return whole;
    }

    /** Puts the chains together; returns the counts for which that cannot be done. */
    int[] finish() {
        Map<Integer, ChainBuilder> builders = new TreeMap<>();
        for (Part part : parts) {
            for (int i = 0; i < part.group.iterations; i++) {
                int component = root(part.group.unknowns.get(0)[i] - others);
                builders.computeIfAbsent(component, c -> new ChainBuilder()).add(piece(part, i));
            }
        }
        IntList refused = new IntList();
        Map<CountChain.Link, Integer> known = new HashMap<>();
        List<CountChain.Link> allLinks = new ArrayList<>();
        Map<List<Object>, Integer> like = new HashMap<>();
        List<CountChain> distinct = new ArrayList<>();
        List<IntList> members = new ArrayList<>();
        builders.forEach((component, builder) -> {
            CountChain chain = builder.build(link -> known.computeIfAbsent(link, l -> {
                allLinks.add(l);
                return allLinks.size() - 1;
            }));
            if (chain == null) {
                for (int c = 0; c < componentOf.length; c++) {
                    if (root(c) == component) {
                        refused.add(others + c);
                    }
                }
                return;
            }
            List<Object> key = List.of(chain.nodes(), list(chain.plus()), list(chain.minus()));
            Integer number = like.get(key);
            if (number == null) {
                number = distinct.size();
                like.put(key, number);
                distinct.add(chain);
                members.add(new IntList());
            }
            members.get(number).addAll(chain.members());
        });
        List<CountChain> all = new ArrayList<>();
        for (int c = 0; c < distinct.size(); c++) {
            CountChain chain = distinct.get(c);
            all.add(new CountChain(
                    chain.nodes(), chain.plus(), chain.minus(), members.get(c).toArray()));
        }
        chains = all;
        links = allLinks;
        return refused.toArray();
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private ChainBuilder.Piece piece(Part part, int i) {
        int[] counts = part.group.unknowns.stream().mapToInt(u -> u[i] - others).toArray();
        List<ChainBuilder.Factorial> factorials = new ArrayList<>();
        for (int f = 0; f < part.offsets.size(); f++) {
            ChainTerms.Factorial factorial = part.form.factorials().get(f);
            factorials.add(new ChainBuilder.Factorial(
                    factorial.sign(),
                    coefficients(factorial.of(), counts),
                    part.offsets.get(f)[i]));
        }
        List<ChainBuilder.Power> powers = new ArrayList<>();
        for (int p = 0; p < part.times.size(); p++) {
            powers.add(new ChainBuilder.Power(
                    part.times.get(p)[i], coefficients(part.form.powers().get(p).of(), counts)));
        }
        List<ChainBuilder.Offspring> offspring = part.form.offspring().stream()
                .map(o -> new ChainBuilder.Offspring(
                        coefficients(o.children(), counts), coefficients(o.parents(), counts)))
                .toList();
        Map<Integer, CountChain.Slope> own = new TreeMap<>();
        for (int v = 0; v < counts.length; v++) {
            if (part.slope[v] >= 0) {
                own.put(counts[v], new CountChain.Slope(part.slope[v], part.slopeOf[v][i], 1));
            }
        }
        return new ChainBuilder.Piece(factorials, powers, offspring, own);
    }

    private static Map<Integer, Integer> coefficients(ChainTerms.Sum sum, int[] counts) {
        Map<Integer, Integer> coefficients = new TreeMap<>();
        for (int v = 0; v < counts.length; v++) {
            if (sum.coefficients().get(v) != 0) {
                coefficients.put(counts[v], sum.coefficients().get(v));
            }
        }
        return coefficients;
    }

    /** What is left of the factors beside the sums. */
    List<Group> constants() {
        List<Group> constants = new ArrayList<>();
        for (Part part : parts) {
            Group group = part.group;
            constants.add(new Group(
                            part.form.constant(),
                            group.columns,
                            List.of(),
                            List.of(),
                            group.iterations,
                            group.comment + ", but for counts")
                    .of(part.group));
        }
        return constants;
    }

    /** Has slopes computed; must come before all others, since chains count arrays from 0. */
    void tabulate(CountParts.Tabulator tabulator, List<Storage> arrays) {
        slopes.forEach(slope -> tabulator.tabulate(slope, arrays));
    }

    List<CountChain> chains() {
        return chains;
    }

    List<CountChain.Link> links() {
        return links;
    }

    /** The counts of a group's values. */
    static List<Integer> countsOf(Group group, int others) {
        List<Integer> counts = new ArrayList<>();
        for (int v = 0; v < group.values.size(); v++) {
            if (group.unknowns.get(v)[0] >= others) {
                counts.add(v);
            }
        }
        return counts;
    }

    /** Whether all unknowns of a group are counts. */
    static boolean onlyCounts(Group group, int others) {
        return countsOf(group, others).size() == group.values.size();
    }

    /** All counts that are in some groups. */
    static Set<Storage> owners(Group group, SummedNumbers numbers) {
        Set<Storage> owners = new LinkedHashSet<>();
        group.unknowns.forEach(unknowns -> owners.addAll(numbers.owners(unknowns)));
        return owners;
    }
}
