package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.Code;
import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the class of a program: one small method per step, forwards and in reverse, and per discrete variable. */
public final class Generator {
    /** A gradient and what it differentiates, in values. */
    static final double GRADIENT = 2.5;

    /**
     * What may be left out of the writing of code.
     *
     * @param tallies whether what changes with discrete unknowns alone is kept, see {@link Tallies}
     * @param firstWrites whether the first derivative that reaches an array is stored, so that nobody has to clear it
     * @param longLoop from how many iterations on a loop is done in parts, see {@link Sharing}
     */
    public record Choices(boolean tallies, boolean firstWrites, int longLoop) {}

    private final Program program;
    private final Choices choices;
    private final ModelClass out;

    /** The discrete variables by their storage, numbered. */
    private final Map<Storage, Integer> variables = new LinkedHashMap<>();

    private final Map<Storage, Double> visits = new HashMap<>();

    private final List<Reach> reaches = new ArrayList<>();
    private final Reach.Work work = new Reach.Work();

    private Generator(Program program, String title, Choices choices) {
        this.program = program;
        this.choices = choices;
        out = new ModelClass(title);
    }

    /**
     * The density of a program.
     *
     * @param title what the generated source says it is
     */
    public static CompiledDensity generate(Program program, String title, ClassCache classes, Choices choices) {
        return weigh(program, title, classes, choices).density();
    }

    /**
     * The density of a program, weighed and not yet written.
     *
     * @param title what the generated source says it is
     */
    public static WeighedDensity weigh(Program program, String title, ClassCache classes, Choices choices) {
        Generator generator = new Generator(program, title, choices);
        for (Program.Sites sites : program.sites()) {
            generator.variables.putIfAbsent(sites.storage(), generator.variables.size());
        }
        Tallies tallies = generator.findReaches();
        return new WeighedDensity(
                program.space(),
                generator.work.gradient,
                generator.sweepCost(),
                () -> generator.write(tallies, classes));
    }

    private double sweepCost() {
        return work.gradient > 0 ? Math.max(0.01, work.sweep / work.gradient) : 1;
    }

    private CompiledDensity write(Tallies tallies, ClassCache classes) {
        CallWriter calls = new CallWriter(program);
        BlockWriter blocks = new BlockWriter(program, out, calls, variables.keySet());
        FactorWriter factors = new FactorWriter(program, out, calls, tallies);
        blocks.forward("forward", "f", program.blocks(), "Every node from q and x.");
        blocks.forward("forwardReported", "p", program.reportedBlocks(), "The nodes that only the report needs.");
        factors.write();
        blocks.backward();
        writeConditionals(blocks, factors);
        FactorTies ties = FactorTies.find(program, reaches);
        ties.write(out, factors);
        new TallyWriter(program, out, tallies).write(reaches);
        boolean[] local = new boolean[reaches.size()];
        reaches.forEach(reach -> local[reach.number()] = reach.local());
        Set<String> stored = storeFirst();
        Sharing.Shared shared = Sharing.find(program, out.code(), out.steps(), calls.plans(), choices.longLoop());
        CompiledDensity density = new CompiledDensity(
                program,
                out.code(),
                shared,
                calls.plans(),
                local,
                siteVariables(),
                ties,
                stored,
                work.gradient,
                sweepCost(),
                visitsByName());
        density.define(classes);
        return density;
    }

    private Map<String, Double> visitsByName() {
        Map<String, Double> named = new HashMap<>();
        for (Program.Sites sites : program.sites()) {
            named.put(sites.symbol().name(), visits.get(sites.storage()));
        }
        return named;
    }

    /** The number of the variable that each site belongs to. */
    private int[] siteVariables() {
        int[] siteVariables = new int[program.space().sites()];
        for (Program.Sites sites : program.sites()) {
            Arrays.fill(
                    siteVariables,
                    sites.first(),
                    sites.first() + sites.positions().length,
                    variables.get(sites.storage()));
        }
        return siteVariables;
    }

    /** Lets the first derivative that reaches an array be stored; the names of the arrays that need no clearing. */
    private Set<String> storeFirst() {
        Map<String, Integer> bars = new HashMap<>();
        for (Storage storage : program.storages()) {
            if (storage.active()) {
                bars.put(storage.bar().name(), storage.size());
            }
        }
        return choices.firstWrites()
                ? out.code().storeFirst(List.of("factorsWithGradient", "backward"), bars)
                : Set.of();
    }

    /** Finds what discrete variables change, and what sweeps and gradients cost; what is kept of factors. */
    private Tallies findReaches() {
        for (Program.Block block : program.blocks()) {
            for (Step step : block.steps()) {
                work.gradient += GRADIENT * Costs.iterations(step) * Costs.of(step);
            }
        }
        work.gradient += Costs.of(program.sums());
        Set<Storage> followed = new HashSet<>();
        variables.forEach((storage, number) -> {
            Reach reach = new Reach(program, storage, number);
            reaches.add(reach);
            double before = work.sweep;
            reach.find(work);
            visits.put(storage, work.sweep - before);
            if (reach.local()) {
                followed.add(storage);
            }
        });
        Tallies tallies = choices.tallies() ? Tallies.of(program, followed) : Tallies.none(program);
        for (Step.Contribution step : program.factors()) {
            Tallies.Parts parts = tallies.of(step);
            work.gradient += GRADIENT
                    * (parts == null ? Costs.iterations(step) * Costs.of(step) : parts.cost(Costs.iterations(step)));
        }
        // Conditionals that are full evaluations cost what those do.
        for (Reach reach : reaches) {
            if (!reach.local()) {
                double whole = work.gradient
                        / GRADIENT
                        * reach.values()
                        * reach.elements().size();
                work.sweep += whole;
                visits.merge(reach.storage(), whole, Double::sum);
            }
        }
        return tallies;
    }

    private void writeConditionals(BlockWriter blocks, FactorWriter factors) {
        List<Code.Statement> weigh = new ArrayList<>();
        List<Code.Statement> update = new ArrayList<>();
        Code.Local variable = ModelClass.parameter("variable");
        Code.Local element = ModelClass.parameter("element");
        Code.Local low = ModelClass.parameter("low");
        Code.Local count = ModelClass.parameter("count");
        Code.Local weights = new Code.Local("out", Type.DOUBLES);
        for (Reach reach : reaches) {
            int number = reach.number();
            TouchedLoops loops = new TouchedLoops(program, reach);
            new UpdateWriter(program.terms(), out, blocks, reach, loops).write();
            if (reach.local()) {
                IndirectWriter indirect = new IndirectWriter(program, out, factors, reach, loops);
                new WeightWriter(program, out, factors, reach, loops).write(indirect);
            }
            Code.Test mine = new Code.Test("==", variable, new Code.Whole(number));
            if (reach.local()) {
                weigh.add(new Code.When(
                        mine, List.of(new Code.Run("weigh" + number, List.of(element, low, count, weights)))));
            }
            update.add(new Code.When(mine, List.of(new Code.Run("update" + number, List.of(element)))));
        }
        out.method("weigh", List.of(variable, element, low, count, weights), weigh, "");
        out.method("update", List.of(variable, element), update, "");
    }
}
