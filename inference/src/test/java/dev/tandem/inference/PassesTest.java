package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.Passes;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.density.contract.RandomWalk;
import dev.tandem.validation.oracle.ModelCase;
import dev.tandem.validation.oracle.ModelGenerator;
import dev.tandem.validation.oracle.Oracle;
import dev.tandem.validation.oracle.OracleCheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example and some random models have the same density with each pass left out, with each pass alone, and with
 * none, as with all of them. The density with all is held against the reference evaluator and the oracle elsewhere, the
 * same examples and seeds; where two differ here, the oracle is asked which of them is wrong.
 */
class PassesTest {
    private static final long SEED = 3;
    private static final int MODELS = 200;
    private static final int STATES = 3;
    private static final int STEPS = 10;
    private static final int SITES = 6;
    private static final int LONGEST_SUPPORT = 64;
    private static final double CLOSE = 1e-8;

    /** Some passes that are left out, and what that is called. */
    private record Choice(String name, Collection<String> without) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** What a density says in one state. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Said(double logDensity, double[] gradient, double[] reported, List<double[]> weights) {}

    /** Where a density is asked. */
    @SuppressWarnings("ArrayRecordComponent")
    private record State(double[] q, int[] x, int[] sites) {}

    /** A model with what its density says with every pass. */
    private record Held(
            String name,
            Optional<ModelCase> random,
            Function<Collection<String>, CompiledDensity> compiler,
            List<State> states,
            List<Said> said) {}

    private static final List<Held> MODELS_HELD = new ArrayList<>();

    static Stream<Choice> choices() {
        List<String> all = Passes.optional();
        return Stream.of(
                        Stream.of(new Choice("no pass", all)),
                        all.stream().map(pass -> new Choice("without " + pass, List.of(pass))),
                        all.stream().map(pass -> new Choice(pass + " alone", allBut(all, pass))))
                .flatMap(choice -> choice);
    }

    /** A part of a pass works in that pass alone. */
    private static List<String> allBut(List<String> all, String pass) {
        return all.stream()
                .filter(name -> !name.equals(pass) && !(pass.equals("joint-tables") && name.equals("hoisting")))
                .toList();
    }

    @BeforeAll
    static void askWithEveryPass() {
        for (Example example : Example.all()) {
            BoundModel bound = example.bind();
            hold(example.name(), Optional.empty(), bound::compileWithout);
        }
        for (long seed = 0; seed < MODELS; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            BoundModel bound = Model.of(model.text()).with(model.data());
            hold(
                    model.toString(),
                    Optional.of(model),
                    bound.monitoring(bound.variables().toArray(String[]::new))::compileWithout);
        }
    }

    @AfterAll
    static void forget() {
        MODELS_HELD.clear();
    }

    private static void hold(
            String name, Optional<ModelCase> random, Function<Collection<String>, CompiledDensity> compiler) {
        CompiledDensity density = compiler.apply(List.of());
        Space space = density.space();
        SplittableRandom chance = new SplittableRandom(SEED);
        Cursor cursor = density.cursor();
        RandomWalk walk = new RandomWalk(cursor, chance);
        walk.findPossible(300);
        List<State> states = new ArrayList<>();
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < STATES; i++) {
            double[] q = new double[space.dimension()];
            int[] x = new int[space.sites()];
            cursor.copyPosition(q);
            cursor.copyValues(x);
            int[] sites = x.length == 0
                    ? x
                    : chance.ints(SITES, 0, x.length).distinct().toArray();
            State state = new State(q, x, sites);
            states.add(state);
            said.add(ask(density, state));
            walk.wander(STEPS);
        }
        MODELS_HELD.add(new Held(name, random, compiler, states, said));
    }

    private static Said ask(CompiledDensity density, State state) {
        Space space = density.space();
        Cursor cursor = density.cursor();
        cursor.moveTo(state.q());
        cursor.assignAll(state.x());
        double[] gradient = new double[space.dimension()];
        double[] reported = new double[space.reportedSize()];
        double logDensity = cursor.logDensityAndGradient(gradient);
        cursor.report(reported);
        List<double[]> weights = new ArrayList<>();
        for (int site : state.sites()) {
            weights.add(weights(cursor, site));
        }
        return new Said(logDensity, gradient, reported, weights);
    }

    /** The weights of a site's values beside that of the present one. */
    private static double[] weights(Cursor cursor, int site) {
        int value = cursor.value(site);
        double here = cursor.logWeight(site, value);
        if (cursor.space().support(site).size() > LONGEST_SUPPORT) {
            return cursor.space().support(site).contains(value + 1)
                    ? new double[] {cursor.logWeight(site, value + 1) - here}
                    : new double[0];
        }
        double[] weights = new double[cursor.upper(site) - cursor.lower(site) + 1];
        cursor.conditional(site, weights);
        double present = weights[value - cursor.lower(site)];
        return Arrays.stream(weights).map(weight -> weight - present).toArray();
    }

    @ParameterizedTest
    @MethodSource("choices")
    void theDensityIsTheSame(Choice choice) {
        List<String> failures = new ArrayList<>();
        for (Held held : MODELS_HELD) {
            if (failures.size() < 3) {
                compare(choice, held)
                        .ifPresent(difference ->
                                failures.add(choice + ": " + difference + blame(choice, held) + "\n" + held.name()));
            }
        }
        assertThat(failures).isEmpty();
    }

    private static Optional<String> compare(Choice choice, Held held) {
        CompiledDensity density;
        try {
            density = held.compiler().apply(choice.without());
        } catch (RuntimeException | LinkageError crash) {
            return Optional.of("compiling threw " + crash);
        }
        for (int i = 0; i < STATES; i++) {
            Said expected = held.said().get(i);
            Said got = ask(density, held.states().get(i));
            double size = 1 + Math.abs(expected.logDensity());
            if (!close(new double[] {got.logDensity()}, new double[] {expected.logDensity()}, size)) {
                return Optional.of("log density " + got.logDensity() + " instead of " + expected.logDensity());
            }
            if (!close(got.reported(), expected.reported(), largest(expected.reported()))) {
                return Optional.of("other computed nodes");
            }
            if (!close(got.gradient(), expected.gradient(), size + largest(expected.gradient()))) {
                return Optional.of("gradient " + Arrays.toString(got.gradient()) + " instead of "
                        + Arrays.toString(expected.gradient()));
            }
            for (int k = 0; k < expected.weights().size(); k++) {
                if (!close(got.weights().get(k), expected.weights().get(k), size)) {
                    return Optional.of(
                            "other weights of site " + held.states().get(i).sites()[k]);
                }
            }
        }
        return Optional.empty();
    }

    private static double largest(double[] values) {
        return 1
                + Arrays.stream(values)
                        .map(Math::abs)
                        .filter(Double::isFinite)
                        .max()
                        .orElse(0);
    }

    private static boolean close(double[] a, double[] b, double size) {
        for (int i = 0; i < b.length; i++) {
            if (Double.compare(a[i], b[i]) != 0 && !(Math.abs(a[i] - b[i]) <= CLOSE * size)) {
                return false;
            }
        }
        return a.length == b.length;
    }

    /** Which of two densities that differ is wrong, as the oracle says. */
    private static String blame(Choice choice, Held held) {
        if (held.random().isEmpty()) {
            return "";
        }
        return "; with every pass the oracle " + judged(held.random().get(), List.of()) + ", without these it "
                + judged(held.random().get(), choice.without());
    }

    private static String judged(ModelCase model, Collection<String> without) {
        OracleCheck.Outcome outcome = OracleCheck.run(
                model,
                Oracle.of(model.model(), model.data()),
                m -> OracleCheck.compile(m, Passes.without(without)),
                SEED);
        return outcome.clean() ? "agrees" : "says " + outcome.findings().get(0);
    }
}
