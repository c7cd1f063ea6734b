package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spoilt examples end in a SourceException or in a density that can be evaluated, and nothing else, in time. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
    private static final int MOST_FAILURES = 5;

    /** Of the processor, whatever else runs; the clock only stops what would never end. */
    private static final double SECONDS_EACH = 10;

    private static final double MEAN_SECONDS = 0.015;

    private final List<Mutant.Seed> seeds = Mutant.examples();

    @Test
    void theExamplesThemselvesAreAccepted() {
        for (Mutant.Seed seed : seeds) {
            Mutant whole = new Mutant(seed.name(), seed.model(), seed.data(), "");
            assertThat(outcome(whole)).as(seed.name()).isEqualTo("accepted");
        }
    }

    /** For the quick build; others than those below, so that the normal one gains by them. */
    @Test
    void aThousand() {
        run(120_000, 121_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2_500, 5_000, 7_500})
    @Tag("normal")
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tenThousand(int from) {
        run(from, from + 2_500);
    }

    static IntStream hundredThousand() {
        return IntStream.range(0, 22).map(i -> 10_000 + 5_000 * i);
    }

    @ParameterizedTest
    @MethodSource
    @Tag("long")
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void hundredThousand(int from) {
        run(from, from + 5_000);
    }

    private void run(int from, int to) {
        double start = ProcessorTime.seconds();
        int accepted = 0;
        List<String> failures = new ArrayList<>();
        for (int i = from; i < to && failures.size() < MOST_FAILURES; i++) {
            Mutant mutant = Mutant.of(seeds, i);
            String outcome = outcome(mutant);
            if (outcome.equals("accepted")) {
                accepted++;
            } else if (!outcome.equals("refused")) {
                failures.add(outcome);
            }
        }
        assertThat(failures).isEmpty();
        assertThat(accepted).isBetween((to - from) / 20, (to - from) / 2);
        assertThat(ProcessorTime.seconds() - start).as("seconds").isLessThan((to - from) * MEAN_SECONDS);
    }

    /** {@code accepted}, {@code refused}, or the story of a failure. */
    static String outcome(Mutant mutant) {
        double start = ProcessorTime.seconds();
        String outcome = attempt(mutant);
        boolean late = ProcessorTime.seconds() - start > SECONDS_EACH;
        return late ? story(mutant, "took too long") : outcome;
    }

    private static String attempt(Mutant mutant) {
        try {
            Model model = Model.parse(SourceText.of("model.bug", mutant.model()), Dialect.JAGS);
            MixedDensity density =
                    ModelCompiler.compile(ModelCompiler.bind(model, DataSet.of(mutant.data())), Monitor.byDefault());
            exercise(density);
            return mutant.orphan().isEmpty() ? "accepted" : story(mutant, mutant.orphan() + " was not missed");
        } catch (SourceException e) {
            for (SourceProblem problem : e.problems()) {
                boolean orderly = problem.line() > 0
                        && problem.column() > 0
                        && !problem.message().isBlank()
                        && !problem.message().contains("\n")
                        && !problem.message().contains("null")
                        && !problem.message().contains("dev.tandem");
                if (!orderly) {
                    return story(mutant, "a poor message: " + problem.headline());
                }
            }
            return "refused";
        } catch (RuntimeException | Error e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return story(mutant, trace.toString());
        }
    }

    /** Whatever a sampler would call, at a few places. */
    private static void exercise(MixedDensity density) {
        Cursor cursor = density.cursor();
        Space space = density.space();
        double[] gradient = new double[space.dimension()];
        double[] q = new double[space.dimension()];
        Random random = new Random(1);
        for (int round = 0; round < 3; round++) {
            cursor.logDensity();
            cursor.logDensityAndGradient(gradient);
            for (int site = 0; site < space.sites(); site++) {
                int low = cursor.lower(site);
                int high = cursor.upper(site);
                if (low > high) {
                    continue;
                }
                boolean bounded = high < 1_000 && low > -1_000;
                if (bounded && site < 20) {
                    cursor.conditional(site, new double[high - low + 1]);
                }
                int value = bounded ? low + random.nextInt(high - low + 1) : Math.max(low, 0) + random.nextInt(3);
                cursor.logWeight(site, value);
                cursor.assign(site, value);
            }
            for (int i = 0; i < q.length; i++) {
                q[i] = random.nextGaussian();
            }
            cursor.moveTo(q);
            double[] reported =
                    new double[space.reported().stream().mapToInt(v -> v.size()).sum()];
            cursor.report(reported);
        }
    }

    private static String story(Mutant mutant, String what) {
        return mutant.origin() + ": " + what + "\n" + mutant.model() + "\n" + mutant.data();
    }
}
