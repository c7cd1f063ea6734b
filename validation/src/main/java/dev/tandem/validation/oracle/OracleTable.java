package dev.tandem.validation.oracle;

import dev.tandem.density.MixedDensity;
import dev.tandem.language.source.SourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes docs/oracle.md: how many random models were held against the oracle, what stands in them, and which checks
 * found the faults that were planted. Arguments: the number of models, and the file; without a file it prints.
 */
public final class OracleTable {
    private static final int PLANTED_MODELS = 600;
    private static final int ENOUGH = 20;

    private final Coverage coverage = new Coverage();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final StringBuilder findings = new StringBuilder();
    private final int[] summed = new int[2];
    private final int[] endless = new int[2];
    private final int[] forward = new int[2];
    private int clean;
    private int models;

    private OracleTable() {}

    public static void main(String[] arguments) throws IOException {
        int models = arguments.length == 0 ? 2000 : Integer.parseInt(arguments[0]);
        String page = page(models);
        if (arguments.length > 1) {
            Files.writeString(Path.of(arguments[1]), page, StandardCharsets.UTF_8);
        } else {
            System.out.print(page);
        }
    }

    static String page(int models) {
        OracleTable table = new OracleTable();
        for (long seed = 0; seed < models; seed++) {
            table.add(seed);
        }
        return table.text();
    }

    private void add(long seed) {
        ModelCase model = ModelGenerator.generate(seed);
        OracleCheck.Outcome outcome = OracleCheck.run(model, seed);
        models++;
        if (outcome.refusal().isPresent()) {
            refusals.merge(outcome.refusal().get().replaceAll("\\b[A-Za-z]?[0-9]+\\b", "#"), 1, Integer::sum);
            return;
        }
        coverage.add(model);
        SumCheck.Outcome sums = SumCheck.run(model, seed);
        ForwardCheck.Outcome draws = ForwardCheck.run(model, seed);
        count(summed, sums.summed() > 0, sums.finding(), model);
        count(endless, sums.endless() > 0, sums.finding(), model);
        count(forward, draws.drawn() > 0, draws.finding(), model);
        if (outcome.clean()) {
            clean++;
        } else {
            findings.append(outcome.findings().get(0))
                    .append('\n')
                    .append(model)
                    .append('\n');
        }
    }

    private void count(int[] counts, boolean compared, Optional<String> finding, ModelCase model) {
        counts[0] += compared ? 1 : 0;
        counts[1] += compared && finding.isEmpty() ? 1 : 0;
        if (compared && finding.isPresent()) {
            findings.append(finding.get()).append('\n').append(model).append('\n');
        }
    }

    /** How often a fault had a place, and what found it first. */
    record Catch(int places, Map<OracleCheck.Check, Integer> caught) {
        int total() {
            return caught.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Plants a fault into one model after the other.
     *
     * @param inOracle whether the oracle has the fault and the compiler is right
     */
    static Catch plant(PlantedFault fault, boolean inOracle, long firstSeed, int enough) {
        Map<OracleCheck.Check, Integer> caught = new EnumMap<>(OracleCheck.Check.class);
        int places = 0;
        for (long seed = firstSeed; seed < firstSeed + PLANTED_MODELS && places < enough; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Optional<OracleCheck.Outcome> outcome = outcome(fault, inOracle, model, seed);
            if (outcome.isPresent() && outcome.get().refusal().isEmpty()) {
                places++;
                if (!outcome.get().clean()) {
                    caught.merge(outcome.get().findings().get(0).check(), 1, Integer::sum);
                }
            }
        }
        return new Catch(places, caught);
    }

    private static Optional<OracleCheck.Outcome> outcome(
            PlantedFault fault, boolean inOracle, ModelCase model, long seed) {
        try {
            Oracle right = Oracle.of(model.model(), model.data());
            if (!fault.inModel()) {
                Optional<MixedDensity> wrong = fault.spoil(OracleCheck.compile(model));
                return wrong.map(density -> OracleCheck.run(model, right, same -> density, seed));
            }
            Optional<ModelCase> misread = fault.misread(model);
            if (misread.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    inOracle
                            ? OracleCheck.run(
                                    model, Oracle.of(misread.get().model(), model.data()), OracleCheck::compile, seed)
                            : OracleCheck.run(model, right, same -> OracleCheck.compile(misread.get()), seed));
        } catch (SourceException | OracleException unfit) {
            // The fault makes a model that cannot be read: nobody would miss it.
            return Optional.empty();
        }
    }

    private String text() {
        StringBuilder page = new StringBuilder();
        page.append("# Random models against an oracle\n\n").append("""
                        A compiler that is tested on models somebody thought of is right on those. Here small models are made at random, each with data, and read
                        twice: by the compiler, and by an *oracle* that follows the text of the model as a reader would. It unrolls every loop and adds up densities
                        by their textbook formulas, slowly and plainly, and shares nothing with the compiler but the syntax tree. The two must agree on log
                        densities up to one constant, on the conditional distribution of every discrete unknown, on which values are impossible, and on what is computed
                        ([decision 73](decisions/0073-random-models-are-read-twice.md)). The tables count what occurred in the models, and how many faults
                        were found that had been put in on purpose. The command at the end writes the page.

                        """);
        page.append(String.format(
                Locale.ROOT,
                "%,d random models from seeds 0 to %,d: %,d agree with the oracle, %,d were refused by the compiler, %,d "
                        + "disagree.%n%n",
                models,
                models - 1,
                clean,
                refusals.values().stream().mapToInt(Integer::intValue).sum(),
                models
                        - clean
                        - refusals.values().stream().mapToInt(Integer::intValue).sum()));
        if (findings.length() > 0) {
            page.append("```\n").append(findings).append("```\n\n");
        }
        page.append(coverage.table());
        page.append("\n## What leaves the density\n\n")
                .append(
                        "Where unknowns are summed out of the density, it is compared with a sum over all of their values.")
                .append(" What is drawn forwards is compared\nwith the distribution of its node given its parents.\n\n")
                .append("| some unknowns are .. | models compared | agree |\n|---|---:|---:|\n");
        left(page, "summed out", summed);
        left(page, "counts without an upper end, summed as series", endless);
        left(page, "drawn forwards", forward);
        page.append("\n## Refused\n\n");
        if (refusals.isEmpty()) {
            page.append("None.\n");
        } else {
            page.append("| models | the compiler says |\n|---:|---|\n");
            refusals.forEach((message, count) ->
                    page.append(String.format(Locale.ROOT, "| %d | %s |%n", count, message.replace("|", "\\|"))));
        }
        page.append("\n## Faults planted on purpose\n\n")
                .append("Each was put into up to ")
                .append(ENOUGH)
                .append(" models that have a place for it. ")
                .append("Not every fault changes the posterior: a factor of known nodes alone is a constant.\n\n")
                .append("| fault | in | places | found | by |\n|---|---|---:|---:|---|\n");
        for (PlantedFault fault : PlantedFault.values()) {
            planted(page, fault, false);
            if (fault.inModel()) {
                planted(page, fault, true);
            }
        }
        page.append("\nThe page is written by\n\n")
                .append("    mvn -B -q -pl validation -am -DskipTests package dependency:build-classpath ")
                .append("-Dmdep.outputFile=target/classpath.txt\n")
                .append("    java -cp \"validation/target/classes:$(cat validation/target/classpath.txt)\" ")
                .append(OracleTable.class.getName())
                .append(' ')
                .append(models)
                .append(" docs/oracle.md\n");
        return page.toString();
    }

    private static void left(StringBuilder page, String what, int[] counts) {
        page.append(String.format(Locale.ROOT, "| %s | %,d | %,d |%n", what, counts[0], counts[1]));
    }

    private static void planted(StringBuilder page, PlantedFault fault, boolean inOracle) {
        Catch result = plant(fault, inOracle, 0, ENOUGH);
        String by = new LinkedHashMap<>(result.caught())
                .entrySet().stream()
                        .map(entry ->
                                entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " "
                                        + entry.getValue())
                        .collect(Collectors.joining(", "));
        page.append(String.format(
                Locale.ROOT,
                "| %s | %s | %d | %d | %s |%n",
                fault.words(),
                inOracle ? "oracle" : "compiler",
                result.places(),
                result.total(),
                by));
    }
}
