package dev.tandem.sampling.trajectory;

/**
 * Where the continuous unknowns lie, and how wide they are, given each value of the one discrete unknown of a density:
 * what {@link CarriedJump} carries them by.
 *
 * @param centres for each value, in order of its support, a centre for each coordinate; empty for no jumps
 * @param scales as many scales, positive
 */
@SuppressWarnings("ArrayRecordComponent")
public record Carriage(double[][] centres, double[][] scales) {
    /** No jumps. */
    public static final Carriage NONE = new Carriage(new double[0][], new double[0][]);

    public Carriage {
        if (centres.length != scales.length || centres.length == 1) {
            throw new IllegalArgumentException("jumps need centres and scales for two values or more");
        }
    }

    public boolean isNone() {
        return centres.length == 0;
    }
}
