package dev.tandem.cli.sample;

import dev.tandem.compiler.program.Summing;
import dev.tandem.density.MixedDensity;
import dev.tandem.inference.BoundModel;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Optional;

/**
 * What is sampled, wherever it came from: a model file, a built-in density, or the folder of an earlier run.
 *
 * @param name the name of the model
 * @param density what to sample
 * @param settings how to sample it
 * @param model the model bound to its data; empty for a built-in density
 * @param source the model's text and data; empty for a built-in density
 * @param dialect the reading of the text
 * @param monitored the variables to report; empty for the default
 * @param summing which discrete unknowns are summed out
 * @param inputs the files that it came from
 * @param compileSeconds what reading and compiling took
 */
public record Subject(
        String name,
        MixedDensity density,
        Settings settings,
        Optional<BoundModel> model,
        Optional<RunFolder.Source> source,
        Optional<Dialect> dialect,
        List<String> monitored,
        Summing summing,
        List<RunDescription.Input> inputs,
        double compileSeconds) {

    /** The run to be. */
    public RunDescription describe() {
        return RunDescription.of(name, dialect, density.space(), settings)
                .from(inputs, monitored, summing, compileSeconds);
    }
}
