package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The ascending order of elements, equal ones as they come: {@code sort}, {@code order} and {@code rank}. */
public final class Sorting implements ArrayFunction {
    public enum Kind {
        SORT,
        ORDER,
        RANK
    }

    private final Kind kind;
    private int[] order = new int[0];
    private int[] merged = new int[0];

    public Sorting(Kind kind) {
        this.kind = kind;
    }

    @Override
    public int[] resultDims(int[][] dims) {
        Shapes.demandCount(kind.name().toLowerCase(java.util.Locale.ROOT), dims, 1);
        return new int[] {Shapes.length(dims[0])};
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int length = Shapes.length(dims[0]);
        sort(arguments[0], length);
        for (int i = 0; i < length; i++) {
            switch (kind) {
                case SORT -> result[i] = arguments[0][order[i]];
                case ORDER -> result[i] = order[i] + 1;
                case RANK -> result[order[i]] = i + 1;
            }
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (kind == Kind.SORT && bars[0] != null) {
            int length = Shapes.length(dims[0]);
            sort(arguments[0], length);
            for (int i = 0; i < length; i++) {
                bars[0][order[i]] += resultBar[i];
            }
        }
    }

    @Override
    public boolean differentiable() {
        return kind == Kind.SORT;
    }

    /** A merge sort from the bottom up: stable, and without garbage. */
    private void sort(double[] v, int length) {
        if (order.length < length) {
            order = new int[length];
            merged = new int[length];
        }
        for (int i = 0; i < length; i++) {
            order[i] = i;
        }
        for (int width = 1; width < length; width *= 2) {
            for (int start = 0; start < length; start += 2 * width) {
                int middle = Math.min(start + width, length);
                merge(v, start, middle, Math.min(middle + width, length));
            }
            int[] swap = order;
            order = merged;
            merged = swap;
        }
    }

    private void merge(double[] v, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeRight = left == middle || (right < end && v[order[right]] < v[order[left]]);
            merged[i] = takeRight ? order[right++] : order[left++];
        }
    }
}
