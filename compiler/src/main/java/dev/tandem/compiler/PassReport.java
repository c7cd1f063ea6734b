package dev.tandem.compiler;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.Generator;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Summing;
import java.util.ArrayList;
import java.util.List;

/** Prints a model in terms, and the list of passes with their reasons and the lines that each of them changes. */
final class PassReport {
    private static final String NOTHING = "changes nothing here\n";

    private final Graph graph;
    private final Monitor monitor;
    private final Summing summing;
    private final Passes passes;
    private final StringBuilder text = new StringBuilder();
    private String before;
    private int number;

    private PassReport(Graph graph, Monitor monitor, Summing summing, Passes passes) {
        this.graph = graph;
        this.monitor = monitor;
        this.summing = summing;
        this.passes = passes;
    }

    static String of(Graph graph, Monitor monitor, Summing summing, Passes passes) {
        return new PassReport(graph, monitor, summing, passes).write();
    }

    private String write() {
        Program lowered = Lowering.lower(graph, monitor, summing, passes.centring());
        before = lowered.toString();
        text.append("The model in terms\n\n");
        indented(before);
        passes.apply(lowered, this::add);
        return text.toString();
    }

    private void add(Passes.Row row, Program program) {
        number++;
        text.append('\n').append(number).append(". ").append(row.name());
        text.append(row.required() ? " (always)" : "").append('\n');
        text.append("   ").append(row.reason()).append('\n');
        text.append("   ").append(row.place()).append("\n\n");
        if (!passes.uses(row.name())) {
            indented("left out\n");
        } else if (row.pass().isEmpty()) {
            indented(differs(row) ? "changes what is made of the program\n" : NOTHING);
        } else {
            String after = program.toString();
            indented(after.equals(before) ? NOTHING : String.join("\n", LineChanges.between(before, after)));
            before = after;
        }
    }

    /** Whether the code is another without it. */
    private boolean differs(Passes.Row row) {
        List<String> without = new ArrayList<>(
                Passes.optional().stream().filter(name -> !passes.uses(name)).toList());
        without.add(row.name());
        return !source(passes).equals(source(Passes.without(without)));
    }

    private String source(Passes chosen) {
        Program program = chosen.apply(Lowering.lower(graph, monitor, summing, chosen.centring()));
        return Generator.generate(program, "", new ClassCache(1), chosen.choices())
                .source();
    }

    private void indented(String lines) {
        lines.lines().forEach(line -> text.append("    ").append(line).append('\n'));
    }
}
