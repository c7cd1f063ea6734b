package dev.tandem.report.plot;

import java.util.List;

/**
 * How the unknowns went along one iteration of a chain. Two points at the same time are the state before and after a
 * discrete update.
 *
 * @param times of the points, not decreasing; a tree that grew to both sides has negative ones
 * @param continuous continuous unknowns, each with its value at every point
 * @param discrete discrete unknowns likewise
 * @param start the point that the iteration set out from
 * @param chosen the point that it ended on
 * @param accepted whether the trajectory was accepted
 * @param words what is to be said about it
 */
@SuppressWarnings("ArrayRecordComponent")
public record TrajectoryPicture(
        double[] times,
        List<Course> continuous,
        List<Course> discrete,
        int start,
        int chosen,
        boolean accepted,
        String words) {
    /** The values of one unknown at the points of the trajectory. */
    public record Course(String name, double[] values) {}

    public TrajectoryPicture {
        continuous = List.copyOf(continuous);
        discrete = List.copyOf(discrete);
        for (List<Course> courses : List.of(continuous, discrete)) {
            for (Course course : courses) {
                if (course.values().length != times.length) {
                    throw new IllegalArgumentException(course.name() + " has " + course.values().length + " values at "
                            + times.length + " points of the trajectory");
                }
            }
        }
    }
}
