package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Support;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a model bound to data compiles to. */
class BoundModelTest {
    private static final Model CHAIN = Model.of("""
            model {
              s[1] ~ dcat(c(0.5, 0.3, 0.2))
              for (t in 2:T) {
                s[t] ~ dcat(P[s[t-1],])
                y[t] ~ dnorm(s[t], 1)
              }
              for (k in 1:3) {
                P[k,1:3] ~ ddirch(c(1, 1, 1))
              }
            }
            """);

    private static BoundModel chain() {
        return CHAIN.with(Map.of("T", DataArray.scalar(4), "y", DataArray.vector(Double.NaN, 1.5, 2.5, 3.5)))
                .summing(Summing.joint());
    }

    @Test
    void statesThatFollowUnknownStatesHaveAllTheirValues() {
        var space = chain().compile().space();
        for (int site = 0; site < space.sites(); site++) {
            assertThat(space.support(site)).as(space.siteName(site)).isEqualTo(new Support(1, 3));
        }
    }

    @Test
    void compilingLeavesTheModelAsItWas() {
        BoundModel model = chain();
        Cursor first = model.compile().cursor();
        Cursor second = model.compile().cursor();
        assertThat(second.space().sites()).isEqualTo(first.space().sites()).isEqualTo(4);
        assertThat(second.logDensity()).isEqualTo(first.logDensity());
    }

    @Test
    void unusedDataOnlyWarn() {
        BoundModel bound = Model.of("model { for (i in 1:2) { y[i] ~ dnorm(alpha, 1) } alpha ~ dnorm(0, 1) }")
                .with(DataFile.parse(SourceText.of("data.R", "y <- c(1, 2)\nalhpa <- 3\n"), Dialect.JAGS));
        assertThat(bound.warnings())
                .extracting(SourceProblem::headline)
                .containsExactly("data.R:2:1: the model does not use alhpa; did you mean alpha?");
        assertThat(bound.monitoring("alpha").warnings()).hasSize(1);
    }
}
