package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Data sets of one shape share a generated class, and nothing else. */
class SharedClassesTest {
    private static final Model MODEL = Model.of("model { mu ~ dnorm(0, 1)  for (i in 1:N) { y[i] ~ dnorm(mu, 1) } }");

    private static Graph bound(double... y) {
        return ModelCompiler.bind(MODEL, DataSet.of(Map.of("N", DataArray.scalar(y.length), "y", DataArray.vector(y))));
    }

    private static Cursor cursor(ClassCache classes, double... y) {
        return ModelCompiler.compile(bound(y), Monitor.byDefault(), classes).cursor();
    }

    private static Cursor cursor(double... y) {
        return ModelCompiler.compile(bound(y), Monitor.byDefault()).cursor();
    }

    private static double logDensity(Cursor cursor) {
        cursor.moveTo(new double[] {0.5});
        return cursor.logDensity();
    }

    @Test
    void theClassIsSharedAndTheDataAreNot() {
        ClassCache classes = new ClassCache(10);
        Cursor first = cursor(classes, 1, 2, 3);
        Cursor second = cursor(classes, 4, 5, 7);
        Cursor other = cursor(classes, 1, 2);
        assertThat(second.getClass()).isSameAs(first.getClass());
        assertThat(other.getClass()).isNotSameAs(first.getClass());
        assertThat(logDensity(first)).isEqualTo(logDensity(cursor(1, 2, 3)));
        assertThat(logDensity(second)).isEqualTo(logDensity(cursor(4, 5, 7)));
        assertThat(logDensity(first)).isNotEqualTo(logDensity(second));
    }

    @Test
    void theCacheForgetsWhatWasNotAskedForLongest() {
        ClassCache classes = new ClassCache(1);
        Class<?> first = cursor(classes, 1, 2, 3).getClass();
        cursor(classes, 1, 2);
        assertThat(cursor(classes, 1, 2, 3).getClass()).isNotSameAs(first);
    }
}
