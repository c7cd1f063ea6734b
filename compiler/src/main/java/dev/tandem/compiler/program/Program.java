package dev.tandem.compiler.program;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model in terms: everything that code is generated from. It does not change, its terms and storage apart, which it
 * shares with the programs that are made from it and which grow; a changed copy is made by {@link #edit}.
 */
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
        private static final int[] NO_ORDER = {};

        public Block {
            steps = List.copyOf(steps);
        }

        /** Steps that need nothing of what others of them compute later. */
        public static Block plain(List<? extends Step.Computation> steps) {
            return new Block(List.copyOf(steps), false, NO_ORDER, NO_ORDER, 0);
        }

        /** Steps that need their own results of other iterations. */
        public static Block inTurn(List<? extends Step.Computation> steps) {
            return new Block(List.copyOf(steps), true, NO_ORDER, NO_ORDER, 0);
        }

        /** This block with other steps. */
        public Block with(List<? extends Step.Computation> others) {
            return new Block(List.copyOf(others), recursive, order, counters, depth);
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

    /**
     * Unknowns of one rule whose prior has an unknown location or scale, one coordinate each from {@code coordinate} on,
     * and the storage that has a number for each of them.
     *
     * @param weight whether coordinates depend on the prior, 0 or 1; a cursor's own, as are the next three
     * @param seen the precision of an imaginary measurement of each
     * @param push this precision times the value that was measured
     * @param follow this precision times how much of a change of the location that value goes along with
     * @param at where each stands, on the scale of its location; computed for reports alone, as are the rest
     * @param slope the derivative of its log prior there
     * @param unit what the unknown is multiplied by to give the effect
     */
    public record Effects(
            Symbol symbol,
            int coordinate,
            int size,
            Storage weight,
            Storage seen,
            Storage push,
            Storage follow,
            Storage at,
            Storage location,
            Storage priorPrecision,
            Storage slope,
            Storage unit) {
        /** What a cursor's owner writes to. */
        public List<Storage> knobs() {
            return List.of(weight, seen, push, follow);
        }

        /** What is computed for reports. */
        public List<Storage> told() {
            return List.of(at, location, priorPrecision, slope, unit);
        }
    }

    /** A call of an array function or density, with the largest size of each argument. */
    @SuppressWarnings("ArrayRecordComponent")
    public record ArrayCall(String name, boolean density, List<int[]> dims, int[] sizes, int resultSize) {
        public ArrayCall {
            dims = List.copyOf(dims);
        }
    }

    /** The node that an iteration of a factor is the log density of: a variable, and where in it the node stands first. */
    public record Node(Symbol symbol, Term position) {}

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
     * @param sums sums over unknowns with few values
     * @param weights the tables of log weights that these are over; sums over counts are entries of some
     * @param unknowns those with few values, to be drawn back when they are reported
     * @param counts sums over counts
     * @param slopes what these are computed from
     * @param counted the counts, to be drawn back after the other unknowns
     */
    public record SummedOut(
            Sums sums,
            List<Storage> weights,
            List<Summed> unknowns,
            CountSums counts,
            List<Storage> slopes,
            List<Summed> counted) {
        static final SummedOut NOTHING = new SummedOut(
                new Sums(List.of(), new int[0]),
                List.of(),
                List.of(),
                new CountSums(List.of(), List.of(), new int[0], List.of(), List.of()),
                List.of(),
                List.of());

        public SummedOut {
            weights = List.copyOf(weights);
            unknowns = List.copyOf(unknowns);
            slopes = List.copyOf(slopes);
            counted = List.copyOf(counted);
        }

        public boolean isEmpty() {
            return unknowns.isEmpty() && counted.isEmpty();
        }

        /** For each of the sums an unknown of every component that is equal to it. */
        public List<int[]> componentMembers() {
            return sums.components().stream()
                    .map(component -> {
                        int[] members = new int[component.multiplicity()];
                        Arrays.setAll(
                                members,
                                i -> component.members()[i * component.shape().unknowns()]);
                        return members;
                    })
                    .toList();
        }

        /** All that is summed out. */
        public List<Summed> all() {
            List<Summed> all = new ArrayList<>(unknowns);
            all.addAll(counted);
            return all;
        }

        /** Whether all unknowns of these variables are summed out. */
        public boolean sumsOut(Set<String> names) {
            return all().stream().map(part -> part.symbol().name()).toList().containsAll(names);
        }

        /** The storage that the sums are computed from. */
        public List<Storage> read() {
            List<Storage> read = new ArrayList<>(weights);
            read.addAll(slopes);
            return read;
        }
    }

    final Graph graph;
    final Terms terms;
    final Storages storages;
    final ValueRanges ranges;
    final List<Block> blocks;
    final List<Block> reportedBlocks;
    final List<Step.Contribution> factors;
    final List<FreeArray> freeArrays;
    final List<FreeScalars> freeScalars;
    final List<Effects> effects;
    final List<ArrayCall> calls;
    final List<Reported> reported;
    final List<Reported> hidden;
    final List<LeftOut> leftOut;
    final List<Sites> sites;
    final List<Settled> settled;
    final List<Tied> tied;
    final List<String> notes;
    final List<Drawn> drawn;
    final List<Storage> uniforms;
    final List<Labels> labels;
    final Map<String, String> notSummed;
    final Set<String> carried;
    final Set<Storage> jumping;
    final SummedOut sums;
    final Pointwise pointwise;
    final Storage coordinates;
    final Space space;

    Program(Draft draft) {
        graph = draft.graph;
        terms = draft.terms;
        storages = draft.storages;
        ranges = draft.ranges;
        blocks = List.copyOf(draft.blocks);
        reportedBlocks = List.copyOf(draft.reportedBlocks);
        factors = List.copyOf(draft.factors);
        freeArrays = List.copyOf(draft.freeArrays);
        freeScalars = List.copyOf(draft.freeScalars);
        effects = List.copyOf(draft.effects);
        calls = List.copyOf(draft.calls);
        reported = List.copyOf(draft.reported);
        hidden = List.copyOf(draft.hidden);
        leftOut = List.copyOf(draft.leftOut);
        sites = List.copyOf(draft.sites);
        settled = List.copyOf(draft.settled);
        tied = List.copyOf(draft.tied);
        notes = List.copyOf(draft.notes);
        drawn = List.copyOf(draft.drawn);
        uniforms = List.copyOf(draft.uniforms);
        labels = List.copyOf(draft.labels);
        notSummed = Collections.unmodifiableMap(new LinkedHashMap<>(draft.notSummed));
        carried = Collections.unmodifiableSet(new LinkedHashSet<>(draft.carried));
        jumping = Collections.unmodifiableSet(new LinkedHashSet<>(draft.jumping));
        sums = draft.sums;
        pointwise = draft.pointwise;
        coordinates = draft.coordinates;
        space = draft.space;
    }

    /** A copy to be changed; terms and storage are shared, and grow. */
    public Draft edit() {
        return new Draft(this);
    }

    /** Groups that can change places without changing the density. */
    public List<Labels> labels() {
        return labels;
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

    /** The storage of a variable, if the program has some. */
    public Optional<Storage> storageOf(Symbol symbol) {
        return storages.find(symbol);
    }

    /** A new table, under a name that resembles the given one. */
    public Storage table(String name, int[] values) {
        return storages.table(name, values);
    }

    /** New storage of a cursor's own. */
    public Storage variable(String name, int size) {
        return storages.variable(name, size);
    }

    /** New storage of a cursor's own that is zero to begin with. */
    public Storage zeros(String name, int size) {
        Storage storage = storages.variable(name, size);
        Arrays.fill(storage.values(), 0);
        return storage;
    }

    /** New storage of constants. */
    public Storage constant(String name, double[] values) {
        return storages.add(Storage.constant(storages.safe(name), values));
    }

    /** The storage that steps write to. */
    public Set<Storage> computed() {
        Set<Storage> targets = new HashSet<>();
        for (List<Block> list : List.of(blocks, reportedBlocks)) {
            for (Block block : list) {
                block.steps().forEach(step -> targets.add(step.target()));
            }
        }
        return targets;
    }

    /** The values that discrete variables can have. */
    public ValueRanges ranges() {
        return ranges;
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
        return made.density()
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

    /** Unknowns whose coordinates can be chosen. */
    public List<Effects> effects() {
        return effects;
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

    /** The log densities one by one, if they are not added up. */
    public Optional<Pointwise> pointwise() {
        return Optional.ofNullable(pointwise);
    }

    /** What is summed out of the density. */
    public SummedOut sums() {
        return sums;
    }

    /** Why discrete variables that might have been summed out are not. */
    public Map<String, String> notSummed() {
        return notSummed;
    }

    /** Variables that the model does not have: states that carry on what came before, all of them summed out. */
    public Set<String> carried() {
        return carried;
    }

    /**
     * The storages of unknowns in which the density may jump, and of what is computed from them and makes it jump. Nobody has
     * looked whether it does: what jumps may have no consequence there, or be for reports alone.
     */
    public Set<Storage> jumping() {
        return jumping;
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
