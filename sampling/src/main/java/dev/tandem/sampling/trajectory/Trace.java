package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.Motion;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One iteration of a kernel written down: how x and q went along the trajectory, in the order of its time. For pictures
 * and for looking at a kernel at work; kernels that sample write nothing down.
 *
 * <p>There is a point at the start, after every stretch of continuous motion, and after every discrete update that
 * changed x. Two points at the same time are the state before and after such an update. A tree grows to both sides, so
 * that its times may be negative. What happens after the accept decision is not part of the trajectory.
 *
 * @param points the states along the way, times not decreasing
 * @param start which of the points the iteration set out from, at time 0
 * @param chosen which of the points the iteration ended on: the start, if the trajectory was refused
 * @param transition the statistics of the iteration
 */
public record Trace(List<Point> points, int start, int chosen, Transition transition) {
    public Trace {
        points = List.copyOf(points);
    }

    /** The state at a time of the trajectory. The arrays must not be changed. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Point(double time, double[] q, int[] x) {
        /** Moves a cursor to this state, to ask it for what it reports or for its density. */
        public void place(Cursor cursor) {
            cursor.moveTo(q);
            cursor.assignAll(x);
        }
    }

    /**
     * Runs one iteration from where the cursor is, with the same randomness and outcome as a kernel of the family, and
     * leaves the cursor where the iteration ended.
     */
    public static Trace of(KernelFamily family, Cursor cursor, Tuning tuning, Randomness random) {
        if (!tuning.centring().isNone()) {
            tuning.centring().apply(cursor);
        }
        Recording recording = new Recording(cursor);
        SiteSchedule schedule = SiteSchedule.of(cursor.space().sites());
        Kernel kernel = family.create(
                cursor, schedule, (place, motion, sweep) -> new Recorder(place, motion, sweep, recording));
        Transition transition = new Transition();
        kernel.step(tuning, random, transition);
        return recording.trace(transition);
    }

    /** The points of a trajectory that may grow at both ends. */
    private static final class Recording {
        private final Cursor cursor;
        private final List<Point> forward = new ArrayList<>();
        private final List<Point> backward = new ArrayList<>();
        private int facing = 1;
        private double time;
        private double first;
        private double last;
        private Point end;

        Recording(Cursor cursor) {
            this.cursor = cursor;
        }

        /** To be told before each move: a tree that changes direction goes on from its other end. */
        void face(double direction) {
            if (direction * facing < 0) {
                facing = -facing;
                time = facing > 0 ? last : first;
            }
        }

        void pass(double stretch) {
            time += stretch;
            first = Math.min(first, time);
            last = Math.max(last, time);
            add();
        }

        void add() {
            (facing > 0 ? forward : backward).add(point());
        }

        void end() {
            end = point();
        }

        private Point point() {
            double[] q = new double[cursor.space().dimension()];
            int[] x = new int[cursor.space().sites()];
            cursor.copyPosition(q);
            cursor.copyValues(x);
            return new Point(time, q, x);
        }

        Trace trace(Transition transition) {
            List<Point> points = new ArrayList<>(backward);
            Collections.reverse(points);
            int start = points.size();
            points.addAll(forward);
            int chosen = transition.accepted ? chosen(points) : start;
            return new Trace(points, start, chosen, transition);
        }

        private int chosen(List<Point> points) {
            for (int i = points.size() - 1; i >= 0; i--) {
                if (Arrays.equals(points.get(i).q(), end.q())
                        && Arrays.equals(points.get(i).x(), end.x())) {
                    return i;
                }
            }
            throw new IllegalStateException("the iteration ended on a state that is not on its trajectory");
        }
    }

    /** A walker that writes down where it goes. */
    private static final class Recorder extends Walker {
        private final Recording recording;
        private boolean closed;

        Recorder(Cursor cursor, Motion motion, SiteSweep sweep, Recording recording) {
            super(cursor, motion, sweep);
            this.recording = recording;
        }

        @Override
        void begin(Tuning tuning, Randomness random) {
            super.begin(tuning, random);
            recording.add();
        }

        @Override
        void integrate(double size) {
            recording.face(size);
            super.integrate(size);
            recording.pass(size);
        }

        @Override
        void drift(double time) {
            recording.face(time);
            super.drift(time);
            recording.pass(time);
        }

        @Override
        double updateBlock(long block, int count, int direction) {
            if (closed) {
                return super.updateBlock(block, count, direction);
            }
            recording.face(direction);
            long changes = sweep.changed();
            double logChange = super.updateBlock(block, count, direction);
            addIfChanged(changes);
            return logChange;
        }

        @Override
        double updateSite(int site) {
            long changes = sweep.changed();
            double logChange = super.updateSite(site);
            addIfChanged(changes);
            return logChange;
        }

        private void addIfChanged(long changesBefore) {
            if (sweep.changed() != changesBefore) {
                recording.add();
            }
        }

        @Override
        void close() {
            recording.end();
            closed = true;
            super.close();
        }
    }
}
