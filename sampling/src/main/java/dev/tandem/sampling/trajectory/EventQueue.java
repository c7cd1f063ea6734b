package dev.tandem.sampling.trajectory;

/** The next event time of every site, the earliest first: a binary heap over sites. */
final class EventQueue {
    private final double[] times;
    private final int[] heap;

    EventQueue(int sites) {
        times = new double[sites];
        heap = new int[sites];
        forget();
    }

    /** Of two events at the same time the first depends on how the heap was arranged before: now it no longer does. */
    void forget() {
        for (int i = 0; i < heap.length; i++) {
            heap[i] = i;
        }
    }

    /** Sets a site's time without keeping order; {@link #arrange} must follow. */
    void set(int site, double time) {
        times[site] = time;
    }

    void arrange() {
        for (int i = heap.length / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    /** The time of the earliest event; positive infinity when there are no sites. */
    double earliest() {
        return heap.length == 0 ? Double.POSITIVE_INFINITY : times[heap[0]];
    }

    int site() {
        return heap[0];
    }

    /** Moves the earliest event to a later time. */
    void postpone(double time) {
        times[heap[0]] = time;
        sink(0);
    }

    private void sink(int from) {
        int place = from;
        int site = heap[place];
        while (true) {
            int child = 2 * place + 1;
            if (child >= heap.length) {
                break;
            }
            if (child + 1 < heap.length && times[heap[child + 1]] < times[heap[child]]) {
                child++;
            }
            if (times[heap[child]] >= times[site]) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = site;
    }
}
