package dev.tandem.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.density.Variable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exports as Python reads them, every value to the last bit. The environment variable TANDEM_PYTHON names the
 * interpreter; where it has no arviz, pyarrow or cmdstanpy the test is skipped.
 */
@Tag("normal")
class ReadBackWithPythonTest {
    private static final SampleDraws DRAWS = SampleDraws.of(SampleDraws.allKinds());

    /** The exit code that says that a package is missing. */
    private static final int MISSING = 77;

    @TempDir
    Path folder;

    /** Runs a program with the exported file and the name of a file of doubles to write as its arguments. */
    private ByteBuffer run(Path export, String program, String... packages) throws IOException, InterruptedException {
        String interpreter = System.getenv().getOrDefault("TANDEM_PYTHON", "python3");
        String guard = "import sys, warnings\nwarnings.simplefilter('ignore')\ntry:\n    import numpy as np, "
                + String.join(", ", packages) + "\nexcept ImportError:\n    sys.exit(" + MISSING + ")\n";
        Path script = Files.writeString(folder.resolve("read.py"), guard + program);
        Path numbers = folder.resolve("numbers");
        Process process;
        try {
            process = new ProcessBuilder(interpreter, script.toString(), export.toString(), numbers.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            return abort("there is no " + interpreter);
        }
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assumeTrue(process.exitValue() != MISSING, interpreter + " does not have " + List.of(packages));
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("log")))
                .isZero();
        return ByteBuffer.wrap(Files.readAllBytes(numbers)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void assertRow(ByteBuffer numbers, int chain, int draw) {
        for (int element = 0; element < DRAWS.elements(); element++) {
            assertThat(numbers.getDouble())
                    .as("%s, chain %d, draw %d", DRAWS.draws.elementName(element), chain, draw)
                    .isEqualTo(DRAWS.draws.value(chain, draw, element));
        }
    }

    private static void assertStatistics(ByteBuffer numbers, int chain, int draw) {
        for (int i = 0; i < DRAWS.statistics().size(); i++) {
            assertThat(numbers.getDouble()).isEqualTo(DRAWS.statistics.value(chain, draw, i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"export.zarr", "export.zarr.zip"})
    void zarrByArviz(String name) throws Exception {
        Path export = folder.resolve(name);
        if (!name.endsWith("zip")) {
            Files.createDirectory(export);
        }
        List<Variable> predicted = List.of(SampleDraws.variable("w", Variable.Kind.DISCRETE, 2, 3));
        SampleDraws predictions = SampleDraws.of(predicted);
        ArvizZarr.DataGroup observed =
                new ArvizZarr.DataGroup("observed_data", predicted, new double[] {1, 2, 3, 4, 5, 6});
        ArvizZarr.DataGroup constant = new ArvizZarr.DataGroup(
                "constant_data",
                List.of(
                        SampleDraws.variable("N", Variable.Kind.DISCRETE),
                        SampleDraws.variable("weight", Variable.Kind.DISCRETE, 2),
                        SampleDraws.variable("v[7]", Variable.Kind.CONTINUOUS)),
                new double[] {6, 0.5, Double.NaN, -1.5});
        // Chunks of few draws, the last of them not full.
        ArvizZarr.write(
                List.of(
                        new ArvizZarr.DrawGroup("posterior", DRAWS),
                        new ArvizZarr.DrawGroup("posterior_predictive", predictions.draws)),
                List.of(observed, constant),
                SampleDraws.PROVENANCE,
                export,
                31 * 7);
        ByteBuffer numbers = run(export, """
                import zarr
                path = sys.argv[1]
                store = path
                if path.endswith(".zip"):
                    store = getattr(zarr, "storage", zarr).ZipStore(path, mode="r")
                try:
                    data = arviz.from_zarr(store)
                except ImportError:
                    # ArviZ before 1.0 asks for this detour with Zarr 3.
                    import xarray
                    data = arviz.InferenceData.from_datatree(xarray.open_datatree(store, engine="zarr"))
                posterior, stats = data["posterior"], data["sample_stats"]
                assert posterior.attrs["inference_library"] == "tandem", posterior.attrs
                assert posterior.attrs["tuning_steps"] == 500
                assert posterior.sizes["chain"] == 3 and posterior.sizes["draw"] == 40
                assert list(posterior.chain.values) == [0, 1, 2] and list(posterior.draw.values) == list(range(40))
                assert posterior["tau.y"].dims == ("chain", "draw")
                assert posterior["omega"].dims == ("chain", "draw", "omega_dim_0", "omega_dim_1")
                assert list(posterior["omega_dim_1"].values) == [1, 2, 3]
                assert posterior["z"].dtype == np.int64 and stats["diverging"].dtype == bool
                assert list(posterior["y"]["y_element"].values) == ["y[2]", "y[5]"]
                assert set(stats.data_vars) == {"acceptance_rate", "step_size", "tree_depth", "n_steps", "diverging",
                                                "energy"}, stats
                constant, observed = data["constant_data"], data["observed_data"]
                assert constant["N"].item() == 6 and constant["N"].dtype == np.int64 and constant["N"].dims == ()
                assert constant["weight"].values[0] == 0.5 and np.isnan(constant["weight"].values[1])
                assert constant["v"].values.tolist() == [-1.5] and constant["v"]["v_element"].item() == "v[7]"
                assert observed["w"].values.tolist() == [[1, 3, 5], [2, 4, 6]]
                predictive = data["posterior_predictive"]["w"]
                names = [("mu", ()), ("tau.y", ())]
                names += [("beta", (i,)) for i in range(3)]
                names += [("omega", (i, j)) for j in range(3) for i in range(2)]
                names += [("lambda", (i, j, k)) for k in range(2) for j in range(2) for i in range(2)]
                names += [("z", (i,)) for i in range(4)]
                names += [("y", (i,)) for i in range(2)]
                statistics = ["acceptance_rate", "step_size", "tree_depth", "n_steps", "diverging", "energy"]
                numbers = []
                for chain in range(3):
                    for draw in range(40):
                        numbers += [posterior[name].values[(chain, draw) + index] for name, index in names]
                        numbers += [stats[name].values[chain, draw] for name in statistics]
                        numbers += [predictive.values[chain, draw, i, j] for j in range(3) for i in range(2)]
                np.array(numbers, dtype="<f8").tofile(sys.argv[2])
                arviz.summary(data)
                """, "arviz", "zarr");
        for (int chain = 0; chain < SampleDraws.CHAINS; chain++) {
            for (int draw = 0; draw < SampleDraws.DRAWS; draw++) {
                assertRow(numbers, chain, draw);
                assertStatistics(numbers, chain, draw);
                for (int element = 0; element < 6; element++) {
                    assertThat(numbers.getDouble()).isEqualTo(predictions.draws.value(chain, draw, element));
                }
            }
        }
        assertThat(numbers.hasRemaining()).isFalse();
    }

    @Test
    void arrowByPyarrow() throws Exception {
        Path export = folder.resolve("draws.arrow");
        ArrowFile.write(DRAWS, SampleDraws.PROVENANCE, export, 33 * 7);
        ByteBuffer numbers = run(export, """
                with pyarrow.ipc.open_file(sys.argv[1]) as file:
                    assert file.num_record_batches == 3 * 6
                    table = file.read_all()
                table.validate(full=True)
                assert table.schema.metadata[b"model"] == b"pump"
                assert [str(t) for t in table.schema.types] == ["int32"] * 2 + ["double"] * 19 + ["int64"] * 4 \\
                    + ["double"] * 4 + ["int64"] * 2 + ["bool", "double"], table.schema
                assert table.column_names[2:8] == ["mu", "tau.y", "beta[1]", "beta[2]", "beta[3]", "omega[1,1]"]
                assert table["chain"].to_pylist() == [c + 1 for c in range(3) for _ in range(40)]
                assert table["draw"].to_pylist() == [d + 1 for _ in range(3) for d in range(40)]
                columns = [np.array(column.to_pylist(), dtype="<f8") for column in table.columns[2:]]
                np.stack(columns, axis=1).tofile(sys.argv[2])
                import pyarrow.feather
                assert pyarrow.feather.read_table(sys.argv[1]).equals(table)
                """, "pyarrow", "pyarrow.ipc");
        for (int chain = 0; chain < SampleDraws.CHAINS; chain++) {
            for (int draw = 0; draw < SampleDraws.DRAWS; draw++) {
                assertRow(numbers, chain, draw);
                assertStatistics(numbers, chain, draw);
            }
        }
        assertThat(numbers.hasRemaining()).isFalse();
    }

    @Test
    void stanCsvByCmdstanpy() throws Exception {
        Path export = Files.createDirectory(folder.resolve("stan"));
        StanCsv.write(DRAWS, SampleDraws.PROVENANCE, export);
        ByteBuffer numbers = run(export, """
                fit = cmdstanpy.from_csv([f"{sys.argv[1]}/output_{chain}.csv" for chain in (1, 2, 3)])
                assert fit.chains == 3 and fit.num_draws_sampling == 40
                assert list(fit.step_size) == [0.25, 0.5, 0.125]
                assert fit.inv_metric.tolist() == [[[1.5, 0], [0, 0.5]], [[2, 0], [0, 0.25]], [[1, 0.5], [0.5, 2]]]
                assert fit.stan_variable("omega").shape == (120, 2, 3)
                draws = fit.draws()
                assert fit.column_names[7:10] == ("mu", "tau_y", "beta[1]"), fit.column_names
                np.ascontiguousarray(draws.transpose(1, 0, 2), dtype="<f8").tofile(sys.argv[2])
                """, "cmdstanpy");
        for (int chain = 0; chain < SampleDraws.CHAINS; chain++) {
            for (int draw = 0; draw < SampleDraws.DRAWS; draw++) {
                assertThat(numbers.getDouble()).isNaN();
                assertStatistics(numbers, chain, draw);
                assertRow(numbers, chain, draw);
            }
        }
        assertThat(numbers.hasRemaining()).isFalse();
    }
}
