package dev.tandem.compiler.lower.sums;

import dev.tandem.compiler.lower.sums.Unfolding.Group;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.sum.CountSums;
import dev.tandem.compiler.sum.Sums;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the sums that were planned into the program: tables of weights are computed where factors were. */
final class SumBuilder {
    private final Draft program;
    private final SumOut.Plan plan;
    private final SummedNumbers numbers;
    private final WeightTables tables;
    private final List<Step.Computation> steps = new ArrayList<>();

    /** By group: its table, and where the weights of each chosen iteration begin in it. */
    private final List<Storage> weights = new ArrayList<>();

    private final List<int[]> starts = new ArrayList<>();

    private SumBuilder(Draft program, SumOut.Plan plan) {
        this.program = program;
        this.plan = plan;
        numbers = plan.numbers();
        tables = new WeightTables(program, numbers);
    }

    /** Adds what a plan says to a program from which the factors of summed unknowns have been taken. */
    static void build(Draft program, SumOut.Plan plan) {
        SumBuilder builder = new SumBuilder(program, plan);
        plan.plain().forEach(builder::addFactor);
        builder.tabulate();
        List<Storage> slopes = new ArrayList<>();
        CountSums counts = builder.counts(slopes);
        if (!builder.steps.isEmpty()) {
            program.blocks.add(Program.Block.plain(builder.steps));
        }
        builder.addSums(counts, slopes);
    }

    /** A factor that no summed unknown is left in. */
    private void addFactor(Group group) {
        Binder p = new Binder("p");
        Step.Factor factor = new Step.Factor(tables.nest(group, p, List.of()), tables.listed(group, p), group.comment);
        program.factors.add(factor);
        if (group.nodes != null) {
            Term position = tables.column(group.nodes.positions(), p, "node");
            program.nodes.put(factor, new Program.Node(group.nodes.symbol(), position));
        }
    }

    private void tabulate() {
        int[][] uses = uses();
        for (int g = 0; g < plan.groups().size(); g++) {
            Group group = plan.groups().get(g).subset(plan.chosen().get(g));
            // Whoever asks for log densities node by node needs them whole.
            if (g < plan.factors() && !program.tracked && group.iterations > 0) {
                CommonPart.Split split = CommonPart.of(program.terms, group);
                if (!split.common().isNumber(0)) {
                    program.factors.add(CommonPart.factor(program.terms, tables, group, split.common(), uses[g]));
                }
                group = split.group();
            }
            WeightTables.Tabulated tabulated =
                    g < plan.factors() ? tables.tabulate(group, "weight") : tables.reserve(group);
            weights.add(tabulated.weights());
            starts.add(tabulated.starts());
            compute(tabulated);
        }
    }

    /** For each table of each group, how many components read it, equal ones counted. */
    private int[][] uses() {
        int[][] uses =
                plan.chosen().stream().map(chosen -> new int[chosen.length]).toArray(int[][]::new);
        for (Sums.Component component : plan.components()) {
            for (int t = 0; t < component.arrays().length; t++) {
                uses[component.arrays()[t]][component.offsets()[t]] += component.multiplicity();
            }
        }
        return uses;
    }

    private void compute(WeightTables.Tabulated tabulated) {
        steps.addAll(tabulated.steps());
    }

    private CountSums counts(List<Storage> slopes) {
        Map<Integer, int[]> places = new HashMap<>();
        for (int g = plan.factors(); g < plan.groups().size(); g++) {
            int[] chosen = plan.chosen().get(g);
            int[] placeOf = new int[plan.groups().get(g).iterations];
            for (int place = 0; place < chosen.length; place++) {
                placeOf[chosen[place]] = place;
            }
            places.put(g, placeOf);
        }
        return plan.counts()
                .sums(
                        (group, arrays) -> {
                            WeightTables.Tabulated tabulated = tables.tabulate(group, "slope");
                            arrays.add(tabulated.weights());
                            compute(tabulated);
                            return tabulated.starts();
                        },
                        slopes,
                        (group, iteration) -> new int[] {group, starts.get(group)[places.get(group)[iteration]]});
    }

    /** The component with its offsets as places in the tables, no longer as numbers of chosen iterations. */
    private Sums.Component placed(Sums.Component component) {
        int[] offsets = new int[component.offsets().length];
        Arrays.setAll(offsets, t -> starts.get(component.arrays()[t])[component.offsets()[t]]);
        return new Sums.Component(component.shape(), component.arrays(), offsets, component.members());
    }

    private void addSums(CountSums counts, List<Storage> slopes) {
        List<Program.Summed> summed = new ArrayList<>();
        List<Program.Summed> counted = new ArrayList<>();
        numbers.sites.forEach((storage, own) -> {
            IntList positions = new IntList();
            int first = -1;
            for (int i = 0; i < own.numbers().length; i++) {
                if (own.numbers()[i] >= 0) {
                    first = first < 0 ? own.numbers()[i] : first;
                    positions.add(i);
                }
            }
            boolean few = first < numbers.others;
            (few ? summed : counted)
                    .add(new Program.Summed(
                            program.storages.symbol(storage),
                            storage,
                            few ? first : first - numbers.others,
                            positions.toArray()));
        });
        program.sums = new Program.SummedOut(
                new Sums(
                        plan.components().stream().map(this::placed).toList(),
                        Arrays.copyOf(numbers.low, numbers.others)),
                weights,
                summed,
                counts,
                slopes,
                counted);
    }
}
