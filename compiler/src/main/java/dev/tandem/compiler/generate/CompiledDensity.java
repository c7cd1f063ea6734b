package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.GeneratedClass;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.sum.CountChain;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.StateChains;
import dev.tandem.density.Ties;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The density of a compiled model. */
public final class CompiledDensity implements MixedDensity {
    /** Coordinates that jump are drawn one by one, which is for a few: each takes some ten evaluations of the density. */
    private static final int MOST_JUMPING = 12;

    private final Program program;
    private final GeneratedClass code;
    private final Sharing.Shared shared;
    private final boolean[] local;
    private final int[] siteVariables;
    private final int[] sitePositions;
    private final Set<String> storedBars;
    private final double gradientWork;
    private final double sweepCost;
    private final Map<String, Double> visits;
    private final Ties ties;
    private final int[] tieSteps;
    private final int[] tiePlaces;
    private final List<ArrayCalls.Plan> calls;
    private final boolean nodesNeedDraws;
    private MethodHandle constructor;
    private MethodHandle partConstructor;
    private Supplier<String> reasons = () -> "";
    private final FactorTies factorTies;
    private Supplier<ChainSource> chainSource = () -> ChainSource.none("this density was made without them");
    private ChainPlan chainPlan;
    private int[] jumps;

    CompiledDensity(
            Program program,
            GeneratedClass code,
            Sharing.Shared shared,
            List<ArrayCalls.Plan> calls,
            boolean[] local,
            int[] siteVariables,
            FactorTies ties,
            Set<String> storedBars,
            double gradientWork,
            double sweepCost,
            Map<String, Double> visits) {
        this.storedBars = Set.copyOf(storedBars);
        this.calls = List.copyOf(calls);
        this.program = program;
        this.code = code;
        this.shared = shared;
        this.local = local;
        this.siteVariables = siteVariables;
        this.gradientWork = gradientWork;
        this.sweepCost = sweepCost;
        factorTies = ties;
        this.visits = Map.copyOf(visits);
        this.ties = ties.ties();
        tieSteps = ties.stepOf();
        tiePlaces = ties.placeOf();
        nodesNeedDraws = nodesNeedDraws(program);
        sitePositions = new int[siteVariables.length];
        for (Program.Sites sites : program.sites()) {
            System.arraycopy(sites.places(), 0, sitePositions, sites.first(), sites.places().length);
        }
    }

    /** Whether nodes that are computed with the density depend on what is drawn when a draw is reported. */
    private static boolean nodesNeedDraws(Program program) {
        Set<Storage> drawn = new HashSet<>(program.uniforms());
        program.sums().all().forEach(summed -> drawn.add(summed.storage()));
        for (List<Program.Block> blocks : List.of(program.reportedBlocks(), program.blocks())) {
            for (Program.Block block : blocks) {
                for (Step.Computation step : block.steps()) {
                    if (step.reads().stream().anyMatch(drawn::contains)) {
                        if (blocks == program.blocks()) {
                            return true;
                        }
                        drawn.add(step.target());
                    }
                }
            }
        }
        return false;
    }

    boolean nodesNeedDraws() {
        return nodesNeedDraws;
    }

    void define(ClassCache classes) {
        try {
            constructor = constructor(classes, code, CompiledDensity.class, Cursor.class);
            partConstructor =
                    shared.parts() == null ? null : constructor(classes, shared.parts(), Part.Setup.class, Part.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle constructor(ClassCache classes, GeneratedClass code, Class<?> setup, Class<?> made)
            throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = classes.define(code, MethodHandles.lookup());
        return lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class, setup))
                .asType(MethodType.methodType(made, setup));
    }

    /** The long loops that are done in parts. */
    List<SharedLoop> sharedLoops() {
        return shared.loops();
    }

    /** From how many iterations or sums on there are parts. */
    int longLoop() {
        return shared.longLoop();
    }

    /** The fields of what does parts of them; nothing if there are none. */
    Collection<Code.Field> partFields() {
        return shared.parts().fields();
    }

    /** The array calls that parts make, by number. */
    int[] sharedCalls() {
        Set<String> used = new HashSet<>();
        partFields().forEach(field -> used.add(field.name()));
        return IntStream.range(0, calls.size())
                .filter(call -> used.contains(ArrayCalls.result(call)))
                .toArray();
    }

    Part part(Part.Setup setup) {
        try {
            return (Part) partConstructor.invokeExact(setup);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The name of a site in the model. */
    String name(int site) {
        for (Program.Sites sites : program.sites()) {
            if (site >= sites.first() && site < sites.first() + sites.positions().length) {
                return sites.symbol().element(sites.positions()[site - sites.first()]);
            }
        }
        throw new IllegalArgumentException("no site " + site);
    }

    Program program() {
        return program;
    }

    List<ArrayCalls.Plan> calls() {
        return calls;
    }

    Collection<Code.Field> fields() {
        return code.fields();
    }

    /** The names of the arrays of derivatives that need not be zero before a gradient. */
    Set<String> storedBars() {
        return storedBars;
    }

    /** The number of the discrete variable that each site belongs to. */
    int[] siteVariables() {
        return siteVariables;
    }

    /** Where the value of each site stands in its variable. */
    int[] sitePositions() {
        return sitePositions;
    }

    /** The number of discrete variables. */
    int variables() {
        return local.length;
    }

    /** For each discrete variable whether its conditionals have code of their own. */
    boolean[] local() {
        return local;
    }

    Ties ties() {
        return ties;
    }

    /** The coordinates in which the density is seen to jump; looked for when somebody asks. */
    synchronized int[] jumpingCoordinates() {
        if (jumps == null) {
            int[] possible = JumpProbe.possible(program);
            jumps = possible.length == 0 || possible.length > MOST_JUMPING
                    ? new int[0]
                    : JumpProbe.seen(cursor(), possible);
        }
        return jumps.clone();
    }

    FactorTies factorTies() {
        return factorTies;
    }

    /** The step of each factor of {@link #ties}, as generated code counts them, and its place among its iterations. */
    int[] tieSteps() {
        return tieSteps;
    }

    int[] tiePlaces() {
        return tiePlaces;
    }

    @Override
    public List<Effects> effects() {
        return program.effects().stream()
                .map(effects -> new Effects(effects.symbol().name(), effects.coordinate(), effects.size()))
                .toList();
    }

    @Override
    public Space space() {
        return program.space();
    }

    @Override
    public Cursor cursor() {
        try {
            return (Cursor) constructor.invokeExact(this);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * This density, whose cursors report groups that cannot be told apart in the order that a chain has them in. An order by
     * chance makes draws of single groups look independent of each other, and would hide how a chain mixes.
     */
    public MixedDensity inOwnOrder() {
        CompiledDensity own = this;
        return new MixedDensity() {
            @Override
            public Space space() {
                return own.space();
            }

            @Override
            public Cursor cursor() {
                CompiledCursor cursor = (CompiledCursor) own.cursor();
                cursor.keepOrder();
                return cursor;
            }

            @Override
            public double sweepCost() {
                return own.sweepCost();
            }

            @Override
            public List<Effects> effects() {
                return own.effects();
            }

            @Override
            public String whyImpossible() {
                return own.whyImpossible();
            }
        };
    }

    /** This density, which can say why nothing is possible. */
    public CompiledDensity explainedBy(Supplier<String> why) {
        reasons = why;
        return this;
    }

    /** This density, which can find its chains of states when it is asked for them. */
    public CompiledDensity chainedBy(Supplier<ChainSource> source) {
        chainSource = source;
        return this;
    }

    /** The chains of states for one cursor; what all cursors have in common is found once. */
    StateChains chains(CompiledCursor cursor) {
        synchronized (this) {
            if (chainPlan == null) {
                chainPlan = ChainPlan.of(this, chainSource.get());
            }
        }
        return chainPlan.of(cursor);
    }

    @Override
    public String whyImpossible() {
        return reasons.get();
    }

    @Override
    public double sweepCost() {
        return sweepCost;
    }

    /** What a gradient costs, counted when the class was generated, in units of about an addition. */
    public double gradientWork() {
        return gradientWork;
    }

    /**
     * The work of a gradient and of a visit to every site by variable, counted and not measured, in units of about an
     * addition.
     *
     * @param variableOf the variable that a step belongs to, from the words of the model that it stands for
     */
    public Map<String, Double> workByVariable(Function<String, Optional<String>> variableOf) {
        return WorkShares.of(program, Generator.GRADIENT, visits, variableOf);
    }

    /** The number of discrete unknowns of which the data leave one value alone, and which are no sites. */
    public int settled() {
        return program.settled().stream()
                .filter(settled -> !program.carried().contains(settled.symbol().name()))
                .mapToInt(settled -> settled.positions().length)
                .sum();
    }

    /** The variables that have unknowns which nothing observed depends on: they are drawn when a draw is reported. */
    public List<String> drawnForwards() {
        return program.drawn().stream()
                .map(drawn -> drawn.symbol().name())
                .distinct()
                .toList();
    }

    /**
     * Which elements are drawn forwards of variables that have other unknowns in the density, as in {@code y[3,5]}, by
     * variable.
     */
    public Map<String, String> drawnForwardsInPart() {
        Set<Symbol> others = new HashSet<>();
        program.sites().forEach(sites -> others.add(sites.symbol()));
        program.settled().forEach(settled -> others.add(settled.symbol()));
        program.tied().forEach(tied -> others.add(tied.symbol()));
        program.sums().all().forEach(summed -> others.add(summed.symbol()));
        program.freeScalars().forEach(free -> others.add(free.symbol()));
        program.freeArrays().forEach(free -> others.add(free.symbol()));
        Map<Symbol, IntList> parts = new LinkedHashMap<>();
        program.drawn().stream()
                .filter(drawn -> others.contains(drawn.symbol()))
                .forEach(drawn -> parts.computeIfAbsent(drawn.symbol(), symbol -> new IntList())
                        .addAll(drawn.positions()));
        Map<String, String> words = new LinkedHashMap<>();
        parts.forEach((symbol, positions) -> words.put(symbol.name(), ElementWords.of(symbol, positions.toArray())));
        return words;
    }

    /** Why discrete variables that might have been summed out are sampled, by variable. */
    public Map<String, String> notSummed() {
        return program.notSummed();
    }

    /** Whether counts that depend on each other are summed out. */
    public boolean sumsChainsOfCounts() {
        return !program.sums().counts().chains().isEmpty();
    }

    /** What is summed out of the density: how many unknowns, and in how many parts that are summed by themselves. */
    public SummedOut summedOut() {
        Program.SummedOut summed = program.sums();
        BitSet carried = new BitSet();
        summed.unknowns().stream()
                .filter(part -> program.carried().contains(part.symbol().name()))
                .forEach(part -> carried.set(part.first(), part.first() + part.positions().length));
        List<String> names = summed.all().stream()
                .filter(part -> part.positions().length > 0)
                .filter(part -> !program.carried().contains(part.symbol().name()))
                .map(part -> part.symbol().name())
                .toList();
        List<Sums.Component> components = summed.sums().components();
        List<CountSums.Count> counts = summed.counts().counts();
        List<CountChain> chains = summed.counts().chains();
        int alone = (int) counts.stream()
                .filter(count -> count.entry() >= 0 && count.unknowns().length == 0)
                .count();
        long series = summed.counts().entries().stream()
                .filter(entry -> entry.table() < 0)
                .count();
        // With the counts that depend on its unknowns.
        int[] attached = new int[summed.sums().unknowns()];
        counts.stream().filter(count -> count.unknowns().length > 0).forEach(count -> attached[count.unknowns()[0]]++);
        int largest = alone > 0 ? 1 : 0;
        for (Sums.Component component : components) {
            int[] members = component.members();
            int size = component.shape().unknowns();
            for (int first = 0; first < members.length; first += size) {
                int all = size;
                for (int i = first; i < first + size; i++) {
                    all += attached[members[i]] - (carried.get(members[i]) ? 1 : 0);
                }
                largest = Math.max(largest, all);
            }
        }
        int chained = 0;
        for (CountChain chain : chains) {
            chained += chain.multiplicity();
            largest = Math.max(largest, chain.plus().length);
        }
        return new SummedOut(
                names,
                summed.sums().unknowns() - carried.cardinality() + counts.size(),
                summed.sums().total() + alone + chained,
                components.size() + (int) series + chains.size(),
                largest);
    }

    /**
     * What is summed out of a density.
     *
     * @param variables the variables whose unknowns are
     * @param unknowns how many unknowns
     * @param components sets of unknowns that share no factor with others
     * @param distinct how many of these differ, so that they have to be summed
     * @param largest the most unknowns in one of them
     */
    public record SummedOut(List<String> variables, int unknowns, int components, int distinct, int largest) {
        public SummedOut {
            variables = List.copyOf(variables);
        }

        /** As in "90 of z, in 90 sums of one, 41 distinct". */
        public String inWords() {
            String kind = largest == 1
                    ? components == 1 ? " sum" : " sums of one"
                    : (components == 1 ? " component of " : " components of at most ") + largest;
            return unknowns + " of " + String.join(", ", variables) + ", in " + components + kind
                    + (distinct < components ? ", " + distinct + " distinct" : "");
        }
    }

    /**
     * A large variable that is not reported.
     *
     * @param computed whether it is computed from unknowns and has none of its own
     */
    public record LeftOut(String name, int size, boolean computed) {}

    /** What is not reported because it is large; nothing if the variables to report were named. */
    public List<LeftOut> leftOut() {
        return program.leftOut().stream()
                .map(left -> new LeftOut(left.name(), left.size(), left.computed()))
                .toList();
    }

    /** What the user should know about the model: jumps, and groups that can change places. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(program.notes());
        program.labels().forEach(labels -> notes.add(labels.note()));
        return List.copyOf(notes);
    }

    /** Where the density jumps, which the gradient does not see; in words for the user. */
    public List<String> jumps() {
        return program.notes();
    }

    /** The number of generated methods. */
    public int methods() {
        return code.methods().size()
                + (shared.parts() == null ? 0 : shared.parts().methods().size());
    }

    /** The bytecode of the largest generated method, in bytes; HotSpot compiles none above 8,000. */
    public int largestMethod() {
        return Math.max(
                code.largestMethod(),
                shared.parts() == null ? 0 : shared.parts().largestMethod());
    }

    /** The program that the class was generated from, its terms in ordinary notation. */
    public String terms() {
        return program.toString();
    }

    /** The generated class as Java that a person can read. */
    public String source() {
        return shared.parts() == null
                ? code.source()
                : code.source() + "\n" + shared.parts().source();
    }
}
