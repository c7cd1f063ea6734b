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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example and some random models have the same density with each pass left out, with each pass alone, and with
 * none, as with all of them. The density with all is held against the reference evaluator and the oracle elsewhere, the
 * same examples and seeds; where two differ here, the oracle is asked which of them is wrong.
 *
 * <p>What was compared stands in docs/architecture.md; {@code docs/write.sh} writes it.
 */
@Order(1)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class PassesTest {
    private static final long SEED = 3;
    private static final int MODELS = 100;
    private static final int MANY_MODELS = 300;
    /** So many of them are compared while somebody works; every build does the others too. */
    private static final int FEW = 30;

    private static final int STATES = 3;
    private static final int STEPS = 10;
    private static final int SITES = 6;
    private static final int LONGEST_SUPPORT = 64;
    private static final double CLOSE = 1e-8;
    /** Integrals, which take longer than all that a pass could change. */
    private static final Pattern SLOW = Pattern.compile("nt\\(");

    private static final String NONE = "no pass";
    private static final String ALONE = " alone";

    /** Some passes that are left out, and what that is called. */
    private record Choice(String name, Collection<String> without) {
        boolean alone() {
            return name.endsWith(ALONE);
        }

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
            String source,
            List<State> states,
            List<Said> said) {}

    /** How many models agree, and in how many the code is another. */
    private static final class Tally {
        private int examples;
        private int models;
        private int changed;
    }

    private static final Path PAGE = Path.of("..", "docs", "architecture.md");
    private static final List<Held> HELD = new ArrayList<>();
    private static final Map<String, Tally> TALLIES = new ConcurrentHashMap<>();

    static Stream<Choice> choices() {
        List<String> all = Passes.optional();
        return Stream.of(
                        Stream.of(new Choice(NONE, all)),
                        all.stream().map(pass -> new Choice("without " + pass, List.of(pass))),
                        all.stream().map(pass -> new Choice(pass + ALONE, allBut(all, pass))))
                .flatMap(choice -> choice);
    }

    /** A part of a pass works in that pass alone. */
    private static List<String> allBut(List<String> all, String pass) {
        return all.stream()
                .filter(name -> !name.equals(pass) && !(pass.equals("joint-tables") && name.equals("hoisting")))
                .toList();
    }

    @AfterAll
    static void forget() {
        HELD.clear();
        TALLIES.clear();
    }

    private static void holdRandom(long from, long to) {
        long count = from;
        for (long seed = 10 * from; count < to; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            if (SLOW.matcher(model.text()).find()) {
                continue;
            }
            count++;
            BoundModel bound = Model.of(model.text()).with(model.data());
            hold(
                    model.toString(),
                    Optional.of(model),
                    bound.monitoring(bound.variables().toArray(String[]::new))::compileWithout);
        }
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
        HELD.add(new Held(name, random, compiler, density.source(), states, said));
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

    /** Random models of every kind of statement. */
    @Nested
    @Order(1)
    class OnFewModels {
        @BeforeAll
        static void hold() {
            HELD.clear();
            holdRandom(0, FEW);
        }

        @ParameterizedTest
        @MethodSource("dev.tandem.inference.PassesTest#choices")
        void theDensityIsTheSame(Choice choice) {
            compareAll(choice);
        }
    }

    /** Every example, and more random models. */
    @Nested
    @Order(2)
    @Tag("normal")
    class OnExamplesAndManyModels {
        @BeforeAll
        static void hold() {
            HELD.clear();
            for (Example example : Example.all()) {
                BoundModel bound = example.bind();
                PassesTest.hold(example.name(), Optional.empty(), bound::compileWithout);
            }
            holdRandom(FEW, MODELS);
        }

        @ParameterizedTest
        @MethodSource("dev.tandem.inference.PassesTest#choices")
        void theDensityIsTheSame(Choice choice) {
            compareAll(choice);
        }

        /** What agrees with everything, and how much each pass changes, as the page shows it. */
        @AfterAll
        static void isShown() throws IOException {
            List<String> all = Passes.optional();
            if (TALLIES.size() < 1 + 2 * all.size()
                    || TALLIES.values().stream().anyMatch(tally -> tally.models < MODELS)) {
                return;
            }
            StringBuilder table = new StringBuilder("""
                    | pass | changes the code of | agree without it | agree with it alone |
                    |---|---|---|---|
                    """);
            for (String pass : all) {
                table.append("| `").append(pass).append("` | ");
                table.append(TALLIES.get("without " + pass).changed).append(" | ");
                table.append(agreeing("without " + pass)).append(" | ");
                table.append(agreeing(pass + ALONE)).append(" |\n");
            }
            table.append("| none of them | ").append(TALLIES.get(NONE).changed).append(" | ");
            table.append(agreeing(NONE)).append(" | |\n");
            Matcher found = Pattern.compile("(?s)(<!-- compared -->\n)(.*?)(<!-- end -->\n)")
                    .matcher(Files.readString(PAGE));
            assertThat(found.find()).isTrue();
            if (Boolean.getBoolean("tandem.docs.write")) {
                Files.writeString(
                        PAGE, found.replaceFirst(Matcher.quoteReplacement(found.group(1) + table + found.group(3))));
            } else {
                assertThat(found.group(2)).as("docs/write.sh writes it").isEqualTo(table.toString());
            }
        }

        private static String agreeing(String choice) {
            Tally tally = TALLIES.get(choice);
            return tally.examples + " examples, " + tally.models + " random models";
        }
    }

    @Nested
    @Order(3)
    @Tag("long")
    class OnMoreModels {
        @BeforeAll
        static void hold() {
            HELD.clear();
            holdRandom(MODELS, MANY_MODELS);
        }

        @ParameterizedTest
        @MethodSource("dev.tandem.inference.PassesTest#choices")
        void theDensityIsTheSame(Choice choice) {
            compareAll(choice);
        }
    }

    private static void compareAll(Choice choice) {
        Tally tally = TALLIES.computeIfAbsent(choice.name(), name -> new Tally());
        List<String> failures = new ArrayList<>();
        for (Held held : HELD) {
            if (failures.size() < 3) {
                compare(choice, held, tally)
                        .ifPresent(difference ->
                                failures.add(choice + ": " + difference + blame(choice, held) + "\n" + held.name()));
            }
        }
        assertThat(failures).isEmpty();
    }

    private static Optional<String> compare(Choice choice, Held held, Tally tally) {
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
        if (!choice.alone()) {
            tally.changed += density.source().equals(held.source()) ? 0 : 1;
        }
        tally.examples += held.random().isPresent() ? 0 : 1;
        tally.models += held.random().isPresent() ? 1 : 0;
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
