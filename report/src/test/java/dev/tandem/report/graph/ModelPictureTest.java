package dev.tandem.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.report.graph.ModelPicture.Arrow;
import dev.tandem.report.graph.ModelPicture.Fate;
import dev.tandem.report.graph.ModelPicture.ModelVariable;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Pictures of models: nothing lies on anything else, boxes hold what is in their loop, and arrows point down. */
class ModelPictureTest {
    private static ModelVariable variable(String name, Fate fate, String... plates) {
        return new ModelVariable(name, fate, "dnorm", List.of(name + " ~ dnorm(0, 1)"), List.of(1), List.of(plates));
    }

    private static ModelPicture schools() {
        return new ModelPicture(
                List.of(
                        variable("mu", Fate.SAMPLED),
                        variable("tau", Fate.SAMPLED),
                        variable("theta", Fate.SAMPLED, "i in 1:8"),
                        variable("y", Fate.DATA, "i in 1:8"),
                        variable("mean", Fate.COMPUTED)),
                List.of(
                        new Arrow("mu", "theta"),
                        new Arrow("tau", "theta"),
                        new Arrow("theta", "y"),
                        new Arrow("theta", "mean")));
    }

    /** Models of up to thirty variables in up to three loops inside each other, circles among them. */
    private static ModelPicture random(int seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(29);
        List<ModelVariable> variables = new ArrayList<>();
        List<Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> plates = new ArrayList<>();
            for (int depth = random.nextInt(4); depth > 0; depth--) {
                plates.add("i" + plates.size() + " in 1:n" + random.nextInt(2));
            }
            Fate fate = random.nextBoolean() ? Fate.SAMPLED : random.nextBoolean() ? Fate.DATA : Fate.COMPUTED;
            variables.add(variable("x" + "y".repeat(random.nextInt(9)) + i, fate, plates.toArray(String[]::new)));
            for (int from = random.nextInt(4); from > 0; from--) {
                arrows.add(new Arrow(
                        variables.get(random.nextInt(i + 1)).name(),
                        variables.get(i).name()));
            }
            if (random.nextInt(10) == 0) {
                arrows.add(new Arrow(variables.get(i).name(), variables.get(0).name()));
            }
        }
        return new ModelPicture(variables, arrows.stream().distinct().toList());
    }

    private static boolean apart(GraphLayout.Box one, GraphLayout.Box other) {
        return one.x + one.width <= other.x
                || other.x + other.width <= one.x
                || one.y + one.height <= other.y
                || other.y + other.height <= one.y;
    }

    private static boolean inside(GraphLayout.Box inner, GraphLayout.Box outer) {
        return inner.x >= outer.x
                && inner.y >= outer.y
                && inner.x + inner.width <= outer.x + outer.width
                && inner.y + inner.height <= outer.y + outer.height;
    }

    private static boolean holds(GraphLayout.Box plate, GraphLayout.Box box) {
        for (GraphLayout.Box at = box.parent; at != null; at = at.parent) {
            if (at == plate) {
                return true;
            }
        }
        return false;
    }

    @Test
    void nothingLiesOnAnythingElse() {
        for (int seed = 0; seed < 300; seed++) {
            ModelPicture picture = random(seed);
            GraphLayout layout = GraphLayout.of(picture);
            List<GraphLayout.Box> boxes = new ArrayList<>(layout.plates());
            picture.variables().forEach(variable -> boxes.add(layout.variable(variable.name())));
            for (GraphLayout.Box one : boxes) {
                assertThat(one.x >= 0 && one.x + one.width <= layout.width())
                        .as("seed " + seed)
                        .isTrue();
                for (GraphLayout.Box other : boxes) {
                    if (one != other) {
                        boolean right = apart(one, other)
                                || (one.plate && holds(one, other) && inside(other, one))
                                || (other.plate && holds(other, one) && inside(one, other));
                        assertThat(one.plate && holds(one, other) && !inside(other, one))
                                .as("seed " + seed + ", " + other.name + " sticks out of " + one.name)
                                .isFalse();
                        assertThat(right)
                                .as("seed " + seed + ", " + one.name + " and " + other.name)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void whatIsDefinedStandsBelowWhatDefinesIt() {
        GraphLayout layout = GraphLayout.of(schools());
        for (Arrow arrow : schools().arrows()) {
            assertThat(layout.variable(arrow.to()).y)
                    .as(arrow.toString())
                    .isGreaterThan(layout.variable(arrow.from()).y);
        }
    }

    @Test
    void thirtyVariablesFitAPage() {
        List<ModelVariable> variables = new ArrayList<>();
        List<Arrow> arrows = new ArrayList<>();
        for (int i = 0; i < 29; i++) {
            variables.add(variable("beta" + i, Fate.SAMPLED));
            arrows.add(new Arrow("beta" + i, "y"));
        }
        variables.add(variable("y", Fate.DATA, "i in 1:n"));
        assertThat(GraphLayout.of(new ModelPicture(variables, arrows)).width()).isLessThan(1000);
    }

    @Test
    void theSameModelGivesTheSamePicture() {
        assertThat(random(7).svg("again")).isEqualTo(random(7).svg("again"));
    }

    @Test
    void itCanBeReadAloudAndHarmsNobody() throws Exception {
        String evil = "</title><script>alert(1)</script>&\"";
        ModelPicture picture = new ModelPicture(
                List.of(variable(evil, Fate.SAMPLED, evil), variable("y", Fate.DATA)), List.of(new Arrow(evil, "y")));
        String svg = picture.svg(evil);
        assertThat(svg).doesNotContain("<script");
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(document.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo(evil);
        assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
                .isEqualTo(evil + ": sampled; y: data, from " + evil + ".");
    }
}
