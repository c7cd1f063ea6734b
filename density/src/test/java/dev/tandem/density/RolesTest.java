package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Roles stay with the elements that they were given to. */
class RolesTest {
    private static final Variable HIDDEN = new Variable("h", List.of(4), Variable.Kind.DISCRETE);

    private static final Space SPACE = Space.builder()
            .real("mu", 2)
            .report("sum", Variable.Kind.CONTINUOUS, 2)
            .computed()
            .discrete("z", Support.binary(), 3)
            .settled(1)
            .hidden(HIDDEN, new int[] {1, 3})
            .hidden(new Variable("s", List.of(), Variable.Kind.CONTINUOUS), new int[] {0})
            .build();

    @Test
    void elementsAreCountedOverAllThatIsReported() {
        Roles roles = SPACE.roles();
        for (int element = 0; element < SPACE.reportedSize(); element++) {
            assertThat(roles.isComputed(element)).as("element %d", element).isEqualTo(element == 2 || element == 3);
            assertThat(roles.isSettled(element)).as("element %d", element).isEqualTo(element == 5);
        }
    }

    @Test
    void hiddenUnknownsHaveTheNamesOfTheirElements() {
        Roles roles = SPACE.roles();
        assertThat(roles.hiddenSize()).isEqualTo(3);
        assertThat(List.of(roles.hiddenName(0), roles.hiddenName(1), roles.hiddenName(2)))
                .containsExactly("h[2]", "h[4]", "s");
        assertThatThrownBy(() -> roles.hiddenName(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void plainRolesSayNothing() {
        assertThat(Roles.PLAIN.hiddenSize()).isZero();
        assertThat(Roles.PLAIN.isComputed(0)).isFalse();
        assertThat(Roles.PLAIN.isSettled(0)).isFalse();
    }

    @Test
    void whoeverMadeThemCannotChangeThem() {
        BitSet settled = new BitSet();
        Roles roles = new Roles(settled, new BitSet(), List.of());
        settled.set(0);
        assertThat(roles.isSettled(0)).isFalse();
    }

    @Test
    void everyElementHasAFate() {
        Space space = Space.builder()
                .report("a", Variable.Kind.CONTINUOUS)
                .report("z", Variable.Kind.DISCRETE, 3)
                .settled(0)
                .drawn(1)
                .forward(2)
                .report("b", Variable.Kind.CONTINUOUS)
                .computed()
                .build();
        assertThat(IntStream.range(0, 5).mapToObj(space.roles()::fate))
                .containsExactly(
                        Roles.Fate.SAMPLED,
                        Roles.Fate.SETTLED,
                        Roles.Fate.SUMMED_OUT,
                        Roles.Fate.FORWARD,
                        Roles.Fate.COMPUTED);
    }
}
