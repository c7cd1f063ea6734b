package dev.tandem.paper;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes down what an experiment wants to know of each draw of one chain. */
interface Recorder {
    /** Names that begin so are series of draws of continuous unknowns. */
    String CONTINUOUS = "c:";

    /** Names that begin so are series of draws of discrete unknowns, or of functions of them. */
    String DISCRETE = "d:";

    /** Draws whose sum is kept where single draws are not. */
    int BATCH = 1000;

    void record(Cursor cursor);

    /** What was taken down, by name: a series of draws, or totals. */
    Map<String, double[]> taken();

    /** Makes the recorder of one chain. */
    @FunctionalInterface
    interface Maker {
        Recorder create(Space space, int draws);
    }

    /** All coordinates of one chain, draw by draw. */
    final class Coordinates {
        private final double[][] q;
        private final double[] position;
        private int count;

        Coordinates(Space space, int draws) {
            q = new double[space.dimension()][draws];
            position = new double[space.dimension()];
        }

        /** Takes them down; returns the number of the draw. */
        int record(Cursor cursor) {
            cursor.copyPosition(position);
            for (int i = 0; i < q.length; i++) {
                q[i][count] = position[i];
            }
            return count++;
        }

        Map<String, double[]> taken() {
            Map<String, double[]> series = new LinkedHashMap<>();
            for (int i = 0; i < q.length; i++) {
                series.put(CONTINUOUS + i, q[i]);
            }
            return series;
        }
    }

    /** All coordinates and all sites, draw by draw. */
    static Maker everything() {
        return (space, draws) -> new Recorder() {
            private final Coordinates coordinates = new Coordinates(space, draws);
            private final double[][] x = new double[space.sites()][draws];

            @Override
            public void record(Cursor cursor) {
                int draw = coordinates.record(cursor);
                for (int site = 0; site < x.length; site++) {
                    x[site][draw] = cursor.value(site);
                }
            }

            @Override
            public Map<String, double[]> taken() {
                Map<String, double[]> series = coordinates.taken();
                for (int site = 0; site < x.length; site++) {
                    series.put(DISCRETE + site, x[site]);
                }
                return series;
            }
        };
    }

    /** All coordinates draw by draw; of sites that share a support the number that has each value. */
    static Maker coordinatesAndCounts() {
        return (space, draws) -> new Recorder() {
            private final int low = space.support(0).lower();
            private final Coordinates coordinates = new Coordinates(space, draws);
            private final double[][] counts =
                    new double[Math.toIntExact(space.support(0).size())][draws];

            @Override
            public void record(Cursor cursor) {
                int draw = coordinates.record(cursor);
                for (int site = 0; site < space.sites(); site++) {
                    counts[cursor.value(site) - low][draw]++;
                }
            }

            @Override
            public Map<String, double[]> taken() {
                Map<String, double[]> series = coordinates.taken();
                for (int k = 0; k < counts.length; k++) {
                    series.put(DISCRETE + k, counts[k]);
                }
                return series;
            }
        };
    }

    /**
     * Totals that need no memory of the draws, for a mixture on the line: a histogram of q over [low, high]; for each
     * component, how often it was visited and the first two moments of q around its mean; and sums of q over batches of
     * {@link #BATCH} draws, whose spread tells the effective size.
     */
    static Maker histogram(double low, double high, int bins, double[] centres) {
        return (space, draws) -> new Recorder() {
            private final double[] histogram = new double[bins];
            private final double[] visits = new double[centres.length];
            private final double[] sums = new double[centres.length];
            private final double[] squares = new double[centres.length];
            private final double[] batches = new double[draws / BATCH];
            private final double[] moments = new double[2];
            private final double[] position = new double[1];
            private int count;

            @Override
            public void record(Cursor cursor) {
                cursor.copyPosition(position);
                moments[0] += position[0];
                moments[1] += position[0] * position[0];
                int batch = count++ / BATCH;
                if (batch < batches.length) {
                    batches[batch] += position[0];
                }
                int bin = (int) Math.floor((position[0] - low) / (high - low) * bins);
                if (bin >= 0 && bin < bins) {
                    histogram[bin]++;
                }
                int component = cursor.value(0) - 1;
                double distance = position[0] - centres[component];
                visits[component]++;
                sums[component] += distance;
                squares[component] += distance * distance;
            }

            @Override
            public Map<String, double[]> taken() {
                Map<String, double[]> totals = new LinkedHashMap<>();
                totals.put("histogram", histogram);
                totals.put("visits", visits);
                totals.put("sums", sums);
                totals.put("squares", squares);
                totals.put("batches", batches);
                totals.put("moments", moments);
                return totals;
            }
        };
    }
}
