package dev.tandem.compiler.program;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program in the making: lists that can be changed, open to whoever makes it, until {@link #finish} makes a program of
 * them.
 */
public final class Draft {
    public final Graph graph;
    public final Terms terms;
    public final Storages storages;
    public final ValueRanges ranges;
    public final List<Program.Block> blocks;
    public final List<Program.Block> reportedBlocks;
    public final List<Step.Contribution> factors;
    public final List<Program.FreeArray> freeArrays;
    public final List<Program.FreeScalars> freeScalars;
    public final List<Program.Effects> effects;
    public final List<Program.ArrayCall> calls;
    public final List<Program.Reported> reported;
    public final List<Program.Reported> hidden;
    public final List<Program.LeftOut> leftOut;
    public final List<Program.Sites> sites;
    public final List<Program.Settled> settled;
    public final List<Program.Tied> tied;
    public final List<String> notes;
    public final List<Program.Drawn> drawn;
    public final List<Storage> uniforms;
    /** Groups that can change places. */
    public final List<Labels> labels = new ArrayList<>();
    /** Whether unknowns are given on the model's own scale, and no transform keeps them in their bounds. */
    public boolean given;
    /** Whether it is noted which nodes factors are the log densities of. */
    public boolean tracked;
    /** The nodes that factors are the log densities of, by identity: two rules may have equal factors. */
    public final IdentityHashMap<Step, Program.Node> nodes = new IdentityHashMap<>();
    /** Why discrete variables that might have been summed out are not. */
    public final Map<String, String> notSummed = new LinkedHashMap<>();

    /** Variables that the model does not have: states that carry on what came before. */
    public final Set<String> carried = new LinkedHashSet<>();

    /** What the places depend on at which the density may jump in a continuous unknown. */
    public final Set<Storage> jumping = new LinkedHashSet<>();

    public Program.SummedOut sums;
    /** The log densities one by one; null if all are added up. */
    public Pointwise pointwise;

    public Storage coordinates;
    public Space space;

    public Draft(Graph graph) {
        this.graph = graph;
        terms = new Terms();
        storages = new Storages();
        ranges = new ValueRanges();
        blocks = new ArrayList<>();
        reportedBlocks = new ArrayList<>();
        factors = new ArrayList<>();
        freeArrays = new ArrayList<>();
        freeScalars = new ArrayList<>();
        effects = new ArrayList<>();
        calls = new ArrayList<>();
        reported = new ArrayList<>();
        hidden = new ArrayList<>();
        leftOut = new ArrayList<>();
        sites = new ArrayList<>();
        settled = new ArrayList<>();
        tied = new ArrayList<>();
        notes = new ArrayList<>();
        drawn = new ArrayList<>();
        uniforms = new ArrayList<>();
        sums = Program.SummedOut.NOTHING;
    }

    Draft(Program program) {
        graph = program.graph;
        terms = program.terms;
        storages = program.storages;
        ranges = program.ranges;
        blocks = new ArrayList<>(program.blocks);
        reportedBlocks = new ArrayList<>(program.reportedBlocks);
        factors = new ArrayList<>(program.factors);
        freeArrays = new ArrayList<>(program.freeArrays);
        freeScalars = new ArrayList<>(program.freeScalars);
        effects = new ArrayList<>(program.effects);
        calls = new ArrayList<>(program.calls);
        reported = new ArrayList<>(program.reported);
        hidden = new ArrayList<>(program.hidden);
        leftOut = new ArrayList<>(program.leftOut);
        sites = new ArrayList<>(program.sites);
        settled = new ArrayList<>(program.settled);
        tied = new ArrayList<>(program.tied);
        notes = new ArrayList<>(program.notes);
        drawn = new ArrayList<>(program.drawn);
        uniforms = new ArrayList<>(program.uniforms);
        notSummed.putAll(program.notSummed);
        carried.addAll(program.carried);
        jumping.addAll(program.jumping);
        labels.addAll(program.labels);
        sums = program.sums;
        pointwise = program.pointwise;
        coordinates = program.coordinates;
        space = program.space;
    }

    /** The program as it stands now. */
    public Program finish() {
        return new Program(this);
    }
}
