package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Supports count and contain what they say, without ends too. */
class SupportTest {
    @Test
    void bothEndsBelong() {
        Support support = Support.range(-1, 2);
        assertThat(support.contains(-1)).isTrue();
        assertThat(support.contains(2)).isTrue();
        assertThat(support.contains(-2)).isFalse();
        assertThat(support.contains(3)).isFalse();
        assertThat(support.size()).isEqualTo(4);
    }

    @Test
    void categoriesBeginAtOne() {
        assertThat(Support.categories(4)).isEqualTo(Support.range(1, 4));
        assertThat(Support.binary()).isEqualTo(Support.range(0, 1));
    }

    @Test
    void oneMissingEndIsEnoughToBeUnbounded() {
        assertThat(Support.atLeast(3).bounded()).isFalse();
        assertThat(Support.range(Support.UNBOUNDED_BELOW, 3).bounded()).isFalse();
        assertThat(Support.integers().bounded()).isFalse();
        assertThat(Support.range(3, 3).bounded()).isTrue();
        assertThat(Support.atLeast(3).size()).isEqualTo(Long.MAX_VALUE);
        assertThat(Support.integers().contains(Integer.MIN_VALUE + 1)).isTrue();
    }

    /** As many values as 32 bits have would not fit into an int. */
    @Test
    void wideSupportsAreCountedRight() {
        assertThat(Support.range(Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 1).size())
                .isEqualTo(4_294_967_294L);
    }

    @Test
    void noneIsEmpty() {
        assertThatThrownBy(() -> Support.range(2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("empty support: no integer from 2 to 1");
        assertThatThrownBy(() -> Support.categories(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void missingEndsAreNotPrinted() {
        assertThat(Support.range(0, 6)).hasToString("0..6");
        assertThat(Support.atLeast(-2)).hasToString("-2..");
        assertThat(Support.range(Support.UNBOUNDED_BELOW, 4)).hasToString("..4");
        assertThat(Support.integers()).hasToString("..");
    }
}
