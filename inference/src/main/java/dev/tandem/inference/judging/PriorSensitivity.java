package dev.tandem.inference.judging;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.draws.NearMiss;
import dev.tandem.draws.judging.PowerScaling;
import dev.tandem.inference.basis.PosteriorView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much each unknown would change if its priors counted a little more or less, and how much if the data did: by power
 * scaling (Kallioinen, Paananen, Bürkner and Vehtari 2024), from the draws that there are. Both numbers are distances for
 * each doubling of the power.
 *
 * @param name the name of the run or of its model
 * @param priors the variables whose priors were scaled
 * @param units how many units of data the likelihood is of
 * @param flat whether these priors are the same at all draws, so that no power changes them
 * @param priorShape the k of the weights that scale the priors; above 0.7 the result cannot be relied upon
 * @param likelihoodShape the same of those that scale the likelihood
 * @param rows unknown by unknown, and what was computed from them
 * @param draws how many draws it rests on
 */
public record PriorSensitivity(
        String name,
        List<String> priors,
        int units,
        boolean flat,
        double priorShape,
        double likelihoodShape,
        List<Row> rows,
        long draws) {
    /** What changes by less than this is not worth a word. */
    public static final double THRESHOLD = 0.05;

    /**
     * A discrete unknown with a value in more than this share of draws has no row: what is left are few draws, and how their
     * share changes is mostly noise.
     */
    private static final double LARGEST_SHARE = 0.8;

    /** What the two numbers say together. */
    public enum Diagnosis {
        NONE("-"),
        CONFLICT("potential prior-data conflict"),
        STRONG_PRIOR("potential strong prior / weak likelihood");

        private final String words;

        Diagnosis(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * An unknown.
     *
     * @param prior how much it changes with the power of the priors
     * @param likelihood how much it changes with that of the likelihood
     */
    public record Row(String element, double prior, double likelihood) {
        public Diagnosis diagnosis() {
            if (!(prior >= THRESHOLD)) {
                return Diagnosis.NONE;
            }
            return likelihood >= THRESHOLD ? Diagnosis.CONFLICT : Diagnosis.STRONG_PRIOR;
        }
    }

    public PriorSensitivity {
        priors = List.copyOf(priors);
        rows = List.copyOf(rows);
    }

    /** This result under another name, to be told from others. */
    public PriorSensitivity named(String other) {
        return new PriorSensitivity(other, priors, units, flat, priorShape, likelihoodShape, rows, draws);
    }

    /** The rows that something is to be said about, those that depend on the prior most first. */
    public List<Row> diagnosed() {
        return rows.stream()
                .filter(row -> row.diagnosis() != Diagnosis.NONE)
                .sorted(Comparator.comparingDouble(Row::prior).reversed())
                .toList();
    }

    /**
     * That of a run.
     *
     * @param chosen the variables whose priors are scaled, the others staying as they are; none for all
     * @throws IllegalArgumentException if a variable has no prior, or as {@link LogLikelihood#of} says
     */
    public static PriorSensitivity of(PosteriorView posterior, LogLikelihood.Choice choice, List<String> chosen) {
        LogLikelihood likelihood = LogLikelihood.of(posterior.model(), posterior.draws(), choice);
        List<String> priors = likelihood.priors();
        if (priors.isEmpty()) {
            throw new IllegalArgumentException("no unknown that the data tell about has a prior of its own");
        }
        for (String name : chosen) {
            if (!priors.contains(name)) {
                throw new IllegalArgumentException(
                        posterior.model().variables().contains(name)
                                ? name + " has no prior: its distribution depends on other unknowns, or it is none"
                                : "the model defines no variable " + name + NearMiss.hint(name, priors));
            }
        }
        boolean[] scaled = new boolean[priors.size()];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = chosen.isEmpty() || chosen.contains(priors.get(i));
            if (scaled[i]) {
                names.add(priors.get(i));
            }
        }
        LogLikelihood.Parts parts = likelihood.parts(scaled);
        PowerScaling prior = PowerScaling.of(parts.prior());
        PowerScaling data = PowerScaling.of(parts.likelihood());
        List<Row> rows = new ArrayList<>();
        Draws draws = posterior.draws();
        Roles roles = posterior.run().roles();
        Set<String> unobserved = new HashSet<>(likelihood.unobserved());
        for (int element = 0; element < draws.elements(); element++) {
            // Such an unknown is its prior, which was not scaled.
            if (roles.forward().get(element)
                    && unobserved.contains(BaseName.of(draws.variableOf(element).name()))) {
                continue;
            }
            double[][] values = draws.element(element);
            boolean nearlyCertain = draws.variableOf(element).kind() == Variable.Kind.DISCRETE && nearlyCertain(values);
            double byPrior = nearlyCertain ? Double.NaN : prior.sensitivity(values);
            if (!Double.isNaN(byPrior)) {
                rows.add(new Row(draws.elementName(element), byPrior, data.sensitivity(values)));
            }
        }
        return new PriorSensitivity(
                posterior.model().name(),
                names,
                likelihood.units().size(),
                prior.constant(),
                prior.shape(),
                data.shape(),
                rows,
                (long) draws.chains() * draws.drawsPerChain());
    }

    private static boolean nearlyCertain(double[][] values) {
        Map<Double, Integer> counts = new HashMap<>();
        int all = 0;
        for (double[] chain : values) {
            for (double value : chain) {
                counts.merge(value, 1, Integer::sum);
                all++;
            }
        }
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0) > LARGEST_SHARE * all;
    }
}
