package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.density.Space;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program in the making: lists that can be changed, until {@link #finish} makes a program of them. */
public final class Draft {
    final Graph graph;
    final Terms terms;
    final Storages storages;
    final ValueRanges ranges;
    final List<Program.Block> blocks;
    final List<Program.Block> reportedBlocks;
    final List<Step.Contribution> factors;
    final List<Program.FreeArray> freeArrays;
    final List<Program.FreeScalars> freeScalars;
    final List<Program.ArrayCall> calls;
    final List<Program.Reported> reported;
    final List<Program.Reported> hidden;
    final List<Program.LeftOut> leftOut;
    final List<Program.Sites> sites;
    final List<Program.Settled> settled;
    final List<Program.Tied> tied;
    final List<String> notes;
    final List<Program.Drawn> drawn;
    final List<Storage> uniforms;
    /** Why discrete variables that might have been summed out are not. */
    final Map<String, String> notSummed = new LinkedHashMap<>();

    Program.SummedOut sums;
    Storage coordinates;
    Space space;

    Draft(Graph graph) {
        this.graph = graph;
        terms = new Terms();
        storages = new Storages();
        ranges = new ValueRanges();
        blocks = new ArrayList<>();
        reportedBlocks = new ArrayList<>();
        factors = new ArrayList<>();
        freeArrays = new ArrayList<>();
        freeScalars = new ArrayList<>();
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
        sums = program.sums;
        coordinates = program.coordinates;
        space = program.space;
    }

    /** The program as it stands now. */
    public Program finish() {
        return new Program(this);
    }

    public List<Program.Block> blocks() {
        return blocks;
    }

    public List<Program.Block> reportedBlocks() {
        return reportedBlocks;
    }

    public List<Step.Contribution> factors() {
        return factors;
    }

    public List<Program.FreeScalars> freeScalars() {
        return freeScalars;
    }

    public List<Program.Reported> reported() {
        return reported;
    }

    public List<Program.Reported> hidden() {
        return hidden;
    }

    public List<Program.Sites> sites() {
        return sites;
    }
}
