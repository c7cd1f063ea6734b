package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an ordinary run does not need is not loaded: neither the paper's experiments, the built-in densities nor picocli. */
class LoadedClassesTest {
    @TempDir
    Path folder;

    @Test
    void aModelLoadsNeitherThePaperNorTheBuiltInDensities() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), "model { x ~ dnorm(0, 1)\n y ~ dnorm(x, 1) }");
        Path data = Files.writeString(folder.resolve("data.json"), "{\"y\": 1}");
        assertThat(loaded("sample", model, "--data", data, "--draws", 50, "--warmup", 50, "--chains", 1))
                .anyMatch(line -> line.contains("dev.tandem.sampling."))
                .noneMatch(line -> line.contains("dev.tandem.paper.") || line.contains("dev.tandem.models."))
                .noneMatch(line -> line.contains(" picocli.CommandLine "))
                .noneMatch(line -> line.contains("java.security.MessageDigest "))
                .noneMatch(line -> line.contains("dev.tandem.runs.watch.") || line.contains("httpserver"));
    }

    @Test
    void neitherVersionNorCheckNeedsPicocli() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), "model { x ~ dnorm(0, 1)\n y ~ dnorm(x, 1) }");
        Path data = Files.writeString(folder.resolve("data.json"), "{\"y\": 1}");
        assertThat(loaded("--version"))
                .noneMatch(line -> line.contains(" picocli.CommandLine "))
                .noneMatch(line -> line.contains("dev.tandem.sampling.") || line.contains("dev.tandem.compiler."));
        assertThat(loaded("check", model, "--data", data))
                .anyMatch(line -> line.contains("dev.tandem.compiler."))
                .noneMatch(line -> line.contains(" picocli.CommandLine "))
                // What Java links for records at run time, and what it needs to look at other processes.
                .noneMatch(line -> line.contains("java.lang.runtime.ObjectMethods "))
                .noneMatch(line -> line.contains("java.lang.ProcessHandleImpl "));
        // That the log shows it where it is needed.
        assertThat(loaded("check", "--help")).anyMatch(line -> line.contains(" picocli.CommandLine "));
    }

    /** What Java links for the equality of records takes milliseconds each time, so it is written out where every run needs it. */
    @Test
    void aRunLinksNoRecords() throws Exception {
        Path model = Files.writeString(folder.resolve("model.bug"), """
                model {
                  for (i in 1:6) { z[i] ~ dbern(psi) y[i] ~ dbin(z[i] * p[g[i]], 3) }
                  for (j in 1:2) { logit(p[j]) <- a + e[j] e[j] ~ dnorm(0, tau) }
                  tau ~ dgamma(1, 1)
                  a ~ dnorm(0, 1)
                  psi ~ dbeta(1, 1)
                }
                """);
        Path data = Files.writeString(
                folder.resolve("data.json"), "{\"y\": [0, 2, 0, 1, 0, 0], \"g\": [1, 1, 1, 2, 2, 2]}");
        assertThat(loaded("sample", model, "--data", data, "--draws", 50, "--warmup", 100, "--chains", 2))
                .anyMatch(line -> line.contains("dev.tandem.inference.outcome.ExactProbabilities "))
                .noneMatch(line -> line.contains("java.lang.runtime.ObjectMethods "));
    }

    @Test
    void anExampleLoadsItsOwnDensityAndNoOther() throws Exception {
        assertThat(loaded("sample", "--example", "gmm", "--draws", 50, "--warmup", 50, "--chains", 1))
                .anyMatch(line -> line.contains("dev.tandem.models.GaussianMixture"))
                .noneMatch(line -> line.contains("dev.tandem.models.Potts") || line.contains("dev.tandem.paper."));
    }

    @Test
    void onlyARunThatIsWatchedLoadsAServer() throws Exception {
        Object[] plain = {"sample", "--example", "gmm", "--draws", 50, "--warmup", 50, "--chains", 1, "--quiet"};
        List<Object> inFolder = new ArrayList<>(List.of(plain));
        inFolder.addAll(List.of("--no-report", "--out", folder.resolve("run")));
        assertThat(loaded(inFolder.toArray()))
                .noneMatch(line -> line.contains("dev.tandem.runs.watch.") || line.contains("httpserver"));
        List<Object> watched = new ArrayList<>(List.of(plain));
        watched.add("--watch");
        assertThat(loaded(watched.toArray()))
                .anyMatch(line -> line.contains("dev.tandem.runs.watch.Watch "))
                .anyMatch(line -> line.contains("com.sun.net.httpserver.HttpServer "));
    }

    private List<String> loaded(Object... arguments) throws Exception {
        Path log = folder.resolve("classes.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.cli.Tandem"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return Files.readAllLines(log);
    }
}
