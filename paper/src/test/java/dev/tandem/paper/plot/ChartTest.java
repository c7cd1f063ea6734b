package dev.tandem.paper.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Charts are well-formed SVG, whatever the data; ticks are round numbers inside the axis. */
final class ChartTest {
    @Test
    void figuresAreWellFormed() throws Exception {
        double[] xs = {1, 10, 100};
        Chart chart = new Chart("a < b & c", Axis.logarithmic("n", 1, 100), Axis.linear("y", 0, 1), 300, 200)
                .band(xs, new double[] {0.1, 0.2, 0.3}, new double[] {0.2, 0.3, 0.4}, 1)
                .line("\"quoted\"", xs, new double[] {0.1, Double.NaN, 0.3}, 1)
                .thinLine(xs, new double[] {0, 5, -5}, 2)
                .points("dots", xs, new double[] {Double.NaN, 0.5, 2}, 3)
                .histogram("bars", 1, 100, new double[] {0.2, 0, 0.9}, 12)
                .shades(new double[][] {{0, 0.5}, {1, 2}}, 0)
                .legendBelow();
        String svg = Figure.grid(2, List.of(chart, chart, chart));
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg).doesNotContain("NaN").contains("a &lt; b &amp; c");
    }

    @Test
    void ticksAreRound() {
        assertThat(Axis.linear("x", 0, 1).ticks()).hasSize(6);
        assertThat(Axis.linear("x", -3.5, 5.5).ticks()).containsExactly(-2.0, 0.0, 2.0, 4.0);
        assertThat(Axis.logarithmic("x", 10, 10_000).ticks()).containsExactly(10.0, 100.0, 1000.0, 10_000.0);
        assertThat(Axis.logarithmic("x", 1, 20).ticks()).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0);
        assertThat(Axis.format(0.30000000000000004)).isEqualTo("0.3");
        assertThat(Axis.format(1e-5)).isEqualTo("1e-5");
        assertThat(Axis.format(250_000)).isEqualTo("2.5e5");
    }

    @Test
    void emptyRangesAreWidened() {
        assertThat(Axis.linear("x", 2, 2).high()).isEqualTo(3);
        assertThat(Chart.range(List.of(new double[] {Double.NaN}))).containsExactly(0, 1);
        assertThatThrownBy(() -> Axis.logarithmic("x", 0, 1)).hasMessageContaining("0.0");
    }
}
