package dev.tandem.compiler.generate;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.ChainProgram;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.StateChains;
import dev.tandem.density.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The chains of states of a model: which unknowns they are, in which order, and where they and all other unknowns stand in
 * the model's density and in the class that weighs states one by one. Immutable, and common to all cursors.
 */
final class ChainPlan {
    /** A state that reads others so far back makes no chain: a particle would have to be put there state by state. */
    private static final int FARTHEST = 64;

    /**
     * A chain: for each state its site in the stepwise class, and the factors that are asked for there.
     *
     * @param weights factors that belong to a state, its own distribution left out
     * @param bridges factors that read states on both sides of a time
     * @param reach the first state that these, or the state's own distribution, read
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Chain(int[] sites, int[] quantiles, int[][] weights, int[][] bridges, int[] reach) {}

    /** An unknown that is given: where it stands in the density, and where in the stepwise class. */
    @SuppressWarnings("ArrayRecordComponent")
    record Given(Storage from, int[] places, Storage to, int[] positions) {}

    private final String whyNone;
    private final CompiledDensity steps;
    private final Storage uniform;
    private final List<Chain> chains;
    private final List<Given> given;

    /** For each site of the stepwise class that is a state, its site or coordinate in the density, else -1. */
    private final int[] sites;

    private final int[] coordinates;

    private ChainPlan(
            String whyNone,
            CompiledDensity steps,
            Storage uniform,
            List<Chain> chains,
            List<Given> given,
            int[] sites,
            int[] coordinates) {
        this.whyNone = whyNone;
        this.steps = steps;
        this.uniform = uniform;
        this.chains = List.copyOf(chains);
        this.given = List.copyOf(given);
        this.sites = sites;
        this.coordinates = coordinates;
    }

    private static ChainPlan none(String why) {
        return new ChainPlan(why, null, null, List.of(), List.of(), new int[0], new int[0]);
    }

    static ChainPlan of(CompiledDensity density, ChainSource source) {
        return source.density()
                .map(steps -> new Builder(density, steps, source.found()).build())
                .orElseGet(() -> none(source.found().whyNone()));
    }

    /** The chains for one cursor of the density. */
    StateChains of(CompiledCursor cursor) {
        return chains.isEmpty() ? StateChains.none(whyNone) : new CompiledChains(this, cursor);
    }

    CompiledDensity steps() {
        return steps;
    }

    Storage uniform() {
        return uniform;
    }

    List<Chain> chains() {
        return chains;
    }

    List<Given> given() {
        return given;
    }

    /** The site of the density behind a site of the stepwise class; -1 if it is a coordinate. */
    int site(int state) {
        return sites[state];
    }

    int coordinate(int state) {
        return coordinates[state];
    }

    private static final class Builder {
        private final CompiledDensity density;
        private final CompiledDensity steps;
        private final ChainProgram found;
        private final Ties ties;
        private final FactorTies factors;
        private final int count;
        private final String[] names;
        private final int[] quantiles;
        private final int[] laws;
        private final int[] sites;
        private final int[] coordinates;
        private final boolean[] quantile;
        private final boolean[] state;
        private final int[] asap;

        Builder(CompiledDensity density, CompiledDensity steps, ChainProgram found) {
            this.density = density;
            this.steps = steps;
            this.found = found;
            ties = steps.ties();
            factors = steps.factorTies();
            count = steps.space().sites();
            names = new String[count];
            quantiles = filled();
            laws = filled();
            sites = filled();
            coordinates = filled();
            state = new boolean[count];
            asap = new int[count];
            quantile = new boolean[ties.factors()];
        }

        private int[] filled() {
            int[] none = new int[count];
            Arrays.fill(none, -1);
            return none;
        }

        ChainPlan build() {
            findDistributions();
            findInDensity();
            String bounded = "";
            for (int site = 0; site < count; site++) {
                boolean own = quantiles[site] >= 0 && laws[site] >= 0 && (sites[site] >= 0 || coordinates[site] >= 0);
                state[site] = own && found.recursive().contains(names[site]);
                if (quantiles[site] >= 0 && !own && found.recursive().contains(names[site])) {
                    bounded = names[site];
                }
            }
            findTimes();
            int[] component = components();
            addFeeding(component);
            findTimes();
            component = components();
            List<Chain> chains = new ArrayList<>();
            Map<Integer, List<Integer>> members = new HashMap<>();
            for (int site = 0; site < count; site++) {
                if (state[site]) {
                    members.computeIfAbsent(component[site], c -> new ArrayList<>())
                            .add(site);
                }
            }
            boolean far = false;
            for (int root : members.keySet().stream().sorted().toList()) {
                List<Integer> all = members.get(root);
                if (all.size() > 1) {
                    Chain chain = chain(all);
                    far |= chain == null;
                    if (chain != null) {
                        chains.add(chain);
                    }
                }
            }
            if (chains.isEmpty()) {
                return none(
                        !bounded.isEmpty()
                                ? "values of " + bounded + " are kept inside bounds, which states cannot be yet"
                                : far
                                        ? "a state depends on others more than " + FARTHEST + " states before"
                                        : "no unknown of this model depends on an earlier one that is unknown too");
            }
            return new ChainPlan("", steps, found.uniform().orElseThrow(), chains, given(), sites, coordinates);
        }

        /** Where the quantile and the log density of each unknown are. */
        private void findDistributions() {
            Map<String, Map<Integer, Integer>> places = new HashMap<>();
            for (Program.Sites part : steps.program().sites()) {
                for (int i = 0; i < part.positions().length; i++) {
                    places.computeIfAbsent(part.symbol().name(), n -> new HashMap<>())
                            .put(part.positions()[i], part.first() + i);
                    names[part.first() + i] = part.symbol().name();
                }
            }
            Map<Integer, ChainProgram.Draw> draws = new HashMap<>();
            found.draws().forEach(draw -> draws.put(draw.factor(), draw));
            int[] number = new int[ties.factors()];
            for (int factor = 0; factor < number.length; factor++) {
                number[factor] = factors.numberOf(factor);
                ChainProgram.Draw draw = draws.get(number[factor]);
                if (draw != null) {
                    quantile[factor] = true;
                    Integer site = places.getOrDefault(draw.symbol().name(), Map.of())
                            .get(draw.positions()[factors.counterOf(factor)]);
                    if (site != null) {
                        quantiles[site] = factor;
                    }
                }
            }
            for (int site = 0; site < count; site++) {
                if (quantiles[site] >= 0) {
                    int law = draws.get(number[quantiles[site]]).law();
                    int[] read = sorted(quantiles[site]);
                    for (int factor : ties.factors(site)) {
                        if (number[factor] == law && Arrays.equals(sorted(factor), read)) {
                            laws[site] = factor;
                        }
                    }
                }
            }
        }

        private int[] sorted(int factor) {
            int[] read = ties.sites(factor);
            Arrays.sort(read);
            return read;
        }

        /** Which site or coordinate of the density each unknown is; a coordinate must be the unknown itself. */
        private void findInDensity() {
            Map<String, Integer> siteAt = new HashMap<>();
            Map<String, Integer> coordinateAt = new HashMap<>();
            Program program = density.program();
            program.sites().forEach(part -> {
                for (int i = 0; i < part.positions().length; i++) {
                    siteAt.put(key(part.symbol(), part.positions()[i]), part.first() + i);
                }
            });
            CompiledCursor probe = (CompiledCursor) density.cursor();
            double[] q = new double[density.space().dimension()];
            boolean[] itself = new boolean[q.length];
            Arrays.fill(itself, true);
            for (double at : new double[] {0.375, -1.75}) {
                Arrays.fill(q, at);
                probe.moveTo(q);
                probe.refresh();
                program.freeScalars().forEach(free -> {
                    for (int i = 0; i < free.places().length; i++) {
                        itself[free.coordinate() + i] &= probe.values(free.storage())[free.places()[i]] == at;
                    }
                });
            }
            program.freeScalars().forEach(free -> {
                for (int i = 0; i < free.positions().length; i++) {
                    if (itself[free.coordinate() + i]) {
                        coordinateAt.put(key(free.symbol(), free.positions()[i]), free.coordinate() + i);
                    }
                }
            });
            for (Program.Sites part : steps.program().sites()) {
                for (int i = 0; i < part.positions().length; i++) {
                    String key = key(part.symbol(), part.positions()[i]);
                    sites[part.first() + i] = siteAt.getOrDefault(key, -1);
                    coordinates[part.first() + i] = coordinateAt.getOrDefault(key, -1);
                }
            }
        }

        private static String key(Symbol symbol, int position) {
            return symbol.name() + "," + position;
        }

        /** The states that the distribution of a state reads. */
        private int[] parents(int site) {
            return Arrays.stream(ties.sites(quantiles[site]))
                    .filter(other -> other != site && state[other])
                    .toArray();
        }

        /** The length of the longest way to each state. */
        private void findTimes() {
            Arrays.fill(asap, 0);
            boolean[] known = new boolean[count];
            int[] stack = new int[count + 1];
            for (int first = 0; first < count; first++) {
                int top = 0;
                if (state[first] && !known[first]) {
                    stack[top++] = first;
                }
                while (top > 0) {
                    int site = stack[top - 1];
                    int open = -1;
                    int time = 0;
                    for (int parent : parents(site)) {
                        if (!known[parent]) {
                            open = parent;
                            break;
                        }
                        time = Math.max(time, asap[parent] + 1);
                    }
                    if (open >= 0) {
                        stack[top++] = open;
                    } else {
                        asap[site] = time;
                        known[site] = true;
                        top--;
                    }
                }
            }
        }

        /** For each state one that stands for all that are tied to it by factors. */
        private int[] components() {
            int[] above = new int[count];
            Arrays.setAll(above, i -> i);
            for (int factor = 0; factor < ties.factors(); factor++) {
                int first = -1;
                for (int site : ties.sites(factor)) {
                    if (state[site]) {
                        if (first >= 0) {
                            above[root(above, site)] = root(above, first);
                        }
                        first = site;
                    }
                }
            }
            for (int site = 0; site < count; site++) {
                above[site] = root(above, site);
            }
            return above;
        }

        private static int root(int[] above, int site) {
            int at = site;
            while (above[at] != at) {
                above[at] = above[above[at]];
                at = above[at];
            }
            return at;
        }

        /** Unknowns that few neighbouring states of one chain depend on, as arrivals in a year, are states too. */
        private void addFeeding(int[] component) {
            boolean[] added = new boolean[count];
            for (int site = 0; site < count; site++) {
                boolean own = quantiles[site] >= 0 && laws[site] >= 0 && (sites[site] >= 0 || coordinates[site] >= 0);
                if (!own || state[site]) {
                    continue;
                }
                int chain = -1;
                int earliest = Integer.MAX_VALUE;
                int latest = -1;
                boolean one = true;
                for (int factor : ties.factors(site)) {
                    for (int other : ties.sites(factor)) {
                        if (state[other]) {
                            one &= chain < 0 || chain == component[other];
                            chain = component[other];
                            earliest = Math.min(earliest, asap[other]);
                            latest = Math.max(latest, asap[other]);
                        }
                    }
                }
                added[site] = chain >= 0 && one && latest - earliest <= 2;
            }
            for (int site = 0; site < count; site++) {
                state[site] |= added[site];
            }
        }

        /** When a state is drawn: as soon as it can be, but none that depends on no other before it is needed. */
        private int time(int site) {
            if (asap[site] > 0) {
                return asap[site];
            }
            int child = Integer.MAX_VALUE;
            int neighbour = 0;
            for (int factor : ties.factors(site)) {
                for (int other : ties.sites(factor)) {
                    if (state[other] && other != site) {
                        neighbour = Math.max(neighbour, asap[other]);
                        if (laws[other] == factor) {
                            child = Math.min(child, asap[other]);
                        }
                    }
                }
            }
            return child < Integer.MAX_VALUE ? child - 1 : neighbour;
        }

        /** The chain of some states; null if one of them reads others too far back. */
        private Chain chain(List<Integer> members) {
            int[] order = members.stream()
                    .sorted((a, b) -> {
                        int byTime = Integer.compare(time(a), time(b));
                        int byDepth = byTime != 0 ? byTime : Integer.compare(asap[a], asap[b]);
                        return byDepth != 0 ? byDepth : Integer.compare(a, b);
                    })
                    .mapToInt(Integer::intValue)
                    .toArray();
            Map<Integer, Integer> at = new HashMap<>();
            for (int t = 0; t < order.length; t++) {
                at.put(order[t], t);
            }
            List<List<Integer>> weights = new ArrayList<>();
            List<List<Integer>> bridges = new ArrayList<>();
            int[] reach = new int[order.length];
            for (int t = 0; t < order.length; t++) {
                weights.add(new ArrayList<>());
                bridges.add(new ArrayList<>());
                reach[t] = t;
            }
            for (int factor = 0; factor < quantile.length; factor++) {
                int[] read = Arrays.stream(ties.sites(factor))
                        .filter(site -> state[site] && at.containsKey(site))
                        .map(at::get)
                        .sorted()
                        .toArray();
                if (quantile[factor] || read.length == 0) {
                    continue;
                }
                int first = read[0];
                int last = read[read.length - 1];
                if (last - first > FARTHEST) {
                    return null;
                }
                boolean own = laws[order[last]] == factor;
                if (!own) {
                    weights.get(last).add(factor);
                }
                for (int t = first + 1; t <= last; t++) {
                    bridges.get(t).add(factor);
                    reach[t] = Math.min(reach[t], first);
                }
            }
            return new Chain(
                    order,
                    Arrays.stream(order).map(site -> quantiles[site]).toArray(),
                    numbers(weights),
                    numbers(bridges),
                    reach);
        }

        private static int[][] numbers(List<List<Integer>> lists) {
            return lists.stream()
                    .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                    .toArray(int[][]::new);
        }

        /** Where all unknowns of the density stand, and where they are put in the stepwise class. */
        private List<Given> given() {
            List<Given> given = new ArrayList<>();
            Program from = density.program();
            Map<String, Storage> to = new HashMap<>();
            Program stepwise = steps.program();
            for (Symbol symbol : stepwise.graph().symbols()) {
                stepwise.storageOf(symbol).ifPresent(storage -> to.put(symbol.name(), storage));
            }
            from.freeScalars()
                    .forEach(free -> add(given, free.symbol(), free.storage(), free.places(), free.positions(), to));
            from.freeArrays()
                    .forEach(free -> add(given, free.symbol(), free.storage(), free.positions(), free.positions(), to));
            from.sites()
                    .forEach(part -> add(given, part.symbol(), part.storage(), part.places(), part.positions(), to));
            return given;
        }

        private static void add(
                List<Given> given,
                Symbol symbol,
                Storage from,
                int[] places,
                int[] positions,
                Map<String, Storage> to) {
            Storage storage = to.get(symbol.name());
            if (storage != null) {
                given.add(new Given(from, places, storage, positions));
            }
        }
    }
}
