package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.Variable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A variable of the model: its shape, the values that are known, and which rule defines each element. */
public final class Symbol {
    private static final int NOBODY = -1;

    private final String name;
    private int[] dims;
    private double[] values;
    private int[] definers;
    private Variable view;
    private boolean given;
    private boolean constant;
    private boolean someKnown;

    Symbol(String name) {
        this.name = name;
    }

    void give(int[] shape, double[] data) {
        shape(shape, data);
        given = true;
        someKnown = true;
    }

    void shape(int[] shape) {
        double[] empty =
                new double[Math.toIntExact(Arrays.stream(shape).asLongStream().reduce(1, Math::multiplyExact))];
        Arrays.fill(empty, Double.NaN);
        shape(shape, empty);
    }

    private void shape(int[] shape, double[] content) {
        dims = shape;
        values = content;
        definers = new int[content.length];
        Arrays.fill(definers, NOBODY);
        view = Variable.of(shape, content);
    }

    void setConstant() {
        constant = true;
    }

    public String name() {
        return name;
    }

    boolean shaped() {
        return dims != null;
    }

    /** The extents; a scalar has the one extent 1. */
    public int[] dims() {
        return dims;
    }

    public boolean scalar() {
        return dims.length == 1 && dims[0] == 1;
    }

    /** The extents as a reported variable has them: none for a scalar. */
    public List<Integer> shape() {
        return scalar() ? Collections.emptyList() : Arrays.stream(dims).boxed().toList();
    }

    public int size() {
        return values.length;
    }

    /** The known values, NaN where there is none. */
    public double[] values() {
        return values;
    }

    /** Whether it was given as data. */
    public boolean given() {
        return given;
    }

    /** Whether every element is known before sampling. */
    public boolean constant() {
        return constant;
    }

    public boolean known(int position) {
        return !Double.isNaN(values[position]);
    }

    /** Whether any element may be known before sampling; false if surely none is. */
    boolean someKnown() {
        return someKnown;
    }

    /** Makes an element known. */
    void set(int position, double value) {
        values[position] = value;
        someKnown = true;
    }

    boolean defined(int position) {
        return definers[position] != NOBODY || known(position);
    }

    boolean everywhereDefined() {
        for (int i = 0; i < values.length; i++) {
            if (!defined(i)) {
                return false;
            }
        }
        return true;
    }

    int definer(int position) {
        return definers[position];
    }

    void define(int position, int rule) {
        definers[position] = rule;
    }

    boolean undefined(int position) {
        return definers[position] == NOBODY;
    }

    Variable view() {
        return view;
    }

    /** {@code mu[3,1]}, from a column-major position. */
    public String element(int position) {
        if (scalar()) {
            return name;
        }
        StringBuilder text = new StringBuilder(name).append('[');
        int rest = position;
        for (int d = 0; d < dims.length; d++) {
            text.append(d == 0 ? "" : ",").append(rest % dims[d] + 1);
            rest /= dims[d];
        }
        return text.append(']').toString();
    }

    @Override
    public String toString() {
        return name;
    }
}
