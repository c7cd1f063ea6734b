package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * The regression on whose gradient the compiler of Java 17 died: it is compiled on purpose, in a virtual machine of its
 * own. The same loop by hand tells whether this machine shows the fault at all.
 */
class VectorisedLoopTest {
    /** What a virtual machine returns that died and was to leave no core. */
    private static final int DIED = 1;

    private static final int GUARD_MINUTES = 5;

    private static final String MODEL = """
            model {
              a0 ~ dnorm(0, 1.0E-6)
              a1 ~ dnorm(0, 1.0E-6)
              a2 ~ dnorm(0, 1.0E-6)
              a12 ~ dnorm(0, 1.0E-6)
              tau ~ dgamma(1.0E-3, 1.0E-3)
              for (i in 1:N) {
                c[i] ~ dnorm(0, tau)
                b[i] <- c[i] - mean(c[])
                logit(p[i]) <- a0 + a1 * u[i] + a2 * w[i] + a12 * u[i] * w[i] + b[i]
                r[i] ~ dbin(p[i], n[i])
              }
            }
            """;

    private static final String DATA = """
            {"N": 21,
             "u": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
             "w": [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
             "n": [39, 62, 80, 51, 39, 6, 74, 72, 51, 79, 13, 16, 30, 28, 45, 4, 12, 41, 30, 51, 7],
             "r": [10, 23, 22, 26, 17, 5, 53, 55, 32, 46, 10, 8, 10, 8, 23, 0, 3, 22, 15, 32, 3]}
            """;

    @TempDir
    Path folder;

    private record End(int code, String first, String all) {}

    /** Runs a program with everything compiled by the optimising compiler, at once. */
    private End compiled(List<String> options, Class<?> program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-XX:-TieredCompilation",
                "-XX:+UseSerialGC",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + folder.resolve("error.log"),
                "-XX:ReplayDataFile=" + folder.resolve("replay.log")));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(GUARD_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly().waitFor();
        String text = Files.readString(output);
        assertThat(ended).as(text).isTrue();
        return new End(process.exitValue(), text.lines().findFirst().orElse(""), text);
    }

    private End gradients(List<String> options) throws Exception {
        return compiled(
                options,
                GradientLoop.class,
                write("model.bug", MODEL).toString(),
                write("data.json", DATA).toString(),
                "30000");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void theCompilerSurvivesTheRegression(TestReporter reporter) throws Exception {
        End byHand = compiled(List.of(), SumsBesideAStore.class);
        assertThat(byHand.code()).as(byHand.all()).isIn(0, DIED);
        reporter.publishEntry(
                byHand.code() == DIED
                        ? "Java " + Runtime.version() + " has the fault here: the same loop without the guard kills it"
                        : "Java " + Runtime.version() + " does not show the fault on this machine");
        End end = gradients(List.of());
        assertThat(end.code()).as(end.all()).isZero();
        End scalar = gradients(List.of("-XX:-UseSuperWord"));
        assertThat(scalar.code()).as(scalar.all()).isZero();
        // The guard changes no number.
        assertThat(end.first()).matches("[0-9a-f]+").isEqualTo(scalar.first());
    }
}
