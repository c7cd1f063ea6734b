package dev.tandem.inference.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.Passes;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.PointwiseLikelihood;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.RandomWalk;
import dev.tandem.inference.Example;
import dev.tandem.inference.Model;
import dev.tandem.language.source.SourceException;
import dev.tandem.validation.oracle.ModelCase;
import dev.tandem.validation.oracle.ModelGenerator;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The log likelihood of each unit against the reference evaluator, node by node where nothing is summed over; and where
 * something is, log likelihood and log prior together against the difference that summing makes to the log density. At
 * random places, so that nothing but those is random, and there are no false alarms.
 */
class PointwiseLikelihoodTest {
    private static final long SEED = 11;
    private static final int PLACES = 3;
    private static final int FEW = 60;
    private static final int MODELS = 400;
    private static final double CLOSE = 1e-10;

    /** What was compared. */
    private static final class Tally {
        private int conditional;
        private int summed;
        private int caught;
    }

    static List<Example> examples() {
        return Example.all();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void examplesAgree(Example example) {
        compare(example.bind().graph(), example.name(), new Tally());
    }

    @Test
    void fewRandomModelsAgree() {
        Tally tally = compareRandom(0, FEW);
        assertThat(tally.conditional).isGreaterThan(FEW / 2);
        assertThat(tally.summed).isGreaterThan(5);
    }

    @Test
    @Tag("normal")
    void randomModelsAgree() {
        Tally tally = compareRandom(10_000, MODELS);
        assertThat(tally.conditional).isGreaterThan(MODELS / 2);
        assertThat(tally.summed).isGreaterThan(50);
        // What is wrong is noticed: the sum over states is not the log density of one of them.
        assertThat(tally.caught).isGreaterThan(9 * tally.summed / 10);
    }

    private static Tally compareRandom(long first, int count) {
        Tally tally = new Tally();
        for (long seed = first; seed < first + count; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            Graph graph;
            try {
                graph = Model.of(model.text()).with(model.data()).graph();
            } catch (SourceException refused) {
                continue;
            }
            compare(graph, model.toString(), tally);
        }
        return tally;
    }

    private static CompiledDensity compile(Graph graph, Summing summing) {
        List<String> all = graph.rules().stream().map(Rule::targetName).toList();
        return ModelCompiler.compile(
                graph, Monitor.of(all), summing, new ClassCache(1), Passes.without(List.of("centring")));
    }

    private static void compare(Graph graph, String name, Tally tally) {
        CompiledDensity joint;
        CompiledDensity marginal;
        PointwiseLikelihood given;
        try {
            joint = compile(graph, Summing.joint());
            marginal = compile(graph, Summing.all().withoutForward());
            given = ModelCompiler.pointwise(graph, Summing.joint(), "");
        } catch (SourceException refused) {
            return;
        }
        PointwiseLikelihood summed;
        try {
            summed = ModelCompiler.pointwise(graph, Summing.all().withoutForward(), "");
        } catch (SourceException mixed) {
            assertThat(mixed).hasMessageContaining("given the discrete unknowns");
            summed = null;
        }
        Simulator reference = Simulator.of(graph);
        SplittableRandom chance = new SplittableRandom(SEED);
        Cursor cursor = joint.cursor();
        RandomWalk walk = new RandomWalk(cursor, chance);
        walk.findPossible(300);
        for (int place = 0; place < PLACES; place++) {
            if (cursor.logDensity() > Double.NEGATIVE_INFINITY) {
                Map<String, Double> values = values(joint, cursor);
                double logDensity = assign(reference, values);
                if (Double.isFinite(logDensity)) {
                    compareGiven(name, given, reference, values, logDensity);
                    tally.conditional++;
                    if (summed != null
                            && sumAlike(joint, marginal, summed)
                            && !moves(joint, cursor, summed.needed(), values)) {
                        double gain = gain(joint, marginal, cursor);
                        compareSummed(name, summed, values, logDensity + gain);
                        if (!summed.summed().isEmpty()) {
                            tally.summed++;
                            tally.caught += differs(given, values, logDensity + gain) ? 1 : 0;
                        }
                    }
                }
            }
            walk.wander(10);
        }
    }

    private static double assign(Simulator reference, Map<String, Double> values) {
        Elements unknown = reference.unknown();
        reference.assign(
                unknown, unknown.names().stream().mapToDouble(values::get).toArray());
        try {
            return reference.logDensity();
        } catch (SourceException noLaw) {
            return Double.NaN;
        }
    }

    private static Map<String, Double> values(CompiledDensity density, Cursor cursor) {
        double[] reported = new double[density.space().reportedSize()];
        cursor.report(reported);
        Map<String, Double> values = new HashMap<>();
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                values.put(variable.elementName(i), reported[next++]);
            }
        }
        return values;
    }

    /** Whether the density sums out what the likelihood does: of a sum that determines a continuous unknown it may sum more. */
    private static boolean sumAlike(CompiledDensity joint, CompiledDensity marginal, PointwiseLikelihood summed) {
        return sites(joint)
                .filter(summed.needed()::contains)
                .toList()
                .equals(sites(marginal).toList());
    }

    private static Stream<String> sites(CompiledDensity density) {
        return IntStream.range(0, density.space().sites()).mapToObj(density.space()::siteName);
    }

    /** Whether unknowns that are not summed over have bounds that depend on those that are: their coordinates do then. */
    private static boolean moves(
            CompiledDensity joint, Cursor cursor, List<String> needed, Map<String, Double> values) {
        double[] q = new double[joint.space().dimension()];
        cursor.copyPosition(q);
        Cursor other = joint.cursor();
        other.moveTo(q);
        for (int site = 0; site < joint.space().sites(); site++) {
            other.assign(site, cursor.value(site));
        }
        // One after the other: what a sum of them determines stays where it is if one rises and another falls.
        for (int site = 0; site < joint.space().sites(); site++) {
            if (!needed.contains(joint.space().siteName(site))) {
                int value = cursor.value(site);
                other.assign(site, joint.space().support(site).contains(value + 1) ? value + 1 : value - 1);
                Map<String, Double> moved = values(joint, other);
                if (needed.stream().anyMatch(name -> !moved.get(name).equals(values.get(name)))) {
                    return true;
                }
                other.assign(site, value);
            }
        }
        return false;
    }

    /** What summing adds to the log density at a place: the transforms are the same. */
    private static double gain(CompiledDensity joint, CompiledDensity marginal, Cursor cursor) {
        double[] q = new double[joint.space().dimension()];
        cursor.copyPosition(q);
        Map<String, Integer> sites = new HashMap<>();
        for (int site = 0; site < joint.space().sites(); site++) {
            sites.put(joint.space().siteName(site), cursor.value(site));
        }
        Cursor other = marginal.cursor();
        other.moveTo(q);
        for (int site = 0; site < marginal.space().sites(); site++) {
            other.assign(site, sites.get(marginal.space().siteName(site)));
        }
        return other.logDensity() - cursor.logDensity();
    }

    private static void compareGiven(
            String name,
            PointwiseLikelihood likelihood,
            Simulator reference,
            Map<String, Double> values,
            double logDensity) {
        double[] found = new double[likelihood.units().size()];
        double prior = at(likelihood, values, found);
        Map<String, Double> expected = reference.logLikelihoods();
        expected.keySet().removeIf(node -> likelihood.silent().contains(node.replaceAll("\\[.*", "")));
        assertThat(found.length).as(name).isEqualTo(expected.size());
        Map<String, Double> byName = new HashMap<>();
        List<Pointwise.Unit> units = likelihood.units();
        for (int i = 0; i < found.length; i++) {
            byName.put(units.get(i).name(), found[i]);
        }
        expected.forEach((node, log) -> {
            if (byName.containsKey(node)) {
                assertThat(byName.get(node)).as("%s in%n%s", node, name).isCloseTo(log, close(log));
            }
        });
        close("log density given states", Arrays.stream(found).sum() + prior, logDensity, name);
    }

    private static void compareSummed(
            String name, PointwiseLikelihood likelihood, Map<String, Double> values, double expected) {
        double[] found = new double[likelihood.units().size()];
        double prior = at(likelihood, values, found);
        close("log density summed over states", Arrays.stream(found).sum() + prior, expected, name);
    }

    /** Whether the log likelihood given states, taken for the one that is summed over them, would be found out. */
    private static boolean differs(PointwiseLikelihood given, Map<String, Double> values, double expected) {
        double[] found = new double[given.units().size()];
        double prior = at(given, values, found);
        return Math.abs(Arrays.stream(found).sum() + prior - expected) > CLOSE * (1 + Math.abs(expected));
    }

    private static double at(PointwiseLikelihood likelihood, Map<String, Double> values, double[] found) {
        PointwiseLikelihood.Evaluation evaluation = likelihood.evaluation();
        evaluation.at(likelihood.needed().stream().mapToDouble(values::get).toArray(), found);
        return evaluation.logPrior();
    }

    private static void close(String what, double found, double expected, String name) {
        assertThat(found).as("%s in%n%s", what, name).isCloseTo(expected, close(expected));
    }

    private static Offset<Double> close(double expected) {
        return within(CLOSE * (1 + Math.abs(expected)));
    }
}
