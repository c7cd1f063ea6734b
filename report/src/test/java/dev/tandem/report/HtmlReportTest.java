package dev.tandem.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawStore;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.findings.Finding;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.plot.Detail;
import dev.tandem.report.plot.Unpacked;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What stands in the file: the numbers, the words, nothing that breaks out, nothing from elsewhere, not too much. */
class HtmlReportTest {
    @TempDir
    Path folder;

    static String page(ReportContent content) {
        StringWriter writer = new StringWriter();
        try {
            HtmlReport.write(content, writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return writer.toString();
    }

    private static JsonNode data(String page) {
        Matcher matcher = Pattern.compile("<script type=\"application/json\" id=\"tandem-data\">(.*?)</script>")
                .matcher(page);
        assertThat(matcher.find()).isTrue();
        return JsonMapper.shared().readTree(matcher.group(1));
    }

    private static List<String> curves(String page) {
        Matcher matcher = Pattern.compile("id=\"tandem-curves\">\\n(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).lines().toList();
    }

    @Test
    void theNumbersAreThoseOfTheSummary() {
        ReportContent content = Samples.everything().build();
        JsonNode data = data(page(content));
        List<String> columns = new ArrayList<>();
        data.get("columns").forEach(column -> columns.add(column.asString()));
        List<SummaryRow> rows = content.summary().rows();
        assertThat(data.get("rows").size()).isEqualTo(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            JsonNode cells = data.get("rows").get(i);
            SummaryRow row = rows.get(i);
            assertThat(cells.get(columns.indexOf("name")).asString()).isEqualTo(row.name());
            same(cells.get(columns.indexOf("mean")), row.mean());
            same(cells.get(columns.indexOf("sd")), row.sd());
            same(cells.get(columns.indexOf("mcse_mean")), row.mcseMean());
            same(cells.get(columns.indexOf("mcse_sd")), row.mcseSd());
            same(cells.get(columns.indexOf("q5")), row.q5());
            same(cells.get(columns.indexOf("q50")), row.q50());
            same(cells.get(columns.indexOf("q95")), row.q95());
            same(cells.get(columns.indexOf("rhat")), row.rhat());
            same(cells.get(columns.indexOf("ess_bulk")), row.essBulk());
            same(cells.get(columns.indexOf("ess_tail")), row.essTail());
            JsonNode probabilities = cells.get(columns.indexOf("probabilities"));
            assertThat(probabilities.size()).isEqualTo(2 * row.frequencies().size());
            for (int k = 0; k < row.frequencies().size(); k++) {
                assertThat(probabilities.get(2 * k).asLong())
                        .isEqualTo(row.frequencies().get(k).value());
                same(probabilities.get(2 * k + 1), row.frequencies().get(k).probability());
            }
        }
    }

    @Test
    void theFateOfUnknownsIsAColumnWhereSomeAreNotSampled() {
        JsonNode plain = data(page(Samples.everything().build()));
        assertThat(plain.get("headings").toString()).doesNotContain("fate");
        BitSet drawn = new BitSet();
        drawn.set(0, 2);
        BitSet forward = new BitSet();
        forward.set(1);
        JsonNode data = data(page(Samples.everything()
                .roles(new Roles(new BitSet(), new BitSet(), drawn, forward, List.of()))
                .build()));
        JsonNode headings = data.get("headings");
        assertThat(headings.get(headings.size() - 1).asString()).isEqualTo("fate");
        List<String> fates = new ArrayList<>();
        data.get("rows").forEach(row -> {
            JsonNode texts = row.get(row.size() - 1);
            assertThat(texts.size()).isEqualTo(headings.size() - 1);
            fates.add(texts.get(texts.size() - 1).asString());
        });
        assertThat(fates).startsWith("summed out", "drawn forwards", "sampled");
    }

    private static void same(JsonNode node, double value) {
        if (Double.isFinite(value)) {
            assertThat(node.asDouble()).isEqualTo(value);
        } else {
            assertThat(node.isNull()).isTrue();
        }
    }

    @Test
    void theWordsAreThoseOfTheTerminal() {
        ReportContent content = Samples.everything().build();
        JsonNode data = data(page(content));
        List<Finding> warnings = content.findings().warnings();
        assertThat(warnings).isNotEmpty();
        for (int i = 0; i < warnings.size(); i++) {
            JsonNode node = data.get("warnings").get(i);
            assertThat(content.findings().render())
                    .contains("warning: " + node.get("what").asString() + "\n")
                    .contains(node.get("advice").asString());
        }
        assertThat(data.get("verdict").get("headline").asString())
                .isEqualTo(content.findings().verdict().headline());
    }

    @Test
    void divergencesLeadToTheUnknownThatCausesThem() {
        JsonNode clues =
                data(page(Samples.everything().build())).get("divergent").get("clues");
        assertThat(clues.get(0).get("name").asString()).isEqualTo("tau");
        assertThat(clues.get(0).get("median").asDouble()).isLessThan(0.3);
    }

    @Test
    void allocationsHaveTheProbabilitiesOfTheDraws() {
        ReportContent content = Samples.everything().build();
        JsonNode map = data(page(content)).get("allocations").get(0);
        assertThat(map.get("name").asString()).isEqualTo("z");
        byte[] packed = Base64.getDecoder().decode(map.get("data").asString());
        for (int site = 0; site < 30; site++) {
            double mean = content.summary().row("z[" + (site + 1) + "]").mean();
            assertThat((packed[2 * site + 1] & 0xff) / 255.0).isCloseTo(mean, within(0.002));
        }
    }

    /** As an array of states is in capture and recapture: known up to the first capture, and so drawn element by element. */
    @Test
    void anArrayKnownInPartHasAMapWithBlanks() {
        double[][] alive = {{1, 1, 0, 1}, {1, 0, 1, 1}};
        double[][] dead = {{0, 0, 0, 1}, {0, 0, 0, 0}};
        List<String> names = List.of("z[1,2]", "z[3,2]", "z[1,3]", "z[2,3]", "z[3,3]");
        List<Variable> variables = names.stream()
                .map(name -> new Variable(name, List.of(), Variable.Kind.DISCRETE))
                .toList();
        Draws.Builder builder = Draws.builder(variables, 2, 4);
        for (int chain = 0; chain < 2; chain++) {
            for (int draw = 0; draw < 4; draw++) {
                double a = alive[chain][draw];
                double d = dead[chain][draw];
                builder.append(chain, new double[] {a, d, a, d, a});
            }
        }
        Draws draws = builder.build();
        Summary counted = Summary.of(draws);
        // The summary knows the probabilities of z[2,3] exactly, though no draw may show a value.
        List<SummaryRow> rows = new ArrayList<>(counted.rows());
        SummaryRow row = rows.get(3);
        rows.set(
                3,
                new SummaryRow(
                        row.name(),
                        row.kind(),
                        0.3,
                        row.sd(),
                        row.mcseMean(),
                        row.mcseSd(),
                        row.q5(),
                        row.q50(),
                        row.q95(),
                        row.rhat(),
                        row.essBulk(),
                        row.essTail(),
                        List.of(new SummaryRow.Frequency(0, 0.7), new SummaryRow.Frequency(1, 0.3)),
                        true));
        Summary summary = new Summary(rows, 2, 4);
        RunFacts facts = Samples.facts(0, 2, 4);
        JsonNode map = data(page(ReportContent.builder()
                        .title("captures")
                        .draws(draws, summary)
                        .findings(facts, Findings.of(facts, summary))
                        .build()))
                .get("allocations")
                .get(0);
        assertThat(map.get("name").asString()).isEqualTo("z");
        assertThat(map.get("shape").toString()).isEqualTo("[3,3]");
        byte[] packed = Base64.getDecoder().decode(map.get("data").asString());
        // By column: 0 for states that are not unknown, else the probability of 1.
        double[] expected = {0, 0, 0, 0.75, 0, 0.125, 0.75, 0.3, 0.75};
        for (int site = 0; site < 9; site++) {
            boolean blank = site < 3 || site == 4;
            assertThat((packed[2 * site + 1] & 0xff) / 255.0).isCloseTo(expected[site], within(0.002));
            assertThat((packed[2 * site] & 0xff) / 255.0).isCloseTo(blank ? 0 : 1 - expected[site], within(0.002));
        }
    }

    @Test
    void theCurvesOfEveryUnknownCanBeRead() {
        ReportContent content = Samples.everything().build();
        String page = page(content);
        JsonNode divergent = data(page).get("divergent").get("shown");
        List<String> lines = curves(page);
        assertThat(lines).hasSize(content.draws().elements());
        Detail detail = Detail.fit(lines.size(), Samples.CHAINS, Samples.DRAWS, divergent.size() / 2);
        Unpacked tau = new Unpacked(lines.get(1), detail, Samples.CHAINS, divergent.size() / 2);
        int chain = divergent.get(0).asInt();
        int draw = divergent.get(1).asInt();
        assertThat(tau.divergent[0]).isCloseTo(content.draws().value(chain, draw, 1), within(1e-3));
        assertThat(Arrays.stream(tau.divergent).boxed()).allMatch(value -> value < 0.31);
    }

    /** Names and texts are somebody else's; none of them may end the script that carries them. */
    @Test
    void nothingBreaksOut() {
        String wicked = "</script><script>window.broken=1</script><!-- \"'&\u2028\u2029 \u00e9\u4e2d\ud83d\udc22";
        double[][] chains = Samples.autoregression(2, 50, 0, 1);
        Draws draws = Samples.table(List.of(wicked, "b"), chains, chains);
        Summary summary = Summary.of(draws);
        RunFacts facts = Samples.facts(0, 2, 50);
        String page = page(ReportContent.builder()
                .title(wicked)
                .subtitle(wicked)
                .maker(wicked)
                .modelText(wicked)
                .setting(wicked, wicked)
                .data(wicked, wicked)
                .without(Section.PREDICTIVE, wicked)
                .chains(new ChainTable(List.of(wicked), List.of(List.of(wicked))))
                .draws(draws, summary)
                .findings(facts, Findings.of(facts, summary))
                .build());
        assertThat(page).doesNotContain("<script>window");
        assertThat(page.split("<script", -1)).hasSize(1 + 4);
        assertThat(page.substring(page.indexOf("tandem-data"))).doesNotContain("\u2028");
        JsonNode data = data(page);
        assertThat(data.get("title").asString()).isEqualTo(wicked);
        assertThat(data.get("model").asString()).isEqualTo(wicked);
        assertThat(data.get("rows").get(0).get(0).asString()).isEqualTo(wicked);
        assertThat(page).contains("<title>&lt;/script&gt;");
    }

    @Test
    void nothingComesFromElsewhere() {
        String page = page(Samples.everything().build());
        String own = page.replaceFirst("(?s)<script>\\s*/\\*\\s*\\* Licensed to the Apache.*?</script>", "");
        assertThat(own).doesNotContain("src=").doesNotContain("@import").doesNotContain("url(");
        assertThat(Pattern.compile("href=\"(?!#)").matcher(own).find()).isFalse();
        assertThat(page).contains("default-src 'none'");
    }

    @Test
    void theLicenceOfThePlotsIsInThePage() {
        String page = page(Samples.everything().build());
        assertThat(page)
                .contains("Apache ECharts")
                .contains("Licensed to the Apache Software Foundation (ASF)")
                .contains("Apache License")
                .contains("Redistribution and use in source and binary forms");
    }

    @Test
    void whatIsMissingIsLeftOut() {
        double[][] chains = Samples.autoregression(2, 50, 0, 1);
        Draws draws = Samples.table(List.of("mu"), chains);
        Summary summary = Summary.of(draws);
        RunFacts facts = Samples.facts(0, 2, 50);
        JsonNode data = data(page(ReportContent.builder()
                .title("small")
                .draws(draws, summary)
                .findings(facts, Findings.of(facts, summary))
                .without(Section.PREDICTIVE, "The model observes nothing.")
                .build()));
        assertThat(data.has("energy")).isFalse();
        assertThat(data.has("trajectory")).isFalse();
        assertThat(data.has("predictive")).isFalse();
        assertThat(data.get("allocations").isEmpty()).isTrue();
        assertThat(data.get("warmup").isEmpty()).isTrue();
        assertThat(data.get("reasons").get("predictive").asString()).isEqualTo("The model observes nothing.");
    }

    @Test
    void aRunWithoutDrawsHasAPageToo() {
        Draws draws = Draws.builder(List.of(new Variable("mu", List.of(), Variable.Kind.CONTINUOUS)), 2, 0)
                .build();
        RunFacts facts = Samples.facts(0, 2, 0);
        Summary summary = new Summary(List.of(), 2, 0);
        String page = page(ReportContent.builder()
                .title("empty")
                .draws(draws, summary)
                .findings(facts, Findings.of(facts, summary))
                .build());
        assertThat(data(page).get("verdict").get("headline").asString()).isEqualTo("There are no draws");
    }

    @Test
    void writesTheWholeFileOrNothing() throws IOException {
        Path file = folder.resolve("report.html");
        HtmlReport.write(Samples.everything().build(), file);
        String before = Files.readString(file);
        Draws failing =
                Draws.of(List.of(new Variable("mu", List.of(), Variable.Kind.CONTINUOUS)), new Generated(2, 10, true));
        RunFacts facts = Samples.facts(0, 2, 10);
        Summary summary = Summary.of(Samples.table(List.of("mu"), Samples.autoregression(2, 10, 0, 1)));
        ReportContent broken = ReportContent.builder()
                .title("broken")
                .draws(failing, summary)
                .findings(facts, Findings.of(facts, summary))
                .build();
        assertThatThrownBy(() -> HtmlReport.write(broken, file)).hasStackTraceContaining("the disk is gone");
        assertThat(Files.readString(file)).isEqualTo(before);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    /** A thousand unknowns fill the budget of plots whatever their draws, so that few draws show the size of many. */
    @Test
    void aThousandUnknownsStayBelowTenMegabytes() throws IOException {
        List<Variable> variables = List.of(
                new Variable("beta", List.of(900), Variable.Kind.CONTINUOUS),
                new Variable("z", List.of(100), Variable.Kind.DISCRETE));
        Draws draws = Draws.of(variables, new Generated(4, 400, false));
        Summary summary = Summary.of(draws);
        RunFacts facts = Samples.facts(0, 4, 400);
        Path file = folder.resolve("report.html");
        HtmlReport.write(
                ReportContent.builder()
                        .title("large")
                        .draws(draws, summary)
                        .findings(facts, Findings.of(facts, summary))
                        .build(),
                file);
        assertThat(Files.size(file)).isLessThan(10_000_000);
        assertThat(curves(Files.readString(file))).hasSize(1000);
    }

    /** Draws that are computed when they are asked for: no table of them is ever held. */
    record Generated(int chains, int draws, boolean failing) implements DrawStore {
        @Override
        public void copyColumns(int chain, int first, int every, double[][] destination) {
            for (int i = 0; i < destination.length; i++) {
                for (int draw = 0; draw < draws; draw++) {
                    destination[i][draw] = value(chain, draw, first + i);
                }
            }
        }

        @Override
        public double value(int chain, int draw, int element) {
            if (failing) {
                throw new IllegalStateException("the disk is gone");
            }
            long bits = (element * 4L + chain) * 0x9e3779b97f4a7c15L + draw * 0xbf58476d1ce4e5b9L;
            bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
            bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
            double uniform = ((bits ^ (bits >>> 31)) >>> 11) * 0x1p-53;
            return element >= 900 ? Math.floor(4 * uniform) : Math.log(uniform / (1 - uniform));
        }
    }
}
