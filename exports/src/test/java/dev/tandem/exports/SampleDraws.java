package dev.tandem.exports;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.draws.SamplerStatistic;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** Draws of every kind of variable, made from a seed. */
final class SampleDraws implements DrawSource {
    static final int CHAINS = 3;
    static final int DRAWS = 40;

    static final Provenance PROVENANCE = new Provenance(
            "0.1",
            "pump",
            "node",
            7,
            500,
            2,
            List.of(
                    new Provenance.ChainTuning(0.25, List.of(List.of(1.5, 0.5)), 1.25, 2.5),
                    new Provenance.ChainTuning(0.5, List.of(List.of(2.0, 0.25)), 1.5, 2.25),
                    new Provenance.ChainTuning(0.125, List.of(List.of(1.0, 0.5), List.of(0.5, 2.0)), 1.75, 2.0)));

    private static final List<SamplerStatistic> STATISTICS = List.of(
            SamplerStatistic.ACCEPTANCE,
            SamplerStatistic.STEP_SIZE,
            SamplerStatistic.DEPTH,
            SamplerStatistic.STEPS,
            SamplerStatistic.DIVERGENT,
            SamplerStatistic.ENERGY);

    final Draws draws;
    final Draws statistics;

    private SampleDraws(Draws draws, Draws statistics) {
        this.draws = draws;
        this.statistics = statistics;
    }

    static List<Variable> allKinds() {
        return List.of(
                variable("mu", Variable.Kind.CONTINUOUS),
                variable("tau.y", Variable.Kind.CONTINUOUS),
                variable("beta", Variable.Kind.CONTINUOUS, 3),
                variable("omega", Variable.Kind.CONTINUOUS, 2, 3),
                variable("lambda", Variable.Kind.CONTINUOUS, 2, 2, 2),
                variable("z", Variable.Kind.DISCRETE, 4),
                // Two elements of an array whose others are known.
                variable("y[2]", Variable.Kind.CONTINUOUS),
                variable("y[5]", Variable.Kind.CONTINUOUS));
    }

    static Variable variable(String name, Variable.Kind kind, Integer... shape) {
        return new Variable(name, List.of(shape), kind);
    }

    static SampleDraws of(List<Variable> variables) {
        SplittableRandom random = new SplittableRandom(1);
        Draws.Builder draws = Draws.builder(variables, CHAINS, DRAWS);
        Draws.Builder statistics = Draws.builder(
                STATISTICS.stream()
                        .map(statistic -> variable(statistic.stanName(), Variable.Kind.CONTINUOUS))
                        .toList(),
                CHAINS,
                DRAWS);
        for (int chain = 0; chain < CHAINS; chain++) {
            for (int draw = 0; draw < DRAWS; draw++) {
                draws.append(chain, values(variables, random));
                statistics.append(chain, new double[] {
                    random.nextDouble(),
                    0.25,
                    random.nextInt(4),
                    random.nextInt(1, 16),
                    random.nextInt(2),
                    50 + random.nextDouble()
                });
            }
        }
        return new SampleDraws(draws.build(), statistics.build());
    }

    private static double[] values(List<Variable> variables, SplittableRandom random) {
        // Magnitudes far apart show whether digits are lost.
        DoubleSupplier real = () -> (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-12, 12));
        return variables.stream()
                .flatMapToDouble(variable -> java.util.stream.DoubleStream.generate(
                                variable.kind() == Variable.Kind.DISCRETE ? () -> random.nextInt(-3, 9) : real)
                        .limit(variable.size()))
                .toArray();
    }

    @Override
    public List<Variable> variables() {
        return draws.variables();
    }

    @Override
    public List<SamplerStatistic> statistics() {
        return STATISTICS;
    }

    @Override
    public int chains() {
        return CHAINS;
    }

    @Override
    public int drawsPerChain() {
        return DRAWS;
    }

    @Override
    public DrawReader chain(int chain) {
        return DrawReader.inOrder((draw, values, row) -> {
            for (int i = 0; i < values.length; i++) {
                values[i] = draws.value(chain, draw, i);
            }
            for (int i = 0; i < row.length; i++) {
                row[i] = statistics.value(chain, draw, i);
            }
        });
    }
}
