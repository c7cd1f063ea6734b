package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same seed gives the same draws, bit for bit, however Java runs the code: interpreted, or by either compiler. */
@Tag("normal")
class SameDrawsTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    @TempDir
    Path folder;

    @Test
    void theJavaCompilerChangesNoBit() throws Exception {
        byte[] first = draws("first", "-XX:TieredStopAtLevel=1");
        assertThat(draws("interpreted", "-Xint")).isEqualTo(first);
        assertThat(draws("second", "-XX:-TieredCompilation", "-XX:CompileThreshold=500"))
                .isEqualTo(first);
        assertThat(draws("both")).isEqualTo(first);
    }

    /** A model with functions that processors and compilers have their own ways for. */
    private byte[] draws(String name, String... options) throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), """
                model {
                  for (i in 1:6) {
                    z[i] ~ dbern(ilogit(a))
                    y[i] ~ dnorm(sin(a) + tanh(b) * z[i] + pow(c, 0.3) + log(1 + exp(a * x[i])), 2)
                    n[i] ~ dpois(exp(0.3 * b + cos(a)))
                  }
                  a ~ dlogis(0, 1)
                  b ~ dt(0, 1, 4)
                  c ~ dgamma(2, 1)
                }
                """);
        Path data = Files.writeString(
                folder.resolve("data.json"),
                "{\"x\": [0.1, -0.4, 1.3, 0.9, -1.1, 0.2], \"y\": [1.9, 2.2, 3.1, 1.2, 0.7, 1.6], \"n\": [2, 0, 3, 1, 4, 1]}");
        Path run = folder.resolve(name);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC"));
        command.addAll(Arrays.asList(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.cli.Tandem",
                "sample",
                model.toString(),
                "--data",
                data.toString(),
                "--chains",
                "1",
                "--warmup",
                "150",
                "--draws",
                "150",
                "--quiet",
                // A page written by interpreted code would take longer than all draws.
                "--no-report",
                "--out",
                run.toString()));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readAllBytes(run.resolve("chain-1.draws"));
    }
}
