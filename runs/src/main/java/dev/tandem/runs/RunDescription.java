package dev.tandem.runs;

import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Roles;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.inference.basis.Program;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run is: of which model and data, with which settings, by which version of the program.
 *
 * @param model the name of the model as the user gave it
 * @param dialect the reading of the model's text, which is in the folder with its data; empty for a density written in
 *     Java, which is known by its name
 * @param monitored the variables to report; empty for the default
 * @param summing which discrete unknowns are summed out
 * @param inputs the files that the run was made from
 * @param dimension continuous coordinates
 * @param sites discrete sites
 * @param roles what is to be known about the unknowns, reported or not
 * @param settings how to sample
 * @param kernel the kernel, which the settings may have left to the density
 * @param version the version of the program
 * @param java the version of Java, and the machine's kind of processor
 * @param begun when the run began
 * @param compileSeconds what reading and compiling the model took
 * @param reached the draws of each chain, if the run came to its end
 * @param seal what the files of the folder are known by; empty for folders of an earlier version, which kept nothing
 */
public record RunDescription(
        String model,
        Optional<Dialect> dialect,
        List<String> monitored,
        Summing summing,
        List<Input> inputs,
        int dimension,
        int sites,
        Roles roles,
        Settings settings,
        KernelFamily kernel,
        String version,
        String java,
        Instant begun,
        double compileSeconds,
        Optional<Integer> reached,
        Optional<Seal> seal) {

    /**
     * A file that the run was made from.
     *
     * @param role what it is: {@code model}, {@code data} or {@code init}
     * @param file its name as the user gave it
     * @param bytes its length
     * @param sha256 the digest of its content, in hexadecimal digits
     */
    public record Input(String role, String file, long bytes, String sha256) {}

    /**
     * What the files of a run are known by.
     *
     * @param run a digest of all that decides the draws; tables and checkpoints of the run name it
     * @param files the digests of the files that never change, by name
     * @param variables what the draws are of
     */
    public record Seal(String run, Map<String, String> files, List<Variable> variables) {
        public Seal {
            files = Map.copyOf(files);
            variables = List.copyOf(variables);
        }
    }

    public RunDescription {
        monitored = List.copyOf(monitored);
        inputs = List.copyOf(inputs);
    }

    /** A run that begins now, by this program. */
    public static RunDescription of(String model, Optional<Dialect> dialect, Space space, Settings settings) {
        return new RunDescription(
                model,
                dialect,
                List.of(),
                Summing.automatic(),
                List.of(),
                space.dimension(),
                space.sites(),
                space.roles(),
                settings,
                settings.kernelFor(space),
                Program.version(),
                Program.java(),
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS),
                0,
                Optional.empty(),
                Optional.empty());
    }

    /** A run over many data sets that begins now; what it has of coordinates and sites differs from one to the next. */
    public static RunDescription ofEach(String model, Dialect dialect, Settings settings) {
        return of(model, Optional.of(dialect), Space.builder().build(), settings);
    }

    /** Whether this program is the one that began the run, so that it goes on to the same bits. */
    public boolean sameProgram() {
        return version.equals(Program.version()) && java.equals(Program.java());
    }

    /** This description with the files it was made from, and what is reported of it. */
    public RunDescription from(List<Input> files, List<String> names, Summing choice, double seconds) {
        return new RunDescription(
                model, dialect, names, choice, files, dimension, sites, roles, settings, kernel, version, java, begun,
                seconds, reached, seal);
    }

    RunDescription withSettings(Settings other) {
        return with(other, reached, seal);
    }

    RunDescription withReached(Optional<Integer> draws) {
        return with(settings, draws, seal);
    }

    /**
     * This description, sealed: from here on the files of the folder are known.
     *
     * @param files the digests of the files that never change, by name
     */
    public RunDescription sealed(Map<String, String> files, List<Variable> variables) {
        Seal sealed = new Seal(DescriptionJson.identify(this, files), files, variables);
        return with(settings, reached, Optional.of(sealed));
    }

    /** This description with other values for what may still change once a run has begun. */
    private RunDescription with(Settings other, Optional<Integer> draws, Optional<Seal> known) {
        return new RunDescription(
                model,
                dialect,
                monitored,
                summing,
                inputs,
                dimension,
                sites,
                roles,
                other,
                kernel,
                version,
                java,
                begun,
                compileSeconds,
                draws,
                known);
    }

    /** What tables and checkpoints of the run are known by; empty if they are not. */
    public String identity() {
        return seal.map(Seal::run).orElse("");
    }
}
