package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.TermText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Prints a program so that it can be read: what is unknown, computed, added to the log density and reported, with terms in
 * ordinary notation. Positions in storage count from 0.
 */
final class ProgramText {
    private static final String INDENT = "  ";
    private static final int MOST_RANGES = 4;

    private final StringBuilder text = new StringBuilder();

    private ProgramText() {}

    static String of(Program program) {
        ProgramText printer = new ProgramText();
        printer.print(program);
        return printer.text.toString();
    }

    private void print(Program program) {
        section(
                "unknown",
                program.freeScalars().stream().map(ProgramText::free).toList(),
                program.freeArrays().stream().map(ProgramText::free).toList(),
                program.sites().stream().map(ProgramText::sites).toList());
        section(
                "coordinates to be chosen",
                program.effects().stream()
                        .map(effects -> effects.symbol().name() + ", q" + range(effects.coordinate(), effects.size()))
                        .toList());
        section("settled", program.settled().stream().map(ProgramText::settled).toList());
        section("tied", program.tied().stream().map(ProgramText::tied).toList());
        section(
                "drawn forwards",
                program.drawn().stream()
                        .map(drawn -> places(drawn.symbol().name(), drawn.positions()))
                        .toList());
        blocks("computed", program.blocks());
        section("summed out", summed(program.sums()));
        section("log density", program.factors().stream().map(ProgramText::step).toList());
        blocks("computed for the report", program.reportedBlocks());
        section("reported", all(program.reported()));
        section("judged without being shown", all(program.hidden()));
    }

    private static List<String> summed(Program.SummedOut sums) {
        List<String> lines = new ArrayList<>();
        for (Program.Summed summed : sums.all()) {
            lines.add(places(summed.storage().name(), summed.positions()));
        }
        if (!sums.counted().isEmpty()) {
            lines.add("as series with the slopes "
                    + sums.slopes().stream().map(Storage::name).collect(Collectors.joining(", ")) + ", "
                    + sums.counts().entries().size() + " that differ");
        }
        if (!sums.unknowns().isEmpty()) {
            lines.add("of products of the exponentials of "
                    + sums.weights().stream().map(Storage::name).collect(Collectors.joining(", ")) + ", in "
                    + sums.sums().components().size() + " components that differ");
        }
        return lines;
    }

    /** One line for each storage. */
    private static List<String> all(List<Program.Reported> reported) {
        Map<Storage, IntList> places = new LinkedHashMap<>();
        reported.forEach(
                r -> places.computeIfAbsent(r.storage(), s -> new IntList()).addAll(r.positions()));
        List<String> lines = new ArrayList<>();
        places.forEach((storage, found) -> lines.add(places(storage.name(), found.toArray())));
        return lines;
    }

    @SafeVarargs
    private void section(String title, List<String>... parts) {
        boolean first = true;
        for (List<String> part : parts) {
            for (String line : part) {
                if (first) {
                    text.append(title).append('\n');
                    first = false;
                }
                line(1, line);
            }
        }
    }

    private void blocks(String title, List<Program.Block> blocks) {
        if (blocks.isEmpty()) {
            return;
        }
        text.append(title).append('\n');
        for (Program.Block block : blocks) {
            if (block.explicit()) {
                line(1, "one by one, in an order of their own of " + block.order().length + " runs:");
            } else if (block.recursive()) {
                line(1, "in turn, each iteration after those that it needs:");
            }
            int depth = block.recursive() || block.explicit() ? 2 : 1;
            block.steps().forEach(step -> line(depth, step(step)));
        }
    }

    private void line(int depth, String line) {
        text.append(INDENT.repeat(depth))
                .append(line.replace("\n", "\n" + INDENT.repeat(depth)))
                .append('\n');
    }

    private static String free(Program.FreeScalars free) {
        return places(free.symbol().name(), free.positions()) + " from q"
                + range(free.coordinate(), free.positions().length);
    }

    private static String free(Program.FreeArray free) {
        String kind = free.transform() instanceof FreeShape.Simplex ? "a simplex" : "a positive definite matrix";
        return places(free.symbol().name(), free.positions()) + ", " + kind + ", from q"
                + range(free.coordinate(), free.transform().get().freeSize());
    }

    private static String sites(Program.Sites sites) {
        boolean moved = !sites.storage().name().equals(sites.symbol().name());
        String where = moved ? ", in " + places(sites.storage().name(), sites.places()) : "";
        return places(sites.symbol().name(), sites.positions()) + ", discrete" + where;
    }

    private static String settled(Program.Settled settled) {
        return places(settled.storage().name(), settled.positions()) + ", one value alone"
                + (settled.storage().constant() ? ", taken for data" : "");
    }

    private static String tied(Program.Tied tied) {
        return places(tied.storage().name(), tied.positions()) + ", determined by " + tied.sum();
    }

    private static String range(int first, int count) {
        return "[" + between(first, first + count - 1) + "]";
    }

    private static String between(int first, int last) {
        return first == last ? Integer.toString(first) : first + " to " + last;
    }

    /** Places of storage: the first few ranges of those that follow each other. */
    private static String places(String name, int[] places) {
        StringBuilder text = new StringBuilder(name).append('[');
        int ranges = 0;
        for (int start = 0; start < places.length; ) {
            int end = start + 1;
            while (end < places.length && places[end] == places[end - 1] + 1) {
                end++;
            }
            if (ranges == MOST_RANGES) {
                text.append(", ..");
                break;
            }
            text.append(ranges++ == 0 ? "" : ", ").append(between(places[start], places[end - 1]));
            start = end;
        }
        text.append(']');
        return ranges < 2
                ? text.toString()
                : text.append(" (").append(places.length).append(" elements)").toString();
    }

    /** A step, with what it is in the model's words in the line before. */
    static String step(Step step) {
        TermText terms = new TermText();
        String loops = terms.of(step.nest());
        String body = step.fold(
                computation -> computation.match(
                        compute -> compute.target() + "[" + terms.of(compute.position()) + "] = "
                                + terms.of(compute.value()),
                        ProgramText::product,
                        array -> array.target() + "[" + terms.of(array.position())
                                + (array.count() == 1 ? "" : " ..+" + array.count()) + "] = "
                                + call(array.function(), array.arguments(), terms)),
                contribution -> contribution.match(
                        factor -> "+ " + terms.of(factor.value()),
                        array -> "+ log density " + call(array.distribution(), array.arguments(), terms)));
        return "# " + step.comment() + "\n" + loops + body;
    }

    private static String product(Step.Multiply product) {
        return product.target() + range(product.first(), product.rows()) + " += " + product.matrix() + " ("
                + product.rows() + " by " + product.columns() + " from " + product.offset() + ", stride "
                + product.stride() + ") times " + product.vector()
                + range(product.vectorFirst(), product.columns());
    }

    private static String call(String name, List<ArrayTerm> arguments, TermText terms) {
        return arguments.stream()
                .map(argument -> array(argument, terms))
                .collect(Collectors.joining(", ", name + "(", ")"));
    }

    private static String array(ArrayTerm array, TermText terms) {
        if (array.extents().isEmpty()) {
            return terms.of(array.element());
        }
        StringBuilder text = new StringBuilder("[");
        for (int d = 0; d < array.extents().size(); d++) {
            text.append(d == 0 ? "" : ", ")
                    .append(terms.name(array.counters().get(d)))
                    .append(" below ")
                    .append(terms.of(array.extents().get(d)));
        }
        return text.append(": ").append(terms.of(array.element())).append(']').toString();
    }
}
