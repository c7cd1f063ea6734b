package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A space numbers unknowns in the order in which they were named, whatever stands between them. */
class SpaceTest {
    private static final Space MIXED = Space.builder()
            .real("mu")
            .discrete("z", Support.categories(3), 2)
            .coordinate("log_tau")
            .report("tau", Variable.Kind.CONTINUOUS)
            .real("beta", 2, 2)
            .site("k", new Support[] {Support.binary(), Support.atLeast(4)}, 2)
            .build();

    private static List<String> names(int count, java.util.function.IntFunction<String> name) {
        return IntStream.range(0, count).mapToObj(name).toList();
    }

    @Test
    void coordinatesAndSitesAreNumberedApart() {
        assertThat(names(MIXED.dimension(), MIXED::coordinateName))
                .containsExactly("mu", "log_tau", "beta[1,1]", "beta[2,1]", "beta[1,2]", "beta[2,2]");
        assertThat(names(MIXED.sites(), MIXED::siteName)).containsExactly("z[1]", "z[2]", "k[1]", "k[2]");
        assertThat(MIXED.siteVariables()).extracting(Variable::name).containsExactly("z", "k");
    }

    @Test
    void whatIsReportedIsAListOfItsOwn() {
        assertThat(MIXED.reported()).extracting(Variable::name).containsExactly("mu", "z", "tau", "beta");
        assertThat(MIXED.reportedSize()).isEqualTo(1 + 2 + 1 + 4);
    }

    @Test
    void everySiteHasItsSupport() {
        assertThat(IntStream.range(0, 4).mapToObj(MIXED::support))
                .containsExactly(Support.categories(3), Support.categories(3), Support.binary(), Support.atLeast(4));
    }

    @Test
    void supportsAreKeptHoweverManyThereAre() {
        Space.Builder builder = Space.builder();
        for (int i = 0; i < 100; i++) {
            builder.discrete("x" + i, Support.range(-i, i));
        }
        Space space = builder.build();
        assertThat(space.support(0)).isEqualTo(Support.range(0, 0));
        assertThat(space.support(99)).isEqualTo(Support.range(-99, 99));
    }

    @Test
    void nothingAtAllIsASpaceToo() {
        Space empty = Space.builder().build();
        assertThat(empty.dimension() + empty.sites() + empty.reportedSize()).isZero();
    }

    @Test
    void anArrayMayBeEmpty() {
        Space space = Space.builder().real("none", 0).real("one").build();
        assertThat(space.dimension()).isEqualTo(1);
        assertThat(space.coordinateName(0)).isEqualTo("one");
    }

    @Test
    void aNameIsGivenOnce() {
        assertThatThrownBy(() -> Space.builder().real("a").real("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two variables are named a");
        assertThatThrownBy(() -> Space.builder().discrete("a", Support.binary()).discrete("a", Support.binary()))
                .hasMessage("two variables are named a");
        assertThatThrownBy(() -> Space.builder().real("a").report("a", Variable.Kind.CONTINUOUS))
                .hasMessage("two variables are named a");
    }

    @Test
    void supportsMustBeAsManyAsSites() {
        assertThatThrownBy(() -> Space.builder().site("k", new Support[] {Support.binary()}, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("k: 1 supports for 2 sites");
    }

    @Test
    void thereIsNoSuchUnknown() {
        assertThatThrownBy(() -> MIXED.coordinateName(6)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> MIXED.siteName(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSpaceDoesNotChangeWithItsBuilder() {
        Space.Builder builder = Space.builder().discrete("a", Support.binary());
        Space before = builder.build();
        builder.discrete("b", Support.binary()).computed();
        assertThat(before.sites()).isEqualTo(1);
        assertThat(before.reported()).hasSize(1);
        assertThat(before.roles().isComputed(1)).isFalse();
    }
}
