package dev.tandem.draws;

import java.util.Arrays;

/**
 * Draws in memory, by chain, element and draw, so that one element of one chain is one array. Arrays may be longer than
 * the number of draws; what follows belongs to a table that still grows.
 */
final class MemoryStore implements DrawStore {
    private final double[][][] values;
    private final int draws;

    MemoryStore(double[][][] values, int draws) {
        this.values = values;
        this.draws = draws;
    }

    @Override
    public int chains() {
        return values.length;
    }

    @Override
    public int draws() {
        return draws;
    }

    /** By element, chain and draw; the columns themselves where nothing has to be cut off. */
    double[][][] columns(int first, int count) {
        double[][][] columns = new double[count][values.length][];
        for (int i = 0; i < count; i++) {
            for (int chain = 0; chain < values.length; chain++) {
                double[] column = values[chain][first + i];
                columns[i][chain] = column.length == draws ? column : Arrays.copyOf(column, draws);
            }
        }
        return columns;
    }

    @Override
    public void copyColumns(int chain, int first, int every, double[][] destination) {
        for (int i = 0; i < destination.length; i++) {
            double[] column = values[chain][first + i];
            for (int draw = 0; draw < destination[i].length; draw++) {
                destination[i][draw] = column[draw * every];
            }
        }
    }

    @Override
    public void copyRow(int chain, int draw, double[] destination) {
        for (int element = 0; element < values[chain].length; element++) {
            destination[element] = values[chain][element][draw];
        }
    }

    @Override
    public double value(int chain, int draw, int element) {
        return values[chain][element][draw];
    }
}
