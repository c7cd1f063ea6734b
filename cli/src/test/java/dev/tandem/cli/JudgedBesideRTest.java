package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Five models, judged by this program and by R from the exported draws. The table of docs/beside-r.md is that of this run,
 * or becomes so with {@code -Dtandem.docs.write=true}. Skipped where R or its packages are not there.
 */
@Tag("normal")
class JudgedBesideRTest {
    /** Those that have no states summed out are sampled by JAGS too, for its penalty. */
    private static final List<String> MODELS =
            List.of("eight-schools+", "regression+", "rasch", "mixture", "occupancy");

    private static final Path PAGE = Path.of(System.getProperty("tandem.root"), "docs", "beside-r.md");

    private static final String FENCE = "```text held by JudgedBesideRTest";

    /** R and this program add up in different orders. */
    private static final double CLOSE = 1e-6;

    @TempDir
    Path folder;

    private static JsonNode json(Object... words) {
        Terminal terminal =
                Terminal.run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
        assertThat(terminal.code()).as(terminal.err()).isZero();
        return JsonMapper.shared().readTree(terminal.out());
    }

    private Path sampled(String name) throws IOException {
        Path run = folder.resolve(name + "-run");
        Path model = Path.of("examples", name, "model.bug");
        Path data = Path.of("examples", name, "data.json");
        Terminal terminal = Terminal.run(
                "sample",
                model.toString(),
                "--data",
                data.toString(),
                "--draws",
                "500",
                "--warmup",
                "500",
                "--quiet",
                "--no-report",
                "--out",
                run.toString());
        assertThat(terminal.code()).as(terminal.err()).isZero();
        Path table = folder.resolve(name + ".csv");
        assertThat(Terminal.run("export", run.toString(), "--log-lik", "--out", table.toString())
                        .code())
                .isZero();
        Files.copy(model, folder.resolve(name + ".bug"));
        Files.copy(data, folder.resolve(name + ".json"));
        return run;
    }

    private JsonNode byR() throws IOException, InterruptedException {
        Path script = folder.resolve("judged.R");
        try (InputStream in = JudgedBesideRTest.class.getResourceAsStream("judged.R")) {
            Files.copy(in, script);
        }
        Path found = folder.resolve("found.json");
        List<String> command =
                new ArrayList<>(List.of("Rscript", script.toString(), folder.toString(), found.toString()));
        command.addAll(MODELS);
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        return JsonMapper.shared().readTree(Files.readString(found));
    }

    private static boolean hasPackages() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(
                            "Rscript",
                            "-e",
                            "quit(status = if (all(sapply(c('loo', 'posterior', 'jsonlite', 'rjags'),"
                                    + " requireNamespace, quietly = TRUE))) 0 else 7)")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void rFindsTheSame() throws Exception {
        assumeThat(hasPackages())
                .as("R with loo, posterior, jsonlite and rjags")
                .isTrue();
        List<String> names = MODELS.stream().map(name -> name.replace("+", "")).toList();
        List<JsonNode> loo = new ArrayList<>();
        List<JsonNode> sensitivity = new ArrayList<>();
        JsonNode given = null;
        for (String name : names) {
            Path run = sampled(name);
            loo.add(json("loo", run, "--json", "--no-matching"));
            sensitivity.add(json("sensitivity", run, "--json"));
            if (name.equals("occupancy")) {
                given = json("loo", run, "--json", "--given-states");
            }
        }
        JsonNode r = byR();
        List<String> lines = new ArrayList<>();
        lines.add("                                        Tandem           R");
        for (int m = 0; m < names.size(); m++) {
            JsonNode theirs = r.get(names.get(m));
            lines.add(names.get(m));
            loo(lines, loo.get(m), theirs);
            sensitivities(lines, sensitivity.get(m), theirs);
        }
        double summed = loo.get(4).get("elpd_loo").get("estimate").asDouble();
        double conditional = given.get("elpd_loo").get("estimate").asDouble();
        lines.add("occupancy, given states");
        lines.add(String.format(
                Locale.ROOT, "  elpd_loo, and how far it is off  %13.4f %11.4f", conditional, conditional - summed));
        // An expected log density of the same data cannot be higher by that much for the same draws of the parameters.
        assertThat(conditional - summed).isGreaterThan(20);
        hold(lines);
    }

    private static void loo(List<String> lines, JsonNode ours, JsonNode theirs) {
        compare(lines, "elpd_loo", ours.get("elpd_loo").get("estimate"), theirs.get("elpd"));
        compare(lines, "its standard error", ours.get("elpd_loo").get("se"), theirs.get("se"));
        compare(lines, "p_loo", ours.get("p_loo").get("estimate"), theirs.get("p"));
        compare(lines, "elpd_waic", ours.get("elpd_waic").get("estimate"), theirs.get("waic"));
        double largest = ours.get("units")
                .valueStream()
                .mapToDouble(unit -> unit.get("pareto_k").asDouble())
                .max()
                .orElseThrow();
        add(lines, "largest Pareto k", largest, theirs.get("k").asDouble());
        assertThat(largest).isCloseTo(theirs.get("k").asDouble(), within(CLOSE));
        JsonNode dic = ours.get("dic");
        compare(lines, "pV, half the variance of the deviance", dic.get("pD_half_variance"), theirs.get("pV"));
        if (!theirs.get("pD").isNull()) {
            double penalty = dic.get("pD_divergence").asDouble();
            double jags = theirs.get("pD").asDouble();
            lines.add(
                    String.format(Locale.ROOT, "  %-37s %9.1f %11.1f", "pD, R by dic.samples of JAGS", penalty, jags));
            // Both are means of a thousand or more terms whose spread is about their mean.
            assertThat(penalty).isCloseTo(jags, within(0.2 * jags));
        }
    }

    private static void sensitivities(List<String> lines, JsonNode ours, JsonNode theirs) {
        List<String> elements =
                theirs.get("names").valueStream().map(JsonNode::asString).toList();
        List<JsonNode> rows = ours.get("unknowns").valueStream().toList();
        assertThat(rows.stream().map(row -> row.get("name").asString()).collect(Collectors.toSet()))
                .isSubsetOf(elements);
        int most = 0;
        for (int i = 0; i < rows.size(); i++) {
            int j = elements.indexOf(rows.get(i).get("name").asString());
            for (String part : List.of("prior", "likelihood")) {
                assertThat(rows.get(i).get(part).asDouble())
                        .as(elements.get(j) + " to the " + part)
                        .isCloseTo(theirs.get(part).get(j).asDouble(), within(CLOSE));
            }
            most = rows.get(i).get("prior").asDouble()
                            > rows.get(most).get("prior").asDouble()
                    ? i
                    : most;
        }
        String name = rows.get(most).get("name").asString();
        int j = elements.indexOf(name);
        for (String part : List.of("prior", "likelihood")) {
            add(
                    lines,
                    name + " to the " + part,
                    rows.get(most).get(part).asDouble(),
                    theirs.get(part).get(j).asDouble());
        }
    }

    private static void compare(List<String> lines, String what, JsonNode ours, JsonNode theirs) {
        add(lines, what, ours.asDouble(), theirs.asDouble());
        assertThat(ours.asDouble())
                .as(what)
                .isCloseTo(theirs.asDouble(), within(CLOSE * (1 + Math.abs(theirs.asDouble()))));
    }

    private static void add(List<String> lines, String what, double ours, double theirs) {
        lines.add(String.format(Locale.ROOT, "  %-37s %9.4f %11.4f", what, ours, theirs));
    }

    /** The penalty of JAGS depends on its version. */
    private static List<String> steady(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.contains("dic.samples of JAGS"))
                .toList();
    }

    private static void hold(List<String> found) throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        int start = page.indexOf(FENCE);
        int end = start + page.subList(start, page.size()).indexOf("```");
        List<String> present = page.subList(start + 1, end);
        if (Boolean.getBoolean("tandem.docs.write") && !steady(present).equals(steady(found))) {
            List<String> renewed = new ArrayList<>(page.subList(0, start + 1));
            renewed.addAll(found);
            renewed.addAll(page.subList(end, page.size()));
            Files.write(PAGE, renewed);
        } else {
            assertThat(steady(present)).isEqualTo(steady(found));
        }
    }
}
