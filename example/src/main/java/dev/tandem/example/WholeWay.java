package dev.tandem.example;

import dev.tandem.exports.Format;
import dev.tandem.exports.Target;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.SamplerComparison;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.prediction.PredictiveCheck;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** From a model file to a report, an export and a second opinion: what the command does, from Java. */
public class WholeWay {
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of("examples", "occupancy");
        BoundModel model = Model.read(folder.resolve("model.bug")).with(folder.resolve("data.json"));
        Settings settings = Settings.defaults().withSeed(1);
        Posterior posterior = model.sample(settings);

        // The numbers, and what gives reason to distrust them.
        Outcome outcome = posterior.outcome();
        System.out.printf(
                "occupied sites: %.1f%n", outcome.summary().row("occupied").mean());
        System.out.println(outcome.findings().verdict().headline());
        outcome.findings().warnings().forEach(warning -> System.out.println(warning.what()));

        // Predictions for every fourth draw, held against what was observed.
        PredictiveCheck check = posterior.check(1, 4);
        for (PredictiveCheck.Feature feature : check.features()) {
            System.out.printf(
                    "%s of %s: observed %.3f, predicted %.3f to %.3f%n",
                    feature.feature(), feature.variable(), feature.observed(), feature.q5(), feature.q95());
        }

        // A second opinion: do two samplers find the same?
        SamplerComparison comparison = model.compare(settings, Method.NODE, Method.NUTS_WITHIN_GIBBS);
        for (SamplerComparison.Entry entry : comparison.entries()) {
            SamplerComparison.Result result = entry.result().orElseThrow();
            System.out.printf("%s: R-hat %s, effective size %.0f%n", entry.sampler(), result.rhatText(), result.size());
        }
        comparison.warnings().forEach(warning -> System.out.println(warning.what()));
        System.out.println(comparison.conclusions().get(0));

        // A page for people, and files for other programs.
        Path results = Files.createTempDirectory("occupancy");
        posterior.report().write(results.resolve("report.html"));
        posterior.export().only(List.of("alpha0", "alpha1")).write(results.resolve("draws.csv"));
        posterior.export().write(Target.of(results.resolve("stan"), Format.STAN_CSV));
        try (var files = Files.list(results)) {
            System.out.println(
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
