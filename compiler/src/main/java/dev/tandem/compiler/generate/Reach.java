package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which steps and factors change with the elements of a discrete variable, and in which iterations. */
final class Reach {
    /** What a visit costs beside the weights. */
    private static final double VISIT = 30;

    /** Of more values, two are weighed on a visit: they are walked. */
    static final double MOST_WEIGHED = 64;

    /** What sweeps and gradients cost, added up in the order in which it is found. */
    static final class Work {
        double sweep;
        double gradient;
    }

    private final Program program;
    private final Storage storage;
    private final int number;
    private final Touches touches;
    private final IntList elements = new IntList();

    /** How many values of an element are weighed on a visit, on average. */
    private final double values;

    private final Map<Step, Integer> iterations = new HashMap<>();
    private final Map<Step.Computation, Step.Multiply> products = new HashMap<>();
    private final Set<Step> incremental = new HashSet<>();
    private final Map<Step.Computation, Touches.Table> computed = new LinkedHashMap<>();
    private final Map<Step.Contribution, Touches.Table> direct = new LinkedHashMap<>();
    private final Map<Step.Contribution, Touches.Table> indirect = new LinkedHashMap<>();
    private boolean local;

    Reach(Program program, Storage storage, int number) {
        this.program = program;
        this.storage = storage;
        this.number = number;
        touches = new Touches(program.terms(), storage);
        double weighed = 0;
        for (Program.Sites sites : program.sites()) {
            if (sites.storage() == storage) {
                for (int i = 0; i < sites.positions().length; i++) {
                    double size = program.space().support(sites.first() + i).size();
                    weighed += size > MOST_WEIGHED ? 2 : size;
                    elements.add(sites.places()[i]);
                }
            }
        }
        values = weighed / elements.size();
    }

    /** The number of iterations that its sites touch. */
    private long touched(Touches.Table table) {
        long count = 0;
        for (int i = 0; i < elements.size(); i++) {
            count += table.starts()[elements.get(i) + 1] - table.starts()[elements.get(i)];
        }
        return count;
    }

    private void search(Work work) {
        for (Program.Block block : program.blocks()) {
            if (block.explicit() || block.recursive()) {
                boolean touched = block.steps().stream().anyMatch(touches::touches);
                if (touched) {
                    // A chain of nodes that need each other may change from any one to the end.
                    throw new Touches.TooMany();
                }
                continue;
            }
            for (Step.Computation step : block.steps()) {
                if (touches.touches(step)) {
                    computed.put(step, touches.table(step));
                    iterations.put(step, touches.iterations());
                }
            }
        }
        Program.SummedOut sums = program.sums();
        if (computed.keySet().stream()
                .anyMatch(step ->
                        sums.weights().contains(step.target()) || sums.slopes().contains(step.target()))) {
            // What other unknowns are summed over changes with it: the sum is taken anew for each of its values.
            throw new Touches.TooMany();
        }
        findIncremental();
        work.sweep += VISIT * elements.size();
        for (Step.Contribution step : program.factors()) {
            if (touches.touches(step)) {
                boolean itself = touches.through(step).equals(Set.of(storage));
                Touches.Table table = touches.table(step);
                iterations.put(step, touches.iterations());
                (itself ? direct : indirect).put(step, table);
                work.sweep += values * Costs.of(step) * touched(table);
            }
        }
        for (Map.Entry<Step.Computation, Touches.Table> entry : computed.entrySet()) {
            work.sweep += values * Costs.of(entry.getKey()) * touched(entry.getValue());
        }
    }

    /**
     * Products whose vector is the only thing that changes: a change of one element of the vector adds a multiple of
     * one column to the linear predictor, instead of computing it anew. The steps that compute the rest of such a
     * predictor do not depend on the variable, else it is computed whole.
     */
    private void findIncremental() {
        List<Step.Multiply> found = computed.keySet().stream()
                .flatMap(step -> step.multiply().stream())
                .toList();
        for (Step.Multiply product : found) {
            List<Step.Compute> sources = computed.keySet().stream()
                    .flatMap(step -> step.compute().stream())
                    .filter(step -> step.target() == product.vector())
                    .toList();
            boolean otherwise = computed.keySet().stream()
                    .filter(step -> !step.equals(product))
                    .anyMatch(step -> step.target() == product.target()
                            || step.multiply()
                                    .filter(other -> other.vector() == product.vector())
                                    .isPresent());
            boolean covered = product.vectorFirst() == 0
                    && product.columns() == product.vector().size();
            if (sources.size() != 1 || otherwise || !covered) {
                throw new Touches.TooMany();
            }
            products.put(sources.get(0), product);
            incremental.add(product);
        }
    }

    /** Full evaluations instead: everything is computed anew when an element changes. */
    private void giveUp() {
        computed.clear();
        products.clear();
        incremental.clear();
        direct.clear();
        indirect.clear();
    }

    /** Finds what is touched, unless it is too much. */
    void find(Work work) {
        try {
            search(work);
            local = true;
        } catch (Touches.TooMany e) {
            giveUp();
        }
    }

    /** Whether its conditionals have code of their own; else they are full evaluations. */
    boolean local() {
        return local;
    }

    Storage storage() {
        return storage;
    }

    int number() {
        return number;
    }

    /** Where its sites stand. */
    IntList elements() {
        return elements;
    }

    /** How many values of an element are weighed on a visit, on average. */
    double values() {
        return values;
    }

    Map<Step.Computation, Touches.Table> computed() {
        return computed;
    }

    /** Factors that read the variable itself. */
    Map<Step.Contribution, Touches.Table> direct() {
        return direct;
    }

    /** Factors that depend on the variable through computed nodes. */
    Map<Step.Contribution, Touches.Table> indirect() {
        return indirect;
    }

    /** The product behind a step that computes its vector, where a change of that adds a column. */
    Map<Step.Computation, Step.Multiply> products() {
        return products;
    }

    /** Whether a step is a product that is kept by adding columns. */
    boolean incremental(Step.Computation step) {
        return incremental.contains(step);
    }

    /** The storage through which a step depends on the variable. */
    Set<Storage> through(Step step) {
        return touches.through(step);
    }

    /** How many iterations a step has that the variable touches. */
    int iterations(Step step) {
        return iterations.get(step);
    }

    /** Whether some storage depends on the variable. */
    boolean reaches(List<Storage> storages) {
        return storages.stream().anyMatch(touches::depends);
    }

    /** Whether every element touches every iteration: then the step's own loops serve. */
    boolean whole(Step step, Touches.Table table) {
        return !step.nest().ranges().isEmpty()
                && table.starts()[storage.size()] == (long) iterations.get(step) * storage.size();
    }
}
