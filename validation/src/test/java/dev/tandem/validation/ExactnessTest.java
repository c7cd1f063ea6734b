package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exact kernels agree with the truth, wrong ones do not.
 *
 * <p>The chance that exact kernels raise any alarm in the whole suite is at most {@link ExactnessSuite#FALSE_ALARMS}.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ExactnessTest {
    private static final List<ExactnessCase> EXACT = ExactnessSuite.exact();
    private static final List<ExactnessCase> WRONG = ExactnessSuite.wrong();
    private static final double THRESHOLD = ExactnessSuite.threshold(EXACT);
    private static final int LONGER = 4;
    private static final Path PAGE = Path.of("..", "docs", "validation.md");
    private static final Map<Integer, String> EXACT_ROWS = new ConcurrentSkipListMap<>();
    private static final Map<Integer, String> WRONG_ROWS = new ConcurrentSkipListMap<>();

    static Stream<Arguments> exact() {
        return numbered(EXACT);
    }

    static Stream<Arguments> wrong() {
        return numbered(WRONG);
    }

    private static Stream<Arguments> numbered(List<ExactnessCase> cases) {
        return IntStream.range(0, cases.size())
                .mapToObj(i -> Arguments.of(Named.of(cases.get(i).toString(), cases.get(i)), ExactnessSuite.seed(i)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("exact")
    @Tag("normal")
    void exactKernelsAgreeWithTheTruth(ExactnessCase each, long seed) {
        Exactness.Result result = each.run(1, seed);
        EXACT_ROWS.put(EXACT.indexOf(each), ExactnessTable.row(each, result));
        check(each, result);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, long")
    @MethodSource("exact")
    void exactKernelsAgreeWithTheTruthInLongRuns(ExactnessCase each, long seed) {
        check(each, each.run(LONGER, seed + 1_000_000));
    }

    /** The tables of docs/validation.md are those of this run, or become so with {@code -Dtandem.docs.write=true}. */
    @AfterAll
    static void isShown() throws IOException {
        if (EXACT_ROWS.size() < EXACT.size() || WRONG_ROWS.size() < WRONG.size() || !PageArithmetic.isHere()) {
            return;
        }
        String shown = Files.readString(PAGE);
        String renewed = withRows(withRows(shown, "pass", EXACT_ROWS.values()), "fail", WRONG_ROWS.values());
        renewed = renewed.replaceFirst("(?m)^\\d+ kernels, .* of the whole table .*$", ExactnessTable.heading(EXACT));
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(PAGE, renewed);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/validation.md; docs/write.sh writes it")
                .isEqualTo(renewed);
    }

    private static String withRows(String page, String kind, Collection<String> rows) {
        Matcher table = Pattern.compile(
                        "(?s)(.*## Kernels that have to " + kind + "\\n.*?\\|---[^\\n]*\\n)((?:\\|[^\\n]*\\n)*)(.*)")
                .matcher(page);
        assertThat(table.matches()).isTrue();
        return table.group(1) + String.join("\n", rows) + "\n" + table.group(3);
    }

    private static void check(ExactnessCase each, Exactness.Result result) {
        if (each.moves()) {
            assertThat(result.acceptance()).as("acceptance, %s", result).isBetween(0.6, 0.9);
        }
        // Independent batches exceed 0.3 = 6 / sqrt(400) with probability 1e-9.
        assertThat(result.batchCorrelation())
                .as("batches too short, %s", result)
                .isLessThan(0.3);
        assertThat(Math.abs(result.worst().z()))
                .as("threshold %.2f, %s", THRESHOLD, result)
                .isLessThan(THRESHOLD);
        if (each.sharp()) {
            assertThat(result.precision())
                    .as("too weak to see a bias of 1 %%, %s", result)
                    .isLessThan(0.002);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    @Tag("normal")
    void wrongKernelsAreCaught(ExactnessCase each, long seed) {
        Exactness.Result result = each.run(1, seed);
        WRONG_ROWS.put(WRONG.indexOf(each), ExactnessTable.row(each, result));
        assertThat(result.acceptance()).as("acceptance, %s", result).isBetween(0.6, 0.9);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isGreaterThan(1.5 * THRESHOLD);
    }

    /** The figure that was found with another program: 0.1165 instead of 0.1. */
    @Test
    void publishedKernelHasTheBiasThatWasFoundBefore() {
        Exactness.Result result = WRONG.get(0).run(1, 7);
        assertThat(result.scores().get(0).estimate()).as("%s", result).isBetween(0.1155, 0.1175);
    }

    @Test
    void everyMethodIsInTheSuite() {
        assertThat(Stream.concat(EXACT.stream(), WRONG.stream())
                        .map(each -> each.family().method()))
                .contains(KernelFamily.Method.values());
        assertThat(EXACT).allMatch(each -> each.family().exact());
        assertThat(WRONG).noneMatch(each -> each.family().exact());
    }
}
