package dev.tandem.sampling;

/** Does the chains of a run: on threads of this machine, or on a cluster. The draws are the same. */
@FunctionalInterface
public interface Engine {
    /**
     * Brings all chains to a mark, going on where they left off. When one fails the others are stopped and
     * its error is thrown.
     *
     * @return false if it was cancelled before that
     */
    boolean bringTo(Mark mark);
}
