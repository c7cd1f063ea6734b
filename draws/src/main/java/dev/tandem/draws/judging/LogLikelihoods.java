package dev.tandem.draws.judging;

import java.util.List;

/** The log likelihood of every unit of the data at every draw, unit by unit. */
public interface LogLikelihoods {
    /** What the units are called, in order. */
    List<String> units();

    /** The log likelihoods of a unit, chain by chain; asked for in order, so that not all of them need room. */
    double[][] of(int unit);
}
