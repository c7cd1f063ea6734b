package dev.tandem.paper;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The chains of one cell on disk; series are read one at a time, so that not all draws have to be in memory. */
final class Chains {
    private final List<Path> files;
    private final List<double[]> numbers = new ArrayList<>();
    /** Where each series begins, the same in all files but for the length of names, which are the same too. */
    private final List<Map<String, Long>> positions = new ArrayList<>();

    Chains(List<Path> files) {
        this.files = List.copyOf(files);
        for (Path file : files) {
            try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                in.readUTF();
                double[] whole = new double[ChainResult.NUMBERS];
                for (int i = 0; i < whole.length; i++) {
                    whole[i] = in.readDouble();
                }
                numbers.add(whole);
                Map<String, Long> index = new LinkedHashMap<>();
                int count = in.readInt();
                for (int i = 0; i < count; i++) {
                    String name = in.readUTF();
                    index.put(name, in.getFilePointer());
                    long length = in.readInt();
                    in.seek(in.getFilePointer() + Double.BYTES * length);
                }
                positions.add(index);
            } catch (IOException e) {
                throw new UncheckedIOException(file + " cannot be read; delete it to compute it again", e);
            }
        }
    }

    int count() {
        return files.size();
    }

    /** The names of the series. */
    List<String> names() {
        return List.copyOf(positions.get(0).keySet());
    }

    /** A number of each chain as a whole; see {@link ChainResult#numbers}. */
    double[] numbers(int which) {
        return numbers.stream().mapToDouble(chain -> chain[which]).toArray();
    }

    /** One series, by chain. */
    double[][] series(String name) {
        double[][] columns = new double[files.size()][];
        for (int chain = 0; chain < columns.length; chain++) {
            columns[chain] = series(chain, name);
        }
        return columns;
    }

    private double[] series(int chain, String name) {
        try (RandomAccessFile in = new RandomAccessFile(files.get(chain).toFile(), "r")) {
            in.seek(positions.get(chain).get(name));
            byte[] bytes = new byte[in.readInt() * Double.BYTES];
            in.readFully(bytes);
            double[] values = new double[bytes.length / Double.BYTES];
            ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
            return values;
        } catch (IOException e) {
            throw new UncheckedIOException(files.get(chain) + " cannot be read; delete it to compute it again", e);
        }
    }

    /** Totals of all chains, added up. */
    double[] total(String name) {
        double[] sum = null;
        for (double[] part : series(name)) {
            if (sum == null) {
                sum = part;
            } else {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += part[i];
                }
            }
        }
        return sum;
    }
}
