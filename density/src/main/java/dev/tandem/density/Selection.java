package dev.tandem.density;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A part of a variable as users write it: {@code beta}, {@code beta[2]}, {@code Y[26,2]} or {@code z[1:5,]}. Subscripts
 * count from 1, and an empty one stands for all.
 *
 * @param name the variable
 * @param ranges one for each dimension; none for the whole variable
 */
public record Selection(String name, List<Range> ranges) {
    /**
     * The subscripts of one dimension that are wanted.
     *
     * @param first the least of them
     * @param last the greatest
     */
    public record Range(int first, int last) {
        static final Range ALL = new Range(1, Integer.MAX_VALUE);

        boolean has(int subscript) {
            return first <= subscript && subscript <= last;
        }

        @Override
        public String toString() {
            return this.equals(ALL) ? "" : first == last ? String.valueOf(first) : first + ":" + last;
        }
    }

    public Selection {
        ranges = List.copyOf(ranges);
    }

    /**
     * Reads a selection.
     *
     * @throws IllegalArgumentException if it is written wrongly
     */
    public static Selection parse(String text) {
        String trimmed = text.strip();
        int open = trimmed.indexOf('[');
        if (open < 0) {
            return new Selection(trimmed, List.of());
        }
        if (open == 0 || !trimmed.endsWith("]")) {
            throw new IllegalArgumentException(text + ": a part of a variable is written as in z[2] or z[1:5,]");
        }
        List<Range> ranges = new ArrayList<>();
        for (String subscript :
                trimmed.substring(open + 1, trimmed.length() - 1).split(",", -1)) {
            ranges.add(range(text, subscript.strip()));
        }
        return new Selection(trimmed.substring(0, open).strip(), ranges);
    }

    private static Range range(String text, String subscript) {
        if (subscript.isEmpty()) {
            return Range.ALL;
        }
        int colon = subscript.indexOf(':');
        int first = number(text, colon < 0 ? subscript : subscript.substring(0, colon));
        int last = colon < 0 ? first : number(text, subscript.substring(colon + 1));
        if (first > last) {
            throw new IllegalArgumentException(text + ": the range is empty, as " + first + " is greater than " + last);
        }
        return new Range(first, last);
    }

    private static int number(String text, String digits) {
        try {
            int number = Integer.parseInt(digits.strip());
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for numbers below 1.
        }
        throw new IllegalArgumentException(text + ": a subscript is a whole number from 1 on, a range such as 1:5, or"
                + " empty for all; this has '" + digits.strip() + "'");
    }

    /** Whether it is the whole variable. */
    public boolean whole() {
        return ranges.isEmpty();
    }

    /**
     * The elements that are selected, in the order of {@link Variable}.
     *
     * @throws IllegalArgumentException if a variable of this shape does not have them
     */
    public BitSet elements(List<Integer> shape) {
        List<Integer> extents = shape.isEmpty() ? List.of(1) : shape;
        int size = extents.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
        BitSet selected = new BitSet(size);
        if (whole()) {
            selected.set(0, size);
            return selected;
        }
        check(extents);
        for (int element = 0; element < size; element++) {
            int rest = element;
            boolean in = true;
            for (int d = 0; d < extents.size() && in; d++) {
                in = ranges.get(d).has(rest % extents.get(d) + 1);
                rest /= extents.get(d);
            }
            selected.set(element, in);
        }
        return selected;
    }

    private void check(List<Integer> extents) {
        if (ranges.size() != extents.size()) {
            throw new IllegalArgumentException(this + ": this has " + count(ranges.size(), "subscript") + ", and "
                    + name + " has " + count(extents.size(), "dimension"));
        }
        for (int d = 0; d < extents.size(); d++) {
            Range range = ranges.get(d);
            if (!range.equals(Range.ALL) && range.last() > extents.get(d)) {
                throw new IllegalArgumentException(this + ": the "
                        + (extents.size() == 1 ? "subscripts" : "subscripts of dimension " + (d + 1)) + " of " + name
                        + " end at " + extents.get(d));
            }
        }
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Whether something of it is reported as a variable, which may be an element: {@code z[3]}. */
    public boolean meets(String variable) {
        Selection other = parse(variable);
        if (!other.name.equals(name)) {
            return false;
        }
        if (whole() || other.whole()) {
            return true;
        }
        boolean meets = ranges.size() == other.ranges.size();
        for (int d = 0; d < ranges.size() && meets; d++) {
            Range mine = ranges.get(d);
            Range theirs = other.ranges.get(d);
            meets = mine.first() <= theirs.last() && theirs.first() <= mine.last();
        }
        return meets;
    }

    @Override
    public String toString() {
        if (whole()) {
            return name;
        }
        StringBuilder text = new StringBuilder(name).append('[');
        for (int d = 0; d < ranges.size(); d++) {
            text.append(d == 0 ? "" : ",").append(ranges.get(d));
        }
        return text.append(']').toString();
    }
}
