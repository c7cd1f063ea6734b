package dev.tandem.inference.judging;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.PointwiseLikelihood;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.NearMiss;
import dev.tandem.draws.judging.LogLikelihoods;
import dev.tandem.inference.basis.ModelView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The log likelihood of every unit of the data at every draw of a run, and the log density of the priors. No constant is
 * dropped. A unit is an observed node; where discrete unknowns are summed over it is all observed nodes that depend on the
 * same ones: the visits to a site, the history of an animal. A prior is a distribution whose parameters depend on no unknown;
 * that of the effect of a group, given the mean and the spread of all groups, is none.
 */
public final class LogLikelihood implements DrawSource, LogLikelihoods {
    /** The names of the two variables. */
    public static final String NAME = "log_lik";

    public static final String PRIOR = "lprior";

    /** So many numbers of it are held at once. */
    private static final int MOST_HELD = 1 << 23;

    /**
     * Which log likelihood.
     *
     * @param marginal whether it is summed over the discrete unknowns that can be summed out; else all are given
     * @param unit a variable whose elements join the observations that depend on them to one unit; empty for none
     */
    public record Choice(boolean marginal, String unit) {
        /** Summed over discrete unknowns. */
        public static Choice summed() {
            return new Choice(true, "");
        }

        /** Given the discrete unknowns as they were drawn. */
        public static Choice givenStates() {
            return new Choice(false, "");
        }

        /** This choice, with the observations that depend on one element of a variable taken together. */
        public Choice by(String variable) {
            return new Choice(marginal, variable);
        }
    }

    private final PointwiseLikelihood likelihood;
    private final Summing summing;
    private final Draws draws;
    private final int[] sources;
    private final List<String> units;
    private double[][][] held = {};
    private int first;

    private LogLikelihood(PointwiseLikelihood likelihood, Summing summing, Draws draws) {
        this.likelihood = likelihood;
        this.summing = summing;
        this.draws = draws;
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : draws.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        sources = likelihood.needed().stream()
                .mapToInt(name -> {
                    Integer place = places.get(name);
                    if (place == null) {
                        throw new IllegalArgumentException(
                                "the log likelihood needs " + name + ", which was not monitored");
                    }
                    return place;
                })
                .toArray();
        units = likelihood.units().stream().map(Pointwise.Unit::name).toList();
    }

    /**
     * That of draws of a model.
     *
     * @throws IllegalArgumentException if nothing was observed, an unknown is not among the draws because it was not
     *     monitored, or the unit is no variable of the model
     * @throws dev.tandem.language.source.SourceException if the model has no such log likelihood
     */
    public static LogLikelihood of(ModelView model, Draws draws, Choice choice) {
        if (!choice.unit().isEmpty() && !model.variables().contains(choice.unit())) {
            throw new IllegalArgumentException(
                    "the model defines no variable " + choice.unit() + NearMiss.hint(choice.unit(), model.variables()));
        }
        Summing summing = !choice.marginal()
                ? Summing.none()
                : model.summing().kind() == Summing.Kind.NONE ? Summing.automatic() : model.summing();
        PointwiseLikelihood likelihood = ModelCompiler.pointwise(model.graph(), summing, choice.unit());
        if (likelihood.units().isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing was observed in " + model.name() + ", so there is no log likelihood");
        }
        return new LogLikelihood(likelihood, summing, draws);
    }

    /** This function of the unknowns at draws of another posterior, such as one without some of the data. */
    LogLikelihood at(Draws others) {
        return new LogLikelihood(likelihood, summing, others);
    }

    /** What it is a function of, and what computes it. */
    PointwiseLikelihood pointwise() {
        return likelihood;
    }

    /** The discrete unknowns that are summed over. */
    Summing summing() {
        return summing;
    }

    @Override
    public List<String> units() {
        return units;
    }

    /** The number of observed nodes in a unit. */
    public int nodes(int unit) {
        return likelihood.units().get(unit).nodes();
    }

    /** The discrete variables that are summed over. */
    public List<String> summed() {
        return likelihood.summed();
    }

    /** Observed variables that have no log density of their own, since they bound or add up unknowns. */
    public List<String> silent() {
        return likelihood.silent();
    }

    /** For each observed variable the number of the unit that each of its elements is in, -1 for what was not observed. */
    public Map<String, int[]> unitsOfElements() {
        return likelihood.elements();
    }

    /** The variables that have a prior: a distribution whose parameters depend on no unknown. */
    public List<String> priors() {
        return likelihood.priors();
    }

    /** Variables that nothing observed depends on, and that are drawn from a prior of their own. */
    List<String> unobserved() {
        return likelihood.unobserved();
    }

    /** The generated code that computes it, to be read. */
    public String source() {
        return likelihood.source();
    }

    @Override
    public List<Variable> variables() {
        return List.of(
                new Variable(NAME, List.of(units.size()), Variable.Kind.CONTINUOUS),
                new Variable(PRIOR, List.of(), Variable.Kind.CONTINUOUS));
    }

    @Override
    public int chains() {
        return draws.chains();
    }

    @Override
    public int drawsPerChain() {
        return draws.drawsPerChain();
    }

    @Override
    public DrawReader chain(int chain) {
        PointwiseLikelihood.Evaluation evaluation = likelihood.evaluation();
        double[] row = new double[draws.elements()];
        double[] given = new double[sources.length];
        double[] logs = new double[units.size()];
        double[] priors = new double[likelihood.priors().size()];
        return DrawReader.inOrder((draw, values, statistics) -> {
            draws.copyRow(chain, draw, row);
            for (int i = 0; i < given.length; i++) {
                given[i] = row[sources[i]];
            }
            evaluation.at(given, logs);
            System.arraycopy(logs, 0, values, 0, logs.length);
            evaluation.logPriors(priors);
            values[logs.length] = Arrays.stream(priors).sum();
        });
    }

    /**
     * The log density of the data at every draw, and that of some priors together.
     *
     * @param scaled whether each of the {@link #priors} is among them
     */
    Parts parts(boolean[] scaled) {
        Parts parts = new Parts(new double[chains()][drawsPerChain()], new double[chains()][drawsPerChain()]);
        PointwiseLikelihood.Evaluation evaluation = likelihood.evaluation();
        double[] row = new double[draws.elements()];
        double[] given = new double[sources.length];
        double[] logs = new double[units.size()];
        double[] priors = new double[likelihood.priors().size()];
        for (int chain = 0; chain < chains(); chain++) {
            for (int draw = 0; draw < drawsPerChain(); draw++) {
                draws.copyRow(chain, draw, row);
                for (int i = 0; i < given.length; i++) {
                    given[i] = row[sources[i]];
                }
                evaluation.at(given, logs);
                evaluation.logPriors(priors);
                parts.likelihood()[chain][draw] = Arrays.stream(logs).sum();
                for (int i = 0; i < priors.length; i++) {
                    parts.prior()[chain][draw] += scaled[i] ? priors[i] : 0;
                }
            }
        }
        return parts;
    }

    /** Log densities at every draw, chain by chain. */
    @SuppressWarnings("ArrayRecordComponent")
    record Parts(double[][] prior, double[][] likelihood) {}

    /** Computed for as many units at once as there is room for. */
    @Override
    public double[][] of(int unit) {
        if (unit < first || unit >= first + held.length) {
            long perUnit = Math.max(1, (long) chains() * drawsPerChain());
            int count = (int) Math.max(1, Math.min(units.size() - unit, MOST_HELD / perUnit));
            held = new double[count][chains()][drawsPerChain()];
            first = unit;
            double[] row = new double[units.size() + 1];
            for (int chain = 0; chain < chains(); chain++) {
                DrawReader reader = chain(chain);
                for (int draw = 0; draw < drawsPerChain(); draw++) {
                    read(reader, row);
                    for (int i = 0; i < count; i++) {
                        held[i][chain][draw] = row[first + i];
                    }
                }
            }
        }
        return held[unit - first];
    }

    private static void read(DrawReader reader, double[] row) {
        try {
            reader.read(row, new double[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Minus twice the log likelihood of all units together, chain by chain. */
    public double[][] deviance() {
        double[][] deviance = new double[chains()][drawsPerChain()];
        double[] row = new double[units.size() + 1];
        for (int chain = 0; chain < chains(); chain++) {
            DrawReader reader = chain(chain);
            for (int draw = 0; draw < drawsPerChain(); draw++) {
                read(reader, row);
                double sum = 0;
                for (int i = 0; i < units.size(); i++) {
                    sum += row[i];
                }
                deviance[chain][draw] = -2 * sum;
            }
        }
        return deviance;
    }
}
