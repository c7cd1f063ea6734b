package dev.tandem.validation;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Prints the exactness suite as a Markdown table: kernel, options, target, acceptance, the worst score, and how small a
 * bias could hide. The first argument, if any, says how many times longer than the default suite to run.
 */
public final class ExactnessTable {
    private ExactnessTable() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int timesLonger = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        List<ExactnessCase> exact = ExactnessSuite.exact();
        out.printf("%s%n%n", heading(exact));
        print(out, exact, timesLonger);
        out.println();
        print(out, ExactnessSuite.wrong(), timesLonger);
    }

    static String heading(List<ExactnessCase> exact) {
        return String.format(
                Locale.ROOT,
                "%d kernels, %d scores, threshold |z| < %.2f, false-alarm rate of the whole table %.0e.",
                exact.size(),
                ExactnessSuite.scores(exact),
                ExactnessSuite.threshold(exact),
                ExactnessSuite.FALSE_ALARMS);
    }

    private static void print(PrintStream out, List<ExactnessCase> cases, int timesLonger) {
        out.println(
                "| kernel | options | target | iterations | acceptance | max abs z | at | s.e. of second moments |");
        out.println("|---|---|---|---:|---:|---:|---|---:|");
        // Rows are independent of each other, so they may run side by side; collecting keeps their order.
        List<String> rows = IntStream.range(0, cases.size())
                .parallel()
                .mapToObj(i -> row(cases.get(i), cases.get(i).run(timesLonger, ExactnessSuite.seed(i))))
                .toList();
        rows.forEach(out::println);
    }

    static String row(ExactnessCase each, Exactness.Result result) {
        double precision = result.precision();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,d | %s | %.2f | %s | %s |",
                each.family().method().label(),
                String.join(", ", each.options()),
                each.target().name(),
                result.iterations(),
                each.moves() ? String.format(Locale.ROOT, "%.2f", result.acceptance()) : "-",
                Math.abs(result.worst().z()),
                result.worst().expectation().name(),
                Double.isNaN(precision) ? "-" : String.format(Locale.ROOT, "%.2f %%", 100 * precision));
    }
}
