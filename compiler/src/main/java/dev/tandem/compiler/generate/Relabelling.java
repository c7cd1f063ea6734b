package dev.tandem.compiler.generate;

import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.FreeShape;
import dev.tandem.compiler.program.Labels;
import dev.tandem.compiler.program.Program;
import dev.tandem.distributions.transform.ArrayTransforms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Lets groups change places in a state of a density that cannot tell them apart: coordinates and discrete unknowns get the
 * values that they have in another order of the groups, which is drawn with equal probabilities, or is that of their values.
 */
final class Relabelling {
    private final List<Change> changes = new ArrayList<>();
    private final double[] oldQ;
    private final int[] oldX;

    Relabelling(Program program) {
        oldQ = new double[program.space().dimension()];
        oldX = new int[program.space().sites()];
        program.labels().forEach(labels -> changes.add(new Change(program, labels)));
    }

    /** Changes a state, the effects of which are given as the model has them. */
    void apply(Stream random, double[] q, int[] x) {
        for (int i = 0; i < changes.size(); i++) {
            System.arraycopy(q, 0, oldQ, 0, q.length);
            System.arraycopy(x, 0, oldX, 0, x.length);
            changes.get(i).apply(random, q, x);
        }
    }

    /**
     * Puts groups into the order of their values, one variable of theirs going before the others. Coordinates are those of the
     * unknowns as the model has them.
     */
    void order(double[] q, int[] x) {
        for (int i = 0; i < changes.size(); i++) {
            System.arraycopy(q, 0, oldQ, 0, q.length);
            System.arraycopy(x, 0, oldX, 0, x.length);
            changes.get(i).order(q, x);
        }
    }

    /** One set of groups. */
    private final class Change {
        private final Labels labels;
        private final int[] order;
        /** Sites whose values are numbers of groups. */
        private final int[] named;
        /** Coordinates of shares of the first of two groups. */
        private final int[] mirrored;

        private final List<Unknowns> unknowns = new ArrayList<>();

        /** The coordinates that groups are sorted by, one of each; empty if there are none. */
        private final int[] sorted;

        Change(Program program, Labels labels) {
            this.labels = labels;
            order = new int[labels.size()];
            named = program.sites().stream()
                    .filter(sites -> labels.names().contains(sites.symbol()))
                    .flatMapToInt(sites -> IntStream.range(sites.first(), sites.first() + sites.positions().length))
                    .toArray();
            Map<Symbol, Unknowns> bySymbol = new HashMap<>();
            labels.axes().keySet().forEach(symbol -> bySymbol.put(symbol, new Unknowns(symbol)));
            List<Integer> shares = new ArrayList<>();
            for (Program.FreeScalars free : program.freeScalars()) {
                for (int i = 0; i < free.positions().length; i++) {
                    Integer share = labels.mirrored().get(free.symbol());
                    if (share != null && share == free.positions()[i]) {
                        shares.add(free.coordinate() + i);
                    } else if (bySymbol.containsKey(free.symbol())) {
                        bySymbol.get(free.symbol()).coordinate[free.positions()[i]] = free.coordinate() + i;
                    }
                }
            }
            for (Program.Sites sites : program.sites()) {
                for (int i = 0; bySymbol.containsKey(sites.symbol()) && i < sites.positions().length; i++) {
                    bySymbol.get(sites.symbol()).site[sites.positions()[i]] = sites.first() + i;
                }
            }
            for (Program.FreeArray free : program.freeArrays()) {
                if (bySymbol.containsKey(free.symbol())) {
                    bySymbol.get(free.symbol()).add(free);
                }
            }
            mirrored = shares.stream().mapToInt(Integer::intValue).toArray();
            unknowns.addAll(bySymbol.values());
            sorted = sorted(program);
        }

        /** Of variables with numbers for each group one that has no bounds, as locations have: they lie farthest apart. */
        private int[] sorted(Program program) {
            return unknowns.stream()
                    .filter(each -> each.firsts(labels).length == labels.size())
                    .min(Comparator.<Unknowns, Boolean>comparing(each -> bounded(program, each.firsts(labels)[0]))
                            .thenComparing(each -> each.symbol.name()))
                    .map(each -> each.firsts(labels))
                    .orElse(mirrored.length > 0 ? mirrored : new int[0]);
        }

        /** What is transformed is named by what it is free of. */
        private boolean bounded(Program program, int coordinate) {
            return program.space().coordinateName(coordinate).startsWith("free(");
        }

        void order(double[] q, int[] x) {
            boolean pairs = sorted == mirrored;
            if (sorted.length == 0 || (pairs && oldQ[sorted[0]] <= 0)) {
                return;
            }
            for (int group = 0; group < order.length; group++) {
                int before = 0;
                for (int other = 0; !pairs && other < order.length; other++) {
                    double difference = oldQ[sorted[other]] - oldQ[sorted[group]];
                    before += difference < 0 || (difference == 0 && other < group) ? 1 : 0;
                }
                order[group] = pairs ? 1 - group : before;
            }
            change(q, x);
        }

        void apply(Stream random, double[] q, int[] x) {
            for (int i = 0; i < order.length; i++) {
                int other = (int) Long.remainderUnsigned(random.nextLong(), i + 1L);
                order[i] = order[other];
                order[other] = i;
            }
            change(q, x);
        }

        private void change(double[] q, int[] x) {
            for (int site : named) {
                x[site] = 1 + order[oldX[site] - 1];
            }
            if (order[0] == 1) {
                for (int coordinate : mirrored) {
                    q[coordinate] = -oldQ[coordinate];
                }
            }
            for (int i = 0; i < unknowns.size(); i++) {
                unknowns.get(i).apply(labels, order, q, x);
            }
        }
    }

    /** The unknowns of a variable, by their positions; -1 where there is none of a kind. */
    private final class Unknowns {
        private final Symbol symbol;
        private final int[] coordinate;
        private final int[] site;
        private final int[] array;
        private final int[] within;
        private final List<Program.FreeArray> arrays = new ArrayList<>();
        private final List<int[]> goes = new ArrayList<>();

        Unknowns(Symbol symbol) {
            this.symbol = symbol;
            coordinate = new int[symbol.size()];
            site = new int[symbol.size()];
            array = new int[symbol.size()];
            within = new int[symbol.size()];
            Arrays.fill(coordinate, -1);
            Arrays.fill(site, -1);
        }

        void add(Program.FreeArray free) {
            for (int i = 0; i < free.positions().length; i++) {
                array[free.positions()[i]] = arrays.size();
                within[free.positions()[i]] = i;
            }
            arrays.add(free);
            goes.add(new int[free.positions().length]);
        }

        /** The first coordinate of what each group has, where groups have nothing in common; else empty. */
        int[] firsts(Labels labels) {
            List<Integer> axes = labels.axes().get(symbol);
            if (axes.size() != 1) {
                return new int[0];
            }
            int stride = 1;
            for (int d = 0; d < axes.get(0); d++) {
                stride *= symbol.dims()[d];
            }
            int[] firsts = new int[labels.size()];
            for (int group = 0; group < firsts.length; group++) {
                int position = group * stride;
                firsts[group] = coordinate[position] >= 0 || arrays.isEmpty()
                        ? coordinate[position]
                        : arrays.get(array[position]).coordinate();
            }
            boolean apart = Arrays.stream(firsts).distinct().count() == firsts.length
                    && Arrays.stream(firsts).allMatch(first -> first >= 0);
            return apart ? firsts : new int[0];
        }

        void apply(Labels labels, int[] order, double[] q, int[] x) {
            for (int position = 0; position < coordinate.length; position++) {
                if (coordinate[position] >= 0) {
                    q[coordinate[labels.moved(symbol, position, order)]] = oldQ[coordinate[position]];
                }
                if (site[position] >= 0) {
                    x[site[labels.moved(symbol, position, order)]] = oldX[site[position]];
                }
            }
            for (int a = 0; a < arrays.size(); a++) {
                applyArray(arrays.get(a), goes.get(a), labels, order, q);
            }
        }

        private void applyArray(Program.FreeArray free, int[] place, Labels labels, int[] order, double[] q) {
            boolean same = true;
            for (int i = 0; i < place.length; i++) {
                place[i] = within[labels.moved(symbol, free.positions()[i], order)];
                same &= place[i] == i;
            }
            Program.FreeArray to = arrays.get(array[labels.moved(symbol, free.positions()[0], order)]);
            if (free.transform() instanceof FreeShape.Simplex && !same) {
                ArrayTransforms.permuteSimplex(oldQ, free.coordinate(), place, q, to.coordinate());
            } else {
                System.arraycopy(oldQ, free.coordinate(), q, to.coordinate(), freeSize(free));
            }
        }

        private int freeSize(Program.FreeArray free) {
            int size = free.positions().length;
            if (free.transform() instanceof FreeShape.PositiveDefinite matrix) {
                return matrix.side() * (matrix.side() + 1) / 2;
            }
            return size - 1;
        }
    }
}
