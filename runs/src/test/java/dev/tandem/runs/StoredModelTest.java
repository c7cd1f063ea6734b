package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of models in the BUGS language: the folder has all that it takes to do them again. */
@Tag("normal")
class StoredModelTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Settings SETTINGS = Settings.defaults()
            .withChains(2)
            .withWarmup(30)
            .withDraws(75)
            .withSeed(6)
            .withThreads(1);

    @TempDir
    Path temporary;

    static List<String> examples() {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("model.bug")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DataSet data(Path example) {
        Path json = example.resolve("data.json");
        return DataFile.read(Files.exists(json) ? json : example.resolve("data.R"));
    }

    /** Compiled densities keep their caches as exactly as those written by hand. */
    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleGoesOnToTheSameBytes(String name) throws IOException {
        Path example = EXAMPLES.resolve(name);
        Model model = Model.read(example.resolve("model.bug"));
        Path whole = temporary.resolve("whole");
        Path parts = temporary.resolve("parts");
        RunFolder.sample(whole, model, data(example), SETTINGS);
        RunFolder.sample(parts, model, data(example), SETTINGS.withDraws(50));
        StoredRun longer = RunFolder.resume(parts, SETTINGS.draws());
        assertThat(longer.finished()).isTrue();
        assertThat(SmallRun.digests(parts)).isEqualTo(SmallRun.digests(whole));
        assertThat(longer.summary()).isEqualTo(StoredRun.open(whole).summary());
    }

    @Test
    void theModelComesBackWithItsData() {
        Map<String, DataArray> values = new LinkedHashMap<>();
        values.put("n", DataArray.scalar(4));
        values.put("y", DataArray.vector(0.1, -1.0 / 3, Double.NaN, 1e-300));
        values.put("x", DataArray.of(new int[] {4, 2}, new double[] {1, 2, 3, 4, -0.0, 6.5, 7, 1e-300}));
        values.put("k", DataArray.of(new int[] {1, 1}, new double[] {9_007_199_254_740_994.0}));
        DataSet data = DataSet.of(values);
        Model model = Model.of("""
                model {
                  for (i in 1:n) { y[i] ~ dnorm(b[1] * x[i, 1] + b[2] * x[i, 2], 1) }
                  for (j in 1:2) { b[j] ~ dnorm(0, 1) }
                  unused <- k[1, 1] * b[1]
                }
                """);
        StoredRun stored = RunFolder.sample(temporary.resolve("run"), model, data, SETTINGS);
        DataSet read = stored.data().orElseThrow();
        assertThat(read.names()).containsExactlyElementsOf(data.names());
        values.forEach((name, array) -> {
            DataArray back = read.find(name).orElseThrow();
            assertThat(back.dims()).isEqualTo(array.dims());
            assertThat(Arrays.stream(back.toArray()).mapToLong(Double::doubleToRawLongBits))
                    .containsExactly(Arrays.stream(array.toArray())
                            .mapToLong(Double::doubleToRawLongBits)
                            .boxed()
                            .toArray(Long[]::new));
        });
        assertThat(stored.modelText()).contains(model.parsed().source().text());
        assertThat(stored.description().dialect()).contains(Dialect.JAGS);
        BoundModel bound = stored.model().orElseThrow();
        assertThat(bound.variables()).contains("b", "unused");
        assertThat(stored.posterior().orElseThrow().predict(1, 25).element("y[4]"))
                .isDeepEqualTo(model.with(data).sample(SETTINGS).predict(1, 25).element("y[4]"));
        assertThat(temporary.resolve("run").resolve("summary.json")).exists();
    }

    @Test
    void aModelWithoutDataComesBack() {
        Model model = Model.of("model { a ~ dnorm(0, 1) }");
        StoredRun stored = RunFolder.sample(temporary.resolve("run"), model, DataSet.empty(), SETTINGS);
        assertThat(stored.data().orElseThrow().names()).isEmpty();
        assertThat(stored.posterior().orElseThrow().mean("a"))
                .isEqualTo(model.withoutData().sample(SETTINGS).mean("a"));
    }
}
