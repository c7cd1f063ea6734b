package dev.tandem.report.findings;

import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks for funnels in draws: an unknown at one end of which others are many times narrower than at the other end. Steps that
 * fit the mouth are too long for the neck.
 *
 * <p>Members of an array are compared with their neighbours in the same draw, so that neither their common centre nor a walk
 * along the array hides how close they lie; single unknowns by how much they vary among draws.
 */
final class Funnels {
    /** So many times narrower in the lowest fifth than in the highest, or the other way round, is a funnel. */
    private static final double FUNNEL = 5;

    /** From fifth to fifth what is a funnel opens; chance may take so much of that. */
    private static final double SLACK = 0.8;

    /** A chain with less of this share of a fifth did not see it. */
    private static final double SEEN = 0.1;

    /** Divergences gather in the neck if such a share of them lies on its side of the middle. */
    private static final double GATHERED = 0.6;

    private static final int FIFTHS = 5;
    private static final int MOST_SCALES = 12;
    private static final int MOST_MEMBERS = 24;
    private static final int MOST_GROUPS = 200;
    private static final int FEWEST_POINTS = 200;

    /** Fewer divergences say nothing about where they gather. */
    private static final int FEWEST_DIVERGENCES = 5;

    /**
     * A funnel.
     *
     * @param scale what tells how wide it is
     * @param small whether it is narrow where the scale is small
     * @param edge where the narrow fifth ends
     * @param members what it is a funnel of
     * @param factor how many times wider its mouth is than its neck
     */
    record Funnel(String scale, boolean small, double edge, List<String> members, double factor) {}

    private record Found(Funnel funnel, boolean array) {}

    private final Cloud cloud;

    private final Map<List<Integer>, double[]> known = new HashMap<>();

    private Funnels(Cloud cloud) {
        this.cloud = cloud;
    }

    /**
     * The widest funnel of a run; empty if there is none.
     *
     * @param explained whether it has to explain divergences: these gather in its neck
     */
    static Optional<Funnel> find(Cloud cloud, boolean explained) {
        return cloud.chains() * cloud.perChain() < FEWEST_POINTS
                ? Optional.empty()
                : new Funnels(cloud).find(explained);
    }

    private Optional<Funnel> find(boolean explained) {
        List<Integer> scales =
                cloud.slowest(MOST_SCALES).stream().filter(cloud::moves).toList();
        List<List<Integer>> groups = groups();
        List<Found> found = new ArrayList<>();
        for (int scale : scales) {
            double[] position = cloud.values(scale);
            int[] order = IntStream.range(0, position.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> position[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (List<Integer> group : groups) {
                List<Integer> members =
                        group.stream().filter(member -> member != scale).toList();
                if (!members.isEmpty()) {
                    look(scale, position, order, members, explained).ifPresent(found::add);
                }
            }
        }
        // Arrays say more than their elements.
        return found.stream()
                .max(Comparator.comparing(Found::array)
                        .thenComparing(each -> each.funnel().factor()))
                .map(Found::funnel);
    }

    /** Whole arrays first, then their elements and scalars. */
    private List<List<Integer>> groups() {
        List<List<Integer>> groups = new ArrayList<>();
        List<List<Integer>> single = new ArrayList<>();
        for (Variable variable : cloud.draws().variables()) {
            int first = cloud.draws().firstElement(variable.name());
            List<Integer> elements = IntStream.range(first, first + variable.size())
                    .filter(cloud::moves)
                    .limit(MOST_MEMBERS)
                    .boxed()
                    .toList();
            if (elements.size() > 2) {
                groups.add(elements);
            }
            elements.forEach(element -> single.add(List.of(element)));
        }
        groups.addAll(single);
        return groups.subList(0, Math.min(groups.size(), MOST_GROUPS));
    }

    private Optional<Found> look(int scale, double[] position, int[] order, List<Integer> members, boolean explained) {
        boolean array = members.size() > 1;
        double[] values = known.computeIfAbsent(members, some -> array ? spread(some) : cloud.unbounded(some.get(0)));
        double[] widths = new double[FIFTHS];
        widths[0] = width(values, fifth(order, 0), array);
        widths[FIFTHS - 1] = width(values, fifth(order, FIFTHS - 1), array);
        boolean small = widths[0] < widths[FIFTHS - 1];
        double factor = small ? widths[FIFTHS - 1] / widths[0] : widths[0] / widths[FIFTHS - 1];
        if (!(factor >= FUNNEL)) {
            return Optional.empty();
        }
        for (int fifth = 1; fifth < FIFTHS - 1; fifth++) {
            widths[fifth] = width(values, fifth(order, fifth), array);
        }
        if (!opens(widths, small)) {
            return Optional.empty();
        }
        int[] neck = fifth(order, small ? 0 : FIFTHS - 1);
        int[] mouth = fifth(order, small ? FIFTHS - 1 : 0);
        // A chain that hardly moves is narrow wherever it is.
        if (!array && cloud.chains() > 1 && (seenBy(neck) < 2 || seenBy(mouth) < 2)) {
            return Optional.empty();
        }
        if (explained && !gathersIn(scale, small)) {
            return Optional.empty();
        }
        double edge = position[small ? neck[neck.length - 1] : neck[0]];
        List<String> names = members.stream().map(cloud.draws()::elementName).toList();
        return Optional.of(new Found(new Funnel(cloud.draws().elementName(scale), small, edge, names, factor), array));
    }

    /** Of an array the middle of how far its members lie apart, of a single unknown what its middle half spans. */
    private static double width(double[] values, int[] points, boolean array) {
        double[] part =
                Arrays.stream(points).mapToDouble(i -> values[i]).sorted().toArray();
        return array ? part[part.length / 2] : part[3 * part.length / 4] - part[part.length / 4];
    }

    private static int[] fifth(int[] order, int fifth) {
        return Arrays.copyOfRange(order, fifth * order.length / FIFTHS, (fifth + 1) * order.length / FIFTHS);
    }

    private static boolean opens(double[] widths, boolean small) {
        for (int i = 1; i < FIFTHS; i++) {
            double before = small ? widths[i - 1] : widths[FIFTHS - i];
            double after = small ? widths[i] : widths[FIFTHS - 1 - i];
            if (after < SLACK * before) {
                return false;
            }
        }
        return true;
    }

    private long seenBy(int[] points) {
        int[] counts = new int[cloud.chains()];
        for (int point : points) {
            counts[point / cloud.perChain()]++;
        }
        return Arrays.stream(counts)
                .filter(count -> count >= SEEN * points.length / cloud.chains())
                .count();
    }

    /** Whether most divergent draws lie on the narrow side of the middle; so few that it cannot be told may. */
    private boolean gathersIn(int scale, boolean small) {
        double[][] flags = cloud.divergent();
        double[][] values = cloud.draws().element(scale);
        double middle = cloud.row(scale).q50();
        int inside = 0;
        int all = 0;
        for (int chain = 0; chain < flags.length; chain++) {
            for (int draw = 0; draw < flags[chain].length; draw++) {
                if (flags[chain][draw] > 0) {
                    all++;
                    inside += values[chain][draw] < middle == small ? 1 : 0;
                }
            }
        }
        return all < FEWEST_DIVERGENCES || inside > GATHERED * all;
    }

    /** Of every point, how far neighbours among the members lie apart: the root of the mean square. */
    private double[] spread(List<Integer> members) {
        double[] sum = new double[cloud.chains() * cloud.perChain()];
        double[] before = cloud.unbounded(members.get(0));
        for (int k = 1; k < members.size(); k++) {
            double[] now = cloud.unbounded(members.get(k));
            for (int i = 0; i < sum.length; i++) {
                sum[i] += (now[i] - before[i]) * (now[i] - before[i]);
            }
            before = now;
        }
        Arrays.setAll(sum, i -> Math.sqrt(sum[i] / (members.size() - 1)));
        return sum;
    }
}
