package dev.tandem.runs;

import dev.tandem.language.Dialect;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.time.Instant;
import java.util.List;

/**
 * What a run is: of which model and data, with which settings, by which version of the program.
 *
 * @param model the name of the model as the user gave it
 * @param hasText whether it is a model in the BUGS language, whose text and data are in the folder; otherwise it is a
 *     density written in Java, known by its name
 * @param dialect the reading of the model's text
 * @param monitored the variables to report; empty for the default
 * @param inputs the files that the run was made from
 * @param dimension continuous coordinates
 * @param sites discrete sites
 * @param settings how to sample
 * @param kernel the kernel, which the settings may have left to the density
 * @param version the version of the program
 * @param java the version of Java
 * @param begun when the run began
 * @param compileSeconds what reading and compiling the model took
 */
public record RunDescription(
        String model,
        boolean hasText,
        Dialect dialect,
        List<String> monitored,
        List<Input> inputs,
        int dimension,
        int sites,
        Settings settings,
        KernelFamily kernel,
        String version,
        String java,
        Instant begun,
        double compileSeconds) {

    /**
     * A file that the run was made from.
     *
     * @param role what it is: {@code model}, {@code data} or {@code init}
     * @param file its name as the user gave it
     * @param bytes its length
     * @param sha256 the digest of its content, in hexadecimal digits
     */
    public record Input(String role, String file, long bytes, String sha256) {}

    public RunDescription {
        monitored = List.copyOf(monitored);
        inputs = List.copyOf(inputs);
    }

    /** The same with other settings. */
    public RunDescription withSettings(Settings other) {
        return new RunDescription(
                model,
                hasText,
                dialect,
                monitored,
                inputs,
                dimension,
                sites,
                other,
                kernel,
                version,
                java,
                begun,
                compileSeconds);
    }
}
