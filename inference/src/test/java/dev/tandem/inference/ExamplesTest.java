package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.validation.PageArithmetic;
import dev.tandem.validation.Tails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example is compiled as it is, keeps the contract of densities, and gives the means and standard deviations that
 * were found by other means. With default settings and a fixed seed; the false-alarm rate of all comparisons together,
 * were the seed drawn anew, is at most 1e-5. Holds the table of docs/examples.md, and the figures in the README of each
 * example; with {@code -Dtandem.docs.write=true} it writes them.
 */
@Order(1)
class ExamplesTest {
    private static final double FALSE_ALARMS = 1e-5;
    private static final double MOST_RHAT = 1.02;
    private static final long SEED = 20;
    private static final int DRAWS = 2000;

    /** Draws per chain where chains mix too slowly for the usual number, and where draws are slow and fewer suffice. */
    private static final Map<String, Integer> OTHER_DRAWS = Map.of(
            "eight-schools", 8_000,
            "spike-slab", 6_000,
            "stochastic-volatility", 12_000,
            "lda", 1_000,
            "dail-madsen", 1_000,
            "rasch", 1_000);

    /**
     * What an example may break. The model `ordered` takes differences of probabilities by hand, which near 0 and 1
     * lose their digits: far from the posterior, derivatives are then those of the rounded function, and not even that.
     */
    private static final Map<String, String> EXCUSED = Map.of("ordered", "^(gradient|conditional|logWeight) .*");

    private static final Path PAGE = Path.of("..", "docs", "examples.md");
    private static final boolean WRITE = Boolean.getBoolean("tandem.docs.write");

    /** The last two columns are seconds. */
    private static final String SECONDS = " [0-9.]+ \\| [0-9.]+ \\|$";

    private static final Map<String, String> ROWS = new TreeMap<>();

    static List<Example> examples() {
        return Example.all();
    }

    /** With nothing summed out; the density that is sampled is checked below, when it has been. */
    @ParameterizedTest
    @MethodSource("examples")
    @Tag("normal")
    void theJointDensityKeepsTheContract(Example example) {
        CompiledDensity joint = example.bind().summing(Summing.joint()).compile();
        if (!joint.source().equals(example.bind().compile().source())) {
            keepsTheContract(example, joint);
        }
    }

    private static void keepsTheContract(Example example, CompiledDensity density) {
        assertThat(DensityContract.checkAllButAllocation(density, SEED))
                .filteredOn(violation -> !excused(example, violation))
                .isEmpty();
    }

    private static boolean excused(Example example, String violation) {
        return violation.matches(EXCUSED.getOrDefault(example.name(), "none"));
    }

    static Stream<Example> few() {
        return Example.all().stream()
                .filter(example -> Set.of("changepoint", "mixture", "zip").contains(example.name()));
    }

    @ParameterizedTest
    @MethodSource("few")
    @Tag("quick")
    void theShortestGiveTheTruth(Example example) {
        keepsTheContract(example, example.bind().summing(Summing.joint()).compile());
        givesTheTruth(example);
    }

    @ParameterizedTest
    @MethodSource("examples")
    @Tag("normal")
    void givesTheTruth(Example example) {
        long begun = System.nanoTime();
        int draws = OTHER_DRAWS.getOrDefault(example.name(), DRAWS);
        Settings settings = Settings.defaults().withDraws(draws).withSeed(SEED);
        BoundModel model = example.bind().under(settings);
        CompiledDensity density = model.compile();
        double compiled = (System.nanoTime() - begun) * 1e-9;
        Posterior posterior = new Posterior(model, settings, Sampling.run(density, settings));
        double seconds = (System.nanoTime() - begun) * 1e-9;
        Comparison comparison = Comparison.of(posterior.draws(), example.truths(), threshold());
        ROWS.put(
                example.name(),
                String.format(
                        Locale.ROOT,
                        "| %s | %s | %d | %d | %.1f | %.1f | %.0f | %.3f | %d | %.1f | %.1f |",
                        example.name(),
                        fates(density),
                        draws,
                        example.truths().size() - comparison.rare(),
                        comparison.largestMean(),
                        comparison.largestSd(),
                        comparison.smallestSize(),
                        comparison.largestRhat(),
                        posterior.run().divergences(),
                        compiled,
                        seconds));
        assertThat(comparison.wrong()).as("seed %d", SEED).isEmpty();
        exactProbabilitiesAgree(example, posterior);
        // What is said after a run looks at states that no chain was in.
        assertThat(posterior.outcome().findings()).isNotNull();
        assertThat(comparison.largestRhat()).as("R-hat, seed %d", SEED).isLessThan(MOST_RHAT);
        // With the measure of allocation, now that it has been sampled: before, Java has not yet compiled away the
        // objects that some functions make.
        assertThat(DensityContract.check(density, SEED))
                .filteredOn(violation -> !excused(example, violation))
                .isEmpty();
    }

    /** Means from exact probabilities; truths have seven digits, and those of lattices are within 1e-4 sd. */
    private static void exactProbabilitiesAgree(Example example, Posterior posterior) {
        for (SummaryRow row : posterior.summary().rows()) {
            Example.Truth truth = example.truths().get(row.name());
            if (row.exact() && truth != null) {
                double error = Math.hypot(row.mcseMean(), truth.meanError());
                assertThat(row.mean())
                        .as("%s of %s, mcse %s, seed %d", row.name(), example, row.mcseMean(), SEED)
                        .isCloseTo(truth.mean(), within(threshold() * error + 2e-4 * truth.sd() + 1e-6));
            }
        }
    }

    /** What becomes of the unknowns. */
    private static String fates(CompiledDensity density) {
        List<String> fates = new ArrayList<>();
        if (density.space().dimension() > 0) {
            fates.add(density.space().dimension() + " coordinates");
        }
        if (density.space().sites() > 0) {
            fates.add(density.space().sites() + " sampled");
        }
        if (density.summedOut().unknowns() > 0) {
            fates.add("summed out: " + density.summedOut().inWords());
        }
        if (!density.drawnForwards().isEmpty()) {
            fates.add("drawn forwards: " + String.join(", ", density.drawnForwards()));
        }
        if (density.settled() > 0) {
            fates.add(density.settled() + " settled");
        }
        return String.join("; ", fates);
    }

    /** The standard errors are estimates themselves, so scores have about Student's law. */
    private static double threshold() {
        int comparisons =
                2 * examples().stream().mapToInt(e -> e.truths().size()).sum();
        return Tails.studentThreshold(FALSE_ALARMS / comparisons, Comparison.BATCHES - 1);
    }

    /** The page shows what was found, but for the seconds; where nothing else has changed, these are left as they are. */
    @AfterAll
    static void isShown() throws IOException {
        if (ROWS.size() < examples().size() || !PageArithmetic.isHere()) {
            return;
        }
        int comparisons =
                2 * examples().stream().mapToInt(e -> e.truths().size()).sum();
        String text = Files.readString(PAGE);
        Matcher table =
                Pattern.compile("(?s)(.*\\|---\\|\\n)((?:\\|[^\\n]*\\n)*)(.*)").matcher(text);
        assertThat(table.matches()).isTrue();
        List<String> shown = table.group(2).lines().toList();
        List<String> rows = List.copyOf(ROWS.values());
        String scores =
                String.format(Locale.ROOT, "Scores beyond %.2f fail: with %d comparisons", threshold(), comparisons);
        String before = table.group(1).replaceFirst("Scores beyond [0-9.]+ fail: with \\d+ comparisons", scores);
        if (WRITE) {
            Map<String, String> known = new HashMap<>();
            shown.forEach(row -> known.put(row.replaceFirst(SECONDS, ""), row));
            String renewed = rows.stream()
                    .map(row -> known.getOrDefault(row.replaceFirst(SECONDS, ""), row))
                    .collect(Collectors.joining("\n"));
            Files.writeString(PAGE, before + renewed + "\n" + table.group(3));
        } else {
            assertThat(before).isEqualTo(table.group(1));
            assertThat(withoutSeconds(shown))
                    .as("docs/examples.md; docs/write.sh writes it")
                    .isEqualTo(withoutSeconds(rows));
        }
    }

    private static List<String> withoutSeconds(List<String> rows) {
        return rows.stream().map(row -> row.replaceFirst(SECONDS, "")).toList();
    }

    /** The README of an example gives its truths, rounded, and says how to run it. */
    @ParameterizedTest
    @MethodSource("examples")
    void itsReadmeHasTheTruth(Example example) throws IOException {
        Path readme = example.folder().resolve("README.md");
        String text = Files.readString(readme);
        Matcher command = Pattern.compile("(?m)^    \\./tandem sample (\\S+) --data (\\S+)$")
                .matcher(text);
        assertThat(command.find()).as("%s has a command", readme).isTrue();
        assertThat(Path.of("..").resolve(command.group(1)))
                .isEqualTo(example.folder().resolve("model.bug"))
                .exists();
        assertThat(Path.of("..").resolve(command.group(2)))
                .hasParent(example.folder())
                .exists();
        String renewed = Pattern.compile("`([^`]+)` (-?[0-9.]+) \\(sd ([0-9.]+)\\)")
                .matcher(text)
                .replaceAll(figure -> {
                    Example.Truth truth = example.truths().get(figure.group(1));
                    assertThat(truth).as("%s: %s", readme, figure.group(1)).isNotNull();
                    return Matcher.quoteReplacement(String.format(
                            Locale.ROOT,
                            "`%s` %s (sd %s)",
                            figure.group(1),
                            rounded(truth.mean(), figure.group(2)),
                            rounded(truth.sd(), figure.group(3))));
                });
        assertThat(renewed).as(readme.toString()).contains(" (sd ");
        if (WRITE) {
            Files.writeString(readme, renewed);
        }
        assertThat(Files.readString(readme)).isEqualTo(renewed);
    }

    /** With as many decimals as are shown. */
    private static String rounded(double value, String shown) {
        int point = shown.indexOf('.');
        return String.format(Locale.ROOT, "%." + (point < 0 ? 0 : shown.length() - point - 1) + "f", value);
    }
}
