package dev.tandem.compiler.terms;

import dev.tandem.compiler.code.Code;

/**
 * An array that generated code reads: the values of a variable, or a table of whole numbers.
 *
 * <p>Constant storage is shared by all cursors; other storage belongs to one cursor. Active storage depends on a
 * continuous unknown and has a companion of the same size for derivatives.
 */
public final class Storage {
    private final String name;
    private final int size;
    private final boolean whole;
    private double[] values;
    private int[] wholes;
    private boolean constant;
    private boolean active;
    private boolean discrete;
    private boolean unused;

    private Storage(String name, int size, boolean whole) {
        this.name = name;
        this.size = size;
        this.whole = whole;
    }

    /** Storage that changes; {@code initial} holds what is known of it, NaN elsewhere. */
    public static Storage variable(String name, double[] initial) {
        Storage storage = new Storage(name, initial.length, false);
        storage.values = initial;
        return storage;
    }

    public static Storage constant(String name, double[] values) {
        Storage storage = variable(name, values);
        storage.constant = true;
        return storage;
    }

    public static Storage table(String name, int[] values) {
        Storage storage = new Storage(name, values.length, true);
        storage.wholes = values;
        storage.constant = true;
        return storage;
    }

    public String name() {
        return name;
    }

    public int size() {
        return size;
    }

    public boolean isTable() {
        return whole;
    }

    public boolean constant() {
        return constant;
    }

    /** Says that nothing will write to it. */
    public void fix() {
        constant = true;
    }

    public boolean active() {
        return active;
    }

    /** Marks it as depending on a continuous unknown; before any term reads it. */
    public void activate() {
        active = true;
    }

    /** Whether it depends on a discrete unknown. */
    public boolean discrete() {
        return discrete;
    }

    public void dependOnDiscrete() {
        discrete = true;
    }

    /**
     * Whether it may hold elements that nobody reads, as a table of all combinations does: they may be impossible, and
     * have no derivative then.
     */
    public boolean holdsUnused() {
        return unused;
    }

    public void holdUnused() {
        unused = true;
    }

    public double[] values() {
        return values;
    }

    public int[] wholes() {
        return wholes;
    }

    public Code.Field field() {
        return whole ? Code.Field.ints(name) : Code.Field.doubles(name);
    }

    public Code.Field bar() {
        return Code.Field.doubles("d_" + name);
    }

    @Override
    public String toString() {
        return name;
    }
}
