package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random models, and models that once showed a fault, against the oracle. Without sampling nothing is random but the
 * models, so that there are no false alarms; a failure prints the model, shrunk, with its seed.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RandomModelsTest {
    private static final int FEW_MODELS = 100;
    private static final int MODELS = 1_000;
    /** Forty milliseconds of the processor each, and three seconds for one that is sampled: ten minutes together. */
    private static final int MANY_MODELS = 9_000;

    private static final int HIERARCHIES = 15;
    private static final int SAMPLED = 12;
    private static final int MANY_SAMPLED = 300;
    private static final int FORWARD = 150;
    private static final int IN_PART = 15;
    private static final int PLACES = 8;
    /** The compiler has limits that docs/language.md lists; a random model seldom meets one. */
    private static final double MOST_REFUSED = 0.02;

    private static Coverage holdAgainstTheOracle(long first, int count) {
        List<String> failures = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        Coverage coverage = new Coverage();
        for (long seed = first; seed < first + count && failures.size() < 3; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            OracleCheck.Outcome outcome = OracleCheck.run(model, seed);
            coverage.add(model);
            outcome.refusal().ifPresent(refused::add);
            if (!outcome.clean()) {
                failures.add(outcome.findings().get(0) + "\n" + Shrinker.shrink(model, OracleCheck::compile, seed));
            }
        }
        assertThat(failures).isEmpty();
        assertThat(refused).hasSizeLessThan((int) (MOST_REFUSED * count));
        return coverage;
    }

    /** For the quick build; others than those below, so that the normal one gains by them. */
    @Test
    void fewCompiledDensitiesAgree() {
        holdAgainstTheOracle(500_000, FEW_MODELS);
    }

    @Test
    @Tag("normal")
    void compiledDensitiesAgree() {
        assertThat(holdAgainstTheOracle(0, MODELS).missingDistributions()).isEmpty();
    }

    /** Compiled densities agree in coordinates of effects chosen at random, too: the oracle finds their Jacobian by differences. */
    @Test
    @Tag("normal")
    void densitiesWithChosenCoordinatesAgree() {
        int hierarchies = 0;
        for (long seed = 0; seed < MODELS && hierarchies < HIERARCHIES; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            CompiledDensity density;
            try {
                density = OracleCheck.compile(model);
            } catch (SourceException refused) {
                continue;
            }
            if (density.effects().isEmpty() || !density.notes().isEmpty()) {
                continue;
            }
            hierarchies++;
            Oracle oracle = Oracle.of(model.model(), model.data());
            assertThat(OracleCheck.run(model, oracle, ignored -> recentred(density), seed)
                            .findings())
                    .as("seed " + seed + "\n" + model.text())
                    // An effect is not its coordinate any more, which is what the contract asks of reports.
                    .allSatisfy(finding -> assertThat(finding.message()).startsWith("report of "));
        }
        assertThat(hierarchies).isEqualTo(HIERARCHIES);
    }

    private static MixedDensity recentred(CompiledDensity density) {
        SplittableRandom random = new SplittableRandom(density.space().dimension());
        int effects = density.effects().stream().mapToInt(Effects::size).sum();
        double[] seen = random.doubles(effects, 0, 3).toArray();
        double[] push = random.doubles(effects, -2, 2).toArray();
        double[] follow = random.doubles(effects, 0, 2).toArray();
        return new MixedDensity() {
            @Override
            public Space space() {
                return density.space();
            }

            @Override
            public Cursor cursor() {
                Cursor cursor = density.cursor();
                cursor.recentre(seen, push, follow);
                cursor.moveTo(new double[density.space().dimension()]);
                return cursor;
            }
        };
    }

    /** Variables some of whose elements are drawn forwards have the density of the others, which the oracle knows too. */
    @Test
    void densitiesOfWhatIsNotDrawnForwardsAgree() {
        int inPart = 0;
        int missed = 0;
        for (long seed = 0; inPart < IN_PART; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            CompiledDensity density;
            try {
                density = OracleCheck.compileForward(model);
            } catch (SourceException refused) {
                continue;
            }
            if (density.drawnForwardsInPart().isEmpty()) {
                continue;
            }
            inPart++;
            Oracle oracle = Oracle.of(model.model(), model.data());
            assertThat(OracleCheck.run(model, oracle, same -> density, seed).findings())
                    .as("seed " + seed + "\n" + model)
                    .isEmpty();
            // One observation less, and what it depends on is drawn forwards that must not be.
            Oracle whole = Oracle.of(model.model(), model.data());
            missed += OracleCheck.run(model, whole, same -> OracleCheck.compileForward(withoutOne(same)), seed)
                            .clean()
                    ? 1
                    : 0;
        }
        // What depends on no unknown is not missed.
        assertThat(missed).isLessThan(IN_PART / 5);
    }

    /** A model with the last observation of a variable missing. */
    private static ModelCase withoutOne(ModelCase model) {
        Map<String, DataArray> data = new LinkedHashMap<>(model.data());
        List<String> drawn = Oracle.of(model.model(), model.data()).stochasticNames();
        String name = data.keySet().stream().filter(drawn::contains).findFirst().orElseThrow();
        double[] values = data.get(name).toArray();
        int last = values.length - 1;
        while (Double.isNaN(values[last])) {
            last--;
        }
        values[last] = Double.NaN;
        data.put(name, DataArray.of(data.get(name).dims(), values));
        return new ModelCase(model.name(), model.text(), data, model.drawn());
    }

    @Test
    @Tag("long")
    void manyCompiledDensitiesAgree() {
        assertThat(holdAgainstTheOracle(1_000_000, MANY_MODELS).missingDistributions())
                .isEmpty();
    }

    /** Each was shrunk from a random model on which the compiler was wrong, or stands in a report of one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "categories-of-different-number",
                "category-beside-a-coin",
                "one-category",
                "product-with-a-factor-of-zero",
                "sum-of-a-count-and-a-real-in-one-array",
                "sum-of-a-real-and-a-count",
                "sum-of-counts-in-a-loop",
                "sum-of-elements-one-law",
                "sum-of-hidden-states",
                "sum-of-reals-beside-a-category",
                "sum-of-states-of-two-chains",
                "sum-over-two-statements",
                "sum-that-leaves-a-narrow-window",
                "unknown-index-of-unknown-categories",
                "unknown-row-of-coins",
                "zero-concentration-beside-an-unknown"
            })
    void whatOnceWentWrongAgrees(String name) {
        ModelCase model = new ModelCase(
                name,
                text(name + ".bug"),
                DataFile.parse(SourceText.of(name + ".R", text(name + ".R")), Dialect.JAGS)
                        .arrays(),
                Map.of());
        for (long seed = 1; seed <= 5; seed++) {
            OracleCheck.Outcome outcome = OracleCheck.run(model, seed);
            assertThat(outcome.refusal()).isEmpty();
            assertThat(outcome.findings()).as("seed " + seed).isEmpty();
        }
    }

    private static String text(String name) {
        try (InputStream in = RandomModelsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("normal")
    void plantedFaultsAreFound(PlantedFault fault) {
        OracleTable.Catch compiler = OracleTable.plant(fault, false, 0, PLACES);
        assertThat(compiler.places()).isEqualTo(PLACES);
        assertThat(compiler.total()).isPositive();
        if (fault.inModel()) {
            assertThat(OracleTable.plant(fault, true, 0, PLACES).total()).isPositive();
        }
    }

    /** Above this many standard deviations nothing goes by chance once in 10^9: below 1e-6 for all models together. */
    @Test
    @Tag("normal")
    void whatIsDrawnForwardsFollowsItsLaw() {
        List<String> failures = new ArrayList<>();
        int compared = 0;
        for (long seed = 0; seed < FORWARD; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            ForwardCheck.Outcome outcome = ForwardCheck.run(model, seed);
            compared += outcome.drawn();
            outcome.finding().ifPresent(finding -> failures.add(finding + "\n" + model));
        }
        assertThat(failures).isEmpty();
        assertThat(compared).isGreaterThan(FORWARD / 2);
    }

    @Test
    void whatIsDrawnFromAnotherLawIsFound() {
        int places = 0;
        int found = 0;
        for (long seed = 0; places < 4 * PLACES; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Optional<ModelCase> misread = PlantedFault.SWAPPED_PARAMETERS.misread(model);
            if (misread.isPresent()) {
                ForwardCheck.Outcome outcome =
                        ForwardCheck.run(model, same -> ForwardCheck.compile(misread.get()), seed);
                places += outcome.drawn() > 0 ? 1 : 0;
                found += outcome.finding().isPresent() ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThan(1);
    }

    @Test
    void aFailingModelIsMadeSmall() {
        // A compiler that reads every gamma distribution the wrong way round.
        OracleCheck.Compiler wrong = model -> OracleCheck.compile(
                PlantedFault.SWAPPED_PARAMETERS.misread(model).orElse(model));
        for (long seed = 0; ; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Oracle oracle = Oracle.of(model.model(), model.data());
            if (model.text().contains("dgamma(")
                    && !OracleCheck.run(model, oracle, wrong, seed).clean()) {
                ModelCase small = Shrinker.shrink(model, wrong, seed);
                assertThat(small.text()).containsPattern("dgamma|dbeta|dweib|df");
                assertThat(small.text().lines().count()).as(small.text()).isLessThanOrEqualTo(6);
                assertThat(OracleCheck.run(small, Oracle.of(small.model(), small.data()), wrong, seed)
                                .findings())
                        .isNotEmpty();
                return;
            }
        }
    }

    private static OracleCheck.Compiler compiler(long seed) {
        return seed % 2 == 0 ? ForwardCheck::compile : OracleCheck::compile;
    }

    private static Settings settings(long seed) {
        return Settings.defaults().withWarmup(500).withDraws(1500).withSeed(seed);
    }

    /**
     * Draws against truth. At most 18 scores a model: with {@link SampledCheck#THRESHOLD} the false-alarm rate is below
     * 5e-8 for the models of every build and 2e-6 for those of the long one, if standard errors are right, and below
     * 5e-5 and 2e-3 if all were too small by a fifth. Every other model is sampled as users do, summed out and drawn
     * forwards where the compiler thinks best; the others have all of their unknowns sampled.
     */
    private static void sample(long first, int wanted) {
        List<String> failures = new ArrayList<>();
        int compared = 0;
        int judged = 0;
        for (long seed = first; compared < wanted; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Optional<SampledCheck.Result> result =
                    SampledCheck.run(model, compiler(seed), settings(seed), 15_000, seed);
            if (result.isPresent()) {
                compared++;
                judged += result.get().judged();
                result.get().wrong().forEach(wrong -> failures.add(wrong + "\n" + model));
            }
        }
        assertThat(failures).isEmpty();
        assertThat(judged).isGreaterThan(2 * wanted);
    }

    @Test
    @Tag("normal")
    void drawsAgree() {
        sample(0, SAMPLED);
    }

    @Test
    @Tag("long")
    void manyDrawsAgree() {
        sample(1_000_000, MANY_SAMPLED);
    }

    @Test
    @Tag("normal")
    void drawsOfAWrongModelDoNotAgree() {
        int found = 0;
        int places = 0;
        for (long seed = 0; places < 6; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Optional<ModelCase> misread = PlantedFault.PRECISION_AS_VARIANCE.misread(model);
            if (misread.isPresent()) {
                Optional<SampledCheck.Result> result = SampledCheck.run(
                        model, same -> OracleCheck.compile(misread.get()), settings(seed), 15_000, seed);
                places += result.isPresent() ? 1 : 0;
                found += result.isPresent() && !result.get().wrong().isEmpty() ? 1 : 0;
            }
        }
        assertThat(found).isPositive();
    }
}
