package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.sum.CountChain;
import dev.tandem.compiler.sum.CountChain.Kind;
import dev.tandem.compiler.sum.CountChain.Slope;
import dev.tandem.compiler.sum.CountWeights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Puts one chain of counts together from the pieces that factors give. Where factors read a sum of two counts, as in
 * {@code N[t] <- S[t] + G[t]}, the sum is a node of the chain, and one of the two, of which nothing else is read but what
 * it weighs itself, is the sum without the other. Then every piece is about one node, or about a node and its parent.
 */
final class ChainBuilder {
    /** Sums of counts have coefficients by count. */
    record Factorial(int sign, Map<Integer, Integer> of, int offset) {}

    record Power(double times, Map<Integer, Integer> of) {}

    record Offspring(Map<Integer, Integer> children, Map<Integer, Integer> parents) {}

    /** One factor: what data determine of it, and the slopes of counts. */
    record Piece(
            List<Factorial> factorials, List<Power> powers, List<Offspring> offspring, Map<Integer, Slope> slopes) {
        List<Map<Integer, Integer>> sums() {
            List<Map<Integer, Integer>> sums = new ArrayList<>();
            factorials.forEach(factorial -> sums.add(factorial.of()));
            powers.forEach(power -> sums.add(power.of()));
            offspring.forEach(o -> {
                sums.add(o.children());
                sums.add(o.parents());
            });
            return sums;
        }
    }

    /** A piece, or the whole chain, has another form. */
    private static final class OtherForm extends Exception {
        private static final long serialVersionUID = 1;

        OtherForm() {
            super(null, null, false, false);
        }
    }

    /** Longer chains are not summed over. */
    private static final int MOST_NODES = 400;

    /** Counts of which more were seen are not summed over. */
    private static final int MOST_SEEN = 40;

    /** A node while it is put together. */
    private static final class Draft {
        final List<CountWeights.Summand> summands = new ArrayList<>();
        final List<Slope> slopes = new ArrayList<>();
        Kind kind;
        final List<Slope> ofParent = new ArrayList<>();
        final List<Slope> ofChild = new ArrayList<>();
        final List<CountWeights.Summand> added = new ArrayList<>();
        final List<Integer> children = new ArrayList<>();
    }

    private final List<Piece> pieces = new ArrayList<>();
    private final Set<Integer> counts = new TreeSet<>();

    /** For a count that is what was added: the other summand, and the sum. Sums have negative numbers. */
    private final Map<Integer, Integer> other = new HashMap<>();

    private final Map<Integer, Integer> sumOf = new HashMap<>();
    private final Map<Integer, Draft> nodes = new TreeMap<>();

    void add(Piece piece) {
        pieces.add(piece);
        piece.sums().forEach(sum -> counts.addAll(sum.keySet()));
        counts.addAll(piece.slopes().keySet());
    }

    /** The chain; null if it has another form. */
    CountChain build(ToIntFunction<CountChain.Link> links) {
        try {
            findSums();
            counts.stream().filter(count -> !sumOf.containsKey(count)).forEach(count -> nodes.put(count, new Draft()));
            sumOf.values().forEach(sum -> nodes.put(sum, new Draft()));
            for (Piece piece : pieces) {
                place(piece);
            }
            return chain(links);
        } catch (OtherForm e) {
            return null;
        }
    }

    /** Finds sums of two counts that are read as such, and chooses which of the two is what was added. */
    private void findSums() throws OtherForm {
        Set<List<Integer>> pairs = new HashSet<>();
        List<Map<Integer, Integer>> all = new ArrayList<>();
        pieces.forEach(piece -> all.addAll(piece.sums()));
        for (Map<Integer, Integer> sum : all) {
            List<Integer> positive = sum.keySet().stream()
                    .filter(count -> sum.get(count) > 0)
                    .sorted()
                    .toList();
            if (positive.size() == 2) {
                pairs.add(positive);
            } else if (positive.size() > 2) {
                throw new OtherForm();
            }
        }
        for (List<Integer> pair : pairs.stream()
                .sorted((a, b) -> a.toString().compareTo(b.toString()))
                .toList()) {
            int a = pair.get(0);
            int b = pair.get(1);
            boolean second = standsAlone(b, a, all);
            if (!second && !standsAlone(a, b, all)) {
                throw new OtherForm();
            }
            int added = second ? b : a;
            if (sumOf.put(added, -1 - added) != null || other.put(added, second ? a : b) != null) {
                throw new OtherForm();
            }
        }
        for (int partner : other.values()) {
            if (sumOf.containsKey(partner)) {
                throw new OtherForm();
            }
        }
    }

    /** Whether a count is read by itself, or with another as their sum, and in no other way. */
    private static boolean standsAlone(int count, int with, List<Map<Integer, Integer>> sums) {
        for (Map<Integer, Integer> sum : sums) {
            Integer own = sum.get(count);
            if (own != null && sum.size() > 1 && !own.equals(sum.get(with))) {
                return false;
            }
        }
        return true;
    }

    /** A sum of counts as one of nodes. */
    private Map<Integer, Integer> inNodes(Map<Integer, Integer> sum) throws OtherForm {
        Map<Integer, Integer> found = new TreeMap<>();
        Map<Integer, Integer> rest = new TreeMap<>(sum);
        for (int count : sum.keySet()) {
            if (sumOf.containsKey(count)) {
                int coefficient = rest.remove(count);
                int partner = other.get(count);
                found.merge(sumOf.get(count), coefficient, Integer::sum);
                rest.merge(partner, -coefficient, Integer::sum);
            }
        }
        rest.forEach((count, coefficient) -> found.merge(count, coefficient, Integer::sum));
        found.values().removeIf(coefficient -> coefficient == 0);
        if (found.size() > 2 || found.values().stream().anyMatch(c -> Math.abs(c) != 1)) {
            throw new OtherForm();
        }
        return found;
    }

    /** Gives a piece to the node that it is about, or to what ties two nodes. */
    private void place(Piece piece) throws OtherForm {
        boolean single = true;
        List<Factorial> factorials = new ArrayList<>();
        for (Factorial factorial : piece.factorials()) {
            Factorial own = new Factorial(factorial.sign(), inNodes(factorial.of()), factorial.offset());
            factorials.add(own);
            single &= own.of().size() <= 1;
        }
        List<Power> powers = new ArrayList<>();
        for (Power power : piece.powers()) {
            Power own = new Power(power.times(), inNodes(power.of()));
            powers.add(own);
            single &= own.of().size() <= 1;
        }
        if (single && piece.offspring().isEmpty()) {
            placeSingle(factorials, powers, slopes(piece));
        } else if (!piece.offspring().isEmpty()) {
            placeOffspring(piece, factorials, powers);
        } else if (piece.slopes().size() <= 1 && placeAdded(piece, factorials, powers)) {
            return;
        } else {
            placePart(piece, factorials, powers);
        }
    }

    /** Slopes by node. */
    private Map<Integer, List<Slope>> slopes(Piece piece) {
        Map<Integer, List<Slope>> found = new TreeMap<>();
        Map<Integer, Slope> rest = new TreeMap<>(piece.slopes());
        piece.slopes().forEach((count, slope) -> {
            if (sumOf.containsKey(count)) {
                rest.remove(count);
                found.computeIfAbsent(sumOf.get(count), n -> new ArrayList<>()).add(slope);
                // Mostly both have the same slope: that of their sum.
                if (!rest.remove(other.get(count), slope)) {
                    found.computeIfAbsent(other.get(count), n -> new ArrayList<>())
                            .add(new Slope(slope.array(), slope.place(), -slope.sign()));
                }
            }
        });
        rest.forEach((count, slope) ->
                found.computeIfAbsent(count, n -> new ArrayList<>()).add(slope));
        return found;
    }

    private void placeSingle(List<Factorial> factorials, List<Power> powers, Map<Integer, List<Slope>> slopes) {
        for (Factorial factorial : factorials) {
            factorial
                    .of()
                    .forEach((node, coefficient) -> nodes.get(node)
                            .summands
                            .add(CountWeights.Summand.factorial(factorial.sign(), coefficient, factorial.offset())));
        }
        addConstants(factorials);
        for (Power power : powers) {
            power.of()
                    .forEach((node, coefficient) ->
                            nodes.get(node).summands.add(CountWeights.Summand.power(power.times())));
        }
        slopes.forEach((node, own) -> nodes.get(node).slopes.addAll(own));
    }

    /** Factorials of what data alone determine go to the first node at hand: they are the same for all of its values. */
    private void addConstants(List<Factorial> factorials) {
        Draft any = nodes.values().iterator().next();
        for (Factorial factorial : factorials) {
            if (factorial.of().isEmpty()) {
                any.summands.add(CountWeights.Summand.factorial(factorial.sign(), 0, factorial.offset()));
            }
        }
    }

    /** A piece about what was added: the sum without the other summand. */
    private boolean placeAdded(Piece piece, List<Factorial> factorials, List<Power> powers) {
        Set<Integer> read = new TreeSet<>();
        piece.sums().forEach(sum -> read.addAll(sum.keySet()));
        read.addAll(piece.slopes().keySet());
        if (read.size() != 1 || !sumOf.containsKey(read.iterator().next())) {
            return false;
        }
        int count = read.iterator().next();
        int sum = sumOf.get(count);
        Draft child = nodes.get(sum);
        if (child.kind != null && child.kind != Kind.SUM) {
            return false;
        }
        child.kind = Kind.SUM;
        for (Factorial factorial : factorials) {
            Integer turn = factorial.of().get(sum);
            if (turn != null) {
                child.added.add(CountWeights.Summand.factorial(factorial.sign(), turn, factorial.offset()));
            }
        }
        addConstants(factorials);
        for (Power power : powers) {
            child.added.add(CountWeights.Summand.power(power.times()));
        }
        child.ofChild.addAll(piece.slopes().values());
        parents.put(sum, other.get(count));
        return true;
    }

    /** The parent of each node that has one. */
    private final Map<Integer, Integer> parents = new HashMap<>();

    private void tie(int child, int parent, Kind kind) throws OtherForm {
        if (parents.put(child, parent) != null) {
            throw new OtherForm();
        }
        nodes.get(child).kind = kind;
    }

    /** A binomial part of another count. */
    private void placePart(Piece piece, List<Factorial> factorials, List<Power> powers) throws OtherForm {
        Factorial all = null;
        Factorial part = null;
        Factorial rest = null;
        for (Factorial factorial : factorials) {
            if (factorial.offset() != 0 || factorial.of().isEmpty()) {
                throw new OtherForm();
            }
            if (factorial.sign() > 0) {
                all = all == null ? factorial : fail();
            } else if (factorial.of().size() == 1) {
                part = part == null ? factorial : fail();
            } else {
                rest = rest == null ? factorial : fail();
            }
        }
        if (all == null
                || part == null
                || rest == null
                || !powers.isEmpty()
                || all.of().size() != 1) {
            throw new OtherForm();
        }
        int parent = all.of().keySet().iterator().next();
        int child = part.of().keySet().iterator().next();
        if (!all.of().equals(Map.of(parent, 1))
                || !part.of().equals(Map.of(child, 1))
                || parent == child
                || !rest.of().equals(Map.of(parent, 1, child, -1))) {
            throw new OtherForm();
        }
        tie(child, parent, Kind.PART);
        placeSlopes(piece, parent, child);
    }

    private static Factorial fail() throws OtherForm {
        throw new OtherForm();
    }

    private void placeSlopes(Piece piece, int parent, int child) {
        slopes(piece).forEach((node, own) -> {
            if (node == parent) {
                nodes.get(child).ofParent.addAll(own);
            } else if (node == child) {
                nodes.get(child).ofChild.addAll(own);
            } else {
                nodes.get(node).slopes.addAll(own);
            }
        });
    }

    /** A Poisson count in proportion to another. */
    private void placeOffspring(Piece piece, List<Factorial> factorials, List<Power> powers) throws OtherForm {
        if (piece.offspring().size() != 1 || factorials.size() != 1 || !powers.isEmpty()) {
            throw new OtherForm();
        }
        Map<Integer, Integer> children = inNodes(piece.offspring().get(0).children());
        Map<Integer, Integer> ofParents = inNodes(piece.offspring().get(0).parents());
        if (children.size() != 1 || ofParents.size() != 1) {
            throw new OtherForm();
        }
        int child = children.keySet().iterator().next();
        int parent = ofParents.keySet().iterator().next();
        Factorial own = factorials.get(0);
        if (!children.equals(Map.of(child, 1))
                || !ofParents.equals(Map.of(parent, 1))
                || child == parent
                || own.sign() > 0
                || own.offset() != 0
                || !own.of().equals(children)) {
            throw new OtherForm();
        }
        tie(child, parent, Kind.OFFSPRING);
        placeSlopes(piece, parent, child);
    }

    private CountChain chain(ToIntFunction<CountChain.Link> links) throws OtherForm {
        List<Integer> roots = nodes.keySet().stream()
                .filter(node -> !parents.containsKey(node))
                .toList();
        if (roots.size() != 1 || nodes.size() > MOST_NODES) {
            throw new OtherForm();
        }
        parents.forEach((child, parent) -> nodes.get(parent).children.add(child));
        List<Integer> order = new ArrayList<>(roots);
        for (int i = 0; i < order.size(); i++) {
            // By the counts that they are of, so that equal chains come out equal.
            nodes.get(order.get(i)).children.stream()
                    .sorted((a, b) -> Integer.compare(count(a), count(b)))
                    .forEach(order::add);
            if (order.size() > nodes.size()) {
                throw new OtherForm();
            }
        }
        if (order.size() != nodes.size()) {
            throw new OtherForm();
        }
        Map<Integer, Integer> places = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            places.put(order.get(i), i);
        }
        List<CountChain.Node> made = new ArrayList<>();
        for (int node : order) {
            Draft draft = nodes.get(node);
            int link = -1;
            if (parents.containsKey(node)) {
                CountWeights added = draft.kind == Kind.SUM ? weights(draft.added) : null;
                link = links.applyAsInt(new CountChain.Link(draft.kind, draft.ofParent, draft.ofChild, added));
            }
            made.add(new CountChain.Node(
                    weights(draft.summands),
                    draft.slopes,
                    parents.containsKey(node) ? places.get(parents.get(node)) : -1,
                    link));
        }
        int[] members = counts.stream().mapToInt(c -> c).toArray();
        int[] plus = new int[members.length];
        int[] minus = new int[members.length];
        for (int i = 0; i < members.length; i++) {
            boolean added = sumOf.containsKey(members[i]);
            plus[i] = places.get(added ? sumOf.get(members[i]) : members[i]);
            minus[i] = added ? places.get(other.get(members[i])) : -1;
        }
        return new CountChain(made, plus, minus, members);
    }

    private static int count(int node) {
        return node < 0 ? -1 - node : node;
    }

    private static CountWeights weights(List<CountWeights.Summand> summands) throws OtherForm {
        CountWeights weights = CountWeights.of(summands);
        if (weights == null || weights.lowest() > MOST_SEEN) {
            throw new OtherForm();
        }
        return weights;
    }
}
