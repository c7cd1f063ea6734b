package dev.tandem.report.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Places the variables of a model: in rows, each below what defines it, and those of a loop together in a box. Boxes are
 * laid out from the inside; to what is around it a box is one large variable.
 */
final class GraphLayout {
    static final double HEIGHT = 40;

    /** Room for the words at the foot of a plate. */
    static final double FOOT = 20;

    private static final double MARGIN = 16;
    private static final double GAP = 22;
    private static final double ROW_GAP = 44;
    private static final double LEAST_WIDTH = 70;
    private static final double LETTER = 7.6;

    /** What a variable that takes all of the work is larger by. */
    private static final double GROWN_WIDTH = 110;

    private static final double GROWN_HEIGHT = 52;

    /** Rows that would be wider than this become several. */
    private static final double WIDEST = 880;

    private static final int SWEEPS = 12;

    private final ModelPicture picture;
    private final Map<String, Box> boxes = new LinkedHashMap<>();
    private final Box root = new Box("", null, 0);

    /** A variable or a plate; its place is that within what it lies in until the end, then in the picture. */
    static final class Box {
        final String name;
        final Box parent;
        final int order;
        final List<Box> children = new ArrayList<>();
        boolean plate;
        double x;
        double y;
        double width;
        double height;
        private int rank;

        private Box(String name, Box parent, int order) {
            this.name = name;
            this.parent = parent;
            this.order = order;
        }

        double centre() {
            return x + width / 2;
        }
    }

    private GraphLayout(ModelPicture picture) {
        this.picture = picture;
    }

    static GraphLayout of(ModelPicture picture) {
        GraphLayout layout = new GraphLayout(picture);
        layout.root.plate = true;
        layout.nest();
        layout.place(layout.root);
        layout.shift(layout.root, 0, 0);
        return layout;
    }

    double width() {
        return root.width;
    }

    double height() {
        return root.height;
    }

    Box variable(String name) {
        return boxes.get(name);
    }

    /** All plates, outer ones before those inside. */
    List<Box> plates() {
        List<Box> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Box box, List<Box> found) {
        for (Box child : box.children) {
            if (child.plate) {
                found.add(child);
                collect(child, found);
            }
        }
    }

    private void nest() {
        Map<List<String>, Box> plates = new HashMap<>();
        plates.put(List.of(), root);
        int order = 0;
        for (ModelPicture.ModelVariable variable : picture.variables()) {
            Box around = root;
            for (int depth = 1; depth <= variable.plates().size(); depth++) {
                List<String> path = variable.plates().subList(0, depth);
                Box outer = around;
                Box plate = plates.get(path);
                if (plate == null) {
                    plate = new Box(path.get(depth - 1), outer, order++);
                    plate.plate = true;
                    plates.put(path, plate);
                    outer.children.add(plate);
                }
                around = plate;
            }
            Box box = new Box(variable.name(), around, order++);
            // The root: a tenth of the work can still be told from a hundredth.
            double grown = Math.sqrt(variable.share());
            box.width = GROWN_WIDTH * grown
                    + Math.max(
                            LEAST_WIDTH,
                            26
                                    + LETTER
                                            * Math.max(
                                                    variable.name().length(),
                                                    0.8 * variable.law().length()));
            box.height = HEIGHT + GROWN_HEIGHT * grown;
            around.children.add(box);
            boxes.put(variable.name(), box);
        }
    }

    /** The arrows between what lies directly in a box, without those that would close a circle. */
    private Map<Box, Set<Box>> downwards(Box container) {
        Map<Box, Set<Box>> after = new LinkedHashMap<>();
        container.children.forEach(child -> after.put(child, new HashSet<>()));
        for (ModelPicture.Arrow arrow : picture.arrows()) {
            Box from = within(container, boxes.get(arrow.from()));
            Box to = within(container, boxes.get(arrow.to()));
            if (from != null && to != null && from != to && !reaches(after, to, from, new HashSet<>())) {
                after.get(from).add(to);
            }
        }
        return after;
    }

    private static boolean reaches(Map<Box, Set<Box>> after, Box from, Box to, Set<Box> seen) {
        if (from == to) {
            return true;
        }
        for (Box next : after.get(from)) {
            if (seen.add(next) && reaches(after, next, to, seen)) {
                return true;
            }
        }
        return false;
    }

    /** What lies directly in a container and is, or holds, a box; null if that lies elsewhere. */
    private static Box within(Box container, Box box) {
        for (Box at = box; at != null; at = at.parent) {
            if (at.parent == container) {
                return at;
            }
        }
        return null;
    }

    private void place(Box container) {
        container.children.stream().filter(child -> child.plate).forEach(this::place);
        Map<Box, Set<Box>> after = downwards(container);
        rank(container, after);
        Map<Box, Set<Box>> near = new HashMap<>();
        after.forEach((from, tos) -> tos.forEach(to -> {
            near.computeIfAbsent(from, none -> new HashSet<>()).add(to);
            near.computeIfAbsent(to, none -> new HashSet<>()).add(from);
        }));
        List<List<Box>> rows = rows(container);
        arrange(rows, near);
        double y = MARGIN;
        for (List<Box> row : rows) {
            double tallest = row.stream().mapToDouble(box -> box.height).max().orElse(0);
            for (Box box : row) {
                box.y = y + (tallest - box.height) / 2;
            }
            y += tallest + ROW_GAP;
        }
        double left =
                container.children.stream().mapToDouble(box -> box.x).min().orElse(0);
        for (Box child : container.children) {
            child.x += MARGIN - left;
        }
        double right = container.children.stream()
                .mapToDouble(box -> box.x + box.width)
                .max()
                .orElse(0);
        boolean words = container != root;
        container.width = Math.max(right + MARGIN, words ? 2 * MARGIN + LETTER * container.name.length() : 0);
        container.height = y - ROW_GAP + (words ? FOOT : MARGIN);
    }

    /** Each as high as it can be below what defines it; then what nothing defines as low as it can be. */
    private static void rank(Box container, Map<Box, Set<Box>> after) {
        container.children.forEach(child -> child.rank = 0);
        for (int round = 0; round < container.children.size(); round++) {
            after.forEach((from, tos) -> tos.forEach(to -> to.rank = Math.max(to.rank, from.rank + 1)));
        }
        Set<Box> defined = new HashSet<>();
        after.values().forEach(defined::addAll);
        for (Box child : container.children) {
            if (!defined.contains(child) && !after.get(child).isEmpty()) {
                child.rank =
                        after.get(child).stream().mapToInt(to -> to.rank).min().orElseThrow() - 1;
            }
        }
    }

    private static List<List<Box>> rows(Box container) {
        Map<Integer, List<Box>> byRank = new TreeMap<>();
        container.children.forEach(child ->
                byRank.computeIfAbsent(child.rank, none -> new ArrayList<>()).add(child));
        List<List<Box>> rows = new ArrayList<>();
        for (List<Box> rank : byRank.values()) {
            rank.sort(Comparator.comparingInt(box -> box.order));
            double wide = rank.stream().mapToDouble(box -> box.width + GAP).sum();
            int parts = (int) Math.max(1, Math.ceil(wide / WIDEST));
            int each = (rank.size() + parts - 1) / parts;
            for (int first = 0; first < rank.size(); first += each) {
                rows.add(new ArrayList<>(rank.subList(first, Math.min(rank.size(), first + each))));
            }
        }
        return rows;
    }

    /** Orders each row by where its neighbours are, and moves boxes towards them as far as there is room. */
    private static void arrange(List<List<Box>> rows, Map<Box, Set<Box>> near) {
        for (List<Box> row : rows) {
            double x = -row.stream().mapToDouble(box -> box.width + GAP).sum() / 2;
            for (Box box : row) {
                box.x = x;
                x += box.width + GAP;
            }
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int i = 0; i < rows.size(); i++) {
                List<Box> row = rows.get(sweep % 2 == 0 ? i : rows.size() - 1 - i);
                Map<Box, Double> wished = new HashMap<>();
                for (Box box : row) {
                    wished.put(
                            box,
                            near.getOrDefault(box, Set.of()).stream()
                                    .mapToDouble(Box::centre)
                                    .average()
                                    .orElse(box.centre()));
                }
                row.sort(Comparator.<Box>comparingDouble(wished::get).thenComparingInt(box -> box.order));
                spread(row, wished);
            }
        }
    }

    /** As near to where they wish to be as they can without touching: each pushes the next, and all share the push. */
    private static void spread(List<Box> row, Map<Box, Double> wished) {
        double end = Double.NEGATIVE_INFINITY;
        double pushed = 0;
        for (Box box : row) {
            double wish = wished.get(box) - box.width / 2;
            box.x = Math.max(wish, end);
            pushed += box.x - wish;
            end = box.x + box.width + GAP;
        }
        for (Box box : row) {
            box.x -= pushed / row.size();
        }
    }

    private void shift(Box box, double x, double y) {
        for (Box child : box.children) {
            child.x += x;
            child.y += y;
            if (child.plate) {
                shift(child, child.x, child.y);
            }
        }
    }
}
