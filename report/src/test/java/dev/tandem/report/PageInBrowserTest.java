package dev.tandem.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.graph.ModelPicture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page as its reader has it, in a real browser. Skipped where there is none; continuous integration has one. */
@Tag("normal")
class PageInBrowserTest {
    @TempDir
    static Path folder;

    private static Browser browser;
    private static ReportContent content;
    private static Path file;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> program = Browser.program();
        assumeThat(program).as("a Chromium").isPresent();
        browser = Browser.start(program.orElseThrow());
        content = Samples.everything().build();
        file = folder.resolve("report.html");
        HtmlReport.write(content, file);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void open(int width, int height, boolean dark) {
        browser.screen(width, height, dark);
        browser.open(file);
        assertThat(browser.evaluate("document.documentElement.dataset.ready").asString())
                .isEqualTo("true");
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector(" + quoted(selector) + ").textContent")
                .asString();
    }

    private static int count(String selector) {
        return browser.evaluate("document.querySelectorAll(" + quoted(selector) + ").length")
                .asInt();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "\\'") + "'";
    }

    private static void click(String selector) {
        browser.evaluate("document.querySelector(" + quoted(selector) + ").click()");
        browser.waitUntilDrawn();
    }

    private static String firstRow() {
        return text("#table tbody tr[data-name] td");
    }

    /** How many colours the pictures below an element have; a blank one has one. */
    private static int fewestColours(String selector) {
        return browser.evaluate("""
                Math.min(...[...document.querySelectorAll(%s)].map(canvas => {
                  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                  const seen = new Set();
                  for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
                  return seen.size;
                }))""".formatted(quoted(selector + " canvas"))).asInt();
    }

    /** Scrolls through the whole page, so that every plot is drawn once. */
    private static void readAll() {
        browser.evaluate("""
                (async () => {
                  document.documentElement.style.scrollBehavior = 'auto';
                  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
                    scrollTo(0, y);
                    await new Promise(done => setTimeout(done, 60));
                  }
                  return true;
                })()""");
        browser.waitUntilDrawn();
    }

    @ParameterizedTest
    @CsvSource({"1280, 900, false", "1280, 900, true", "390, 844, false", "390, 844, true"})
    void opensAndCanBeReadToTheEnd(int width, int height, boolean dark) {
        open(width, height, dark);
        readAll();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).allMatch(address -> address.startsWith("file:") || address.startsWith("data:"));
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .as("nothing sticks out to the side")
                .isLessThanOrEqualTo(width);
        assertThat(text(".headline")).isEqualTo(content.findings().verdict().headline());
        assertThat(browser.evaluate("getComputedStyle(document.body).colorScheme")
                        .asString())
                .isEqualTo(dark ? "dark" : "light");
        assertThat(browser.evaluate("[...document.querySelectorAll('section')].map(s => s.id).join(' ')")
                        .asString())
                .isEqualTo("verdict table unknown forest pairs allocations predictive sampler trajectory model");
    }

    @Test
    void drawsOnlyWhatIsNearTheScreen() {
        open(1280, 700, false);
        int atFirst = count(".plot canvas");
        assertThat(atFirst).isPositive().isLessThan(count(".plot"));
        assertThat(count("#trajectory canvas")).isZero();
        browser.evaluate("document.documentElement.style.scrollBehavior = 'auto';"
                + "document.getElementById('trajectory').scrollIntoView()");
        browser.waitUntilDrawn();
        assertThat(count("#trajectory canvas")).isPositive();
        assertThat(fewestColours("#trajectory")).isGreaterThan(10);
        assertThat(count("#verdict canvas")).as("what was left is let go").isZero();
    }

    @Test
    void searchFindsUnknowns() {
        open(1280, 900, false);
        search("THETA[3");
        assertThat(count("#table tbody tr[data-name]")).isEqualTo(1);
        assertThat(firstRow()).isEqualTo("theta[3]");
        assertThat(text("#count")).isEqualTo("1 of 71 unknowns");
        search("no such thing");
        assertThat(count("#table tbody tr[data-name]")).isZero();
        assertThat(text("#table tbody")).isEqualTo("no unknown matches");
        search("");
        assertThat(text("#count")).isEqualTo("71 unknowns");
        assertThat(browser.complaints()).isEmpty();
    }

    private static void search(String text) {
        browser.evaluate("(() => { const box = document.getElementById('search'); box.value = " + quoted(text)
                + "; box.dispatchEvent(new Event('input')); })()");
        browser.waitUntilDrawn();
    }

    @Test
    void sortsByEveryColumn() {
        open(1280, 900, false);
        List<SummaryRow> rows = content.summary().rows();
        click("th[data-key=rhat]");
        assertThat(firstRow()).isEqualTo(greatest(rows, Comparator.comparingDouble(SummaryRow::rhat)));
        click("th[data-key=rhat]");
        assertThat(firstRow())
                .isEqualTo(greatest(
                        rows, Comparator.comparingDouble(SummaryRow::rhat).reversed()));
        click("th[data-key=rhat]");
        assertThat(firstRow()).as("the order of the model again").isEqualTo("mu");
        click("th[data-key=mean]");
        assertThat(firstRow())
                .isEqualTo(greatest(
                        rows, Comparator.comparingDouble(SummaryRow::mean).reversed()));
        for (String key : List.of("name", "mcse", "sd", "q5", "q50", "q95", "mode", "top", "bulk", "tail")) {
            click("th[data-key=" + key + "]");
            assertThat(count("th[aria-sort=ascending], th[aria-sort=descending]"))
                    .isEqualTo(1);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    private static String greatest(List<SummaryRow> rows, Comparator<SummaryRow> order) {
        return rows.stream()
                .filter(row -> !Double.isNaN(row.rhat()))
                .max(order)
                .orElseThrow()
                .name();
    }

    @Test
    void filtersShowWhatNeedsAttention() {
        open(1280, 900, false);
        long suspicious = content.summary().rows().stream()
                .filter(row -> row.rhat() > Findings.GREATEST_RHAT || row.effectiveSize() < Findings.SMALLEST_SIZE)
                .count();
        click("[data-filter=suspicious]");
        assertThat(text("#count")).isEqualTo(suspicious + " of 71 unknowns");
        click("[data-filter=discrete]");
        assertThat(text("#count")).isEqualTo("61 of 71 unknowns");
    }

    @Test
    void aRowShowsItsPlotsAndArrowsGoOn() {
        open(1280, 2600, false);
        assertThat(text("#unknown h2")).as("what is worst is shown first").isEqualTo("mu");
        click("#table tr[data-name=\"theta[2]\"]");
        assertThat(text("#unknown h2")).isEqualTo("theta[2]");
        assertThat(count("#unknown canvas")).isEqualTo(5);
        assertThat(fewestColours("#unknown")).isGreaterThan(10);
        click("#unknown .pager button:last-child");
        assertThat(text("#unknown h2")).isEqualTo("theta[3]");
        search("fixed");
        click("#table tr[data-name=fixed]");
        assertThat(text("#unknown .says")).isEqualTo("It is 4 in every draw.");
        assertThat(count("#unknown canvas")).isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void oneChainCanBePickedOut() {
        open(1280, 2600, false);
        int before = fewestColours("#unknown");
        click("#unknown .legend button:nth-child(2)");
        assertThat(count("#unknown .legend button[aria-pressed=true]")).isEqualTo(1);
        assertThat(fewestColours("#unknown")).isPositive().isNotEqualTo(before);
        click("#unknown .legend button:nth-child(2)");
        assertThat(count("#unknown .legend button[aria-pressed=true]")).isZero();
    }

    @Test
    void pairsAreChosenByTheReader() {
        open(1280, 4000, false);
        assertThat(text("#pairs")).contains("gather at small tau");
        assertThat(text("#pairs .tools"))
                .as("the unknown that diverges, on its logarithm")
                .contains("logtau");
        browser.evaluate("(() => { const box = document.querySelector('#pairs input'); box.value = 'z[4]';"
                + " box.dispatchEvent(new Event('input')); })()");
        browser.waitUntilDrawn();
        assertThat(text("#pairs .tools")).contains("z[4]");
        click("#pairs .pill button[aria-label=\"Take out z[4]\"]");
        assertThat(text("#pairs .tools .pill:last-child")).doesNotContain("z[4]");
        assertThat(fewestColours("#pairs")).isGreaterThan(10);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void intervalsAreChosenByTheReader() {
        open(1280, 900, false);
        assertThat(count("#forest tbody tr")).isGreaterThan(9);
        assertThat(text("#forest caption")).contains("middle 90%");
        SummaryRow row = content.summary().row("theta[1]");
        String cells = "#forest tr[data-name=\"theta[1]\"]";
        assertThat(text(cells))
                .contains(
                        String.format(java.util.Locale.ROOT, "%.2f", row.q50()).substring(0, 3));
        String ninety = text(cells);
        click("#forest [data-interval=\"50%\"]");
        assertThat(text("#forest caption")).contains("middle 50%");
        assertThat(text(cells)).isNotEqualTo(ninety);
        // A screen reader has rows with names, and the pictures are not read to it.
        assertThat(count("#forest svg:not([aria-hidden])")).isZero();
        assertThat(count("#forest tbody button")).isEqualTo(count("#forest tbody tr[data-name]"));
        click(cells + " button");
        assertThat(text("#unknown h2")).isEqualTo("theta[1]");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void anotherRunIsShownBeside() throws IOException {
        Path page = folder.resolve("beside.html");
        String evil = "<img src=x onerror=window.harmed=true>";
        HtmlReport.write(
                Samples.everything()
                        .beside(new BesideRun(evil, content.draws(), content.summary()))
                        .build(),
                page);
        browser.screen(1280, 900, false);
        browser.open(page);
        assertThat(text("#forest")).contains(evil);
        assertThat(count("#forest tr.beside")).isEqualTo(count("#forest tr[data-name]"));
        assertThat(text("#forest tr[data-name=\"mu\"] td:last-child")).isEqualTo("0");
        assertThat(browser.evaluate("window.harmed === true").asBoolean()).isFalse();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void lightAndDarkCanBeSwitched() {
        open(1280, 900, false);
        String light = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asString();
        click("#theme");
        String dark = browser.evaluate("getComputedStyle(document.body).backgroundColor")
                .asString();
        assertThat(dark).isNotEqualTo(light);
        click("#theme");
        assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor")
                        .asString())
                .isEqualTo(light);
        assertThat(browser.complaints()).isEmpty();
    }

    /** Paper shows what the screen would draw when scrolled to, in dark ink, and a table of some length. */
    @Test
    void paperHasEveryPlot() {
        open(1280, 900, true);
        browser.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(count("img.printed")).isPositive().isEqualTo(count(".plot"));
        assertThat(browser.evaluate("[...document.querySelectorAll('img.printed')].every(image => image.alt.length > 3"
                                + " && image.src.length > 2000)")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("document.documentElement.dataset.theme").asString())
                .isEqualTo("light");
        assertThat(count("#table tbody tr[data-name]")).isEqualTo(60);
        assertThat(text("#table tbody tr:last-child")).isEqualTo("and 11 more on the screen");
        assertThat(count("#table .spacer")).isZero();
        browser.evaluate("window.dispatchEvent(new Event('afterprint'))");
        assertThat(count("img.printed")).isZero();
        assertThat(browser.evaluate("document.documentElement.dataset.theme").asString())
                .isEqualTo("dark");
        assertThat(browser.complaints()).isEmpty();
    }

    /** What a screen reader needs first; .ci/axe asks many more questions, with a program that is not part of the build. */
    @Test
    void everythingHasANameAndHeadingsAreInOrder() {
        open(1280, 900, false);
        assertThat(browser.evaluate("""
                        [...document.querySelectorAll('.plot, button, input, select, th, [tabindex]')].filter(node => {
                          const labelled = node.getAttribute('aria-label') || node.getAttribute('aria-labelledby') || node.title
                            || node.textContent.trim() || (node.labels && node.labels.length > 0);
                          return !labelled;
                        }).map(node => node.outerHTML.slice(0, 80)).join('\\n')""").asString()).isEmpty();
        assertThat(browser.evaluate("""
                        (() => {
                          const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(node => Number(node.tagName[1]));
                          return levels[0] === 1 && levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1);
                        })()""").asBoolean()).isTrue();
    }

    @Test
    void hostileNamesAreShownAsTheyAre() throws IOException {
        String wicked = "</script><img src=x onerror='window.broken=1'>\"&\u2028{a|b}";
        double[][] chains = Samples.autoregression(2, 100, 0, 1);
        Draws draws = Samples.table(List.of(wicked, "b"), chains, Samples.autoregression(2, 100, 0, 2));
        RunFacts facts = Samples.facts(0, 2, 100);
        Summary summary = Summary.of(draws);
        Path hostile = folder.resolve("hostile.html");
        HtmlReport.write(
                ReportContent.builder()
                        .title(wicked)
                        .modelText(wicked)
                        .setting(wicked, wicked)
                        .draws(draws, summary)
                        .findings(facts, Findings.of(facts, summary))
                        .build(),
                hostile);
        browser.screen(1280, 3000, false);
        browser.open(hostile);
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.evaluate("typeof window.broken").asString()).isEqualTo("undefined");
        assertThat(text("#table tbody td")).isEqualTo(wicked);
        assertThat(text("h1")).isEqualTo(wicked);
        assertThat(count("img")).isZero();
        assertThat(count("section")).isEqualTo(6);
    }

    @Test
    void aRunWithoutDrawsIsShown() throws IOException {
        Draws draws = Draws.builder(List.of(new Variable("mu", List.of(), Variable.Kind.CONTINUOUS)), 2, 0)
                .build();
        RunFacts facts = Samples.facts(0, 2, 0);
        Summary summary = new Summary(List.of(), 2, 0);
        Path empty = folder.resolve("empty.html");
        HtmlReport.write(
                ReportContent.builder()
                        .title("empty")
                        .draws(draws, summary)
                        .findings(facts, Findings.of(facts, summary))
                        .build(),
                empty);
        browser.open(empty);
        assertThat(browser.complaints()).isEmpty();
        assertThat(text(".headline")).isEqualTo("There are no draws");
    }

    @Test
    void aVariableOfTheGraphIsChosenByKeyboard() throws IOException {
        String evil = "<img src=x onerror=window.harmed=true>";
        ModelPicture picture = new ModelPicture(
                List.of(
                        new ModelPicture.ModelVariable(
                                "mu",
                                ModelPicture.Fate.SAMPLED,
                                "dnorm",
                                List.of("mu ~ dnorm(0, 1)"),
                                List.of(2),
                                List.of()),
                        new ModelPicture.ModelVariable(
                                "theta",
                                ModelPicture.Fate.SAMPLED,
                                "dnorm",
                                List.of("theta[i] ~ dnorm(mu, 1)"),
                                List.of(4),
                                List.of("i in 1:8")),
                        new ModelPicture.ModelVariable(
                                evil, ModelPicture.Fate.DATA, evil, List.of(evil), List.of(5), List.of(evil))),
                List.of(new ModelPicture.Arrow("mu", "theta"), new ModelPicture.Arrow("theta", evil)));
        Path page = folder.resolve("graph.html");
        HtmlReport.write(Samples.everything().graph(picture).build(), page);
        browser.screen(1280, 900, false);
        browser.open(page);
        assertThat(count("#graph .variable[tabindex]")).isEqualTo(3);
        browser.evaluate("""
                document.querySelector('#graph .variable[data-name=theta]')
                  .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))""");
        assertThat(text("#graph .about")).contains("theta is sampled", "theta[i] ~ dnorm(mu, 1)", "theta[1]");
        browser.evaluate("document.querySelectorAll('#graph .variable')[2].dispatchEvent(new Event('click'))");
        assertThat(text("#graph .about")).contains(evil);
        assertThat(browser.evaluate("window.harmed === true").asBoolean()).isFalse();
        assertThat(browser.complaints()).isEmpty();
    }
}
