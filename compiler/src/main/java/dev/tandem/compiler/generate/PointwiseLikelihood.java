package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.sum.CountSummation;
import dev.tandem.compiler.sum.Summation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The log likelihood of every unit of the data, and the log density of the unknowns, given values of the unknowns on the
 * model's own scale. No constant is dropped. Immutable; whoever computes has an {@link Evaluation} of their own.
 */
public final class PointwiseLikelihood {
    private final CompiledDensity density;
    private final Program program;
    private final Pointwise pointwise;
    private final GivenUnknowns given;

    private PointwiseLikelihood(Program lowered, String title, ClassCache classes, Generator.Choices choices) {
        pointwise = lowered.pointwise().orElseThrow();
        given = new GivenUnknowns(lowered);
        program = given.program();
        density = Generator.generate(program, title, classes, choices);
    }

    /** The log likelihood that a program of log densities computes. */
    public static PointwiseLikelihood of(Program program, String title, Generator.Choices choices) {
        return new PointwiseLikelihood(program, title, new ClassCache(1), choices);
    }

    /** The unknowns that it is a function of, element by element, in the order in which they are given. */
    public List<String> needed() {
        return given.names();
    }

    /** What was observed, unit by unit. */
    public List<Pointwise.Unit> units() {
        return pointwise.units();
    }

    /** For each observed variable the number of the unit that each of its elements is in, -1 for what was not observed. */
    public Map<String, int[]> elements() {
        return pointwise.elements();
    }

    /** Observed variables that have no log density: they are bounds of unknowns, or sums of them. */
    public List<String> silent() {
        return pointwise.silent();
    }

    /** The variables that have a prior: a distribution whose parameters depend on no unknown. */
    public List<String> priors() {
        return pointwise.priors();
    }

    /** Variables that nothing observed depends on, and that are drawn from a prior of their own. */
    public List<String> unobserved() {
        return pointwise.unobserved();
    }

    /** The discrete variables that are summed over. */
    public List<String> summed() {
        return program.sums().all().stream()
                .map(summed -> summed.symbol().name())
                .distinct()
                .toList();
    }

    /** The generated class as Java that a person can read. */
    public String source() {
        return density.source();
    }

    /** What computes; it belongs to one thread. */
    public Evaluation evaluation() {
        return new Evaluation();
    }

    /** Computes the log likelihood at one point after another, without allocating anything. */
    public final class Evaluation {
        private final CompiledCursor cursor = (CompiledCursor) density.cursor();
        private final GivenUnknowns.Placement placement = given.at(cursor);
        private final double[] terms = cursor.values(pointwise.terms());
        private final double[][] weights =
                program.sums().weights().stream().map(cursor::values).toArray(double[][]::new);
        private final double[][] slopes =
                program.sums().slopes().stream().map(cursor::values).toArray(double[][]::new);
        private final Summation summation = new Summation(program.sums().sums());
        private final CountSummation counts = new CountSummation(program.sums().counts());
        private final double[] sums = new double[pointwise.componentUnits().length];
        private final double[] countSums = new double[pointwise.countUnits().length];
        private double logPrior;

        private Evaluation() {}

        /**
         * Computes the log likelihood.
         *
         * @param values the unknowns that are {@link #needed}, in that order
         * @param logLikelihood receives it for each unit
         */
        public void at(double[] values, double[] logLikelihood) {
            placement.place(values);
            cursor.forwardReported();
            counts.logSums(slopes, weights, countSums);
            summation.logSums(weights, sums);
            Arrays.fill(logLikelihood, 0);
            logPrior = 0;
            int[] unitOf = pointwise.unitOf();
            for (int i = 0; i < terms.length; i++) {
                add(unitOf[i], terms[i], logLikelihood);
            }
            int[][] componentUnits = pointwise.componentUnits();
            for (int c = 0; c < sums.length; c++) {
                for (int unit : componentUnits[c]) {
                    add(unit, sums[c], logLikelihood);
                }
            }
            for (int c = 0; c < countSums.length; c++) {
                add(pointwise.countUnits()[c], countSums[c], logLikelihood);
            }
        }

        private void add(int unit, double log, double[] logLikelihood) {
            if (unit < 0) {
                logPrior += log;
            } else {
                logLikelihood[unit] += log;
            }
        }

        /**
         * The log density of each prior, where the log likelihood was computed last.
         *
         * @param destination receives it for each of the {@link #priors}
         */
        public void logPriors(double[] destination) {
            Arrays.fill(destination, 0);
            int[] priorOf = pointwise.priorOf();
            for (int i = 0; i < terms.length; i++) {
                if (priorOf[i] >= 0) {
                    destination[priorOf[i]] += terms[i];
                }
            }
        }

        /** The log density of the unknowns, where the log likelihood was computed last. */
        public double logPrior() {
            return logPrior;
        }
    }
}
