package dev.tandem.compiler.simulate;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.values.Value;
import dev.tandem.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws what new data leave open in a model, given unknowns that a run has drawn. A node is kept (it has the value of a
 * draw), given (the data have it, and so had those of the run), held (the new data have it: it is predicted and compared,
 * while what depends on it reads what is given), drawn, or computed. It belongs to one thread.
 */
public final class Forecast {
    private enum Role {
        COMPUTED,
        GIVEN,
        KEPT,
        HELD,
        DRAWN
    }

    private final Simulator simulator;
    private final List<Role> roles = new ArrayList<>();
    private final Map<Symbol, double[]> replicates = new HashMap<>();
    private final Map<Symbol, boolean[]> heldPositions = new HashMap<>();
    /** Computed nodes that need what has no value, and that nothing needs. */
    private final Set<Simulator.Node> blocked = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * What is open in a model that is bound to new data.
     *
     * @param known whether an element is one of the run: if it is unknown it keeps its value, if it was observed it is
     *     given
     */
    public Forecast(Graph graph, Predicate<String> known) {
        simulator = Simulator.of(graph);
        for (Simulator.Node node : simulator.nodes()) {
            roles.add(role(node, known));
        }
    }

    private static Role role(Simulator.Node node, Predicate<String> known) {
        if (!node.rule().stochastic()) {
            return Role.COMPUTED;
        }
        // A node of several elements is one of the run if all of them are.
        boolean same = Arrays.stream(node.positions())
                .allMatch(position -> known.test(node.symbol().element(position)));
        if (node.observed()) {
            boolean whole = node.positions(false).length == 0;
            return !same ? Role.HELD : whole ? Role.GIVEN : Role.KEPT;
        }
        return same ? Role.KEPT : Role.DRAWN;
    }

    private Elements having(Role role) {
        Set<Simulator.Node> some = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Simulator.Node> nodes = simulator.nodes();
        for (int n = 0; n < nodes.size(); n++) {
            if (roles.get(n) == role) {
                some.add(nodes.get(n));
            }
        }
        boolean data = role == Role.GIVEN || role == Role.HELD;
        return simulator.chosen(node -> some.contains(node) ? node.positions(data) : new int[0]);
    }

    /** The unknowns that keep the values of a draw. */
    public Elements kept() {
        return having(Role.KEPT);
    }

    /** What is drawn, new unknowns and missing observations. */
    public Elements drawn() {
        return having(Role.DRAWN);
    }

    /** What the new data give, and the run has not seen. */
    public Elements held() {
        return having(Role.HELD);
    }

    /** All that the model defines. */
    public Elements defined() {
        return simulator.defined();
    }

    /** The present values of a variable: data, and what was assigned or drawn last. */
    public double[] values(String name) {
        return simulator.values(name);
    }

    /** Gives kept unknowns, or some of them, their values. */
    public void assign(Elements some, double[] row) {
        simulator.assign(some, row);
    }

    /**
     * Draws all that is open, given the rest.
     *
     * @throws dev.tandem.language.source.SourceException if a node has parents for which it has no distribution
     */
    public void draw(UniformRandomProvider rng) {
        List<Simulator.Node> nodes = simulator.nodes();
        for (int n = 0; n < nodes.size(); n++) {
            if (roles.get(n) == Role.DRAWN || roles.get(n) == Role.COMPUTED) {
                simulator.clear(nodes.get(n));
            }
        }
        for (int n = 0; n < nodes.size(); n++) {
            Simulator.Node node = nodes.get(n);
            switch (roles.get(n)) {
                case DRAWN, COMPUTED -> {
                    if (!blocked.contains(node)) {
                        simulator.put(node, simulator.next(node, rng));
                    }
                }
                case HELD -> replicate(node, simulator.next(node, rng));
                default -> {
                    // It has its value.
                }
            }
        }
    }

    private void replicate(Simulator.Node node, Value value) {
        double[] own = replicates.computeIfAbsent(node.symbol(), symbol -> new double[symbol.size()]);
        for (int i = 0; i < node.positions().length; i++) {
            own[node.positions()[i]] = value.get(value.size() == 1 ? 0 : i);
        }
    }

    /** Writes what was drawn last; of held nodes what was predicted, not what is given. */
    public void copy(Elements wanted, double[] row) {
        simulator.copy(wanted, row);
        int next = 0;
        for (Elements.Part part : wanted.parts()) {
            double[] predicted = replicates.get(part.symbol());
            for (int position : part.positions()) {
                if (predicted != null && held(part.symbol(), position)) {
                    row[next] = predicted[position];
                }
                next++;
            }
        }
    }

    private boolean held(Symbol symbol, int position) {
        return heldPositions
                .computeIfAbsent(symbol, s -> {
                    boolean[] own = new boolean[s.size()];
                    for (Elements.Part part : held().parts()) {
                        if (part.symbol().equals(s)) {
                            Arrays.stream(part.positions()).forEach(p -> own[p] = true);
                        }
                    }
                    return own;
                })[position];
    }

    /**
     * Two nodes that should not go together.
     *
     * @param reason what is wrong
     * @param child a node that has a value which is not looked at
     * @param parent what is drawn without it
     */
    public record Conflict(Reason reason, String child, String parent) {
        /** Why predictions would be wrong. */
        public enum Reason {
            /** A node that has a value from the run depends on something that would be drawn without regard to it. */
            IGNORES_THE_RUN,
            /** New observations tell of something that others, to be predicted, depend on as well. */
            IGNORES_NEW_DATA
        }
    }

    /**
     * Looks for predictions that would not be conditional on all that is known: what is open falls into parts that hang
     * together through nodes that are drawn; a part in which a node has a value cannot be drawn forwards.
     *
     * @param outcome whether a variable is something that is predicted, by its name
     */
    public Optional<Conflict> conflict(Predicate<String> outcome) {
        Parts parts = new Parts();
        List<Simulator.Node> nodes = simulator.nodes();
        int[] own = partOfEach(parts, nodes);
        Map<Integer, String> heldIn = new HashMap<>();
        for (int n = 0; n < own.length; n++) {
            if (own[n] >= 0 && roles.get(n) != Role.DRAWN) {
                if (roles.get(n) != Role.HELD) {
                    return Optional.of(
                            new Conflict(Conflict.Reason.IGNORES_THE_RUN, name(nodes.get(n)), parts.name(own[n])));
                }
                heldIn.putIfAbsent(parts.find(own[n]), name(nodes.get(n)));
            }
        }
        for (int n = 0; n < own.length; n++) {
            if (roles.get(n) == Role.DRAWN && outcome.test(nodes.get(n).symbol().name())) {
                String held = heldIn.get(parts.find(own[n]));
                if (held != null) {
                    return Optional.of(new Conflict(Conflict.Reason.IGNORES_NEW_DATA, held, name(nodes.get(n))));
                }
            }
        }
        return Optional.empty();
    }

    private static String name(Simulator.Node node) {
        return node.symbol().element(node.positions()[0]);
    }

    /** For each node with a distribution the part that it belongs to, or reads; -1 for none, and for computed nodes. */
    private int[] partOfEach(Parts parts, List<Simulator.Node> nodes) {
        Map<Symbol, int[][]> read = new HashMap<>();
        int[] own = new int[nodes.size()];
        for (int n = 0; n < own.length; n++) {
            Simulator.Node node = nodes.get(n);
            Role role = roles.get(n);
            Set<Integer> seen = seen(node, read);
            if (role == Role.DRAWN) {
                seen.add(parts.add(name(node)));
            }
            // Only what has a distribution ties its parents together; a sum over all sites does not.
            own[n] = role == Role.COMPUTED ? -1 : parts.join(seen);
            if (!seen.isEmpty() && (role == Role.DRAWN || role == Role.COMPUTED)) {
                int[] marks = role == Role.DRAWN
                        ? new int[] {own[n]}
                        : seen.stream().mapToInt(Integer::intValue).toArray();
                int[][] of = read.computeIfAbsent(node.symbol(), symbol -> new int[symbol.size()][]);
                for (int position : node.positions()) {
                    of[position] = marks;
                }
            }
        }
        return own;
    }

    /** The parts that a node reads from. */
    private Set<Integer> seen(Simulator.Node node, Map<Symbol, int[][]> read) {
        Set<Integer> seen = new LinkedHashSet<>();
        for (Expression.Reference reference : node.rule().reads()) {
            int[][] of = read.get(simulator.symbol(reference));
            if (of != null) {
                int[] all = IntStream.range(0, of.length).toArray();
                for (int position : simulator.positions(node, reference).orElse(all)) {
                    if (of[position] != null) {
                        Arrays.stream(of[position]).forEach(seen::add);
                    }
                }
            }
        }
        return seen;
    }

    /** The first node that is drawn or held and needs one of some elements, which have no values. */
    public Optional<String> needed(Elements missing) {
        Map<Symbol, int[][]> read = new HashMap<>();
        List<String> names = missing.names();
        int next = 0;
        for (Elements.Part part : missing.parts()) {
            int[][] of = read.computeIfAbsent(part.symbol(), symbol -> new int[symbol.size()][]);
            for (int position : part.positions()) {
                of[position] = new int[] {next++};
            }
        }
        List<Simulator.Node> nodes = simulator.nodes();
        for (int n = 0; n < nodes.size(); n++) {
            Simulator.Node node = nodes.get(n);
            Set<Integer> seen = roles.get(n) == Role.KEPT || roles.get(n) == Role.GIVEN ? Set.of() : seen(node, read);
            if (!seen.isEmpty()) {
                if (roles.get(n) != Role.COMPUTED) {
                    return Optional.of(names.get(seen.iterator().next()));
                }
                int[][] of = read.computeIfAbsent(node.symbol(), symbol -> new int[symbol.size()][]);
                for (int position : node.positions()) {
                    of[position] = seen.stream().mapToInt(Integer::intValue).toArray();
                }
                blocked.add(node);
            }
        }
        return Optional.empty();
    }

    /** Sets that are joined. */
    private static final class Parts {
        private final List<Integer> parents = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        int add(String name) {
            parents.add(parents.size());
            names.add(name);
            return parents.size() - 1;
        }

        int find(int one) {
            int root = one;
            while (parents.get(root) != root) {
                root = parents.get(root);
            }
            parents.set(one, root);
            return root;
        }

        /** The one part that several become; -1 if there are none. */
        int join(Set<Integer> several) {
            int one = -1;
            for (int other : several) {
                if (one >= 0) {
                    parents.set(find(other), find(one));
                }
                one = find(other);
            }
            return one;
        }

        String name(int one) {
            return names.get(one);
        }
    }
}
