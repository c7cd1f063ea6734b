package dev.tandem.inference;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.PointwiseLikelihood;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.LogLikelihoods;
import dev.tandem.draws.NearMiss;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The log likelihood of every unit of the data at every draw of a run, and the log density of the unknowns. No constant is
 * dropped. A unit is an observed node; where discrete unknowns are summed over it is all observed nodes that depend on the
 * same ones: the visits to a site, the history of an animal.
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
    private final Draws draws;
    private final int[] sources;
    private final List<String> units;
    private double[][][] held = {};
    private int first;

    private LogLikelihood(PointwiseLikelihood likelihood, Draws draws) {
        this.likelihood = likelihood;
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
     * @throws dev.tandem.language.SourceException if the model has no such log likelihood
     */
    static LogLikelihood of(BoundModel model, Draws draws, Choice choice) {
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
        return new LogLikelihood(likelihood, draws);
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
        return new DrawReader() {
            private int next;

            @Override
            public void read(double[] values, double[] statistics) {
                draws.copyRow(chain, next++, row);
                for (int i = 0; i < given.length; i++) {
                    given[i] = row[sources[i]];
                }
                evaluation.at(given, logs);
                System.arraycopy(logs, 0, values, 0, logs.length);
                values[logs.length] = evaluation.logPrior();
            }
        };
    }

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
