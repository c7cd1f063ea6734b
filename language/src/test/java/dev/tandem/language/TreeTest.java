package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Node;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The tree is what the text says, and every part knows where it stands. */
class TreeTest {
    private static final String TEXT = """
            var y[N];
            model {
              for (i in 1:N) {
                y[i] ~ dbinom((p + q) * 2, n[i, ]) T(0, 9)
              }
              log(r) <- -s[1:3, k]
            }
            """;

    private final Model model = Model.of(TEXT);

    @Test
    void shape() {
        Statement.Loop loop = (Statement.Loop) model.statements().get(0);
        assertThat(loop.counter().text()).isEqualTo("i");
        Statement.Stochastic y = (Statement.Stochastic) loop.body().get(0);
        assertThat(y.distribution().written()).isEqualTo("dbinom");
        assertThat(y.distribution().canonical()).isEqualTo("dbin");
        assertThat(y.distribution().distribution().kind()).isEqualTo(Distribution.Kind.DISCRETE);
        assertThat(y.truncation().orElseThrow().kind()).isEqualTo(Truncation.Kind.TRUNCATION);
        Statement.Deterministic r = (Statement.Deterministic) model.statements().get(1);
        assertThat(r.link()).isEqualTo(Optional.of(Link.LOG));
        Expression.Subscripted s = (Expression.Subscripted) ((Expression.Unary) r.value()).operand();
        assertThat(s.indices().get(0)).isInstanceOf(Index.Range.class);
        assertThat(s.indices().get(1)).isInstanceOf(Index.Single.class);
        assertThat(model.declarations().get(0).dimensions()).hasSize(1);
    }

    @Test
    void spans() {
        Statement.Loop loop = (Statement.Loop) model.statements().get(0);
        Statement.Stochastic y = (Statement.Stochastic) loop.body().get(0);
        assertThat(text(loop)).startsWith("for (i").endsWith("}");
        assertThat(text(loop.range())).isEqualTo("1:N");
        assertThat(text(y)).isEqualTo("y[i] ~ dbinom((p + q) * 2, n[i, ]) T(0, 9)");
        assertThat(text(y.target())).isEqualTo("y[i]");
        assertThat(text(y.distribution())).isEqualTo("dbinom((p + q) * 2, n[i, ])");
        assertThat(text(y.distribution().arguments().get(0))).isEqualTo("(p + q) * 2");
        assertThat(text(y.truncation().orElseThrow())).isEqualTo("T(0, 9)");
        assertThat(text(model.declarations().get(0))).isEqualTo("y[N]");
        assertThat(y.span()).isEqualTo(new SourceSpan(41, 83, 4, 5, 4, 47));
        assertThat(loop.span().endLine()).isEqualTo(5);
    }

    @Test
    void listsAreImmutable() {
        assertThatThrownBy(() -> model.statements().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void openBugsAllowsBothArrowAndTilde() {
        String text = "model { z <- sqrt(y) z ~ dnorm(0, 1) }";
        assertThat(Model.parse(SourceText.of("m", text), Dialect.OPENBUGS).statements())
                .hasSize(2);
        assertThatThrownBy(() -> Model.of(text)).hasMessageContaining("z is defined twice");
    }

    private static String text(Node node) {
        return TEXT.substring(node.span().start(), node.span().end());
    }
}
