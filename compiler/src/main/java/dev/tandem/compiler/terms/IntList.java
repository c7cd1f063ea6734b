package dev.tandem.compiler.terms;

import java.util.Arrays;

/** A growing list of ints. */
public final class IntList {
    private int[] values = new int[16];
    private int size;

    public void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.addExact(size, size >> 1));
        }
        values[size++] = value;
    }

    public void addAll(int[] more) {
        if (values.length - size < more.length) {
            values = Arrays.copyOf(values, Math.max(Math.addExact(size, more.length), size + (size >> 1)));
        }
        System.arraycopy(more, 0, values, size, more.length);
        size += more.length;
    }

    public int get(int i) {
        return values[i];
    }

    public void set(int i, int value) {
        values[i] = value;
    }

    public int size() {
        return size;
    }

    public int[] toArray() {
        return toArray(0, size);
    }

    public int[] toArray(int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }

    /** Takes out the ints from one place to before another. */
    public void remove(int from, int to) {
        System.arraycopy(values, to, values, from, size - to);
        size -= to - from;
    }
}
