package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.density.Cursor;
import dev.tandem.language.DataArray;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Data sets of one shape share a generated class, and nothing else. */
class SharedClassesTest {
    private static final Model MODEL = Model.of("model { mu ~ dnorm(0, 1)  for (i in 1:N) { y[i] ~ dnorm(mu, 1) } }");

    private static BoundModel bound(double... y) {
        return MODEL.with(Map.of("N", DataArray.scalar(y.length), "y", DataArray.vector(y)));
    }

    private static double logDensity(Cursor cursor) {
        cursor.moveTo(new double[] {0.5});
        return cursor.logDensity();
    }

    @Test
    void theClassIsSharedAndTheDataAreNot() {
        ClassCache classes = new ClassCache(10);
        Cursor first = bound(1, 2, 3).compile(classes).cursor();
        Cursor second = bound(4, 5, 7).compile(classes).cursor();
        Cursor other = bound(1, 2).compile(classes).cursor();
        assertThat(second.getClass()).isSameAs(first.getClass());
        assertThat(other.getClass()).isNotSameAs(first.getClass());
        assertThat(logDensity(first))
                .isEqualTo(logDensity(bound(1, 2, 3).compile().cursor()));
        assertThat(logDensity(second))
                .isEqualTo(logDensity(bound(4, 5, 7).compile().cursor()));
        assertThat(logDensity(first)).isNotEqualTo(logDensity(second));
    }

    @Test
    void theCacheForgetsWhatWasNotAskedForLongest() {
        ClassCache classes = new ClassCache(1);
        Class<?> first = bound(1, 2, 3).compile(classes).cursor().getClass();
        bound(1, 2).compile(classes);
        assertThat(bound(1, 2, 3).compile(classes).cursor().getClass()).isNotSameAs(first);
    }
}
