package dev.tandem.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table keeps what it was given and helps who asks for the wrong thing. */
class DrawsTest {
    private static final List<Variable> VARIABLES = List.of(
            new Variable("tau", List.of(), Variable.Kind.CONTINUOUS),
            new Variable("none", List.of(0), Variable.Kind.CONTINUOUS),
            new Variable("omega", List.of(2, 3), Variable.Kind.CONTINUOUS),
            new Variable("z", List.of(2), Variable.Kind.DISCRETE));

    private static final int ELEMENTS = 9;

    /** Draws whose values say where they belong: chain, draw and element as digits. */
    private static Draws.Builder fill(int expected, int... lengths) {
        Draws.Builder builder = Draws.builder(VARIABLES, lengths.length, expected);
        double[] values = new double[ELEMENTS];
        for (int chain = 0; chain < lengths.length; chain++) {
            for (int draw = 0; draw < lengths[chain]; draw++) {
                for (int element = 0; element < ELEMENTS; element++) {
                    values[element] = 10_000 * chain + 10 * draw + element;
                }
                builder.append(chain, values);
            }
        }
        return builder;
    }

    @Test
    void keepsWhatWasAppended() {
        for (int expected : new int[] {0, 1, 7, 50, 200}) {
            Draws draws = fill(expected, 50, 50, 50).build();
            assertThat(draws.chains()).isEqualTo(3);
            assertThat(draws.drawsPerChain()).isEqualTo(50);
            assertThat(draws.elements()).isEqualTo(ELEMENTS);
            assertThat(draws.variables()).isEqualTo(VARIABLES);
            for (int element = 0; element < ELEMENTS; element++) {
                double[][] values = draws.element(element);
                assertThat(values).hasDimensions(3, 50);
                assertThat(values[2][49]).isEqualTo(20_490 + element);
                assertThat(draws.value(1, 3, element)).isEqualTo(10_030 + element);
            }
        }
    }

    @Test
    void namesLeadToElements() {
        Draws draws = fill(5, 5).build();
        List<String> names = new ArrayList<>();
        for (int element = 0; element < ELEMENTS; element++) {
            names.add(draws.elementName(element));
            assertThat(draws.elementIndex(draws.elementName(element))).isEqualTo(element);
        }
        assertThat(names)
                .containsExactly(
                        "tau",
                        "omega[1,1]",
                        "omega[2,1]",
                        "omega[1,2]",
                        "omega[2,2]",
                        "omega[1,3]",
                        "omega[2,3]",
                        "z[1]",
                        "z[2]");
        assertThat(draws.element("omega[ 2, 1 ]")).isDeepEqualTo(draws.element(2));
        assertThat(draws.variable("omega").size()).isEqualTo(6);
        assertThat(draws.firstElement("z")).isEqualTo(7);
        assertThat(draws.variableOf(1).name()).isEqualTo("omega");
        assertThat(draws.variableOf(8).kind()).isEqualTo(Variable.Kind.DISCRETE);
    }

    @Test
    void lookupErrorsHelp() {
        Draws draws = fill(1, 1).build();
        assertThatThrownBy(() -> draws.variable("omgea"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no variable omgea; did you mean omega?");
        assertThatThrownBy(() -> draws.element("Tau")).hasMessage("no variable Tau; did you mean tau?");
        assertThatThrownBy(() -> draws.element("omegas[1,1]")).hasMessage("no variable omegas; did you mean omega?");
        assertThatThrownBy(() -> draws.element("lambda")).hasMessage("no variable lambda");
        assertThatThrownBy(() -> draws.element("z")).hasMessage("z has 2 elements, z[1] to z[2]; ask for one of them");
        for (String wrong : List.of("z[3]", "z[0]", "z[1,1]", "z[]", "z[one]", "z[99999999999]")) {
            assertThatThrownBy(() -> draws.element(wrong))
                    .hasMessage("no element " + wrong + ": z has 2 elements, z[1] to z[2]");
        }
        assertThatThrownBy(() -> draws.element("tau[1]")).hasMessage("no element tau[1]: tau has no subscripts");
        assertThatThrownBy(() -> draws.elementName(ELEMENTS)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> draws.elementName(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void copiesCannotChangeTheTable() {
        Draws.Builder builder = Draws.builder(VARIABLES, 1, 1);
        double[] values = new double[ELEMENTS];
        builder.append(0, values);
        values[0] = 5;
        Draws draws = builder.build();
        draws.element(0)[0][0] = 6;
        assertThat(draws.value(0, 0, 0)).isZero();
        assertThatThrownBy(() -> builder.append(0, values)).hasMessage("the table is already built");
        assertThatThrownBy(builder::build).hasMessage("the table is already built");
    }

    @Test
    void finishedChainsHaveEqualLengths() {
        assertThatThrownBy(() -> fill(5, 5, 4).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("chain 1 has 5 draws but chain 2 has 4");
    }

    @Test
    void stoppedChainsAreCutToACommonLength() {
        Draws draws = fill(100, 40, 0, 31).buildTruncated();
        assertThat(draws.chains()).isEqualTo(2);
        assertThat(draws.drawsPerChain()).isEqualTo(31);
        assertThat(draws.element(3)).hasDimensions(2, 31);
        assertThat(draws.value(1, 30, 3)).isEqualTo(20_303);
    }

    @Test
    void aChainThatHadJustBegunDoesNotCostTheOthersTheirDraws() {
        Draws draws = fill(100, 90, 100, 3).buildTruncated();
        assertThat(draws.chains()).isEqualTo(2);
        assertThat(draws.drawsPerChain()).isEqualTo(90);
    }

    @Test
    void aRunMayStopBeforeItsFirstDraw() {
        Draws draws = fill(100, 0, 0).buildTruncated();
        assertThat(draws.chains()).isEqualTo(2);
        assertThat(draws.drawsPerChain()).isZero();
        assertThat(draws.element("tau")).hasDimensions(2, 0);
    }

    @Test
    void chainsMayBeAppendedAtOnce() throws InterruptedException {
        int chains = 4;
        int length = 2_000;
        Draws.Builder builder = Draws.builder(VARIABLES, chains, 100);
        List<Thread> threads = new ArrayList<>();
        for (int chain = 0; chain < chains; chain++) {
            int number = chain;
            threads.add(new Thread(() -> {
                double[] values = new double[ELEMENTS];
                for (int draw = 0; draw < length; draw++) {
                    Arrays.fill(values, 10_000 * number + draw);
                    builder.append(number, values);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Draws draws = builder.build();
        for (int chain = 0; chain < chains; chain++) {
            for (int draw = 0; draw < length; draw++) {
                assertThat(draws.value(chain, draw, 4)).isEqualTo(10_000 * chain + draw);
            }
        }
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> fill(1, 1).append(0, new double[3])).hasMessage("3 values for 9 elements");
        assertThatThrownBy(() -> Draws.builder(VARIABLES, 0, 1))
                .hasMessage("a table of draws needs at least one chain, not 0");
        assertThatThrownBy(() -> Draws.builder(VARIABLES, 1, -1)).hasMessage("expected draws must not be negative: -1");
        assertThatThrownBy(() -> Draws.builder(List.of(VARIABLES.get(0), VARIABLES.get(0)), 1, 1))
                .hasMessage("two variables are named tau");
    }
}
