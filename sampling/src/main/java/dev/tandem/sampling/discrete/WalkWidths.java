package dev.tandem.sampling.discrete;

import java.util.Arrays;
import java.util.OptionalInt;

/** The largest step of the integer walk for each site. Immutable. */
public final class WalkWidths {
    private final int common;
    private final int[] widths;

    private WalkWidths(int common, int[] widths) {
        this.common = common;
        this.widths = widths;
    }

    public static WalkWidths common(int width) {
        return new WalkWidths(positive(width), new int[0]);
    }

    public static WalkWidths of(int[] widths) {
        for (int width : widths) {
            positive(width);
        }
        return new WalkWidths(0, widths.clone());
    }

    private static int positive(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("the width of an integer walk must be at least 1, not " + width);
        }
        return width;
    }

    /** The widths of the sites; none if one is common to all, see {@link #common()}. */
    public int[] bySite() {
        return widths.clone();
    }

    /** The width of all sites, if it is common to them. */
    public OptionalInt common() {
        return widths.length == 0 ? OptionalInt.of(common) : OptionalInt.empty();
    }

    public int at(int site) {
        return widths.length == 0 ? common : widths[site];
    }

    @Override
    public String toString() {
        return widths.length == 0
                ? "at most " + common
                : "at most " + Arrays.stream(widths).min().getAsInt() + " to "
                        + Arrays.stream(widths).max().getAsInt();
    }
}
