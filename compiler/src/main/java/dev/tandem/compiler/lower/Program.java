package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A model in terms: everything that code is generated from. */
public final class Program {
    /**
     * Computed steps that stand together.
     *
     * @param steps run one after the other, or as {@code order} says
     * @param recursive whether an iteration needs the results of others
     * @param order for an explicit order: the step to run
     * @param counters for an explicit order: the counters of each run, of the longest depth, one after the other
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Block(List<Step.Computation> steps, boolean recursive, int[] order, int[] counters, int depth) {
        public Block {
            steps = List.copyOf(steps);
        }

        public boolean explicit() {
            return order.length > 0;
        }
    }

    /** An unknown simplex or matrix: where its free coordinates start and where its elements stand. */
    @SuppressWarnings("ArrayRecordComponent")
    public record FreeArray(Symbol symbol, FreeShape transform, int coordinate, Storage storage, int[] positions) {}

    /**
     * Unknown numbers of one variable, one coordinate each from {@code coordinate} on.
     *
     * @param positions which elements of the variable they are
     * @param places where these stand in the storage
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record FreeScalars(Symbol symbol, Storage storage, int coordinate, int[] positions, int[] places) {}

    /** A call of an array function or law, with the largest size of each argument. */
    @SuppressWarnings("ArrayRecordComponent")
    public record ArrayCall(String name, boolean law, List<int[]> dims, int[] sizes, int resultSize) {
        public ArrayCall {
            dims = List.copyOf(dims);
        }
    }

    /** A reported variable: the elements of a storage. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Reported(Storage storage, int[] positions) {}

    /**
     * A variable that was not reported because nobody asked for it and it is large.
     *
     * @param computed whether it is computed from unknowns and has none of its own
     */
    public record LeftOut(String name, int size, boolean computed) {}

    /**
     * Discrete unknowns of one variable: its sites from {@code first}. Nothing else is written to their storage.
     *
     * @param positions which elements of the variable they are
     * @param places where these stand in the storage
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Sites(Symbol symbol, Storage storage, int first, int[] positions, int[] places) {}

    /** Unknowns of one variable that observed sums determine, and what the sums are in the model's words. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Tied(Symbol symbol, Storage storage, int[] positions, String sum) {}

    /** Discrete unknowns of one variable of which the data leave one value alone, which stands in the storage. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Settled(Symbol symbol, Storage storage, int[] positions) {}

    /**
     * Discrete unknowns of one variable that are summed out.
     *
     * @param first the number of the first of them among all that are summed out; the others follow
     * @param positions where they stand in the storage
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Summed(Symbol symbol, Storage storage, int first, int[] positions) {}

    /** Unknowns of one variable that are drawn forwards when a draw is reported. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Drawn(Symbol symbol, int[] positions) {}

    /**
     * What is summed out, and from what.
     *
     * @param weights the tables of log weights that the sum is over
     * @param unknowns what is summed out, to be drawn back when it is reported
     */
    public record SummedOut(Sums sums, List<Storage> weights, List<Summed> unknowns) {
        static final SummedOut NOTHING = new SummedOut(new Sums(List.of(), new int[0]), List.of(), List.of());

        public SummedOut {
            weights = List.copyOf(weights);
            unknowns = List.copyOf(unknowns);
        }

        public boolean isEmpty() {
            return unknowns.isEmpty();
        }
    }

    final Graph graph;
    final Terms terms = new Terms();
    final Storages storages = new Storages();
    final List<Block> blocks = new ArrayList<>();
    final List<Block> reportedBlocks = new ArrayList<>();
    final List<Step.Contribution> factors = new ArrayList<>();
    final List<FreeArray> freeArrays = new ArrayList<>();
    final List<FreeScalars> freeScalars = new ArrayList<>();
    final List<ArrayCall> calls = new ArrayList<>();
    final List<Reported> reported = new ArrayList<>();
    final List<Reported> hidden = new ArrayList<>();
    final List<LeftOut> leftOut = new ArrayList<>();
    final List<Sites> sites = new ArrayList<>();
    final List<Settled> settled = new ArrayList<>();
    final List<Tied> tied = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<Drawn> drawn = new ArrayList<>();
    final List<Storage> uniforms = new ArrayList<>();
    SummedOut sums = SummedOut.NOTHING;
    Storage coordinates;
    Space space;

    Program(Graph graph) {
        this.graph = graph;
    }

    public Graph graph() {
        return graph;
    }

    public Terms terms() {
        return terms;
    }

    public List<Storage> storages() {
        return List.copyOf(storages.all());
    }

    /** A new table, under a name that resembles the given one. */
    public Storage table(String name, int[] values) {
        return storages.table(name, values);
    }

    /** New storage of a cursor's own. */
    public Storage variable(String name, int size) {
        return storages.variable(name, size);
    }

    /** The same, zero in a new cursor. */
    public Storage zeros(String name, int size) {
        Storage storage = storages.variable(name, size);
        Arrays.fill(storage.values(), 0);
        return storage;
    }

    /** The storage that steps write to. */
    Set<Storage> computed() {
        Set<Storage> targets = new HashSet<>();
        for (List<Block> list : List.of(blocks, reportedBlocks)) {
            for (Block block : list) {
                block.steps().forEach(step -> targets.add(step.target()));
            }
        }
        return targets;
    }

    /** Makes storage constant that nothing writes to, such as data with elements missing that the model never reads. */
    void settle() {
        settle(Set.of());
    }

    /** The same while some storage is still to be written to. */
    void settle(Set<Storage> others) {
        Set<Storage> written = computed();
        written.addAll(others);
        written.add(coordinates);
        freeArrays.forEach(free -> written.add(free.storage()));
        freeScalars.forEach(free -> written.add(free.storage()));
        sites.forEach(found -> written.add(found.storage()));
        sums.unknowns().forEach(found -> written.add(found.storage()));
        written.addAll(uniforms);
        for (Storage storage : storages.all()) {
            if (!written.contains(storage)) {
                storage.settle();
            }
        }
    }

    /** What is computed, in order. */
    public List<Block> blocks() {
        return blocks;
    }

    /** What only the report needs, in order. */
    public List<Block> reportedBlocks() {
        return reportedBlocks;
    }

    /** Whether an array call has a derivative by an argument. */
    public boolean smooth(int call, int argument) {
        ArrayCall made = calls.get(call);
        return made.law()
                ? Distributions.array(made.name()).orElseThrow().differentiable(argument)
                : Functions.array(made.name()).orElseThrow().differentiable();
    }

    public List<Step.Contribution> factors() {
        return factors;
    }

    public List<FreeArray> freeArrays() {
        return freeArrays;
    }

    public List<FreeScalars> freeScalars() {
        return freeScalars;
    }

    public List<ArrayCall> calls() {
        return calls;
    }

    public List<Reported> reported() {
        return reported;
    }

    /** The unknowns that are not reported, but judged with the others. */
    public List<Reported> hidden() {
        return hidden;
    }

    /** What is not reported because it is large; nothing if the variables to report were named. */
    public List<LeftOut> leftOut() {
        return leftOut;
    }

    public List<Sites> sites() {
        return sites;
    }

    /** What is drawn forwards. */
    public List<Drawn> drawn() {
        return drawn;
    }

    /** Storage that is filled with random numbers between 0 and 1 before a draw is reported. */
    public List<Storage> uniforms() {
        return uniforms;
    }

    /** What is summed out of the density. */
    public SummedOut sums() {
        return sums;
    }

    public List<Settled> settled() {
        return settled;
    }

    public List<Tied> tied() {
        return tied;
    }

    /** What the user should know: where the density jumps in a continuous unknown, what is not reported. */
    public List<String> notes() {
        return notes;
    }

    /** The continuous position as storage. */
    public Storage coordinates() {
        return coordinates;
    }

    public Space space() {
        return space;
    }

    /** The program so that it can be read. */
    @Override
    public String toString() {
        return ProgramText.of(this);
    }
}
