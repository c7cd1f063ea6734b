package dev.tandem.benchmark;

import dev.tandem.draws.Draws;
import dev.tandem.models.GaussianMixture;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the pictures of docs/sampler.md, as SVG files that suit light and dark pages. Its argument is their folder. */
public final class SamplerPictures {
    /** The mixture of section 2.5 of the paper: weights and means of its components, and their common variance. */
    private static final double[] WEIGHTS = {0.15, 0.3, 0.3, 0.25};

    private static final double[] MEANS = {-2, 0, 2, 4};
    private static final double VARIANCE = 0.1;

    private static final double STEP = 0.1;
    private static final int STEPS = 60;

    /** Iterations for each draw of the picture of mixing. */
    private static final int THIN = 25;

    /** One for each component; they can be told apart with any kind of colour vision. */
    private static final List<String> COLOURS = List.of("#0072b2", "#e69f00", "#009e73", "#cc79a7");

    private SamplerPictures() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        for (Map.Entry<String, String> picture : all().entrySet()) {
            Files.writeString(folder.resolve(picture.getKey()), picture.getValue());
        }
    }

    /** The pictures by the names of their files. */
    static Map<String, String> all() {
        List<State> trajectory = trajectory();
        Map<String, String> pictures = new LinkedHashMap<>();
        pictures.put("trajectory.svg", position(trajectory));
        pictures.put("energy.svg", energy(trajectory));
        pictures.put("mixing.svg", mixing());
        return pictures;
    }

    /**
     * A point of a trajectory.
     *
     * @param energy what U + K has become since the start
     * @param error the part of it that is not a discrete update's doing
     */
    private record State(double time, double q, int component, double energy, double error) {}

    /** A trajectory that takes a leapfrog step and draws the component anew in turn: the rule and nothing else. */
    private static List<State> trajectory() {
        RandomStream random = RandomStream.of(24, 0);
        double q = 0.1;
        double p = 3.7;
        int component = 1;
        double start = potential(component, q) + 0.5 * p * p;
        double jumps = 0;
        List<State> states = new ArrayList<>(List.of(new State(0, q, component, 0, 0)));
        for (int step = 1; step <= STEPS; step++) {
            p -= 0.5 * STEP * slope(component, q);
            q += STEP * p;
            p -= 0.5 * STEP * slope(component, q);
            states.add(state(step, q, p, component, start, jumps));
            int drawn = component(q, random);
            if (drawn != component) {
                jumps += potential(drawn, q) - potential(component, q);
                component = drawn;
                states.add(state(step, q, p, component, start, jumps));
            }
        }
        return states;
    }

    private static State state(int step, double q, double p, int component, double start, double jumps) {
        double energy = potential(component, q) + 0.5 * p * p - start;
        return new State(step * STEP, q, component, energy, energy - jumps);
    }

    private static double potential(int component, double q) {
        double distance = q - MEANS[component];
        return distance * distance / (2 * VARIANCE) - Math.log(WEIGHTS[component]);
    }

    private static double slope(int component, double q) {
        return (q - MEANS[component]) / VARIANCE;
    }

    /** A draw of the component given the position. */
    private static int component(double q, RandomStream random) {
        double[] weights = new double[MEANS.length];
        double total = 0;
        for (int k = 0; k < weights.length; k++) {
            weights[k] = Math.exp(-potential(k, q));
            total += weights[k];
        }
        double rest = random.uniform() * total;
        int k = 0;
        while (k < weights.length - 1 && rest >= weights[k]) {
            rest -= weights[k++];
        }
        return k;
    }

    private static String position(List<State> trajectory) {
        Chart chart = new Chart(STEPS * STEP, -3, 5, "time along the trajectory", "q");
        for (int k = 0; k < MEANS.length; k++) {
            chart.level(MEANS[k], "x = " + (k + 1), COLOURS.get(k));
        }
        for (int i = 1; i < trajectory.size(); i++) {
            State from = trajectory.get(i - 1);
            State to = trajectory.get(i);
            if (to.component() == from.component()) {
                chart.line(from.time(), from.q(), to.time(), to.q(), COLOURS.get(to.component()));
            } else {
                chart.dot(to.time(), to.q(), 4, COLOURS.get(to.component()));
            }
        }
        return chart.toString();
    }

    private static String energy(List<State> trajectory) {
        double greatest = trajectory.stream().mapToDouble(State::energy).max().orElseThrow();
        double least = trajectory.stream().mapToDouble(State::energy).min().orElseThrow();
        Chart chart = new Chart(
                STEPS * STEP, Math.floor(least) - 1, Math.ceil(greatest) + 1, "time along the trajectory", "");
        for (int i = 1; i < trajectory.size(); i++) {
            State from = trajectory.get(i - 1);
            State to = trajectory.get(i);
            chart.line(from.time(), from.energy(), to.time(), to.energy(), COLOURS.get(1));
            chart.line(from.time(), from.error(), to.time(), to.error(), COLOURS.get(0));
        }
        State last = trajectory.get(trajectory.size() - 1);
        chart.label(last.time(), last.energy(), "U + K", COLOURS.get(1));
        chart.label(last.time(), last.error(), "error", COLOURS.get(0));
        return chart.toString();
    }

    /** The component at each draw by two kernels, one above the other. */
    private static String mixing() {
        int draws = 600;
        List<KernelFamily.Method> methods = List.of(KernelFamily.Method.NODE, KernelFamily.Method.HMC_WITHIN_GIBBS);
        Chart chart = new Chart(draws, 0, 10, "draws, one of " + THIN + " iterations each", "");
        for (int m = 0; m < methods.size(); m++) {
            Settings settings = Settings.defaults()
                    .withKernel(KernelFamily.of(methods.get(m)))
                    .withChains(1)
                    .withThreads(1)
                    .withThin(THIN)
                    .withDraws(draws);
            Draws drawn = Sampling.run(GaussianMixture.twentyFourDimensional(false), settings)
                    .draws();
            double[] components = drawn.element("x")[0];
            double bottom = m == 0 ? 5 : 0;
            chart.text(draws * 0.01, bottom + 4.6, methods.get(m).label());
            for (int from = 0, to; from < draws; from = to) {
                int component = (int) components[from];
                to = from + 1;
                while (to < draws && components[to] == component) {
                    to++;
                }
                double height = bottom + component - 0.3;
                chart.line(from, height, to - 1, height, COLOURS.get(component - 1));
            }
        }
        return chart.toString();
    }

    /** Axes and marks in the units of the data. */
    private static final class Chart {
        private static final int WIDTH = 720;
        private static final int HEIGHT = 300;
        private static final int LEFT = 50;
        private static final int RIGHT = 60;
        private static final int TOP = 12;
        private static final int BOTTOM = 36;

        private final double greatestX;
        private final double leastY;
        private final double greatestY;
        private final StringBuilder body = new StringBuilder();

        Chart(double greatestX, double leastY, double greatestY, String labelX, String labelY) {
            this.greatestX = greatestX;
            this.leastY = leastY;
            this.greatestY = greatestY;
            add("<path class=\"axis\" d=\"M%s %s V%s H%s\"/>", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
            add(
                    "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%s</text>",
                    (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, labelX);
            add("<text x=\"4\" y=\"%s\">%s</text>", TOP + 10, labelY);
            double step = greatestX > 100 ? 100 : 1;
            for (double x = 0; x <= greatestX + 1e-9; x += step) {
                add("<text x=\"%s\" y=\"%s\" text-anchor=\"middle\">%.0f</text>", x(x), HEIGHT - BOTTOM + 15, x);
            }
            if (greatestX < 100) {
                for (double y = Math.ceil(leastY); y <= greatestY; y += greatestY - leastY > 12 ? 5 : 2) {
                    add("<text x=\"%s\" y=\"%s\" text-anchor=\"end\">%.0f</text>", LEFT - 6, y(y, 4), y);
                }
            }
        }

        void level(double y, String name, String colour) {
            add(
                    "<path d=\"M%s %s H%s\" stroke=\"%s\" stroke-dasharray=\"2 5\" opacity=\"0.7\"/>",
                    LEFT, y(y, 0), WIDTH - RIGHT, colour);
            label(greatestX, y, name, colour);
        }

        void line(double fromX, double fromY, double toX, double toY, String colour) {
            add(
                    "<path d=\"M%s %s L%s %s\" stroke=\"%s\" stroke-width=\"2\" stroke-linecap=\"round\"/>",
                    x(fromX), y(fromY, 0), x(toX), y(toY, 0), colour);
        }

        void dot(double x, double y, double radius, String colour) {
            add("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\"/>", x(x), y(y, 0), radius, colour);
        }

        void label(double x, double y, String text, String colour) {
            add("<text x=\"%s\" y=\"%s\" style=\"fill:%s\">%s</text>", number(raw(x) + 8), y(y, 4), colour, text);
        }

        void text(double x, double y, String text) {
            add("<text x=\"%s\" y=\"%s\">%s</text>", x(x), y(y, 4), text);
        }

        private double raw(double x) {
            return LEFT + x / greatestX * (WIDTH - LEFT - RIGHT);
        }

        private String x(double x) {
            return number(raw(x));
        }

        private String y(double y, int below) {
            return number(TOP + (greatestY - y) / (greatestY - leastY) * (HEIGHT - TOP - BOTTOM) + below);
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, "%.1f", value);
        }

        private void add(String format, Object... values) {
            body.append(String.format(Locale.ROOT, format, values)).append('\n');
        }

        @Override
        public String toString() {
            return String.format(
                            Locale.ROOT,
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">%n",
                            WIDTH,
                            HEIGHT,
                            WIDTH,
                            HEIGHT)
                    + """
                    <style>
                    path { fill: none }
                    .axis { stroke: #888888 }
                    text { font: 12px sans-serif; fill: #333333 }
                    @media (prefers-color-scheme: dark) { text { fill: #dddddd } }
                    </style>
                    """
                    + body + "</svg>\n";
        }
    }
}
