package dev.tandem.cli.examples;

import dev.tandem.cli.options.UnknownName;
import dev.tandem.density.MixedDensity;
import dev.tandem.inference.page.RunReport;
import dev.tandem.models.BinomialPoisson;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.Potts;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A model that comes with the program, known by a name. */
public record Example(String name, String description, Supplier<MixedDensity> model) {
    /** The one that runs when none is named. */
    public static final String DEFAULT = "gmm";

    /** Data are simulated from this seed, so that everyone sees the same. */
    private static final long DATA_SEED = 1;

    // No references to methods here: these would load all densities with the first example.
    private static final List<Example> ALL = List.of(
            new Example(
                    DEFAULT, "Gaussian mixture, 4 components in 1 dimension", () -> GaussianMixture.oneDimensional()),
            new Example(
                    "gmm-summed",
                    "the same with the component summed out: nothing is discrete",
                    () -> GaussianMixture.oneDimensional().marginal()),
            new Example(
                    "gmm24",
                    "Gaussian mixture, 4 components in 24 dimensions, means of the paper's program",
                    () -> GaussianMixture.twentyFourDimensional(false)),
            new Example(
                    "gmm24-printed",
                    "the same with the means that the paper prints: no sampler moves between components",
                    () -> GaussianMixture.twentyFourDimensional(true)),
            new Example(
                    "variable-selection",
                    "logistic regression with 20 coefficients that may be switched off",
                    () -> VariableSelection.simulated(DATA_SEED)),
            new Example(
                    "topic",
                    "one document of a correlated topic model, 10 topics and 120 words",
                    () -> TopicDocument.simulated(DATA_SEED, 10, 120)),
            new Example(
                    "discrete-gaussian",
                    "5 binary unknowns that shift and scale 3 continuous ones",
                    () -> DiscreteGaussian.fiveBinaryThreeContinuous()),
            new Example(
                    "binomial-poisson",
                    "counts of unknown size: an unbounded support, and one that depends on the other",
                    () -> BinomialPoisson.canonical()),
            new Example("ising", "Ising model on an 8 x 8 grid: nothing is continuous", () -> Potts.ising(8, 8, 0.3)),
            new Example("potts", "Potts model of 3 colours on an 8 x 8 grid", () -> new Potts(8, 8, 3, 0.6)));

    /** What completion offers. */
    public static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Names() {
            super(names());
        }
    }

    public static List<Example> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Example::name).toList();
    }

    public static Optional<Example> find(String name) {
        return ALL.stream().filter(example -> example.name().equals(name)).findFirst();
    }

    /** A report that shows an iteration of the density, if it is of one that comes with the program. */
    public static RunReport traced(RunReport report, String model) {
        return find(model).map(found -> report.tracedBy(found.model().get())).orElse(report);
    }

    /**
     * The example of a name.
     *
     * @throws ParameterException if there is none
     */
    public static Example require(CommandSpec spec, String name) {
        return find(name).orElseThrow(() -> UnknownName.of(spec, "example", name, names()));
    }
}
