package dev.tandem.draws.summary;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The course of one chain through unknowns whose draws are not kept: sums over batches of draws, enough to judge whether
 * chains agree and how many effective draws there are. It takes the same room however long the chain becomes.
 *
 * <p>Draws are summed in batches of equal length. When there are as many batches as there is room for, neighbours are
 * put together and batches are twice as long from then on. As long as a batch is one draw, the course is the draws
 * themselves. How many batches there may be depends on the number of unknowns alone, so that what is concluded does not
 * depend on the machine.
 */
public final class Course {
    /** Numbers that the batches of a chain may take, as long as each unknown has the fewest that serve. */
    private static final int ROOM = 1 << 20;

    private static final int MOST_BATCHES = 1024;
    private static final int FEWEST_BATCHES = 8;

    private final int elements;
    private final int capacity;
    /** The first draw, once there is one. What is summed are differences from it, so that no digits are lost. */
    private double[] first = {};

    private double[] squares = {};

    /** By batch and element, as many batches as there are; complete ones never change, so that copies share them. */
    private final double[][] sums;

    private int batchLength = 1;
    private int complete;
    private int begun;

    /** A course that has not begun. */
    public Course(int elements) {
        this.elements = elements;
        capacity = capacity(elements);
        sums = new double[capacity][];
    }

    private Course(Course other) {
        elements = other.elements;
        capacity = other.capacity;
        first = other.first;
        squares = other.squares.clone();
        sums = other.sums.clone();
        batchLength = other.batchLength;
        complete = other.complete;
        begun = other.begun;
        if (begun > 0) {
            sums[complete] = sums[complete].clone();
        }
    }

    private static int capacity(int elements) {
        int batches = Math.max(FEWEST_BATCHES, Math.min(MOST_BATCHES, ROOM / Math.max(1, elements)));
        return Integer.highestOneBit(batches);
    }

    public int elements() {
        return elements;
    }

    /** The draws that were added. */
    public long draws() {
        return (long) complete * batchLength + begun;
    }

    /** The number of complete batches. */
    public int batches() {
        return complete;
    }

    /** Draws in a batch. */
    public int batchLength() {
        return batchLength;
    }

    /** Adds a draw of all elements. */
    public void add(double[] values) {
        if (complete == capacity) {
            pairUp();
        }
        if (complete == 0 && begun == 0) {
            first = Arrays.copyOf(values, elements);
            squares = new double[elements];
        }
        if (begun == 0) {
            sums[complete] = new double[elements];
        }
        double[] batch = sums[complete];
        for (int i = 0; i < elements; i++) {
            double difference = values[i] - first[i];
            squares[i] += difference * difference;
            batch[i] = begun == 0 ? difference : batch[i] + difference;
        }
        begun++;
        if (begun == batchLength) {
            begun = 0;
            complete++;
        }
    }

    private void pairUp() {
        for (int batch = 0; batch < capacity / 2; batch++) {
            double[] one = sums[2 * batch];
            double[] other = sums[2 * batch + 1];
            double[] both = new double[elements];
            for (int i = 0; i < elements; i++) {
                both[i] = one[i] + other[i];
            }
            sums[2 * batch] = null;
            sums[2 * batch + 1] = null;
            sums[batch] = both;
        }
        complete = capacity / 2;
        batchLength *= 2;
    }

    /** The course so far, which does not change with this one. */
    public Course copy() {
        return new Course(this);
    }

    /** The means of an element over batches of so many draws, which must be a multiple of {@link #batchLength}. */
    double[] means(int element, int length) {
        int ratio = length / batchLength;
        double[] means = new double[complete / ratio];
        for (int batch = 0; batch < means.length; batch++) {
            double sum = 0;
            for (int part = 0; part < ratio; part++) {
                sum += sums[batch * ratio + part][element];
            }
            means[batch] = first[element] + sum / length;
        }
        return means;
    }

    /** The mean of an element over all draws. */
    double mean(int element) {
        double sum = 0;
        for (int batch = 0; batch < complete + (begun > 0 ? 1 : 0); batch++) {
            sum += sums[batch][element];
        }
        return first[element] + sum / draws();
    }

    /** The variance of an element over all draws about their mean, with divisor n - 1. */
    double variance(int element) {
        double offset = mean(element) - first[element];
        double n = draws();
        return Math.max(0, squares[element] - n * offset * offset) / (n - 1);
    }

    /** Whether an element had the same value in all draws. */
    boolean constant(int element) {
        return squares.length == 0 || squares[element] == 0;
    }

    double firstValue(int element) {
        return first.length == 0 ? 0 : first[element];
    }

    /** Whether no element but those before {@code from} has ever changed. */
    public boolean stoodStill(int from) {
        for (int i = from; i < squares.length; i++) {
            if (squares[i] != 0) {
                return false;
            }
        }
        return true;
    }

    public void write(DataOutput out) throws IOException {
        out.writeInt(elements);
        out.writeInt(batchLength);
        out.writeInt(complete);
        out.writeInt(begun);
        if (draws() == 0) {
            return;
        }
        write(out, first);
        write(out, squares);
        for (int batch = 0; batch < complete + (begun > 0 ? 1 : 0); batch++) {
            write(out, sums[batch]);
        }
    }

    private static void write(DataOutput out, double[] values) throws IOException {
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException if it cannot have been written by that
     */
    public static Course read(DataInput in) throws IOException {
        int elements = in.readInt();
        int length = in.readInt();
        int complete = in.readInt();
        int begun = in.readInt();
        int capacity = elements < 0 ? 0 : capacity(elements);
        if (complete < 0 || complete > capacity || length < 1 || begun < 0 || begun >= length) {
            throw new IOException("it holds sums of " + elements + " unknowns in " + complete + " batches");
        }
        Course course = new Course(elements);
        course.batchLength = length;
        course.complete = complete;
        course.begun = begun;
        if (course.draws() > 0) {
            course.first = read(in, elements);
            course.squares = read(in, elements);
            for (int batch = 0; batch < complete + (begun > 0 ? 1 : 0); batch++) {
                course.sums[batch] = read(in, elements);
            }
        }
        return course;
    }

    private static double[] read(DataInput in, int count) throws IOException {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }
}
