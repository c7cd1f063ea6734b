package dev.tandem.draws.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The summary repeats the diagnostics, and its table can be read. */
class SummaryTest {
    private static final List<Variable> VARIABLES = List.of(
            new Variable("mu", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("tiny", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("large", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("fixed", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("z", List.of(2), Variable.Kind.DISCRETE),
            new Variable("count", List.of(), Variable.Kind.DISCRETE));

    private static Draws example() {
        Random random = new Random(20);
        Draws.Builder builder = Draws.builder(VARIABLES, 4, 250);
        for (int chain = 0; chain < 4; chain++) {
            for (int draw = 0; draw < 250; draw++) {
                double normal = random.nextGaussian();
                builder.append(chain, new double[] {
                    normal,
                    1e-8 * (3 + normal),
                    1e9 + 1e6 * normal,
                    0.5,
                    random.nextInt(10) < 7 ? 2 : 1,
                    3,
                    random.nextInt(30) - 5
                });
            }
        }
        return builder.build();
    }

    @Test
    void rowsRepeatTheDiagnostics() {
        Draws draws = example();
        Summary summary = Summary.of(draws);
        assertThat(summary.rows()).hasSize(draws.elements());
        assertThat(summary.chains()).isEqualTo(4);
        assertThat(summary.drawsPerChain()).isEqualTo(250);
        assertRowsRepeatTheDiagnostics(draws, summary);
    }

    /** Threads use their buffers for one unknown after the other: what other unknowns leave in them must not be seen. */
    @Test
    void rowsDoNotDependOnTheirNeighbours() {
        Random random = new Random(8);
        int elements = 60;
        for (int length : new int[] {1, 2, 3, 50, 51}) {
            Draws.Builder table =
                    Draws.builder(List.of(new Variable("x", List.of(elements), Variable.Kind.CONTINUOUS)), 3, length);
            for (int chain = 0; chain < 3; chain++) {
                for (int draw = 0; draw < length; draw++) {
                    double[] row = new double[elements];
                    for (int element = 0; element < elements; element++) {
                        double value = random.nextGaussian() * Math.pow(10, element % 7);
                        row[element] = switch (element % 6) {
                            case 1 -> value + 1e7 * chain;
                            case 2 -> Math.rint(random.nextGaussian());
                            case 3 -> chain;
                            case 4 -> draw == 1 && element == 10 ? Double.NaN : value;
                            case 5 -> random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : value;
                            default -> value;
                        };
                    }
                    table.append(chain, row);
                }
            }
            Draws draws = table.build();
            assertRowsRepeatTheDiagnostics(draws, Summary.of(draws));
        }
    }

    private static void assertRowsRepeatTheDiagnostics(Draws draws, Summary summary) {
        for (int element = 0; element < draws.elements(); element++) {
            double[][] values = draws.element(element);
            SummaryRow row = summary.rows().get(element);
            SummaryRow expected = new SummaryRow(
                    draws.elementName(element),
                    draws.variableOf(element).kind(),
                    Diagnostics.mean(values),
                    Diagnostics.sd(values),
                    Diagnostics.mcseMean(values),
                    Diagnostics.mcseSd(values),
                    Diagnostics.quantile(values, 0.05),
                    Diagnostics.quantile(values, 0.5),
                    Diagnostics.quantile(values, 0.95),
                    Diagnostics.rhat(values),
                    Diagnostics.essBulk(values),
                    Diagnostics.essTail(values),
                    row.frequencies(),
                    false);
            assertThat(row).isEqualTo(expected);
        }
    }

    @Test
    void discreteRowsHaveFrequencies() {
        Summary summary = Summary.of(example());
        SummaryRow z = summary.row("z[1]");
        assertThat(z.mode()).hasValue(2);
        assertThat(z.frequencies()).extracting(SummaryRow.Frequency::value).containsExactly(2L, 1L);
        assertThat(z.frequencies().get(0).probability()).isCloseTo(0.7, within(0.1));
        assertThat(z.frequencies().stream()
                        .mapToDouble(SummaryRow.Frequency::probability)
                        .sum())
                .isCloseTo(1, within(1e-12));
        assertThat(summary.row("z[2]").frequencies()).containsExactly(new SummaryRow.Frequency(3, 1));
        assertThat(summary.row("count").frequencies())
                .hasSize(Summary.MAX_FREQUENCIES)
                .isSortedAccordingTo((a, b) -> Double.compare(b.probability(), a.probability()));
        assertThat(summary.row("mu").frequencies()).isEmpty();
        assertThat(summary.row("mu").mode()).isEmpty();
        assertThatThrownBy(() -> summary.row("z[5]")).hasMessageStartingWith("no element z[5]; did you mean z[");
    }

    @Test
    void equallyFrequentValuesStandInOrder() {
        Draws.Builder builder = Draws.builder(List.of(new Variable("x", List.of(), Variable.Kind.DISCRETE)), 1, 6);
        for (int value : new int[] {4, -1, 4, -1, 0, 7}) {
            builder.append(0, new double[] {value});
        }
        assertThat(Summary.of(builder.build()).row("x").frequencies())
                .extracting(SummaryRow.Frequency::value)
                .containsExactly(-1L, 4L, 0L, 7L);
    }

    @Test
    void discreteDrawsAreWholeNumbers() {
        Draws draws = Draws.builder(List.of(new Variable("x", List.of(), Variable.Kind.DISCRETE)), 1, 1)
                .append(0, new double[] {1.5})
                .build();
        assertThatThrownBy(() -> Summary.of(draws))
                .hasMessage("x is discrete but a draw of it is 1.5, not a whole number");
    }

    @Test
    @ResourceLock(Resources.LOCALE)
    void tableIsAlignedAndReadable() {
        Locale before = Locale.getDefault();
        String table;
        try {
            // Decimal commas would break the table's readers.
            Locale.setDefault(Locale.GERMANY);
            table = SummaryTable.render(Summary.of(example()));
        } finally {
            Locale.setDefault(before);
        }
        assertThat(table).isEqualTo("""
                               mean     mcse         sd           5%           50%           95%  mode  P(mode)   rhat  ess bulk  ess tail
                mu            0.020    0.032      1.005       -1.605         0.046         1.669                 1.000       994      1030
                tiny      3.020e-08  3.2e-10  1.005e-08    1.395e-08     3.046e-08     4.669e-08                 1.000       994      1030
                large  1.000020e+09    31861    1005324  9.98395e+08  1.000046e+09  1.001669e+09                 1.000       994      1030
                fixed         0.500        -          0        0.500         0.500         0.500                     -         -         -
                z[1]          1.682    0.016      0.466            1             2             2     2    0.682  1.000       824         -
                z[2]              3        -          0            3             3             3     3    1.000      -         -         -
                count          9.58     0.26       8.44           -4            10            23    10    0.043  1.001      1056      1019
                """);
    }

    @Test
    void tableWithoutDiscreteElementsHasNoModes() {
        SummaryRow row = new SummaryRow(
                "x",
                Variable.Kind.CONTINUOUS,
                -0.0001,
                1.23456,
                0.0123,
                0.01,
                -2.5,
                Double.NEGATIVE_INFINITY,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                1234.5,
                Double.NaN,
                List.of(),
                false);
        assertThat(SummaryTable.render(new Summary(List.of(row), 4, 1000))).isEqualTo("""
                    mean   mcse     sd      5%   50%  95%  rhat  ess bulk  ess tail
                x  0.000  0.012  1.235  -2.500  -Inf    -   Inf      1235         -
                """);
    }

    @Test
    void whatDoesNotFitIsThinned() {
        Variable variable = new Variable("a", List.of(), Variable.Kind.CONTINUOUS);
        Draws.Builder all = Draws.builder(List.of(variable), 2, 300);
        Draws.Builder third = Draws.builder(List.of(variable), 2, 100);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 600; i++) {
            double[] value = {random.nextGaussian()};
            all.append(i / 300, value);
            if (i % 3 == 0) {
                third.append(i / 300, value);
            }
        }
        Draws draws = all.build();
        Summary summary = Summary.of(draws, 3);
        assertThat(summary.rows()).isEqualTo(Summary.of(third.build()).rows());
        assertThat(summary.drawsPerChain()).isEqualTo(300);
        assertThat(summary.every()).isEqualTo(3);
        assertThat(Summary.of(draws).every()).isEqualTo(1);
    }

    @Test
    void noDrawsGiveATableOfDashes() {
        Draws draws = Draws.builder(VARIABLES.subList(0, 1), 2, 0).build();
        assertThat(SummaryTable.render(Summary.of(draws))).isEqualTo("""
                    mean  mcse  sd  5%  50%  95%  rhat  ess bulk  ess tail
                mu     -     -   -   -    -    -     -         -         -
                """);
    }

    /** To every number of decimals, halves included, of numbers of every size that is printed so. */
    @Test
    void numbersAreRoundedAsFormatRoundsThem() {
        SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 20_000; i++) {
            int decimals = random.nextInt(10);
            double any = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-6, 8));
            double value = i % 2 == 0 ? any : Math.rint(any * 1000) / 1000 + 0.0005;
            String expected = String.format(Locale.ROOT, "%." + decimals + "f", value);
            assertThat(SummaryTable.fixed(value, decimals))
                    .as("%s to %d decimals", value, decimals)
                    .isEqualTo(expected.matches("-[0.]*") ? expected.substring(1) : expected);
        }
    }
}
