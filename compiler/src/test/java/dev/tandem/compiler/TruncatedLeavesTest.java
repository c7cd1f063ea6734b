package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncated unknowns that nothing observed depends on: drawn forwards where that leaves the posterior as it is. */
class TruncatedLeavesTest {
    private static CompiledDensity compile(String leaf) {
        String text = "model { y ~ dnorm(mu, 1)  mu ~ dnorm(0, 1)  s ~ dgamma(2, 2)  z ~ dbern(0.5)  " + leaf + " }";
        Graph graph = Graph.bind(Model.of(text), DataSet.of(Map.of("y", DataArray.scalar(0.5))));
        return ModelCompiler.compile(graph, Monitor.byDefault(), Summing.automatic(), new ClassCache(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x ~ dnorm(mu, 1)T(0,)",
                "x ~ dnorm(mu, 1)T(-1.5, 2)",
                "x ~ dgamma(2, s)T(,3)",
                "x ~ dt(mu, s, 3)T(,-1)",
                "x ~ dexp(s)T(2,)"
            })
    void areDrawnForwards(String leaf) {
        assertThat(compile(leaf).drawnForwards()).contains("x");
    }

    /** Each of these says that some values of the others are impossible, or could. */
    @ParameterizedTest
    @ValueSource(strings = {"x ~ dnorm(0, 1)T(mu, s)", "x ~ dpar(2, s)T(,1)", "x ~ dpois(3 * z)T(1,)"})
    void areNotWhereNothingMayLieBetweenTheBounds(String leaf) {
        assertThat(compile(leaf).drawnForwards()).doesNotContain("x");
    }

    /** The mean of an exponential above 2 is 2 more than its own; five standard errors, one false alarm in 10^6. */
    @Test
    void haveTheirMean() {
        CompiledDensity density = compile("x ~ dexp(4)T(2,)");
        Cursor cursor = density.cursor();
        cursor.moveTo(new double[density.space().dimension()]);
        double[] report = new double[density.space().reportedSize()];
        int place = density.space().reported().stream()
                .map(variable -> variable.name())
                .toList()
                .indexOf("x");
        int draws = 20_000;
        double sum = 0;
        for (int draw = 0; draw < draws; draw++) {
            cursor.complete(draw);
            cursor.report(report);
            sum += report[place];
        }
        assertThat(sum / draws).isCloseTo(2.25, within(5 * 0.25 / Math.sqrt(draws)));
    }
}
