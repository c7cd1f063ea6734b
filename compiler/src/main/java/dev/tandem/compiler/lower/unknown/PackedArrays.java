package dev.tandem.compiler.lower.unknown;

import dev.tandem.compiler.terms.IntList;
import java.util.AbstractList;
import java.util.RandomAccess;

/** A list of short arrays that takes little more memory than their numbers; what it gives are copies. */
public final class PackedArrays extends AbstractList<int[]> implements RandomAccess {
    private final IntList content = new IntList();
    private final IntList ends = new IntList();

    @Override
    public boolean add(int[] array) {
        content.addAll(array);
        ends.add(content.size());
        return true;
    }

    /** Adds an array of one number. */
    public void add(int value) {
        content.add(value);
        ends.add(content.size());
    }

    @Override
    public int[] remove(int i) {
        int[] array = get(i);
        content.remove(start(i), ends.get(i));
        ends.remove(i, i + 1);
        for (int k = i; k < ends.size(); k++) {
            ends.set(k, ends.get(k) - array.length);
        }
        return array;
    }

    @Override
    public int[] get(int i) {
        return content.toArray(start(i), ends.get(i));
    }

    /** The first number of an array. */
    public int first(int i) {
        return content.get(start(i));
    }

    public boolean equals(int i, int[] array) {
        int start = start(i);
        if (ends.get(i) - start != array.length) {
            return false;
        }
        for (int k = 0; k < array.length; k++) {
            if (content.get(start + k) != array[k]) {
                return false;
            }
        }
        return true;
    }

    /** All numbers, array after array. */
    public int[] flat() {
        return content.toArray();
    }

    @Override
    public int size() {
        return ends.size();
    }

    private int start(int i) {
        return i == 0 ? 0 : ends.get(i - 1);
    }
}
